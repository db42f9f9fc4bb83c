#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ocrinfo shows what it should, and refuses what it must.
set -u
info=${top_builddir:?}/bin/ocrinfo
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
bad=0

# expect STATUS PATTERN COMMAND...
expect() {
	want=$1
	pattern=$2
	shift 2
	"$@" >out 2>&1
	got=$?
	if [ "$got" -ne "$want" ] || ! grep -q -e "$pattern" out; then
		echo "$*: status $got, not $want, or no line '$pattern':"
		cat out
		bad=$((bad + 1))
	fi
}

expect 0 '^ocr-fabric [0-9.]*, OCR 1\.1\.0$' "$info"
# All extensions of the bitmap, by name.
grep -q '^extensions:\( [a-z][a-z-]*\)*$' out || {
	echo "an extension without a name: $(grep '^extensions' out)"
	bad=$((bad + 1))
}
for extension in hints labeling event-parameters counted-events \
	channel-events affinity runtime-interface block-info legacy pause \
	collective-events block-partitioning files map-creator; do
	grep -q "^extensions:.* $extension\( \|\$\)" out || {
		echo "no extension '$extension'"
		bad=$((bad + 1))
	}
done
for part in job 'processing units' memory providers settings; do
	grep -q "^$part" out || {
		echo "no part '$part'"
		bad=$((bad + 1))
	}
done
expect 0 '^  OCR_WORKERS *3 *environment$' env OCR_WORKERS=3 "$info"
expect 0 '^  3 workers, ' env OCR_WORKERS=3 "$info"
expect 0 '^  32 of 32 ' env HWLOC_SYNTHETIC='pack:2 numa:2 core:4 pu:2' "$info"
expect 0 '^  NUMA node 3: .* near 3, inter 2, far 1, ' \
	env HWLOC_SYNTHETIC='pack:2 numa:2 core:4 pu:2' "$info"
expect 0 '^  at most 80 MiB for blocks, ' env OCR_MEM_LIMIT=80m "$info"
expect 0 '; for blocks small ones$' env OCR_HUGE_PAGES=no "$info"
expect 1 'OCR_MEM_LIMIT=12k: want a number of bytes, .* from 1024k on' \
	env OCR_MEM_LIMIT=12k "$info"
expect 0 'for 6 nodes on 3 hosts' "$info" --nodes 6 --hosts 3
expect 0 'for 6 nodes on 3 hosts' "$info" --nodes=6 --hosts=3
expect 1 'OCR_CARRY=1m: want a number of bytes, .*, 65k at most, or auto' \
	env OCR_CARRY=1m "$info"
expect 1 'OCR_SERVE=-1: want a number of bytes, also with k, m, g or t, or auto' \
	env OCR_SERVE=-1 "$info"
expect 1 'OCR_KEEP=1001: want a number from 0 to 1000' env OCR_KEEP=1001 "$info"
expect 1 'OCR_WORKERS=many: want a number' env OCR_WORKERS=many "$info"
expect 0 '^  OCR_BIND ' "$info" --help
expect 0 '^ocrinfo ' "$info" --version
expect 2 "unknown argument 'now'" "$info" now
expect 2 "unknown argument '--help=now'" "$info" --help=now
expect 2 'needs a value' "$info" --nodes
expect 2 "not ''" "$info" --nodes=
expect 2 "not '2x'" "$info" --nodes 2x
expect 2 "not '-1'" "$info" --hosts -1
expect 2 'more hosts than nodes' "$info" --nodes 2 --hosts 3
if [ -w /dev/full ]; then
	"$info" >/dev/full 2>err && {
		echo 'a full disk was not noticed'
		bad=$((bad + 1))
	}
fi
echo "$bad wrong"
[ "$bad" -eq 0 ]
