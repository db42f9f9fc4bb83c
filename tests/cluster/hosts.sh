#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hosts.sh - some hosts on this machine, for as long as a command runs.
#
#   tests/cluster/hosts.sh 4                      a shell on the first of them
#   tests/cluster/hosts.sh 4 build/bin/ocrrun -n 4 build/apps/heat2d/heat2d --verify
#   tests/cluster/hosts.sh --relay 2              a network that can be spoilt
#
# A host is a set of namespaces: network, host name, shared memory, mounts.  The
# processes of all are in one namespace of their own, so whatever way this ends,
# nothing of it stays; nothing outside is touched.
#
# The command runs on host a, and there finds
#   on HOST COMMAND...   runs a command on another host: a, b, c, d and so on
#   relay ORDER...       tells the relay (tests/cluster/relay.c), with --relay
# and mpirun (so ocrrun, too) places processes on the hosts in turn; on the first
# K only with OMPI_MCA_orte_default_hostfile=$cluster_hosts/hostfile.K.  Of the
# references of apps/bench/bench the second process is on host b (BENCH_OTHER).
set -u

say_usage() {
	cat <<'END'
Usage: hosts.sh [options] N [COMMAND [ARGUMENT...]]
Runs COMMAND, or a shell, on the first of N hosts (2 to 17) made of namespaces.

  --relay        hosts talk through a relay, which is told what to do by
                 `relay ORDER` (`relay help`); launchers have another network
  --one-network  with --relay: launchers talk through the relay as well
  --seed S       of what the relay does at random, 1 if not given
  --help         print this

The exit status is the command's; 77, with a reason, where there can be no hosts.
END
}

fail() {
	echo "hosts.sh: $1" >&2
	exit 2
}

skip() {
	echo "skipped: no hosts of our own: $1"
	exit 77
}

# be NAME FOLDER: the host of that name, in its namespaces, until all ends.
be() {
	if hostname "$1" && ip link set lo up &&
	   mount -t tmpfs -o mode=1777 tmpfs /dev/shm &&
	   mount --bind "$2/hosts" /etc/hosts; then
		echo ready >"$2/ready"
		exec sleep infinity
	fi
	echo failed >"$2/ready"
	exit 1
}

[ "${1-}" != --be ] || be "$2" "$3"

relay=
one_network=
seed=1
inside=
while [ $# -gt 0 ]; do
	case $1 in
	--relay) relay=yes ;;
	--one-network) one_network=yes ;;
	--seed) [ $# -ge 2 ] || fail '--seed needs a value'
		seed=$2; shift ;;
	--inside) inside=yes ;;
	--help | -h) say_usage; exit 0 ;;
	-*) fail "unknown option '$1' (see hosts.sh --help)" ;;
	*) break ;;
	esac
	shift
done
[ $# -gt 0 ] || fail 'how many hosts? (see hosts.sh --help)'
case $1 in
[2-9] | 1[0-7]) names=$(echo a b c d e f g h i j k l m n o p q |
		cut -d ' ' -f "-$1") ;;
*) fail "2 to 17 hosts, not '$1'" ;;
esac
n=$1
shift
[ $# -gt 0 ] || set -- "${SHELL:-/bin/sh}"

# -- Outside: into namespaces of our own, or not at all ----------------------

if [ -z "$inside" ]; then
	for tool in unshare nsenter ip; do
		command -v $tool >/dev/null 2>&1 || skip "$tool is not here"
	done
	# Who is not root may be root in a namespace of users.
	user=
	[ "$(id -u)" -eq 0 ] || user='--user --map-root-user'
	if ! why=$(unshare $user --net --uts --ipc --mount --pid --fork \
			--mount-proc true 2>&1); then
		skip "$why"
	fi
	here=$(cd -- "$(dirname -- "$0")" && pwd)
	[ -n "${top_builddir-}" ] || top_builddir=$here/../../build
	if [ -n "$relay" ]; then
		[ -x "$top_builddir/tests/cluster/relay" ] ||
		fail "no relay: make -C $top_builddir tests/cluster/relay"
		{ : <>/dev/net/tun; } 2>/dev/null ||
		skip '/dev/net/tun cannot be opened'
		set -- ${one_network:+--one-network} --relay --seed "$seed" "$n" "$@"
	else
		set -- "$n" "$@"
	fi
	export top_builddir
	exec unshare $user --net --uts --ipc --mount --pid --fork --kill-child \
		--mount-proc sh "$here/hosts.sh" --inside "$@"
fi

# -- Inside: process 1 of all that follows -----------------------------------

# libfabric's verbs provider reads the names of all symbols of the kernel in
# every process, 0.1 s: here there are none.
mount --bind /dev/null /proc/kallsyms

dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 143' TERM
trap 'exit 130' INT HUP
mkdir "$dir/bin"

# The network of the nodes, and that of the launchers.
fabric=eth0
admin=eth0
[ -z "$relay" ] || [ -n "$one_network" ] || admin=eth1

number=0
: >"$dir/hosts"
: >"$dir/hostfile"
echo '127.0.0.1 localhost' >"$dir/hosts"
for name in $names; do
	number=$((number + 1))
	echo "10.73.0.$number $name" >>"$dir/hosts"
	echo "$name slots=64" >>"$dir/hostfile"
	cp "$dir/hostfile" "$dir/hostfile.$number"
done

# The ends of wires in a host, which are there by now.
# addresses INTERFACE NETWORK
addresses() {
	number=0
	for name in $names; do
		number=$((number + 1))
		printf '%s\n' "link set $1 addrgenmode none" \
			"addr add $2.$number/24 dev $1" "link set $1 up" |
		"$dir/bin/on" "$name" ip -batch - ||
		fail "host $name: no address for $1"
	done
}

# bridge NAME INTERFACE
bridge() {
	{
		echo "link add $1 type bridge mcast_snooping 0"
		echo "link set $1 addrgenmode none"
		echo "link set $1 up"
		for name in $names; do
			echo "link add $1.$name type veth peer name $2 netns" \
				"$(cat "$dir/$name")"
			echo "link set $1.$name master $1 addrgenmode none"
			echo "link set $1.$name up"
		done
	} | ip -batch - || fail "no bridge"
}

cat >"$dir/bin/on" <<END
#!/bin/sh
# on HOST COMMAND...
[ -f "$dir/\$1" ] || { echo "on: no host '\$1'; there are $names" >&2; exit 2; }
pid=\$(cat "$dir/\$1")
shift
exec nsenter -t "\$pid" --net --uts --ipc --mount --wdns="\$PWD" "\$@"
END
# What mpirun takes for ssh.
cat >"$dir/agent" <<END
#!/bin/sh
host=\$1
shift
exec "$dir/bin/on" "\$host" sh -c "\$*"
END
# One order at a time, one line of answer for each.
cat >"$dir/bin/relay" <<END
#!/bin/sh
exec 9>"$dir/relay.lock"
flock 9
echo "\$*" >"$dir/orders"
read -r answer <"$dir/answers"
printf '%s\n' "\$answer"
case \$answer in error*) exit 1 ;; esac
END
chmod +x "$dir/bin/on" "$dir/agent" "$dir/bin/relay"
[ -n "$relay" ] || rm "$dir/bin/relay"

mkfifo "$dir/ready"
exec 4<>"$dir/ready"
for name in $names; do
	unshare --net --uts --ipc --mount sh "$0" --be "$name" "$dir" 4>&- &
	echo $! >"$dir/$name"
	read -r word <&4
	[ "$word" = ready ] || fail "host $name cannot be made"
done

ip link set lo up
if [ -z "$relay" ]; then
	bridge fabric $fabric
else
	mkfifo "$dir/orders" "$dir/answers"
	exec 5<>"$dir/orders" 6<>"$dir/answers"
	wires=
	for name in $names; do
		wires="$wires $name:$(cat "$dir/$name")"
	done
	# What is late because others have the processors is not what was asked
	# for.
	first='chrt -r 20'
	$first true 2>/dev/null || first=
	$first "$top_builddir/tests/cluster/relay" --seed "$seed" $wires \
		<&5 >&6 &
	read -r word <&6
	case $word in
	ok*) ;;
	*) fail "$word" ;;
	esac
fi
addresses $fabric 10.73.0
if [ $admin != $fabric ]; then
	bridge admin $admin
	addresses $admin 10.74.0
	OCR_INTERFACE=$fabric
	export OCR_INTERFACE
fi

# Launchers name their files after host and process, and two sets of hosts side
# by side have the same of both.
TMPDIR=$dir/tmp
mkdir "$TMPDIR"
PATH=$dir/bin:$PATH
OMPI_MCA_plm_rsh_agent=$dir/agent
OMPI_MCA_plm_rsh_no_tree_spawn=1
OMPI_MCA_orte_default_hostfile=$dir/hostfile
OMPI_MCA_rmaps_base_mapping_policy=node
OMPI_MCA_oob_tcp_if_include=$admin
OMPI_MCA_btl_tcp_if_include=$fabric
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# The same for Open MPI 5, whose launcher is PRRTE's.
PRTE_MCA_plm_ssh_agent=$dir/agent
PRTE_MCA_plm_ssh_no_tree_spawn=1
PRTE_MCA_prte_default_hostfile=$dir/hostfile
PRTE_MCA_rmaps_default_mapping_policy=node
PRTE_MCA_oob_tcp_if_include=$admin
PRTE_ALLOW_RUN_AS_ROOT=1
PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRTE_MCA_plm_ssh_agent PRTE_MCA_plm_ssh_no_tree_spawn \
	PRTE_MCA_prte_default_hostfile PRTE_MCA_rmaps_default_mapping_policy \
	PRTE_MCA_oob_tcp_if_include PRTE_ALLOW_RUN_AS_ROOT \
	PRTE_ALLOW_RUN_AS_ROOT_CONFIRM
cluster_hosts=$dir
BENCH_OTHER='on b'
export BENCH_OTHER
export TMPDIR PATH OMPI_MCA_plm_rsh_agent OMPI_MCA_plm_rsh_no_tree_spawn \
	OMPI_MCA_orte_default_hostfile OMPI_MCA_rmaps_base_mapping_policy \
	OMPI_MCA_oob_tcp_if_include OMPI_MCA_btl_tcp_if_include \
	OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM cluster_hosts

# In the background, so that a signal is heard; its input is this one's.
exec 3<&0
on a "$@" <&3 3<&- 4>&- &
wait $!
