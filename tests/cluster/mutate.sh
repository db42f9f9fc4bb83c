#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutate.sh [NAME...] - does stranger.sh find each planted bug?
#
# tests/cluster/mutations/NAME.sed: see tests/planted.sh.  A copy of the file is
# compiled, and a libocr linked with it in place of the sound one; then a job
# that has it hears what a stranger says who has heard its nodes (parrot.c).
# "# by SCRIPT" in its third line: that script looks for it; "# by unit TEST":
# that one of tests/unit, with the copy linked into it.
# Prints what was complained of, or SURVIVED, and fails if one survives.  All
# of them, in the build folder:
#
#	make check-mutations MUTATIONS=cluster
set -u
list=${top_srcdir-..}/tests/cluster/mutations
seeds=0
. "${top_srcdir-..}/tests/planted.sh"

# link_unit TEST FILE: as make does, with the mutant; in place of the object of
# its file, if the test has that by itself and not from a library.
link_unit() (
	cd "$top_builddir" || return
	link=$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -n V=1 \
		-W "tests/unit/$1.o" "tests/unit/$1" |
		sed -n -e "s| ${file%.c}\.o | |" \
			-e "s|-o tests/unit/$1 |-o $2 $dir/mutant.o |p" |
		tail -n 1)
	[ -n "$link" ] && eval "$link" >/dev/null
)

# build NAME: "$dir/NAME/libocr.so.0", or "$dir/NAME/TEST".
build() {
	mkdir -p "$dir/$1"
	copy=$dir/$1/$(basename "$(sed -n '1s/^# //p' "$list/$1.sed")")
	plant "$1" "$copy" || return
	test=$(about "$1" 'by unit')
	$CC $test_cppflags $test_cflags -fPIC -w -c -o "$dir/mutant.o" "$copy" ||
	return
	if [ -n "$test" ]; then
		link_unit "$test" "$dir/$1/$test"
		return
	fi
	$CC $test_cflags -shared -o "$dir/$1/libocr.so.0" \
		-Wl,-soname,libocr.so.0 "$dir/mutant.o" \
		"$top_builddir/src/boot/.libs/main.o" \
		-Wl,--allow-multiple-definition -Wl,--whole-archive \
		"$top_builddir/.libs/libcore.a" -Wl,--no-whole-archive \
		-Wl,--version-script="$top_srcdir/src/libocr.map" \
		$(libs_of libcore)
}

# attack FOLDER: by a stranger of the job whose library is there.  With net
# connections break now and then, and packets come again by themselves.
attack() {
	LD_LIBRARY_PATH=$1 STRANGERS=parrot ONLY='tcp;ofi_rxm' JOB_S=40 \
		"$top_srcdir/tests/cluster/stranger.sh" 200 >"$dir/out" 2>&1
}

# check SCRIPT FOLDER: by a script that says FAILED.
check() {
	LD_LIBRARY_PATH=$2 "$top_srcdir/tests/cluster/$1" >"$dir/out" 2>&1
}

# find_by SCRIPT NAME
find_by() {
	! check "$1" "$dir/$2" || return
	how="by $1: $(grep -m 1 '^FAILED' "$dir/out")"
	check "$1" "$top_builddir/.libs" ||
		not_its_own "$(tail -n 3 "$dir/out")"
}

# find_by_unit TEST NAME
find_by_unit() {
	! "$dir/$2/$1" >"$dir/out" 2>&1 || return
	how="by $1: $(grep -m 1 '^[^ ]*:[0-9]*:[FE]:' "$dir/out")"
	"$top_builddir/tests/unit/$1" >"$dir/out" 2>&1 ||
		not_its_own "$(tail -n 3 "$dir/out")"
}

# The job that it breaks may not end.
hunt() {
	test=$(about "$1" 'by unit')
	if [ -n "$test" ]; then
		find_by_unit "$test" "$1"
		return
	fi
	script=$(about "$1" by)
	if [ -n "$script" ]; then
		find_by "$script" "$1"
		return
	fi
	! attack "$dir/$1" || return
	how="by $(grep -m 1 -E '^[^ ,]*: (the job|node [01] has|[a-z]+:) ' \
		"$dir/out")"
	[ -z "${sound-}" ] || return 0
	sound=yes
	attack "$top_builddir/.libs" || not_its_own "$(tail -n 3 "$dir/out")"
}

hunt_all "$@"
