#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# read_again.sh WHAT [--quick] - cached.c on blocks of another node.  Fails if the
# node whose tasks use them sends more than what starts and ends the job: a use of
# a copy that is there, or by a right that is kept, sends nothing.
here=$(dirname "$0")
most=40 # packets, against 4000 uses and more
OCR_STATS=1
export OCR_STATS
said=$("$here/../../../bin/ocrrun" -n 2 "$here/cached" "$@" 2>&1) || {
	status=$?
	printf '%s\n' "$said"
	exit $status
}
printf '%s\n' "$said" |
awk -v most="$most" '
	$1 == "bench:" { result = $0 }
	/network: [0-9]+ ops sent/ {
		for (i = 2; i <= NF; i++)
			if ($i == "packets" && $(i + 1) == "of") packets += $(i - 1)
		nodes++
	}
	END {
		if (nodes != 2 || result == "") { print "no result"; exit 1 }
		if (packets > most) {
			print packets " packets were sent: not each use is one of its node alone"
			exit 1
		}
		print result
	}'
