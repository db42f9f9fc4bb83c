#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each pattern by our side, on one node and on several, and by every reference
# that was built, once and small: nothing here looks at how fast it was.  Each
# task looks at its inputs.
here=${top_builddir:-.}/apps/metg
ocrrun=${top_builddir:-.}/bin/ocrrun
failures=0

fail() {
	echo "FAIL: $*" >&2
	failures=$((failures + 1))
}

# prints_result COMMAND...: ends with 0 and says `bench: <positive> us`.
prints_result() {
	output=$("$@" --quick 2>&1) || fail "$*: exit $?: $output"
	printf '%s\n' "$output" | awk '
		$1 == "bench:" && $2 + 0 > 0 && $3 == "us" { n++ }
		END { exit n != 1 }' || fail "$*: not one result: $output"
}

# refuses STATUS COMMAND...: ends so, after a line about what is wrong.
refuses() {
	want=$1
	shift
	output=$("$@" 2>&1)
	[ $? -eq "$want" ] && [ -n "$output" ] || fail "$*: $output"
}

OMP_NUM_THREADS=2
export OMP_NUM_THREADS
patterns='trivial stencil spread nearest fft tree dom'
if [ "${OCR_CHECK-}" = short ]; then
	patterns='stencil tree'
	echo 'OCR_CHECK=short: two patterns'
fi
for pattern in $patterns; do
	OCR_WORKERS=2 prints_result "$here/ocr" $pattern
	OCR_WORKERS=1 prints_result "$ocrrun" -n 2 "$here/ocr" $pattern 4096
	OCR_WORKERS=1 prints_result "$ocrrun" -n 3 "$here/ocr" $pattern 64
	for reference in libgomp libomp tbb; do
		[ ! -x "$here/$reference" ] ||
		prints_result "$here/$reference" $pattern
	done
done
OCR_WORKERS=1 refuses 2 "$here/ocr" sideways
OCR_WORKERS=1 refuses 2 "$here/ocr" stencil 17
for reference in libgomp libomp tbb; do
	[ ! -x "$here/$reference" ] || refuses 2 "$here/$reference" sideways
done

# The driver; among its rows are those of MPI.
for row in fft_16_1w_mpi stencil_4096_2n; do
	"$here/metg" --runs 1 --quick --only $row >table.$$ 2>&1 &&
	grep -q "^$row .* us " table.$$ || fail "$row: $(cat table.$$)"
	rm -f table.$$
done
refuses 2 "$here/metg" --only no_such_row

# A picture, or the reason why there is none.
rm -f plot.$$.png
if grep -q '^#define HAVE_CAIRO' config.h; then
	"$here/metg" --runs 1 --quick --only fft_16_1w --only dom_16_1w \
		--plot plot.$$.png >/dev/null || fail "--plot: exit $?"
	[ "$(head -c 4 plot.$$.png | tail -c 3)" = PNG ] || fail "no PNG"
	refuses 1 "$here/metg" --runs 1 --quick --only fft_16_1w \
		--plot no/plot.png
else
	refuses 1 "$here/metg" --quick --only fft_16_1w --plot plot.$$.png
fi
rm -f plot.$$.png

[ "$failures" -eq 0 ]
