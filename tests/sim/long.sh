# SPDX-License-Identifier: BSD-3-Clause
# long.sh - for the scripts of this folder that run conformance programs; read
# with ".".
#
# These do thousands of things in each run: a quarter of the seeds takes longer than
# all do of any other.
long='block_sizes carried fan_in fan_out long_chain many_counts many_slots
	task_storm'

# seeds_of PROGRAM N: how many of N seeds it gets.
seeds_of() {
	case " $(echo $long) " in
	*" $(basename "$1" .so) "*) echo $((($2 + 3) / 4)) ;;
	*) echo "$2" ;;
	esac
}
