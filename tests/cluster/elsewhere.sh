#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Nodes whose addresses lead elsewhere: to the one who calls, because each host
# has it (docker0), to a third host, or to nobody.  What is said then is true: which
# address was called, from which interface, and what to do.
set -u
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" 3 sh "$0"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
OMPI_MCA_orte_default_hostfile=$cluster_hosts/hostfile.2
OCR_INTERFACE=docker0
export OMPI_MCA_orte_default_hostfile OCR_INTERFACE

# docker0 HOST ADDRESS: a bridge without anybody.
docker0() {
	printf '%s\n' 'link del docker0' 'link add docker0 type bridge' \
		"addr add $2/16 dev docker0" 'link set docker0 up' |
	on "$1" ip -force -batch - 2>/dev/null
	on "$1" ip -br addr show dev docker0 | grep -q "$2" || {
		echo "skipped: host $1 can have no bridge"
		exit 77
	}
}

# told PATTERN: two nodes do not find each other.
told() {
	expect bad "node 0: error: node 1 is lost (host b, pid [0-9]*: $1" \
		launch 2 "$cluster_bin/end" never 0
	! grep -a 'process has ended: nobody' "$work/out" ||
	complain 'FAILED  a process that lives is said to have ended'
}

docker0 a 172.17.0.1
docker0 b 172.17.0.1
OCR_SILENCE_S=600
export OCR_SILENCE_S
told 'nobody listens where it is called, at 172.17.0.1 port [0-9]*, which is docker0 on this host, .*OCR_INTERFACE'

docker0 b 172.17.0.2
on c ip addr add 172.17.0.2/32 dev lo
on a ip route add 172.17.0.2/32 via 10.73.0.3
told 'nobody listens where it is called, at 172.17.0.2 port [0-9]*, from eth0, .*OCR_INTERFACE'

on a ip route del 172.17.0.2/32
OCR_SILENCE_S=3
told 'nothing has come from it for 3 s, nor before; it is called at 172.17.0.2 port [0-9]*, from docker0: .*OCR_INTERFACE'
verdict
