#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the pages name is there: each file and folder by its path, each source by
# its name alone, each ocr_ name and struct, each page that a link leads to.  In
# drawings as well as in the text.  And where the code or a page cites a section by
# its number, there is one.
set -u
cd "${top_srcdir:?}" || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
folders='apps src labeled guidmap fabric include tests doc'

{ find $folders -type f; ls ./*.md NEWS | sed "s,^./,,"; } >"$work/files"
# Names of the code: ocr_ ones, and structs.
grep -E '[.](c|h|cc|def|awk|map|am|mk|ac|in|sh|pml)$' "$work/files" |
xargs grep -ohE '\<(ocr|dri)_[a-z0-9_]+' configure.ac Makefile.am |
sort -u >"$work/names"

# Reads pages, and says what they name that is not there.
check() {
	awk -v folders="$folders" -v files="$work/files" \
		-v names="$work/names" '
	function complain(what) {
		printf "%s:%d: there is no %s\n", FILENAME, FNR, what
		bad++
	}
	# A file or folder: from the root, from tests/, as CONFORMANCE.md has it, or
	# from the page.
	function look_path(path,    here) {
		here = FILENAME
		sub("[^/]*$", "", here)
		sub(/^[.]\//, "", path)
		sub(/\/$/, "", path)
		here = here path
		while (sub("[^/]+/[.][.]/", "", here))
			;
		seen++
		if (!(path in is_there) && !(("tests/" path) in is_there) &&
		    !(here in is_there))
			complain(path)
	}
	BEGIN {
		while ((getline line < files) > 0) {
			is_there[line]
			base = line
			sub(/.*\//, "", base)
			is_base[base]
			sub(/[.].*/, "", base)
			is_name[base]
			while (sub("/[^/]*$", "", line))
				is_there[line]
		}
		while ((getline line < names) > 0)
			is_name[line]
		# What a page has its reader write: "`NAME`:" before a block.
		for (i = 1; i < ARGC; i++) {
			while ((getline line < ARGV[i]) > 0)
				if (line ~ /^`[A-Za-z0-9_-]+[.][a-z]+`:$/) {
					sub(/`:$/, "", line)
					sub(/^`/, "", line)
					is_base[line]
				}
			close(ARGV[i])
		}
		n = split(folders, f, " ")
		tops = f[1]
		for (i = 2; i <= n; i++)
			tops = tops "|" f[i]
		ends = "[.](c|h|cc|sh|md|mk|pml|map|def|awk|sed|supp|txt|in)"
		path = "(^|[^A-Za-z0-9_./<-])(" tops ")/[A-Za-z0-9_./-]*" \
			"([A-Za-z0-9_-]" ends "|/)($|[^A-Za-z0-9_*./<-]|[.]($| ))"
		base_name = "`[A-Za-z0-9_-]+[.](c|h|cc|pml|awk)`"
		code = "(ocr|dri)_[a-z0-9_]*[a-z0-9]($|[^A-Za-z0-9_*<-])"
	}
	{
		rest = $0
		while (match(rest, path)) {
			word = substr(rest, RSTART, RLENGTH)
			rest = substr(rest, RSTART + RLENGTH - 1)
			sub("^[^A-Za-z0-9_]", "", word)
			sub("[^A-Za-z0-9_/]*$", "", word)
			# NAME stands for a name.
			if (word !~ /[A-Z][A-Z]+[.]/ || word ~ /[.]md$/)
				look_path(word)
		}
		rest = $0
		while (match(rest, base_name)) {
			word = substr(rest, RSTART + 1, RLENGTH - 2)
			rest = substr(rest, RSTART + RLENGTH)
			seen++
			if (!(word in is_base))
				complain(word)
		}
		rest = $0
		while (match(rest, /\]\([A-Za-z0-9_.\/-]+[)#]/)) {
			word = substr(rest, RSTART + 2, RLENGTH - 3)
			rest = substr(rest, RSTART + RLENGTH)
			look_path(word)
		}
		rest = $0
		while (match(rest, code)) {
			word = substr(rest, RSTART, RLENGTH)
			before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : " "
			rest = substr(rest, RSTART + RLENGTH - 1)
			sub(/[^a-z0-9_]$/, "", word)
			seen++
			if (before !~ /[A-Za-z0-9_-]/ && !(word in is_name))
				complain(word)
		}
	}
	END {
		print seen + 0 " names, " bad + 0 " wrong"
		exit bad > 0 || !seen
	}' "$@"
}

check doc/*.md doc/change/*.md doc/apps/*.md doc/tutorial/*.md doc/use/*.md README.md SECURITY.md CONTRIBUTING.md || exit 1

# Reads "file:line:PAGE.md, number", and says which lead nowhere.
cited() {
	bad=0
	while IFS=: read -r file line cite; do
		number=${cite##* } page=doc/change/${cite%%.md*}.md
		grep -qE "^(#+ )?$(echo "$number" | sed 's/[.]/[.]/g')[. ]" \
			"$page" && continue
		echo "$file:$line: there is no $number in $page"
		bad=1
	done
	return $bad
}
cites='(PROTOCOL|DRI-PROTOCOL|BLOCKS|FABRIC)[.]md,? (section )?[0-9]+([.][0-9]+)*'
find $folders -type f -name '*.[chmps]*' | xargs grep -noE "$cites" /dev/null \
	>"$work/cites"
[ -s "$work/cites" ] || { echo "no section is cited"; exit 1; }
cited <"$work/cites" || exit 1
if echo 'x.c:1:FABRIC.md,'' 4.99' | cited >/dev/null; then
	echo "a section was accepted that is not there"
	exit 1
fi

# The check itself: each of these must be refused.  (No name is whole here, or it
# would be there.)
for line in 'see `src/base/no_such.c`' '    ocrDbCreate   src/api/no_such.c   draws' \
	'in `no_such.c`' '`tests/no_such/`' '`ocr_no_''such()`' \
	'`struct ocr_no_''such`' 'at (fabric/no_such.h).' '[this](NO_SUCH.md)'
do
	echo "$line" >"$work/page.md"
	check "$work/page.md" >/dev/null || continue
	echo "a page was accepted that says: $line"
	exit 1
done
