#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each refusal of each call, word by word: in strict mode line by line as in
# refusals.txt; without it, in the list of a job that fails.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
program=$cluster_bin/refusals
words=$top_srcdir/tests/cluster/refusals.txt

# What differs from run to run: nodes, GUIDs, places.
plain() {
	grep -a "^ocr: .*$1" "$work/out" |
		sed -e 's/^ocr: node [0-9]*: //' \
			-e 's/[0-9][0-9]*:[0-9][0-9]*\.[0-9][0-9]*/G/g' \
			-e 's/\(map\|range\) [0-9.]*\(\[[0-9]*\]\)*/\1 G/g' \
			-e 's/event [0-9]*\.[0-9]*\[[0-9]*\]/event G/g' \
			-e 's/paramv=0x[0-9a-f]*/paramv=P/' \
			-e 's/=[0-9a-f]\{32\}/=G/g' \
			-e 's/ at try_[a-z]*[^ ]*\( ([^)]*)\)* returns/ returns/' \
			-e 's/ (created at [^()]*\(([^)]*)\)*)//' \
			-e 's/the job has [0-9]*/the job has N/'
}

# nodes N
nodes() {
	expect bad 'the exit status of the job is not 0' \
		env OCR_STRICT=1 "$ocrrun" -n "$1" "$program"
	plain ' returns ' >"$work/got"
	if diff -u "$words" "$work/got"; then
		echo "ok      $(wc -l <"$words") refusals on $1 nodes"
	else
		complain "FAILED  the refusals on $1 nodes are told differently"
	fi
	expect 3 'calls of this node that were refused: [0-9]* (run with OCR_STRICT=1' \
		"$ocrrun" -n "$1" "$program" fail
	# How many there are of each call and code.
	sed -n 's/^.*: \(ocr[A-Za-z]*\)(.* returns \(OCR_[A-Z]*\): .*/\1() returned \2/p' \
		"$words" | sort | uniq -c |
		while read -r n what; do
			case $what in
			# Refused in strict mode only.
			'ocrEventSatisfy() returned OCR_EPERM') n=$((n - 1)) ;;
			esac
			grep -a -q "  $n x $what; first " "$work/out" ||
				echo "$n x $what"
		done >"$work/missing"
	[ ! -s "$work/missing" ] ||
		complain "FAILED  the list lacks: $(cat "$work/missing")"
}

nodes 1
# Nobody waits for it, and nothing stays untold.
expect 3 'calls of this node that were refused: [0-9]* (run with OCR_STRICT=1' \
	"$ocrrun" -n 1 "$program" fail stay
need_launcher
nodes 2
nodes 4
verdict
