# SPDX-License-Identifier: BSD-3-Clause
# app.sh - for the scripts of this folder that try a program of apps/; read with
# "." after `app` has been set to its name.  The current folder is a new one, of
# its own; `bad` counts what was wrong.
LC_ALL=C
export LC_ALL
program=${top_builddir:?}/apps/$app/$app
ocrrun=$top_builddir/bin/ocrrun
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
bad=0
: >out
: >err

complain() {
	echo "$*"
	bad=$((bad + 1))
}

# expect STATUS PATTERN COMMAND...
# The command ends with STATUS and prints a line that fits PATTERN.
expect() {
	want=$1
	pattern=$2
	shift 2
	"$@" >out 2>err
	got=$?
	if [ "$got" -ne "$want" ] || ! cat out err | grep -q -e "$pattern"; then
		complain "$*: status $got, not $want, or no line '$pattern':"
		cat out err
	fi
}

# refuse STATUS PATTERN ARGUMENT...
# The program says one line on standard error, and where help is if it likes, nothing
# else, and writes no file.
# A look for races skips these: nothing has been started when it refuses.
[ "${OCR_CHECK_REFUSALS-}" != no ] ||
echo 'OCR_CHECK_REFUSALS=no: bad arguments and files are not tried'
refuse() {
	[ "${OCR_CHECK_REFUSALS-}" != no ] || return 0
	want=$1
	pattern=$2
	shift 2
	files=$(ls -A .)
	expect "$want" "^$app: .*$pattern" "$program" "$@"
	[ "$(grep -vc '^Try .* --help' err)" -eq 1 ] && [ ! -s out ] ||
	complain "$app $*: more than one line: $(cat out err)"
	[ "$files" = "$(ls -A .)" ] ||
	complain "$app $*: files were $files, are $(ls -A .)"
}

# with_png: whether this was built with libpng; else it is said once more.
with_png() {
	grep -q '^#define HAVE_LIBPNG' "$top_builddir/config.h" ||
	! echo "PNG is not tried: this was built without libpng"
}

# nodes_or_end: ends the script, skipped, where no job of several nodes starts.
nodes_or_end() {
	"$ocrrun" -n 2 --show true >out 2>&1 && return
	cat out
	echo "nothing was tried on several nodes"
	[ "$bad" -eq 0 ] || exit 1
	exit 77
}

# The outcome of the script, as its last command.
verdict() {
	[ "$bad" -eq 0 ] || { echo "$bad failed"; exit 1; }
}
