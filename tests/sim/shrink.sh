#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# shrink.sh FILE - makes a random program that fails smaller.
#
# FILE is what the simulator wrote; the first line "replay: ..." says what
# fails.  The program is tried with fewer tasks, without each of the features
# of a plan (tests/sim/random/plan.h, or tests/sim/blocks/blocks.h), and on fewer nodes, for some seeds of
# the simulation each, as long as it fails.  Prints the command that replays
# the smallest.
set -u
line=$(sed -n 's/^replay: //p' "$1" | head -n 1)
[ -n "$line" ] || exit 2
# sim --seed S [--unwatched] [--protocol P] --strict --trace F PROGRAM SEED [SIZE [FEATURES]]
option() {
	echo "$line" | sed -n "s/.* --$1 \\([^ ]*\\).*/\\1/p"
}
seed=$(option seed)
protocol=$(option protocol)
protocol=${protocol:+--protocol $protocol}
nodes=$(option nodes)
case $line in
*" --unwatched "*) protocol="--unwatched $protocol" ;;
esac
program_args=${line#*"$program" }
set -- $program_args
[ "$1" = @seed ] && set -- "$seed" "${2-30}" "${3-0xfffffff}"
program_seed=$1 size=${2-30} features=$((${3-0xfffffff}))

# fails SIM_SEED NODES PROGRAM_SEED SIZE FEATURES
fails() {
	! timeout 60 "$sim" --seed "$1" ${2:+--nodes $2} $protocol --strict \
		"$program" "$3" "$4" "$5" >/dev/null 2>&1
}

# Tries seeds of program and simulation near the first; keeps what fails.
try() {
	for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
		if fails $((seed + 16 * i)) "$1" $program_seed $2 $3; then
			seed=$((seed + 16 * i))
		elif fails "$seed" "$1" $((program_seed + i)) $2 $3; then
			program_seed=$((program_seed + i))
		else
			continue
		fi
		nodes=$1 size=$2 features=$3
		return 0
	done
	return 1
}

fails "$seed" "$nodes" $program_seed $size $features || {
	echo "shrink: it does not fail again"
	exit 1
}
changed=yes
while [ $changed = yes ]; do
	changed=no
	for smaller in 2 4 6 10 15 20 30 60; do
		[ $smaller -lt $size ] || break
		try "$nodes" $smaller $features && changed=yes && break
	done
	bit=1
	while [ $bit -le 134217728 ]; do
		if [ $((features & bit)) -ne 0 ] &&
			try "$nodes" $size $((features & ~bit)); then
			changed=yes
		fi
		bit=$((2 * bit))
	done
	for fewer in 1 2 3 4; do
		[ $fewer -lt "${nodes:-5}" ] || break
		try $fewer $size $features && changed=yes && break
	done
done
echo "shrunk to: $sim --seed $seed${nodes:+ --nodes $nodes} $protocol --strict" \
	"--trace /dev/stderr $program $program_seed $size $features"
