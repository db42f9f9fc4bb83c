#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Nodes load program and library at different addresses, and tasks still run on
# other nodes than those that made their templates.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
where=$cluster_bin/where

# addresses FILE KEY: how many different ones the nodes have
addresses() {
	sed -n "s/^node .* $2 \(0x[0-9a-f]*\).*/\1/p" "$1" | sort -u | wc -l
}

expect 0 '^node 0 program 0x' launch 3 "$where"
cat "$work/out"
[ "$(grep -c '^node [0-2] program 0x' "$work/out")" -eq 3 ] ||
complain 'not all nodes have spoken'

level=$(cat /proc/sys/kernel/randomize_va_space)
if [ "$level" -ne 2 ]; then
	echo "skipped: kernel.randomize_va_space is $level, not 2"
	exit 77
fi
# ADDR_NO_RANDOMIZE, as `setarch -R` sets it
if [ $((0x$(cat /proc/self/personality) & 0x40000)) -ne 0 ]; then
	echo 'skipped: this test itself runs without address randomisation'
	exit 77
fi
[ "$(addresses "$work/out" library)" -eq 3 ] ||
complain 'the library is at the same address on two nodes'
type=$(od -An -t u1 -j 16 -N 1 "$where" | tr -d ' ')
if [ "$type" -eq 3 ]; then
	[ "$(addresses "$work/out" program)" -eq 3 ] ||
	complain 'the program is at the same address on two nodes'
else
	complain 'the program is not position-independent (PIE)'
fi
verdict
