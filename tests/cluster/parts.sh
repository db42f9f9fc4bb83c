#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Mistakes with parts and copies of blocks that are found at the blocks' owners
# end the job, with a line that names the blocks; or the call returns them.
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
	expect 1 'the job cannot go on' launch "$1" "$parts" both
	expect 1 "data block [0-9:.]* is partitioned (ocrDbPartition), and has parts that were not destroyed (ocrDbDestroy): 1; task" \
		launch "$1" "$parts" both
}

# far PATTERN HOW: the block's home is another node
far() {
	expect 1 "error: ocrDbPartition() of $db cannot be done: $1" \
		launch 3 "$parts" "$2"
}

echo 'One node:'
all 1
for how in range overlap static gone; do
	expect 1 '^refused at once' launch 1 "$parts" $how
done
need_launcher
echo 'Three nodes:'
all 3
far 'it has 64 bytes, and no 8 from byte 57 on' range
far "8 bytes from byte 15 on overlap its part $db, which has 8 bytes from byte 8 on" overlap
far "it was partitioned with OCR_DB_PARTITION_STATIC, and its part $db was not destroyed" static
far 'it was destroyed' gone
verdict
