#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blocks of all sizes arrive whole, however small the pieces are in which they
# have to move: as with a provider whose longest message is shorter.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
OCR_STATS=1
export OCR_STATS OCR_PROVIDER OCR_PIECE
for OCR_PROVIDER in 'tcp;ofi_rxm' net ''; do
	for OCR_PIECE in auto 4k 100001; do
		echo "Provider $OCR_PROVIDER, pieces of $OCR_PIECE:"
		for n in 2 3; do
			expect 0 ' transfers of ' launch $n \
				"$cluster_bin/large_block"
		done
	done
done
verdict
