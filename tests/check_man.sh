#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each exported name has a manual page, and each page names something that a
# program can use, with the prototype that the compiler knows.  The formatter
# has nothing to say against any.  Pages of tools have the options that --help has,
# and ocr(7) the settings.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "${top_builddir:?}" || exit 99
made=doc/man/made
written=${top_srcdir:?}/doc/man
bad=0

# without_page NAME... : those that have none, of FOLDER...
without_page() {
	while read -r name; do
		for folder; do
			[ ! -f "$folder/$name.3" ] || continue 2
		done
		echo "no manual page: $name"
	done
}

for lib in libocr libdri; do
	nm -D --defined-only ".libs/$lib.so" |
		awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
		grep -vx main
done | sort -u >"$work/exported"
without_page "$made" "$written" <"$work/exported" >"$work/without"
if [ -s "$work/without" ]; then
	cat "$work/without"
	bad=1
fi
[ "$(wc -l <"$work/exported")" -ge 100 ] || {
	echo "too few names are exported: $(wc -l <"$work/exported")"
	bad=1
}

# What is asked for stands below NAME, also where the page is another call's.
for page in "$made"/*.3 "$written"/*.3; do
	name=$(basename "$page" .3)
	other=$(sed -n '1s,^[.]so man3/,,p' "$page")
	sed -n '/^[.]Sh NAME/,/^[.]Nd/p' "$(dirname "$page")/${other:-$name.3}" |
	grep -qE "^[.]Nm $name( ,)?\$" || {
		echo "the page that man $name shows does not name it"
		bad=1
	}
done

# A program that declares each call again, as FOLDER's pages have it, and uses each
# type; pages of headers, which have hyphens, say no more than what includes them.
program() {
	sed -n 's/^[.]In \(.*\)/#include <\1>/p' "$1"/*.3 | sort -u
	for page in "$1"/*.3; do
		name=$(basename "$page" .3)
		awk -v name="$name" '
		# There is no other name for what is on the page of another.
		/^[.]so / { exit }
		/^[.]Dd / { is_page = 1 }
		/^[.]Ft / { type = substr($0, 5) }
		/^[.]Fo / { proto = type " (" substr($0, 5) ")("; comma = "" }
		/^[.]Fa / && proto { proto = proto comma substr($0, 5); comma = ", " }
		/^[.]Fc/ {
			gsub(/"/, "", proto)
			print "extern __typeof__(" name ") " name ";"
			print proto ");"
			called = 1
			proto = ""
		}
		END {
			if (is_page && !called && name !~ /-|^ocr$/)
				print "_Static_assert(sizeof(" name ") > 0, \"\");"
		}' "$page"
	done
}

# compiles FOLDER
compiles() {
	program "$1" >"$work/pages.c"
	${CC:?} -std=gnu11 -Wall -Werror -Wno-redundant-decls -fsyntax-only \
		-I"$top_srcdir/include" "$work/pages.c"
}

compiles "$made" || bad=1
calls=$(grep -c '^extern' "$work/pages.c")
types=$(grep -c '^_Static_assert' "$work/pages.c")
[ "$calls" -ge 80 ] && [ "$types" -ge 20 ] || bad=1
echo "$(wc -l <"$work/exported") exported names, made pages of $calls calls" \
	"and $types types"

# A call that returns a code says which.
for page in $(grep -l '^[.]Ft "u8"' "$made"/*.3); do
	grep -q '^[.]Sh RETURN VALUES' "$page" || {
		echo "$page does not say what the call returns"
		bad=1
	}
done

# options_of_page FILE, options_of_help TOOL
options_of_page() {
	sed -n 's/^[.]It Fl \([^ ]*\).*/-\1/p' "$1" | sort
}
options_of_help() {
	"bin/$1" --help | sed -n 's/^  \(--*[a-z][a-z-]*\).*/\1/p' | sort
}
# same_options NAME FILE
same_options() {
	options_of_page "$2" >"$work/page"
	options_of_help "$1" >"$work/help"
	[ -s "$work/help" ] && diff "$work/help" "$work/page"
}
for tool in ocrcc ocrinfo ocrrun ocrtop ocrtrace; do
	same_options "$tool" "$written/$tool.1" || {
		echo "$tool.1 and $tool --help (<) have other options"
		bad=1
	}
done
sed '/Fl -hosts/d' "$written/ocrinfo.1" >"$work/without.1"
if same_options ocrinfo "$work/without.1" >/dev/null; then
	echo "not found: a page without an option"
	bad=1
fi

# So have those of the programs in apps/, which are made of what --help is made of.
# long_options COMMAND...
long_options() {
	"$@" | grep -o -e "$pattern" | sed 's/.* -*/--/' | sort
}
# same_long_options NAME FILE
same_long_options() {
	pattern='^[.]It .*Fl -[a-z][a-z-]*'
	long_options cat "$2" >"$work/page"
	pattern='^  \(-.,\|   \) --[a-z][a-z-]*'
	long_options "apps/$1/$1" --help >"$work/help"
	[ -s "$work/help" ] && diff "$work/help" "$work/page"
}
n=0
for page in doc/man/apps/*.1; do
	name=$(basename "$page" .1)
	n=$((n + 1))
	# Not built, for want of a library.
	[ -x "apps/$name/$name" ] || continue
	same_long_options "$name" "$page" || {
		echo "$page and $name --help (<) have other options"
		bad=1
	}
done
[ "$n" -ge 11 ] || {
	echo "too few pages of programs in apps/: $n"
	bad=1
}
sed '/Fl -tiles/d' doc/man/apps/heat2d.1 >"$work/without.1"
if same_long_options heat2d "$work/without.1" >/dev/null; then
	echo "not found: a page of an app without an option"
	bad=1
fi

# The settings of libdri are those that its code reads: rows of options.c.
sed '/^[.]Ss Of libdri/,$d' doc/man/ocr.7 |
	awk '/^[.]It Ev / { name = $3; getline; print name, $0 }' >"$work/page"
bin/ocrinfo --help | sed -n 's/^  \(OCR_[A-Z_]*\) */\1 /p' >"$work/help"
[ "$(wc -l <"$work/help")" -ge 20 ] && diff "$work/help" "$work/page" || {
	echo "ocr(7) and ocrinfo --help (<) have other settings"
	bad=1
}
sed -n 's/^\t\[[A-Z_]*\] = .*"\(OCR_[A-Z_]*\)".*/\1/p' \
	"$top_srcdir/src/dri/world/options.c" >"$work/help"
sed '1,/^[.]Ss Of libdri/d' doc/man/ocr.7 | sed -n 's/^[.]It Ev //p' >"$work/page"
[ -s "$work/help" ] && diff "$work/help" "$work/page" || {
	echo "ocr(7) and options.c (<) have other settings of libdri"
	bad=1
}

# lint FOLDER...
# Pages that only lead to another one are no pages to the formatter.
lint() {
	find "$@" -name '*.[1-9]' -exec grep -L '^[.]so ' {} + |
		xargs mandoc -T lint -W warning
}
if ! command -v mandoc >/dev/null; then
	echo "no page was formatted: there is no mandoc"
else
	lint "$made" "$written" doc/man/apps doc/man/ocr.7 || bad=1
fi

# The check itself: each of these must be found.
for what in gone renamed prototype type macro; do
	rm -rf "$work/pages"
	mkdir "$work/pages"
	cp "$made"/*.3 "$work/pages"
	cd "$work/pages" || exit 99
	case $what in
	gone) rm ocrDbCreate.3 ;;
	renamed) mv ocrDbCreate.3 ocrDbMake.3 ;;
	prototype) sed '/^[.]Fa "u64 len"/s/u64/u32/' ocrDbCreate.3 >x &&
		mv x ocrDbCreate.3 ;;
	type) mv ocrHint_t.3 ocrHints_t.3 ;;
	macro) echo .Xx >>ocrDbCreate.3 ;;
	esac
	cd "$top_builddir" || exit 99
	found=0
	without_page "$work/pages" "$written" <"$work/exported" | grep -q . && found=1
	compiles "$work/pages" 2>/dev/null || found=1
	if command -v mandoc >/dev/null; then
		lint "$work/pages" >/dev/null 2>&1 || found=1
	elif [ "$what" = macro ]; then
		continue
	fi
	[ "$found" -eq 1 ] || {
		echo "not found: a page that is wrong by $what"
		bad=1
	}
done
exit "$bad"
