#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Mistakes with copies of blocks that are found at the blocks' owners end the
# job, with a line that names the blocks.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
parts=$cluster_bin/parts
db='db [0-9:.]*'

# all NODES
all() {
	expect 1 "error: ocrDbCopy() of 32 bytes from byte 33 of $db, which has 64 bytes, to byte 8 of $db, which has 40: there are not so many" \
		launch "$1" "$parts" source
	expect 1 "error: ocrDbCopy() of 32 bytes from byte 32 of $db, which has 64 bytes, to byte 9 of $db, which has 40: there are not so many" \
		launch "$1" "$parts" destination
}

echo 'One node:'
all 1
need_launcher
echo 'Three nodes:'
all 3
verdict
