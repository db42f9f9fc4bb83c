#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# random.sh [--seeds N] [--first S] - random programs on simulated nodes, N
# seeds under each of the four protocols.
#
# Each seed is another program and another order of events.  random.so compares
# itself with its plan; what blocks.so reads and writes is compared with the
# memory model, and so is pieces.so, which is the same with parts of blocks,
# copies and files; exchange.so, which is made for the short ways between nodes,
# does both.  An error that a node tells and an object that is left at the
# end are failures too.  In the tests there are few seeds; the whole campaign is,
# in the build folder,
#
#	top_srcdir=.. top_builddir=. sh ../tests/sim/random.sh --seeds 20000
#
# A failure is made smaller by shrink.sh, which prints the command to replay.
set -u
here=$(dirname "$0")
seeds=${OCR_SIM_SEEDS-300}
. "$here/seeds.sh"
programs=${programs-$apps/random.so $apps/blocks.so $apps/pieces.so
	$apps/exchange.so}
out=$(mktemp) || exit 99
trap 'rm -f "$out"' EXIT
# run PROTOCOL SIZE SEEDS [OPTION]
run() {
	"$sim" --strict ${4-} --protocol "$1" --first "$first" --seeds "$3" \
		"$program" @seed "$2" 2>"$out" && return
	tail -n 40 "$out"
	echo "FAILED: protocol $1, size $2"
	bad=$((bad + 1))
	[ $shrink = no ] ||
		sim=$sim program=$program sh "$here/shrink.sh" "$out"
}
for program in $programs; do
	for protocol in immediate grouped relaxed carried; do
		# Small programs come to more corners, large ones to deeper
		# ones.
		run $protocol 8 $((seeds < 2 ? 1 : seeds / 2))
		run $protocol 30 $((seeds - seeds / 2 - seeds / 8))
		run $protocol 120 $((seeds < 8 ? 1 : seeds / 8))
		# Some ways are only taken when nobody looks.
		case $program in
		*random.so | *exchange.so)
			run $protocol 30 $((seeds < 8 ? 1 : seeds / 8)) \
				--unwatched ;;
		esac
	done
done
[ $bad -eq 0 ]
