# SPDX-License-Identifier: BSD-3-Clause
# long.sh - for the scripts of this folder that run conformance programs; read
# with ".".
#
# These do thousands of things in each run: a quarter of the seeds takes longer than
# all do of any other.
long='block_sizes carried fan_in fan_out long_chain many_counts many_slots
	task_storm'

# seeds_of PROGRAM N: the arguments for its share of N seeds, and 4 at least.  Few are
# every ninth one, as neighbours have the same protocol: the first 4 of these have all
# four, each number of nodes from 1 to 4, and one and two workers.
seeds_of() {
	seeds=$2 step=1
	case " $(echo $long) " in
	*" $(basename "$1" .so) "*) seeds=$(((seeds + 3) / 4)) ;;
	esac
	[ "$seeds" -ge 4 ] || seeds=4
	[ "$seeds" -ge 32 ] || step=9
	echo "--seeds $seeds --step $step"
}
