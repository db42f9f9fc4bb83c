# SPDX-License-Identifier: BSD-3-Clause
# run.sh - does what pages tell their reader to do, for the scripts of this folder
# that read it with ".".  split.awk says how a page is read, same.awk how what is
# printed is compared.
#
# With OCR_PAGES, a folder of pages that are installed, it is these that are read,
# and the tools are those of the machine (tests/package/use.sh).
here=$(cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
# As the reader has it: the tools by name, and nothing set.
LC_ALL=C
export LC_ALL
unset MAKEFLAGS MFLAGS
ran=0
bad=0
has_lines=yes
if [ -n "${OCR_PAGES-}" ]; then
	pages=$OCR_PAGES
	limit='timeout -k 5 60'
	tools=$(dirname "$(command -v ocrcc)")
else
	pages=${top_srcdir:?}
	limit="${top_builddir:?}/tests/limit 60"
	tools=$top_builddir/bin
	PATH=$tools:$PATH
	export PATH
	# Lines of sources come from libdw, which need not be there.
	[ -x "$tools/ocrlines" ] || {
		has_lines=
		echo 'no libdw: lines of sources are not looked for'
	}
fi

# pages_need_nodes: ends the script, skipped, where no job of several nodes starts.
pages_need_nodes() {
	why=$(ocrrun -n 2 --show /bin/true 2>&1) || {
		echo "skipped: $why"
		exit 77
	}
}

# one_block PAGE LINE N: what the page has the reader run there.
one_block() {
	ran=$((ran + 1))
	(cd "$work/desk" &&
		$limit sh -e "$work/parts/$3.sh") \
		</dev/null >"$work/out" 2>&1
	status=$?
	[ -n "$has_lines" ] ||
	sed -i 's/ ([^ ()]*:[0-9.]*)/.../g' "$work/parts/$3.text"
	if [ "$status" -ne 0 ]; then
		echo "FAILED  $1:$2: status $status (a page shows one by" \
			'`|| echo "status $?"`)'
	elif ! awk -f "$here/same.awk" "$work/parts/$3.text" "$work/out"; then
		echo "FAILED  $1:$2: prints something else"
	else
		return
	fi
	bad=$((bad + 1))
	sed 's/^/  it runs  | /' "$work/parts/$3.sh"
	sed 's/^/  the page | /' "$work/parts/$3.text"
	sed 's/^/  printed  | /' "$work/out"
}

# one_page PAGE: in the folder where the pages before it have worked, too.
one_page() {
	rm -rf "$work/parts"
	mkdir -p "$work/parts" "$work/desk"
	if ! awk -v dir="$work/parts" -f "$here/split.awk" "$1" \
		>"$work/plan"; then
		echo "FAILED  $1: as above"
		bad=$((bad + 1))
		return
	fi
	before=$bad
	while read -r what n line name; do
		case $what in
		file) cp "$work/parts/$n.file" "$work/desk/$name" ;;
		run) one_block "$1" "$line" "$n" ;;
		esac
	done <"$work/plan"
	[ "$bad" -ne "$before" ] || echo "ok      ${1##*/doc/}"
}

# is_found WHAT: the page in $work/page.md is wrong.
is_found() {
	before_all=$bad ran_all=$ran
	one_page "$work/page.md" >"$work/said" 2>&1
	if [ "$bad" -eq "$before_all" ]; then
		echo "FAILED  not found: $1"
		before_all=$((bad + 1))
	fi
	bad=$before_all ran=$ran_all
}

# page LINE...: a page, in which ' stands for the sign of a block.
page() {
	printf '%s\n' "$@" | sed "s/'/\`\`\`/" >"$work/page.md"
}

# pages_reader_reads: what is wrong in a page is found.
pages_reader_reads() {
	page "'sh" 'echo yes' "'" "'text" 'no' "'"
	is_found 'another text'
	page "'sh" 'echo yes' "'"
	is_found 'a text where none is shown'
	page "'sh" 'echo yes; false' "'" "'text" 'yes' "'"
	is_found 'a command that fails'
	page "'sh" 'echo a b c' "'" "'text" 'a ... d' "'"
	is_found 'another end'
	page "'sh" 'printf "a\nb\nc\n"' "'" "'text" 'a' '...' 'd' "'"
	is_found 'another last line'
	page "'sh" 'echo a; echo b' "'" "'text" 'a' "'"
	is_found 'one line too many'
	page "'text" 'a' "'"
	is_found 'a text without a command'
	page "'sh" 'echo yes'
	is_found 'a block without an end'
	page '`x.c`:' "'c" 'one' "'" "'sh" 'cat x.c' "'" "'text" 'two' "'"
	is_found 'another file'
}

# pages_verdict LEAST: the outcome of the script, as its last command; it has run
# at least so many blocks.
pages_verdict() {
	echo "$ran blocks were run, $bad wrong"
	[ "$bad" -eq 0 ] && [ "$ran" -ge "$1" ]
}
