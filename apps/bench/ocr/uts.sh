#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# uts.sh NODES [--quick] - the unbalanced tree search (apps/uts), none of whose
# tasks has a hint: nodes that have nothing to do get some.
here=$(dirname "$0")
nodes=$1 tree=
[ "${2-}" != --quick ] || tree='-d 7'
said=$("$here/../../../bin/ocrrun" -n "$nodes" "$here/../../uts/uts" --free \
	--verify $tree 2>&1) || {
	status=$?
	printf '%s\n' "$said"
	exit $status
}
printf '%s\n' "$said" |
sed -n 's/^uts: .* s, \([0-9.]*\) million nodes per second$/bench: \1 Mnodes\/s/p'
