# SPDX-License-Identifier: BSD-3-Clause
# seeds.sh - for the scripts of this folder that run programs of many seeds; read
# with "." when seeds is what it is unless somebody says another.  Sets seeds,
# first, shrink and bad, and where the simulator and its programs are.
top_builddir=${top_builddir-.}
sim=${sim-$top_builddir/tests/sim/sim}
apps=$top_builddir/tests/sim/apps
first=1 shrink=yes bad=0
while [ $# -gt 0 ]; do
	case $1 in
	--seeds) seeds=$2; shift 2 ;;
	--first) first=$2; shift 2 ;;
	--no-shrink) shrink=no; shift ;;
	*) sed -n '3,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	esac
done
