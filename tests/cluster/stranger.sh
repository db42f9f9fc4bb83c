#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stranger.sh - who is no member of a job reads nothing, changes nothing, is not
# believed, and costs no descriptors, whoever he is on this machine; and the job
# ends right, though connections between its nodes break all the time.
#
#	stranger.sh [TRIES [FEW]]
#			attempts, for each provider, by all users on both nodes:
#			a tenth reads and writes with keys that were guessed or
#			heard in part, of which each takes a connection; three
#			tenths forged packets, and the rest such as nodes have
#			sent, sent again (parrot.c).  Besides them FEW who read
#			or write by libfabric, 75 to 400 a second, and callers.
#			Else some hundreds, as in make check, or with
#			OCR_CHECK=short some tens.  In the build folder:
#	make check-stranger		1,000,000; STRANGER="TRIES FEW"
# STRANGERS=parrot leaves out all others but him, ONLY=net other providers, and
# JOB_S is how long the job may take.
#
# In a network of its own, where that can be had: so many callers use up the
# ports of a host.
set -u
if [ -z "${stranger_network-}" ]; then
	export stranger_network=none
	user=
	[ "$(id -u)" -eq 0 ] || user='--user --map-root-user'
	# With more ports: who has hung up keeps his for a while, and longer if
	# nobody hears it.
	! unshare $user --net ip link set lo up 2>/dev/null ||
	exec env stranger_network=own unshare $user --net sh -c '
		ip link set lo up
		echo "1024 65535" >/proc/sys/net/ipv4/ip_local_port_range
		echo 1 >/proc/sys/net/ipv4/tcp_orphan_retries
		exec sh "$0" "$@"' "$0" "$@"
fi
. "${top_srcdir:?}/tests/cluster/job.sh"
need_launcher
tries=300
[ "${OCR_CHECK-}" != short ] || tries=20
tries=${1:-$tries}
few=${2:-$((tries < 2000 ? tries : 2000))}
calls=$((tries < 5000 ? tries : 5000))
# Of two users, on two nodes: reads and writes, packets, and those that are sent
# again.  A few of each, however short it is.
reaches=$((tries < 8000 ? (tries + 7) / 8 : tries / 80))
packets=$((tries < 8000 ? tries : tries * 3 / 40))
agains=$((tries < 8000 ? (tries + 7) / 8 : tries * 3 / 40))
# Some connections may be on their way out; and of those that ask and hang up
# libfabric 1.17 has kept some before the node closes its port (SECURITY.md).
spare=16
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
	looks=0
	while now=$("$stranger" open "$pid") &&
	      [ "$now" -gt $((open + spare)) ] && [ $looks -lt 300 ]; do
		"$stranger" garbage "$address" "$port" 1
		looks=$((looks + 1))
	done
	echo "$provider: descriptors $1: $now, $open at first"
	[ "$now" -le $((open + spare)) ] ||
	complain "$provider: $open descriptors have become $now $1"
}

# speak USER KIND N [SECONDS]: a program of libfabric; with SECONDS nobody is to
# answer, for so long.
speak() {
	attempts=$((attempts + $3))
	as "$1" "$stranger" "$2" "$provider" "$address" "$port" "$3" ${4-} \
		>"$work/out" 2>&1
	status=$?
	echo "$provider, $1 user, $3 $2: $(cat "$work/out")," \
		"$("$stranger" open "$pid") descriptors," \
		"$(($(date +%s) - begin)) s so far"
	[ $status -eq 0 ] || complain "$provider: $2: status $status"
	[ -z "${4-}" ] || grep -q '^0 ended well, 0 badly' "$work/out" ||
	complain "$provider: $2 of strangers were answered"
}

# call KIND N: sockets, as each user.
call() {
	for user in $users; do
		as $user "$stranger" "$1" "$address" "$port" "$2" ||
		complain "$provider: $1 failed"
	done
}

# Connections that say nothing and stay cost the node nothing.
hold() {
	rm -f "$work/more" "$work/held"
	mkfifo "$work/more" "$work/held"
	"$stranger" hold "$address" "$port" "$tries" \
		<"$work/more" >"$work/held" &
	holder=$!
	exec 4>"$work/more"
	read -r line <"$work/held"
	call garbage 20
	settled "while $line say nothing"
	exec 4>&-
	wait "$holder"
}

is_closed() {
	grep -q "^ocr: node $node: .* port: it is closed to them$" "$work/err"
}

# They hang up at once, or soon.
annoy() {
	call garbage "$calls"
	call asks "$calls"
	settled 'after those who asked'
	[ "$tries" -gt 10000 ] || hold
	call silent "$few"
	call short "$few"
	settled 'after those who hung up at once'
}

# A packet that is no node's is a sign of strangers, as is who hangs up too
# early: from then on nobody is let in but nodes.
closed() {
	looks=0
	while ! is_closed && [ $looks -lt 300 ]; do
		call garbage 1
		looks=$((looks + 1))
	done
	is_closed || complain "$provider: node $node does not close its port"
	speak same packets 1 1
	speak "${users##* }" reads 1 1
}

# ask ORDER USER N: the parrot, against this node.
ask() {
	[ -n "$parrot" ] || return
	echo "$1 $2 $other $pid $address $port $3" >&6
	read -r answer <&7 || answer='no answer'
	echo "$provider, $2 user, $3 $1: $answer," \
		"$("$stranger" open "$pid") descriptors," \
		"$(($(date +%s) - begin)) s so far"
	[ "$1" = hear ] || [ "$1" = none ] || attempts=$((attempts + $3))
	case $1,$answer in
	hear,ok* | none,ok*) ;;
	key,"$3 sent, $3 connections, $3 answered"*) ;;
	# The node takes it for the other one, and may have something to say to
	# that (SECURITY.md): what it has taken for it, counted() looks at.
	as,"$3 sent, "*) return ;;
	key,*) complain "$provider: the parrot cannot read, even with the key" ;;
	*,"$3 sent, "*" 0 answered,"*) return ;;
	*) complain "$provider: $1: $answer" ;;
	esac
}

# With a key that it has heard it can read (SECURITY.md), so its reads are such
# as libfabric understands; with all others nothing.  With OCR_TAG=all there is no
# key to be heard.
repeat() {
	if [ "${OCR_TAG-}" = all ]; then
		ask none same 2000
	else
		ask hear same 200
		ask key same 3
	fi
	for user in $users; do
		ask reads $user $reaches
		ask writes $user $reaches
		ask replay $user $agains
	done
	ask as same $((agains / 10))
	ask inside same $((2 * agains))
	again=$((again + 2 * agains))
	settled 'after the parrot'
}

# All of it against one node: the second is annoyed while its port is open.
attack_node() {
	"$stranger" ports "$pid" >"$work/ports"
	read -r address port <"$work/ports" || {
		complain "$provider: process $pid has no port"
		return
	}
	[ "$(wc -l <"$work/ports")" -eq 1 ] ||
	complain "$provider: ports that nobody needs: $(cat "$work/ports")"
	[ "$address" = 127.0.0.1 ] ||
	complain "$provider: not of the interface alone: $address"
	open=$("$stranger" open "$pid")
	again=0
	repeat
	if [ "${STRANGERS-}" = parrot ]; then
		ask next same 10
		return
	fi
	for user in $users; do
		speak $user reads "$few"
		speak $user writes "$few"
	done
	[ "$pid" = "$first" ] || annoy
	if [ "$provider" != net ]; then
		for user in $users; do
			speak $user packets "$packets"
		done
		[ "$pid" != "$first" ] || annoy
		return
	fi
	if [ "$pid" = "$first" ]; then
		speak same packets "$((4 * packets))"
	elif ! is_closed; then
		speak "${users##* }" packets "$((2 * packets))"
	fi
	closed
	annoy
}

# The parrot hears all from the begin of the job on.
listen() {
	"$cluster_bin/parrot" <"$work/orders" >"$work/answers" &
	parrot=$!
	exec 6>"$work/orders" 7<"$work/answers"
	read -r answer <&7
	[ "$answer" = ok ] && return
	echo "$provider: no parrot: $answer"
	parrot=
}

# attack PROVIDER: a job, strangers, and how it ends.
attack() {
	provider=$1
	# Connections of net are made again at any time (cuts.sh).
	cut=
	[ "$provider" != net ] || [ -n "$no_cuts" ] ||
	cut="$cluster_bin/cut -e 20 guests"
	rm -f "$work/stop" "$work/said" "$work/orders" "$work/answers"
	mkfifo "$work/said" "$work/orders" "$work/answers"
	listen
	OCR_VERBOSE=1 OCR_PROVIDER=$provider timeout -v -k 5 \
		"${JOB_S:-$((3600 + tries / 10))}" $cut "$ocrrun" -n 2 \
		sh -c "ulimit -n $limit; exec \"\$@\"" - \
		"$cluster_bin/guests" "$work/stop" >"$work/said" 2>"$work/err" &
	job=$!
	# Who ends this script, by whatever signal, ends the job.
	{ tail --pid=$$ -f /dev/null; kill "$job"; } >/dev/null 2>&1 6>&- 7<&- &
	guard=$!
	begin=$(date +%s)
	attempts=0
	exec 3<"$work/said"
	nodes= first=
	while [ "$(echo "$nodes" | wc -w)" -lt 2 ] &&
	      read -r _ node _ pid <&3; do
		nodes="$nodes $node:$pid"
	done
	for node in $nodes; do
		pid=${node#*:}
		node=${node%:*}
		# The other one.
		other=${nodes#*:}
		[ "${other%% *}" != "$pid" ] && other=${other%% *} ||
		other=${nodes##*:}
		: "${first:=$pid}"
		attack_node
	done
	: >"$work/stop"
	cat <&3 >"$work/rest"
	exec 3<&- 6>&- 7<&-
	wait "$job"
	status=$?
	kill "$guard"
	[ $status -eq 0 ] && grep -q '^the job ends right$' "$work/rest" ||
	complain "$provider: the job has ended with $status: $(cat "$work/err")"
	echo "$provider: $attempts attempts in $(($(date +%s) - begin)) s"
	[ -z "$parrot" ] || counted
	[ "${STRANGERS-}" = parrot ] || told
	tail -n 1 "$work/err"
}

# What was sent again has come to the node, which has dropped and counted it.
counted() {
	for node in 0 1; do
		n=$(sed -n "s/^ocr: node $node: \([0-9]*\) packets have come a.*/\1/p" "$work/err")
		echo "$provider: node $node: ${n:-0} packets came a second time," \
			"$again and more were sent again"
		[ "${n:-0}" -ge "$again" ] ||
		complain "$provider: node $node has dropped ${n:-none}"
	done
}

# They are told of once, and counted.
told() {
	told=0
	for node in 0 1; do
		n=$(grep -c "^ocr: node $node: .* no node of this job has sent: " \
			"$work/err")
		# Unless its port was closed before.
		[ "$n" -eq 1 ] || [ "$provider,$n" = net,0 ] ||
		complain "$provider: node $node tells $n times"
		grep "^ocr: node $node: .* has sent were dropped$" "$work/err" ||
		[ "$n" -eq 0 ] || complain "$provider: node $node has not counted"
		told=$((told + n))
		[ -z "$cut" ] ||
		sed "1,/^ocr: node $node: .* it is closed/d" "$work/err" |
		grep -q "^ocr: node $node: connection with node" ||
		complain "$provider: node $node was not cut with its port closed"
	done
	[ $told -gt 0 ] || complain "$provider: no node tells"
}

no_cuts=
! "$cluster_bin/cut" -l 0 nothing true 2>&1 | grep '^cut: no pidfd' ||
no_cuts=1
offered=$("${top_builddir:?}/bin/ocrinfo" 2>/dev/null)
IFS=,
for provider in ${ONLY:-net,tcp;ofi_rxm}; do
	unset IFS
	case $offered in
	*" $provider "*) attack "$provider" ;;
	*) echo "$provider is not offered here: passed over" ;;
	esac
done
case $offered in
*" net "*)
	if [ -z "${ONLY-}" ]; then
		OCR_TAG=all STRANGERS=parrot
		export OCR_TAG
		reaches=$(((reaches + 9) / 10)) agains=$(((agains + 9) / 10))
		attack net
	fi ;;
esac
verdict
