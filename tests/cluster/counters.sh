#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# OCR_STATS=json:FILE: a file of each node with all counters of COUNTERS.md,
# which agree with each other and with a trace; and who cannot write one says so.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
cg=$top_builddir/apps/cg/cg
ocrtrace=$top_builddir/bin/ocrtrace
cd "$work" || exit 99

# counter NAME FILE...: the sum.
counter() {
	name=$1
	shift
	awk -v name="\"$name\":" '$1 == name { sum += $2 } END { print sum }' "$@"
}

expect 0 '' env OCR_STATS=json:one.json "$cg" --size 20
sed -n 's/^| `\([a-z_]*\)` .*/\1/p' "$top_srcdir/doc/use/COUNTERS.md" >page
sed -n 's/^"\([a-z_]*\)": [0-9]*,*$/\1/p' one.json >names
[ "$(wc -l <names)" -gt 20 ] || complain "few counters: $(cat one.json)"
cmp names page ||
complain "doc/use/COUNTERS.md and what is written differ: $(diff names page)"
[ "$(counter ops_sent one.json)" -eq 0 ] || complain 'one node sent something'
[ "$(counter tasks one.json)" -gt 10 ] || complain 'no tasks'
if command -v python3 >/dev/null; then
	python3 -m json.tool one.json >/dev/null || complain 'no JSON'
fi

# It cannot be written: told, and the job's status is what it is.
expect 0 'error: OCR_STATS: the counters cannot be written to no/one.json: No such' \
	env OCR_STATS=json:no/one.json "$cg" --size 20
expect 1 'OCR_STATS=json:: want .*json:FILE' env OCR_STATS=json: "$cg" --size 20

need_launcher
OCR_STATS=json:many.json "$limited" 60 "$ocrrun" -n 4 --workers 2 \
	--trace trace "$cluster_bin/traced" 40 100 >out 2>&1 ||
complain "FAILED  traced: $(cat out)"
[ "$(ls many.json.*)" = "$(for i in 0 1 2 3; do echo many.json.$i; done)" ] ||
complain "files: $(ls)"
[ "$(counter ops_sent many.json.*)" -eq "$(counter ops_handled many.json.*)" ] ||
complain 'ops were sent that nobody handled, or the other way round'
"$ocrtrace" trace >out 2>&1 || complain "FAILED  ocrtrace: $(cat out)"
traced=$(sed -n 's/^\([0-9]*\) tasks in .* on 4 nodes$/\1/p' out)
[ "$(counter tasks many.json.*)" = "$traced" ] ||
complain "tasks: $(counter tasks many.json.*), of the trace ${traced:-none}"
# Waits took time, and without one there was none.  END is waited for.
for file in many.json.*; do
	waits=$(counter waits "$file") ns=$(counter wait_ns "$file")
	case $waits,$ns in
	0,0) ;;
	0,* | *,0) complain "$file: $waits waits of $ns ns" ;;
	esac
	[ "$ns" -le "$((waits * 60000000000))" ] ||
	complain "$file: $waits waits of $ns ns, longer than the job"
done
[ "$(counter waits many.json.*)" -gt 0 ] || complain 'nobody waited'
# The process has more than the records in it.
[ "$(counter memory_records_bytes one.json)" -gt 0 ] &&
[ "$(counter process_peak_bytes one.json)" -gt \
	"$(counter memory_records_bytes one.json)" ] ||
complain "records and process: $(cat one.json)"
echo "tasks $traced, steals $(counter steals many.json.*)," \
	"sleeps $(counter sleeps many.json.*)," \
	"waits $(counter waits many.json.*)"
verdict
