#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# per_op.sh packets-PROTOCOL|confirms-PROTOCOL [--quick] - what traffic.c
# sends for each op that goes to another node: packets, or waits for a
# confirmation.
here=$(dirname "$0")
what=${1%%-*}
OCR_PROTOCOL=${1#*-}
OCR_STATS=1
export OCR_PROTOCOL OCR_STATS
shift
said=$("$here/../../../bin/ocrrun" -n 2 "$here/traffic" all "$@" 2>&1) || {
	status=$?
	printf '%s\n' "$said"
	exit $status
}
printf '%s\n' "$said" |
awk -v what="$what" '
	/network: [0-9]+ ops sent/ {
		for (i = 2; i <= NF; i++) {
			if ($i == "ops" && $(i + 1) == "sent") ops += $(i - 1)
			if ($i == "packets" && $(i + 1) == "of") packets += $(i - 1)
			if ($i == "waits") waits += $(i - 1)
		}
		nodes++
	}
	END {
		if (nodes != 2 || !ops) { print "no counters of two nodes"; exit 1 }
		printf "bench: %.4f per_op\n",
			(what == "packets" ? packets : waits) / ops
	}'
