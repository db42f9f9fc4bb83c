#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Random kills of nodes, pairs of nodes, the launcher and ocrrun, while jobs
# start, work and end: each job ends, says why, and leaves nothing (kills.c).
# OCR_KILLS=500 makes more of them, OCR_KILLS_SEED=N others, and
# OCR_KILLS_HOSTS=2 jobs across so many hosts (hosts.sh), by hand:
#	OCR_KILLS_HOSTS=2 top_srcdir=.. top_builddir=. sh ../tests/cluster/kills.sh
set -u
case ${test_cflags-} in
*-fsanitize*)
	echo "skipped: a sanitizer that is killed while it looks for leaks" \
		"waits for itself for ever"
	exit 77 ;;
esac
if [ -n "${OCR_KILLS_HOSTS-}" ] && [ -z "${cluster_hosts-}" ]; then
	exec "${top_srcdir:?}/tests/cluster/hosts.sh" "$OCR_KILLS_HOSTS" sh "$0"
fi
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
"$cluster_bin/kills" "$ocrrun" "$cluster_bin/end" "${OCR_KILLS_SEED:-1}" \
	"${OCR_KILLS:-12}"
status=$?
for host in $(sed -n 's/^10[0-9.]* //p' "${cluster_hosts:-/dev/null}/hosts" \
		2>/dev/null); do
	left=$(on "$host" ls -A /dev/shm)
	[ -z "$left" ] || { echo "host $host: left in /dev/shm: $left"; status=1; }
done
exit $status
