#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Nodes of one host share memory: they do not load libfabric unless a provider is
# forced, leave nothing behind however they end, and work when there are so many
# that their owner is told where to look.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
end=$cluster_bin/end
need_launcher

# look OUTCOME: runs a job that does not end, looks at whether its nodes have
# loaded libfabric (present or absent), and kills node 1.
look() {
	mkfifo "$work/say"
	echo 'not known' >"$work/loaded"
	"$limited" 60 "$ocrrun" -n 3 "$end" never 0 >"$work/say" \
		2>"$work/err" &
	job=$!
	seen=0
	while read -r line; do
		echo "$line"
		case $line in
		'node '*' pid '*) seen=$((seen + 1)) ;;
		esac
		case $line in
		'node 1 pid '*) victim=${line##* } ;;
		esac
		[ "$seen" -eq 3 ] || continue
		seen=4
		if grep -q 'libfabric' "/proc/$victim/maps"; then
			echo present >"$work/loaded"
		else
			echo absent >"$work/loaded"
		fi
		kill -KILL "$victim"
	done <"$work/say" >"$work/out"
	wait "$job" && complain 'a job with a killed node ended with 0'
	rm -f "$work/say"
	found=$(cat "$work/loaded")
	if [ "$found" = "$1" ]; then
		echo "ok      libfabric is $found, provider '${OCR_PROVIDER-}'"
	else
		complain "libfabric is $found, provider '${OCR_PROVIDER-}'"
	fi
	left_behind
}

unset OCR_PROVIDER
before=$(ls -A /dev/shm /tmp 2>/dev/null | grep -i -c 'ocr-rings')
look absent
after=$(ls -A /dev/shm /tmp 2>/dev/null | grep -i -c 'ocr-rings')
[ "$before" -eq "$after" ] || complain "files stay behind: $after, not $before"
OCR_PROVIDER=net
export OCR_PROVIDER
look present
unset OCR_PROVIDER

# More than an owner looks at one by one.
OCR_WORKERS=1
export OCR_WORKERS
launch() {
	"$limited" 120 "$ocrrun" -n "$@"
}
conf_run 20 hello third_home ping_pong || bad=$((bad + 1))

verdict
