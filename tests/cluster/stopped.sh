#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A node is stopped (SIGSTOP): the others say so; one that goes on within
# OCR_SILENCE_S ends its job as if nothing had been, and one that does not is
# lost, and the job ends with a message that names it.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
end=$cluster_bin/end
need_launcher

# Ends by itself, because node $3 stays as it is.
# lost NODES WAY NODE
lost() {
	OCR_SILENCE_S=3
	export OCR_SILENCE_S
	expect bad "node $3 is lost (.*pid [0-9]*: its process has been stopped for 3 s); the job ends" \
		"$limited" 60 "$ocrrun" -n "$1" "$end" "$2" "$3"
	grep -q -a "node $3 (.*) is stopped by a signal: continue it with kill -CONT" "$work/out" ||
	complain "no warning: $(cat "$work/out")"
	told=$(grep -c -a "node $3 (.*) is stopped by a signal: " "$work/out")
	[ "$told" -le 1 ] || complain "$told nodes tell the same: $(cat "$work/out")"
	left_behind
}

# Is continued when somebody has said that it is stopped.
# continued NODES WAY NODE
continued() {
	OCR_SILENCE_S=60
	export OCR_SILENCE_S
	rm -f "$work/say"
	mkfifo "$work/say"
	"$limited" 60 "$ocrrun" -n "$1" "$end" "$2" "$3" >"$work/say" 2>&1 &
	job=$!
	again=
	while read -r line; do
		echo "$line"
		case $line in
		*' is stopped by a signal: '*)
			[ -n "$again" ] && continue
			again=${line##*kill -CONT }
			kill -CONT "${again%%;*}" ;;
		esac
	done <"$work/say" >"$work/out"
	wait "$job"
	status=$?
	if [ "$status" -eq 0 ] && [ -n "$again" ]; then
		echo "ok      continued: $*: status 0"
	else
		complain "FAILED  continued: $*: status $status; $(cat "$work/out")"
	fi
	left_behind
}

for way in stop stop-idle; do
	OCR_PROVIDER=net lost 3 $way 1
	lost 2 $way 1
	lost 4 $way 0
	continued 2 $way 1
	# In short one of them has said so.
	[ "$way,${OCR_CHECK-}" != stop-idle,short ] || continue
	lost 4 $way 2
	continued 4 $way 2
	continued 4 $way 0
done
verdict
