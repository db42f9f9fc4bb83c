#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every benchmark runs once with tiny sizes and prints a result; nothing here
# looks at how fast it was.  Runs in the build folder.
here=${top_builddir:-.}/apps/bench
ocrrun=${top_builddir:-.}/bin/ocrrun
failures=0
OCR_WORKERS=1
export OCR_WORKERS

fail() {
	echo "FAIL: $*" >&2
	failures=$((failures + 1))
}

# prints_result UNIT COMMAND...: ends with 0 and says `bench: <positive> UNIT`.
prints_result() {
	unit=$1
	shift
	output=$("$@" --quick 2>&1) || fail "$*: exit $?: $output"
	printf '%s\n' "$output" | awk -v unit="$unit" '
		$1 == "bench:" && NF == 3 && $2 + 0 > 0 && $3 == unit { n++ }
		END { exit n != 1 }' ||
	fail "$*: not one result in $unit: $output"
}

# exits STATUS COMMAND...
exits() {
	want=$1
	shift
	output=$("$@" 2>&1)
	got=$?
	[ "$got" -eq "$want" ] ||
	fail "$*: exit $got, not $want: $output"
}

# Each program by itself; the driver, below, runs them as well.
one_by_one() {
	prints_result tasks/s "$here/ocr/task"
	prints_result tasks/s "$here/ocr/fib"
	for what in tree nested flat; do
		prints_result tasks/s "$here/ocr/tree" $what
	done
	prints_result ns "$here/ocr/chain" hop
	prints_result ns "$here/ocr/chain" whole
	prints_result ns "$here/ocr/object" event
	prints_result ns "$here/ocr/object" block
	prints_result blocks/s "$here/ocr/object" blocks
	prints_result blocks/s "$here/ref/jemalloc" blocks
	prints_result bytes "$here/ocr/live"
	prints_result bytes "$here/ocr/waiting" task
	prints_result bytes "$here/ocr/waiting" event
	for what in remote write-remote share-remote pair-remote; do
		prints_result ns "$here/ocr/read_again" $what
	done
	prints_result ns "$ocrrun" -n 2 "$here/ocr/cached" local
	prints_result ns "$ocrrun" -n 2 "$here/ocr/cached" pair-local
	prints_result ns "$here/ocr/object" latch
	prints_result ns "$here/ocr/object" part
	prints_result ns "$here/ocr/label" index
	prints_result ns "$here/ocr/label" touch
	prints_result ns "$here/ocr/label" create
	prints_result tasks/s "$here/ocr/fan" out
	prints_result tasks/s "$here/ocr/fan" in
	prints_result tasks/s "$ocrrun" -n 4 "$here/ocr/fan" scope
	prints_result per_op "$here/ocr/per_op" packets-relaxed
	prints_result per_op "$here/ocr/per_op" confirms-grouped
	prints_result us "$ocrrun" -n 2 "$here/ocr/remote" task
	prints_result us "$ocrrun" -n 2 "$here/ocr/remote" event
	prints_result us "$ocrrun" -n 2 "$here/ocr/channel"
	prints_result ops/s "$ocrrun" -n 2 "$here/ocr/rate"
	for n in 1 3; do
		prints_result ms "$ocrrun" -n $n "$here/ocr/start" main
		prints_result ms "$ocrrun" -n $n "$here/ocr/start" all
		prints_result us "$ocrrun" -n $n "$here/ocr/reduce"
	done
	for kind in once sticky counted channel sticky-late counted-late channel-late; do
		prints_result us "$ocrrun" -n 2 "$here/ocr/halo" $kind
	done
	for bytes in 64 65536; do
		prints_result us "$ocrrun" -n 2 "$here/ocr/halo" channel $bytes
		prints_result us "$ocrrun" -n 9 "$here/ocr/neighbours" square $bytes
	done
	for n in 2 3; do
		prints_result us "$ocrrun" -n $n "$here/ocr/token" channel
		prints_result us "$ocrrun" -n $n "$here/ocr/token" task 65536
	done
	prints_result us "$here/ref/fabric" once
	prints_result us "$here/ref/fabric" exchange 1040
	BENCH_OTHER=env prints_result us "$here/ref/fabric" read 65536
	prints_result MB/s "$here/ocr/file" chunk 65536
	prints_result MB/s "$here/ref/file" pread 65536
	for bytes in 8 65536 1048576; do
		prints_result us "$ocrrun" -n 2 "$here/ocr/read" const $bytes
	done
	prints_result us "$ocrrun" -n 2 "$here/ocr/fetch" stream 65536
	prints_result us "$ocrrun" -n 2 "$here/ocr/fetch" many 64
	prints_result us "$ocrrun" -n 3 "$here/ocr/fetch" fanout 65536
	prints_result us "$here/ref/fabric" stream 65536
	prints_result us "$here/ref/share" copy 65536
	for n in 1 4; do
		prints_result us "$ocrrun" -n $n "$here/dri/turn"
		prints_result us "$ocrrun" -n $n "$here/dri/exchange"
		prints_result us "$ocrrun" -n $n "$here/dri/border" 2d
	done
	prints_result us "$ocrrun" -n 3 "$here/dri/connect" turn
	prints_result us "$ocrrun" -n 2 "$here/dri/connect" blocks 100
}
if [ "${OCR_CHECK-}" = short ]; then
	echo 'OCR_CHECK=short: programs by the driver alone, every sixth row'
else
	one_by_one
fi

exits 1 "$here/ocr/chain" sideways
exits 1 "$here/ocr/tree" sideways
exits 1 "$here/ocr/remote" task
exits 1 "$ocrrun" -n 2 "$here/ocr/halo" once-late
exits 1 "$ocrrun" -n 2 "$here/ocr/halo" once 8
exits 1 "$ocrrun" -n 2 "$here/ocr/token" slot
exits 1 "$ocrrun" -n 2 "$here/ocr/neighbours" square 64
exits 2 "$here/ref/fabric" exchange 12
BENCH_OTHER=false exits 1 "$here/ref/fabric" message
exits 2 "$here/ref/share" copy 12
exits 2 "$here/ref/kernel" square 3
exits 2 "$here/bench" --runs 0
exits 2 "$here/bench" --runs many
exits 2 "$here/bench" --only no_such_row
exits 2 "$here/bench" --sideways
exits 2 "$here/bench" more
exits 0 "$here/bench" --help
exits 0 "$here/bench" --list

# The driver: every row is there, with a number on our side; with OCR_CHECK=short
# every sixth.
rows=$("$here/bench" --list)
[ -x "$here/../uts/uts" ] ||
rows=$(printf '%s\n' "$rows" | grep -v '^uts_')
chosen=
if [ "${OCR_CHECK-}" = short ]; then
	rows=$(printf '%s\n' "$rows" | awk 'NR % 6 == 1')
	chosen=$(printf '%s\n' "$rows" | awk '{ print "--only", $1 }')
fi
table=$("$here/bench" --runs 1 --quick $chosen 2>&1) || fail "bench: $table"
printf '%s\n' "$rows" | {
	while read -r name rest; do
		printf '%s\n' "$table" | awk -v name="$name" '
			$1 == name && $2 + 0 > 0 { n++ } END { exit n != 1 }' ||
		echo "$name"
	done
} >missing.$$
[ ! -s missing.$$ ] || fail "rows without a number: $(cat missing.$$) in
$table"
rm -f missing.$$

json=$("$here/bench" --quick --json --only chain_hop --only block_life) ||
fail "bench --json: $json"
[ "$(printf '%s\n' "$json" | grep -c '"ratio": ')" -eq 2 ] ||
fail "bench --json gives two rows: $json"
case $json in
'['*']') ;;
*) fail "bench --json is one array: $json" ;;
esac

[ "$failures" -eq 0 ]
