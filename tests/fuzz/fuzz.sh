#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# fuzz.sh SECONDS [NOUN...] - so long with each target, one after the other; in a
# build folder made for libFuzzer (make fuzz).
#
# A target goes on from what is kept in the source tree and from what it found
# here in earlier runs (work/).  Then what reaches code that nothing kept reaches
# is kept as well, small as it has become.  An input that fails is in found/,
# with its report; a line for each target, and status 1 if there was one.
set -u
seconds=$1
shift
[ $# -gt 0 ] || set -- $(cd tests/fuzz && ls | sed -n 's/^fuzz_\([^.]*\)$/\1/p')
failed=0
# What asks for more gets none, as on a machine without memory.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}max_allocation_size_mb=256
export ASAN_OPTIONS

# number FILE NAME: of libFuzzer's closing lines.
number() {
	sed -n "s/^stat::$2: *//p" "$1" | tail -n 1
}

for noun; do
	program=tests/fuzz/fuzz_$noun
	corpus=$top_srcdir/tests/fuzz/corpus/${noun%%-*}
	work=work/$noun
	log=work/$noun.log
	mkdir -p "$corpus" "$work" found
	"$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
		-max_len=2048 -print_final_stats=1 \
		-reload=0 -close_fd_mask=2 -artifact_prefix="found/$noun-" \
		"$work" "$corpus" >"$log" 2>&1
	status=$?
	before=$(ls "$corpus" | wc -l)
	"$program" -merge=1 -use_counters=0 -timeout=10 -close_fd_mask=2 \
		-max_len=2048 "$corpus" "$work" >work/merge.log 2>&1
	after=$(ls "$corpus" | wc -l)
	cover=$(sed -n 's/.* cov: \([0-9]*\) ft: \([0-9]*\).*/\1 edges, \2 features/p' \
		"$log" | tail -n 1)
	echo "$noun: $(number "$log" number_of_executed_units) inputs run," \
		"$cover, $((after - before)) of $after kept are new"
	if [ "$status" -ne 0 ]; then
		failed=1
		echo "$noun: FAILED: $(sed -n 's/.*Test unit written to //p' "$log")"
		sed -n '/==ERROR\|runtime error\|SUMMARY\|not so/p' "$log" |
			head -n 5
		cp "$log" "found/$noun.log"
	fi
done
exit $failed
