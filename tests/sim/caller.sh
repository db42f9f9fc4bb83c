#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# caller.sh [--seeds N] [--first S] - tasks that call every public function with
# any arguments but wild pointers (caller/caller.h), on 1, 2 and 3 simulated
# nodes, N seeds each, without and with strict mode.
#
# The runtime must survive: no signal, nothing that a sanitizer finds, and each
# job ends, is ended, or is found stuck.  What nodes tell is not looked at.  In
# the tests there are few seeds; the whole campaign is, in the build folder,
#
#	top_srcdir=.. top_builddir=. sh ../tests/sim/caller.sh --seeds 10000
#
# A seed that fails prints the command that replays it.  The test fails as well
# if a function that the headers declare is never called.
set -u
seeds=${OCR_SIM_SEEDS-300}
. "$(dirname "$0")/seeds.sh"
program=$apps/caller.so
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work"
# A request that is too large is refused, and not an error of the program.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=1:max_allocation_size_mb=4096"

# Names before an opening parenthesis, outside of comments; but for what ends
# the process, and the program's own.
find "${top_srcdir:?}/include" -name '*.h' ! -name dri.h -exec cat {} + |
	tr '\n' '\001' |
	sed 's:/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/: :g' |
	tr '\001' '\n' |
	sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' -e '/^ *#/d' |
	grep -oE '\<(ocr[A-Z][A-Za-z0-9_]*|PRINTF|getArgc|getArgv) ?\(' |
	tr -d ' (' | grep -v -e '_t$' -e '^ocrVerifyFailed$' |
	sort -u >"$work/declared"
cat "$top_srcdir"/tests/sim/caller/*.c |
	sed -n 's/^	\(CALL\|OFTEN\)(\([A-Za-z_]*\).*/\2/p' |
	sort -u >"$work/called"
comm -23 "$work/declared" "$work/called" >"$work/missing"
if [ ! -s "$work/declared" ] || [ -s "$work/missing" ]; then
	echo "declared in include/, and not called by tests/sim/caller:"
	cat "$work/missing"
	bad=1
fi

for nodes in 1 2 3; do
	for traps in '' --traps; do
		"$sim" --careless --nodes $nodes $traps --first "$first" \
			--seeds "$seeds" "$program" @seed 2>"$work/out"
		status=$?
		[ $status -eq 0 ] && continue
		grep -aA60 -e 'ERROR: Add' -e 'runtime error' -e '^seed ' \
			-e '^replay: ' -e 'bug: ' "$work/out" | tail -n 80
		echo "FAILED: $nodes nodes${traps:+, strict}"
		bad=$((bad + 1))
	done
done
[ $bad -eq 0 ]
