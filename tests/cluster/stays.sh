#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blocks are read in the packets that brought them, and those packets are
# received into again.  Of the 160 blocks that a round brings some stay, 4 as a
# rule.  The address sanitizer sees no more of their packets than them.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
rounds=6
OCR_PROVIDER=net
export OCR_PROVIDER OCR_WORKERS

for OCR_WORKERS in 1 3; do
	expect 0 '^all blocks were as they were written$' \
		env OCR_STATS="json:$work/stats" \
		"$limited" 120 "$ocrrun" -n 2 "$cluster_bin/stays"
	stayed=$(sed -n 's/^"blocks_stayed": \([0-9]*\),*$/\1/p' "$work/stats.1")
	echo "$stayed blocks stayed"
	[ "${stayed:-0}" -ge "$rounds" ] ||
	complain "no block in each of $rounds rounds stayed in its packet"
	case " $test_cflags " in
	*-fsanitize=address*)
		guarded=$(sed -n 's/^\([0-9]*\) blocks were guarded$/\1/p' \
			"$work/out")
		echo "$guarded blocks were guarded"
		[ "${guarded:-0}" -ge "$stayed" ] ||
		complain 'other bytes of their packets can be read' ;;
	esac
done
verdict
