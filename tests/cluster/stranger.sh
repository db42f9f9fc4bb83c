#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stranger.sh - who is no member of a job reads nothing, changes nothing, is not
# believed, and costs no descriptors, whoever he is on this machine; and the job
# ends right.
#
#	stranger.sh [TRIES [FEW]]
#			packets of each user to each node; of callers 20,000 at
#			most, and FEW who read or write, 75 to 400 a second.
#			Else some hundreds, as in make check, or with
#			OCR_CHECK=short some tens.  By hand, in the build folder:
#	top_srcdir=.. top_builddir=. sh ../tests/cluster/stranger.sh 1000000
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
tries=300
[ "${OCR_CHECK-}" != short ] || tries=20
tries=${1:-$tries}
# A connection or two may be on their way out, and of a thousand that ask and
# then hang up libfabric 1.17 keeps some, of each caller (of which these feign
# 256) one at most (SECURITY.md).
spare=$((4 + (tries < 12800 ? tries / 50 : 256)))
few=${2:-$((tries < 2000 ? tries : 2000))}
calls=$((tries < 20000 ? tries : 20000))
stranger=$cluster_bin/stranger
limit=400

# as USER COMMAND...: by the same user, or by one who owns nothing.
as() {
	user=$1
	shift
	if [ "$user" = same ]; then
		"$@"
	else
		setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
	fi
}
users=same
chmod 711 "$work"
if command -v setpriv >/dev/null && [ "$(id -u)" -eq 0 ]; then
	cp "$stranger" "$work/stranger" && chmod 755 "$work/stranger"
	if as other "$work/stranger" open self >/dev/null 2>&1; then
		stranger=$work/stranger
		users='same other'
	fi
fi

# The descriptors of a node, once it has looked at what was closed.
settled() {
	before=$1 looks=0
	while now=$("$stranger" open "$2") && [ "$now" -gt "$before" ] &&
	      [ $looks -lt 60 ]; do
		"$stranger" garbage "$address" "$port" 1
		looks=$((looks + 1))
	done
	echo "$now"
}

# Connections that say nothing and stay cost the node nothing: when it has
# answered later ones, it has no descriptor more.
hold() {
	rm -f "$work/more" "$work/held"
	mkfifo "$work/more" "$work/held"
	"$stranger" hold "$address" "$port" "$tries" \
		<"$work/more" >"$work/held" &
	holder=$!
	exec 4>"$work/more"
	read -r line <"$work/held"
	"$stranger" reads "$provider" "$address" "$port" 20 >/dev/null ||
	complain "$provider: reads: status $?"
	now=$(settled "$((open + spare))" "$pid")
	echo "$provider: while $line say nothing: $now descriptors"
	[ "$now" -le $((open + spare)) ] ||
	complain "$provider: $line, and $open descriptors have become $now"
	exec 4>&-
	wait "$holder"
}

# attack PROVIDER: a job, strangers, and how it ends.
attack() {
	provider=$1
	rm -f "$work/stop" "$work/said"
	mkfifo "$work/said"
	OCR_PROVIDER=$provider timeout -v -k 5 $((3600 + tries / 10)) "$ocrrun" -n 2 \
		sh -c "ulimit -n $limit; exec \"\$@\"" - \
		"$cluster_bin/guests" "$work/stop" >"$work/said" 2>"$work/err" &
	job=$!
	begin=$(date +%s)
	exec 3<"$work/said"
	pids=
	while [ "$(echo "$pids" | wc -w)" -lt 2 ] && read -r _ _ _ pid <&3; do
		pids="$pids $pid"
	done
	for pid in $pids; do
		"$stranger" ports "$pid" >"$work/ports"
		read -r address port <"$work/ports" || {
			complain "$provider: process $pid has no port"
			continue
		}
		[ "$(wc -l <"$work/ports")" -eq 1 ] ||
		complain "$provider: ports that nobody needs: $(cat "$work/ports")"
		[ "$address" = 127.0.0.1 ] ||
		complain "$provider: not of the interface alone: $address"
		open=$("$stranger" open "$pid")
		for user in $users; do
			for kind in garbage asks; do
				as $user "$stranger" $kind "$address" "$port" \
					"$calls" ||
				complain "$provider: $kind failed"
			done
			for kind in packets reads writes; do
				n=$tries
				[ $kind = packets ] || n=$few
				as $user "$stranger" $kind "$provider" \
					"$address" "$port" "$n" >"$work/out" 2>&1
				status=$?
				echo "$provider, $user user, $n $kind:" \
					"$(cat "$work/out")," \
					"$("$stranger" open "$pid") descriptors," \
					"$(($(date +%s) - begin)) s so far"
				[ $status -eq 0 ] ||
				complain "$provider: $kind: status $status"
			done
		done
		now=$(settled "$((open + spare))" "$pid")
		echo "$provider: descriptors: $open before, $now after"
		[ "$now" -le $((open + spare)) ] ||
		complain "$provider: $open descriptors have become $now"
		[ "$tries" -gt 10000 ] || hold
		# libfabric 1.17 forgets these (SECURITY.md), and the node closes
		# them.
		for user in $users; do
			for kind in silent short; do
				as $user "$stranger" $kind "$address" "$port" \
					"$few" ||
				complain "$provider: $kind failed"
			done
		done
		now=$(settled "$((open + spare))" "$pid")
		echo "$provider: after those that hung up at once: $now descriptors"
		[ "$now" -le $((open + spare)) ] ||
		complain "$provider: $open descriptors have become $now"
	done
	: >"$work/stop"
	cat <&3 >"$work/rest"
	exec 3<&-
	wait "$job"
	status=$?
	[ $status -eq 0 ] && grep -q '^the job ends right$' "$work/rest" ||
	complain "$provider: the job has ended with $status: $(cat "$work/err")"
	for node in 0 1; do
		n=$(grep -c "^ocr: node $node: .* no node of this job has sent: " \
			"$work/err")
		[ "$n" -eq 1 ] || complain "$provider: node $node tells $n times"
		grep "^ocr: node $node: .* were dropped$" "$work/err" ||
		complain "$provider: node $node has not counted"
	done
}

offered=$("${top_builddir:?}/bin/ocrinfo" 2>/dev/null)
for provider in net 'tcp;ofi_rxm'; do
	case $offered in
	*" $provider "*) attack "$provider" ;;
	*) echo "$provider is not offered here: passed over" ;;
	esac
done
verdict
