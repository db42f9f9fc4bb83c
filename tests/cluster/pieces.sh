#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blocks of all sizes arrive whole, however small the pieces are in which they
# have to move: as with a provider whose longest message is shorter.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
OCR_STATS=1
export OCR_STATS OCR_PROVIDER OCR_PIECE
pieces='auto 4k 100001' nodes='2 3'
[ "${OCR_CHECK-}" != short ] || pieces='4k' nodes=3
for OCR_PROVIDER in 'tcp;ofi_rxm' net ''; do
	for OCR_PIECE in $pieces; do
		echo "Provider $OCR_PROVIDER, pieces of $OCR_PIECE:"
		for n in $nodes; do
			expect 0 ' transfers of ' launch $n \
				"$cluster_bin/large_block"
		done
	done
done
verdict
