#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blocks are read in the packets that brought them, and those packets are
# received into again.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
OCR_WORKERS=1
export OCR_WORKERS OCR_PROVIDER
launch() {
	"$limited" 120 "$ocrrun" -n "$@"
}
for OCR_PROVIDER in net 'tcp;ofi_rxm'; do
	expect 0 '^all blocks were as they were written$' \
		launch 2 "$cluster_bin/stays"
done
OCR_WORKERS=3 OCR_PROVIDER=net
expect 0 '^all blocks were as they were written$' launch 2 "$cluster_bin/stays"
verdict
