#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Channels of the Data Reorganization Interface between real processes: by shared
# memory, and by each provider though the processes are on one host.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
channels=${top_builddir:?}/tests/dri/channels
reorganize=${top_builddir:?}/tests/dri/reorganize_job
need_launcher
seeds=500 sizes='2 3 6'
[ "${OCR_CHECK-}" != short ] || seeds=50 sizes='2 3'
unset OCR_PROVIDER

launch() {
	"$limited" 120 "$ocrrun" -n "$@"
}

expect 0 '^ok bad_arguments' "$limited" 60 "$channels"
# What was wrong is said, though nobody asked for much.
expect 0 "mod 4 does not divide the 10 elements of dimension 2 of global data 'range'" \
	"$limited" 60 "$channels" bad_arguments
expect 0 'have the data types DRI_OPAQUE(24) and DRI_OPAQUE(25)' \
	launch 2 "$channels" mismatch
expect 0 '2 cyclic) of dimension 1 is [12] and [12]' \
	launch 2 "$channels" mismatch
expect 0 'ranks 0 and 1 of the receivers have 1 and 2 buffers\|ranks 1 and 0 .* 2 and 1' \
	launch 2 "$channels" buffer_counts
expect 0 'DRI_Channel_connect_sendrecv: c_recv: ' \
	"$limited" 60 "$channels" bad_arguments
# Four of them would each be a job.
expect bad 'has started 4 processes (PMI_SIZE=4, this is number 1)' \
	env PMI_SIZE=4 PMI_RANK=1 "$channels" groups
expect 2 'no scenario of that name' "$limited" 60 "$channels" nonsense
for n in $sizes; do
	expect 0 '^ok left_behind' launch "$n" "$channels"
	expect 0 'as they should be' launch "$n" "$reorganize" --seeds "$seeds"
done
OCR_DRI_BY_NETWORK=1
export OCR_DRI_BY_NETWORK
for OCR_PROVIDER in net 'tcp;ofi_rxm'; do
	export OCR_PROVIDER
	expect 0 '^ok left_behind' launch 4 "$channels"
	expect 0 'as they should be' launch 4 "$reorganize" --seeds "$seeds"
done
unset OCR_PROVIDER OCR_DRI_BY_NETWORK

# Whoever dies is named, and nobody waits for him.
expect bad 'process 1 on .* is lost\|rank 1\b.*signal' launch 2 "$channels" dies
expect bad 'process 2 on .* is lost\|rank 2\b.*signal' launch 3 "$channels" dies
# Options are checked before anything starts.
expect bad "OCR_MEM_LIMIT: '12x' is no number" \
	env OCR_MEM_LIMIT=12x "$channels" groups
expect bad "OCR_DRI_BY_NETWORK: 'maybe' is not 0 or 1" \
	env OCR_DRI_BY_NETWORK=maybe "$channels" groups
verdict
