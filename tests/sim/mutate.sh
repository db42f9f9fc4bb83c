#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutate.sh [--seeds N] [NAME...] - is each planted bug found?
#
# tests/sim/mutations/NAME.sed: see tests/planted.sh.  With "# Found by MESSAGE"
# as the third line, only a failure that prints this counts; errors and things
# that are left do not.  With "# In PROGRAM" only this one can come to it: caller,
# or a conformance program, or a test of tests/sim or tests/unit; with "# In
# PROGRAM SIZE" random ones of this size come to it soonest.  With "# With OPTION"
# the simulator needs that.
# A copy of the file is changed and compiled, and the simulator linked with it in
# place of the sound one; of a header, that copy is what its FILE is compiled
# with; then random programs and conformance programs run until one fails.  A seed shows the bug only if it ends well without it: one
# that does not is a bug that nobody planted.
# Prints the seed that shows the bug, or SURVIVED; fails if one survives, or if
# any seed fails without it.
# All of them, in the build folder:
#
#	make check-mutations MUTATIONS=sim
set -u
list=${top_srcdir-..}/tests/sim/mutations
seeds=2000
all=${programs-random blocks pieces exchange}
. "${top_srcdir-..}/tests/planted.sh"
sim=$top_builddir/tests/sim
libs=$(libs_of libcore)

# Has everything been built that it needs?
is_built() {
	[ -z "$test" ] || return 0
	for program in $programs; do
		for so in "$sim/apps/$program.so" "$sim/$program.so"; do
			[ ! -e "$so" ] || continue 2
		done
		why="$program was not built: make check TESTS="
		return 1
	done
}

# Who shows the bug, and how: lines of NAME.sed.
ask_for() {
	message=$(about "$1" 'Found by')
	in=$(about "$1" In)
	in=${in:-$all}
	programs=${in%% [0-9]*}
	sizes=${in#"$programs"}
	sizes=${sizes:-8 30 80}
	test=$(test_of "$programs")
	with=$(about "$1" With)
	how_strict="--strict $with"
	[ -z "$message" ] || how_strict="--fails 1000 $with"
}

# build NAME: "$dir/sim", or "$dir/test", with one object more, which comes
# first.
build() {
	ask_for "$1"
	is_built || return
	copy=$dir/$(basename "$(planted_in "$1")")
	user=$(sed -n '1s/^# [^ ]* in //p' "$list/$1.sed")
	[ -z "$user" ] || {
		copy=$dir/over/$(planted_in "$1")
		mkdir -p "${copy%/*}"
	}
	plant "$1" "$copy" || return
	# Programs find the functions of the API in here.
	$CC -I"$dir/over" $test_cppflags $test_cflags -fvisibility=default -w \
		-c -o "$dir/mutant.o" "${user:+$top_srcdir/}${user:-$copy}" ||
		return
	rm -rf "$dir/over"
	if [ -n "$test" ]; then
		link_test
	else
		link_sim
	fi
}

# What those objects stand in for.
wraps() {
	nm "$@" | sed -n 's/.* T __wrap_/-Wl,--wrap=/p'
}

link_sim() {
	objects="$sim/sim_main.o $sim/hungry.o $sim/shorts.o"
	$CC $test_cflags -o "$dir/sim" "$dir/mutant.o" $objects \
		-Wl,--export-dynamic $(wraps $objects) \
		-Wl,--allow-multiple-definition -Wl,--whole-archive \
		"$top_builddir/.libs/libcore.a" "$top_builddir/.libs/libsim.a" \
		-Wl,--no-whole-archive $libs
}

link_test() {
	$CC $test_cflags -o "$dir/test" "$dir/mutant.o" "$test.o" \
		$(wraps "$test.o") \
		-Wl,--allow-multiple-definition "$top_builddir/.libs/libtest.a" \
		"$top_builddir/.libs/libsim.a" "$top_builddir/.libs/libcore.a" \
		$libs $($PKG_CONFIG --libs check)
}

# Where the test of that name was built; nothing if it is none.
test_of() {
	for object in "$top_builddir"/tests/sim/"$1".o \
		"$top_builddir"/tests/unit/"$1".o; do
		[ ! -e "$object" ] || echo "${object%.o}"
	done
}

# shown: those seeds of "$dir/out" that failed, each with its replay, and only
# those that print the message, if it has to be that.
shown() {
	awk -v message="^$message" '
	$0 ~ message { found = 1 }
	/^seed [0-9]+: / && !seed { seed = $0 }
	/^replay: / {
		sub("^replay: [^ ]* ", "")
		sub(" --trace [^ ]*", "")
		if (seed && found)
			print seed "\t" $0
		seed = found = ""
	}' "$dir/out"
}

# try SEEDS ARGUMENT...: sets `how` when the simulator fails, and the sound one
# does not.
try() {
	n=$1
	shift
	timeout -s ABRT 120 "$dir/sim" --seeds "$n" "$@" >"$dir/out" 2>&1
	status=$?
	[ $status -ne 0 ] || return 1
	# Without a seed nothing has run.
	shown >"$dir/shown"
	while IFS='	' read -r seed replay; do
		# Too many seeds for the time are no bug: is it this one?
		[ $status -ne 124 ] ||
		! timeout -s ABRT 60 "$dir/sim" $replay </dev/null \
			>"$dir/again" 2>&1 || continue
		how="by ${seed%%:*}:${seed#*:}
    sim $replay"
		timeout -s ABRT 120 "$sim/sim" $replay </dev/null \
			>"$dir/sound" 2>&1 && return
		not_its_own "$how"
	done <"$dir/shown"
	return 1
}

# hunt_random PART: in random programs, a part of the seeds of each.
hunt_random() {
	for protocol in relaxed grouped immediate carried; do
		for size in $sizes; do
			for program in $programs; do
				try $((seeds / $1)) $how_strict \
					--protocol $protocol \
					"$sim/apps/$program.so" @seed $size &&
					return
			done
		done
	done
	return 1
}

# hunt_conformance SEEDS
hunt_conformance() {
	for program in "$sim"/*.so; do
		[ -e "$program" ] || continue
		try $1 $with "$program" && return
	done
	return 1
}

# hunt_test: sets `how` when the test fails, and the sound one does not.
hunt_test() {
	timeout 120 "$dir/test" </dev/null >"$dir/out" 2>&1 && return 1
	how="by $programs: $(sed -n 's/.*:[FE]:[^:]*:\([^:]*\):.*/\1/p' "$dir/out" |
		head -n 1)"
	timeout 120 "$test" </dev/null >"$dir/sound" 2>&1 && return
	not_its_own "$how"
	return 1
}

# First a few seeds of everything; of 32 each protocol has eight, which is drawn
# where none is said.
hunt() {
	if [ -n "$test" ]; then
		hunt_test
		return
	fi
	if [ "$programs" = caller ]; then
		for nodes in 2 1 3; do
			try $seeds --careless --nodes $nodes \
				"$sim/apps/caller.so" @seed 300 && return
		done
		return 1
	fi
	if [ -e "$sim/$programs.so" ]; then
		for protocol in relaxed grouped immediate carried; do
			try 300 $with --protocol $protocol \
				"$sim/$programs.so" &&
				return
		done
		return 1
	fi
	hunt_random 40 || hunt_conformance 32 || hunt_random 10 ||
		hunt_random 2 || hunt_random 1 || hunt_conformance 100
}

hunt_all "$@"
