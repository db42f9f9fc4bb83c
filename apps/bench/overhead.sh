#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# overhead.sh [BUILD] - what it costs to look: programs with a timeline, with
# counters and in strict mode against the same without, in turns, in one run.
#
#   RUNS=9 apps/bench/overhead.sh build            times of the whole process
#   HOW=instructions apps/bench/overhead.sh build  one worker, by callgrind
#
# Prints for each program and way the median of with divided by without, and how
# far single pairs lie apart; 1.00 costs nothing.  NODES="1 4" says on how many
# nodes, ONLY="cg md" which programs.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-.}" && pwd) || exit 2
runs=${RUNS-7}
how=${HOW-times}
[ -x "$build/bin/ocrrun" ] || {
	echo "overhead.sh: no bin/ocrrun in $build: name the build folder" >&2
	exit 2
}
case $how in
times) ;;
instructions)
	runs=1 NODES=1 OCR_WORKERS=1
	export OCR_WORKERS
	command -v valgrind >/dev/null 2>&1 || {
		echo "overhead.sh: HOW=instructions needs valgrind" >&2
		exit 2
	} ;;
*)
	echo "overhead.sh: HOW is times or instructions, not '$how'" >&2
	exit 2 ;;
esac
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT

# program NAME: its path and arguments; so large that it takes some 0.3 s.
program() {
	if [ "$how" = instructions ]; then
		case $1 in
		cg) set -- cg --size 30 ;;
		cholesky) set -- cholesky --size 256 --tile 16 ;;
		heat2d) set -- heat2d --size 160x120 --iterations 20 ;;
		md) set -- md --size 5 --steps 5 ;;
		stencil2d) set -- stencil2d --size 100 --iterations 20 ;;
		uts) set -- uts ;;
		wavefront) set -- wavefront --length 1000 --tile 32 ;;
		esac
	else
		case $1 in
		cg) set -- cg --size 100 ;;
		cholesky) set -- cholesky --size 1024 --tile 64 ;;
		heat2d) set -- heat2d --size 640x480 --iterations 200 ;;
		md) set -- md --size 8 --steps 50 ;;
		stencil2d) set -- stencil2d --size 800 --iterations 100 ;;
		uts) set -- uts ;;
		wavefront) set -- wavefront --length 5000 --tile 64 ;;
		esac
	fi
	echo "$build/apps/$1/$*"
}

# measure NODES COMMAND...: microseconds, or instructions.
measure() {
	nodes=$1
	shift
	if [ "$how" = instructions ]; then
		valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
			>"$dir/out" 2>&1 || return
		sed -n 's/.*Collected : //p' "$dir/out"
		return
	fi
	begin=$(date +%s%N)
	if [ "$nodes" -eq 1 ]; then
		"$@" >"$dir/out" 2>&1 || return
	else
		"$build/bin/ocrrun" -n "$nodes" "$@" >"$dir/out" 2>&1 || return
	fi
	echo $((($(date +%s%N) - begin) / 1000))
}

# with WAY NODES COMMAND...: measure() with that switched on.
with() {
	way=$1
	shift
	case $way in
	trace)
		rm -rf "$dir/trace"
		OCR_TRACE=$dir/trace measure "$@" ;;
	stats) OCR_STATS=1 measure "$@" ;;
	strict) OCR_STRICT=1 measure "$@" ;;
	off) measure "$@" ;;
	esac
}

failed() {
	echo "overhead.sh: $*: failed:" >&2
	cat "$dir/out" >&2
	exit 1
}

# ratio FILE: the median of its lines "WITH WITHOUT", the least and the most.
ratio() {
	awk '{ print $1 / $2 }' "$1" | sort -n | awk '
		{ r[NR] = $1 }
		END { printf "%6.2f  (%.2f to %.2f)", r[int((NR + 1) / 2)],
			r[1], r[NR] }'
}

unset OCR_TRACE OCR_STATS OCR_STRICT
for nodes in ${NODES-1 4}; do
	for name in ${ONLY-cg cholesky heat2d md stencil2d uts wavefront}; do
		set -- $(program $name)
		for way in ${WAYS-trace stats strict}; do
			: >"$dir/pairs"
			for i in $(seq $runs); do
				off=$(with off $nodes "$@") &&
					on=$(with $way $nodes "$@") ||
				failed "$name, $way, $nodes nodes"
				echo "$on $off" >>"$dir/pairs"
			done
			printf '%-10s %d nodes  %-7s %s\n' $name $nodes $way \
				"$(ratio "$dir/pairs")"
		done
	done
done
