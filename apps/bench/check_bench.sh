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

# What the driver, below, runs in no row: other numbers of nodes, and other sizes.
beside_rows() {
	prints_result ms "$ocrrun" -n 3 "$here/ocr/start" main
	prints_result ms "$ocrrun" -n 3 "$here/ocr/start" all
	prints_result us "$ocrrun" -n 3 "$here/ocr/reduce"
	prints_result us "$ocrrun" -n 9 "$here/ocr/neighbours" square 64
	prints_result us "$ocrrun" -n 2 "$here/ocr/token" channel
	prints_result us "$ocrrun" -n 3 "$here/ocr/token" channel
	prints_result us "$ocrrun" -n 3 "$here/ocr/token" task 65536
	prints_result us "$here/ref/fabric" exchange 1040
	BENCH_OTHER=env prints_result us "$here/ref/fabric" read 65536
	prints_result us "$ocrrun" -n 3 "$here/ocr/fetch" fanout 65536
	prints_result us "$ocrrun" -n 1 "$here/dri/turn"
	prints_result us "$ocrrun" -n 1 "$here/dri/exchange"
	prints_result us "$ocrrun" -n 1 "$here/dri/border" 2d
	prints_result us "$ocrrun" -n 3 "$here/dri/connect" turn
	prints_result us "$ocrrun" -n 2 "$here/dri/connect" blocks 100
}
if [ "${OCR_CHECK-}" = short ]; then
	echo 'OCR_CHECK=short: every sixth row of the driver alone'
else
	beside_rows
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
