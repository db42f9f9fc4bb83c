#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stalls.sh [--runs N] [--planted] [PROGRAM...] - is a wake-up ever lost?
#
# Runs each program N times (200) at fine grain, on one node with 1, 2 and 4
# workers and on 2 and 4 nodes with one each, while a thread of each node looks
# whether a worker sleeps beside a task that it could run, or nobody watches the
# network (src/sched/audit.h): that ends the run.  A run that fails for whatever
# reason is told, and kept in stalls.log.  The times are there to be read: no
# number of them is wrong.
# With --planted, is a lost wake-up found?  For each one that is planted here the
# programs run until one has failed.
#
# In a build folder with --enable-debug:
#
#	make check-stalls STALLS="--runs 20 cholesky uts"
set -u
build=${top_builddir:-.}
source=${top_srcdir:-..}
programs='cholesky cg stencil2d heat2d md uts wavefront wordhist fib chain tree metg'
modes='1w 2w 4w 2n 4n'
runs=200
planted=
while [ $# -gt 0 ]; do
	case $1 in
	--runs) runs=$2; shift 2 ;;
	--planted) planted=yes; shift ;;
	*) break ;;
	esac
done
[ $# -eq 0 ] || programs=$*
grep -q 'OCR_CPPFLAGS = .*-DOCR_DEBUG' "$build/Makefile" || {
	echo "$0: only a build with --enable-debug looks for it" >&2
	exit 2
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
OCR_AUDIT=1
export OCR_AUDIT
seq 40000 >"$work/text"

# The command of a program, small.
command_of() {
	case $1 in
	cholesky) echo apps/cholesky/cholesky --size 256 --tile 16 --unchecked ;;
	cg) echo apps/cg/cg --size 24 --per-node 4 ;;
	stencil2d) echo apps/stencil2d/stencil2d --size 96 --tiles 6x6 \
		--iterations 40 --verify ;;
	heat2d) echo apps/heat2d/heat2d --size 64x64 --tiles 8x8 \
		--iterations 30 --verify ;;
	md) echo apps/md/md --size 6 --steps 40 --domains 2x2x2 ;;
	uts) echo apps/uts/uts -t 1 -a 3 -b 4 -d 6 -r 19 --grain 5 ;;
	wavefront) echo apps/wavefront/wavefront --length 600 --tile 32 \
		--summary --verify ;;
	wordhist) echo apps/wordhist/wordhist --chunk 8K --verify \
		--out "$work/words" "$work/text" ;;
	fib | chain | tree | task) echo "apps/bench/ocr/$1 $2 --quick" ;;
	metg) echo apps/metg/ocr stencil --quick ;;
	esac
}

# What else a benchmark wants to be told.
what_of() {
	case $1 in
	chain) echo whole ;;
	tree) echo nested ;;
	esac
}

# run_in MODE COMMAND...
run_in() {
	number=${1%?}
	case $1 in
	*w) shift
	    OCR_WORKERS=$number timeout -s ABRT 300 "$@" ;;
	*n) shift
	    OCR_WORKERS=1 timeout -s ABRT 300 "$build/bin/ocrrun" \
		-n "$number" "$@" ;;
	esac
}

# once PROGRAM MODE: adds its time to "$work/times" and its looks to
# "$work/looks".
once() {
	set -- "$2" $(command_of "$1" "$(what_of "$1")")
	mode=$1
	shift
	begin=$(date +%s%N)
	run_in "$mode" "$build/$@" >"$work/out" 2>&1
	status=$?
	echo $((($(date +%s%N) - begin) / 1000)) >>"$work/times"
	sed -n 's/.*audit: \([0-9]*\) looks, \([0-9]*\) at rest.*/\1 \2/p' \
		"$work/out" >>"$work/looks"
	return $status
}

# A line about runs of $1.
sum_up() {
	sort -n "$work/times" | awk -v what="$1" -v bad="$bad" '
		{ t[NR] = $1 / 1e6 }
		END {
			median = t[int((NR + 1) / 2)]
			printf "%-14s %5d runs %3d bad; median %.3f s,", what,
				NR, bad, median
			printf " longest %.3f (%.1f times);", t[NR],
				t[NR] / median
		}'
	awk '{ n += $1; rest += $2 }
	     END { printf " %d looks, %d at rest\n", n, rest }' "$work/looks"
}

# campaign PROGRAM MODE
campaign() {
	bad=0
	i=0
	: >"$work/times"
	: >"$work/looks"
	while [ $i -lt "$runs" ]; do
		i=$((i + 1))
		once "$1" "$2" && continue
		bad=$((bad + 1))
		{
			echo "$1 $2, run $i: status $status"
			cat "$work/out"
		} >>stalls.log
	done
	sum_up "$1 $2"
	failures=$((failures + bad))
}

# -- Planted ------------------------------------------------------------------

# plant FILE SED: a library with a bug in FILE, which programs find first.
plant() {
	mkdir -p "$work/lib"
	sed -e "$2" "$source/$1" >"$work/mutant.c"
	if cmp -s "$work/mutant.c" "$source/$1"; then
		echo "NOT PLANTED: changes nothing in $1"
		return 1
	fi
	libs=$(sed -n "s/^dependency_libs='\\(.*\\)'/\\1/p" "$build/libcore.la")
	${CC:-cc} $test_cppflags $test_cflags -fPIC -w -c -o "$work/mutant.o" \
		"$work/mutant.c" &&
	${CC:-cc} $test_cflags -shared -Wl,-soname,libocr.so.0 \
		-Wl,--version-script="$source/src/libocr.map" \
		-Wl,--allow-multiple-definition -o "$work/lib/libocr.so.0" \
		"$work/mutant.o" "$build"/src/boot/.libs/main.o \
		-Wl,--whole-archive "$build/.libs/libcore.a" \
		-Wl,--no-whole-archive $libs || {
		echo "NOT PLANTED: $1 does not compile"
		return 1
	}
}

# is_found WHAT MESSAGE FILE SED MODE...: by this message, and not without it.
is_found() {
	what=$1 message=$2
	plant "$3" "$4" || return
	shift 4
	for i in $(seq "$runs"); do
		for program in $programs; do
			for mode; do
				LD_LIBRARY_PATH=$work/lib once "$program" \
					"$mode" && continue
				grep -q "$message" "$work/out" || continue
				echo "found after $i runs by $program $mode:" \
					"$what"
				return
			done
		done
	done
	echo "NOT FOUND: $what"
	return 1
}

find_planted() {
	sleeps='sleeps beside a task that is ready'
	is_found 'who makes a task ready wakes nobody' "$sleeps" \
		src/sched/worker.c \
		'/^share(/,/^}/s/ocr_sched_offer(w,/ocr_deque_put(\&w->deque,/' \
		2w 4w || return
	is_found 'who lies down does not look again' "$sleeps" \
		src/sched/idle.c \
		'/^ocr_idle(/,/^}/s/ && !ocr_sched_has_work_for(w)//' \
		2w 4w || return
	is_found 'who stops watching leaves the network to nobody' \
		'nobody watches the network' src/sched/idle.c \
		'/^unwatch(/,/^}/{s/TICKING/ASLEEP/;s/== ASLEEP/== TICKING/;}' \
		2n 4n
}

failures=0
if [ -n "$planted" ]; then
	find_planted
	exit
fi
rm -f stalls.log
for program in $programs; do
	[ -n "$(command_of "$program" '')" ] || {
		echo "$0: no program $program" >&2
		exit 2
	}
	for mode in $modes; do
		case $program-$mode in
		fib-*n | chain-*n | tree-*n) continue ;; # one node alone
		esac
		campaign "$program" "$mode"
	done
done
[ "$failures" -eq 0 ] || echo "$failures runs failed: stalls.log"
[ "$failures" -eq 0 ]
