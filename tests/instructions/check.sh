#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check.sh - no operation costs more than it did: instructions and locks of some
# of doc/change/PERFORMANCE.md, counted by count.sh, against the limits below, which are
# a few per cent above what was measured with gcc 12 and -O2.  Never time.  Where
# another compiler, or a sanitizer, would count something else: skipped.
set -u
here=$top_srcdir/tests/instructions
export ATOMICS=1 N=1000

skip() {
	echo "skipped: $1"
	exit 77
}
for tool in valgrind objdump; do
	command -v $tool >/dev/null || skip "there is no $tool"
done
case " $test_cppflags $test_cflags " in
*-DOCR_DEBUG*) skip 'the build has --enable-debug' ;;
*-fsanitize*) skip 'the build has a sanitizer' ;;
*' -O2 '*) ;;
*) skip 'the build is not made with -O2' ;;
esac
$CC --version 2>/dev/null | head -n 1 | grep -q 'gcc.* 12\.' ||
skip "the limits are those of gcc 12, and $CC is another compiler"
grep -q '^OCR_LTO = .' "$top_builddir/Makefile" ||
skip 'the limits are those of a library that is optimised as a whole (--disable-lto)'
[ "$(uname -m)" = x86_64 ] || skip 'the limits are those of x86_64'

# Operation, instructions, locks.
limits='empty_task 680 3
task_unnamed 485 1
task_finish 1205 4
task_slot 1085 4
task_chain 1870 7
task_follows 1525 5
event_once 560 3
satisfy_latch 145 2
block_life 545 2'
if [ "${OCR_CHECK-}" = short ]; then
	limits=$(echo "$limits" | sed -n '/^task_unnamed\|^task_chain\|^block/p')
	echo 'OCR_CHECK=short: three operations'
fi
OPS=$(echo "$limits" | cut -d ' ' -f 1 | tr '\n' ' ') "$here/count.sh" \
	"$top_builddir" >check_instructions.$$ || {
	cat check_instructions.$$
	rm -f check_instructions.$$
	exit 1
}
echo "$limits" | awk -v measured=check_instructions.$$ '
	BEGIN {
		while ((getline line < measured) > 0) {
			split(line, f)
			cost[f[1]] = f[2]
			locks[f[1]] = f[3]
		}
	}
	{
		bad = !($1 in cost) || cost[$1] > $2 || locks[$1] > $3 ||
		      cost[$1] < 10
		printf "%s %s: %d instructions (at most %d), %.1f locks (%d)\n",
			bad ? "WRONG" : "ok   ", $1, cost[$1], $2, locks[$1], $3
		wrong += bad
	}
	END { exit wrong > 0 }'
status=$?
rm -f check_instructions.$$
exit $status
