#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# heat2d --verify on simulated nodes, under many seeds.  OCR_SIM_SEEDS says how
# many of each (200).
set -u
bad=0
# Fewer, as many and more tiles than nodes; tiles of one cell; no messages.
for arguments in '--size 20x15 --tiles 3x4 --iterations 12' \
		 '--size 5x4 --tiles 4x5 --iterations 6' \
		 '--size 30x9 --tiles 1x2 --iterations 8' \
		 '--size 8x9 --tiles 1x1 --iterations 5' \
		 '--size 9x9 --tiles 2x2 --iterations 1' \
		 '--size 9x9 --tiles 2x2 --iterations 0'; do
	for names in passed labels; do
		"$top_builddir/tests/sim/sim" \
			"$top_builddir/tests/sim/apps/heat2d.so" \
			--verify --names $names $arguments || {
			echo "FAILED: heat2d --verify --names $names $arguments"
			bad=$((bad + 1))
		}
	done
done
test "$bad" -eq 0
