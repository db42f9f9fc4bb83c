#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# campaign.sh [N [FIRST]] - N random reorganizations, 500000 if nothing is said,
# from seed FIRST on, 1; and a tenth as many seeds of channels between simulated
# processes, with dead ones, groups that meet each other, and sets that share
# memory.  Half an hour of one idle core.  In pieces, each with seeds of its own; says
# what was reached after each, and ends with the first seed that fails.
#
# In the build folder:
#
#	make check-dri-campaign				all
#	make check-dri-campaign CAMPAIGN="100000 900001"
set -u
wanted=${1:-500000}
first=${2:-1}
here=${top_builddir:-.}/tests/dri
piece=20000
done=0
simulated=0

case $wanted$first in
*[!0-9]*)
	echo "usage: campaign.sh [N [FIRST]]" >&2
	exit 2 ;;
esac
total() {
	echo "$done random reorganizations, $simulated seeds of channels: $1"
}
while [ "$done" -lt "$wanted" ]; do
	n=$((wanted - done < piece ? wanted - done : piece))
	"$here/reorganize" --first $((first + done)) --seeds "$n" || {
		total "and then one failed"
		exit 1
	}
	done=$((done + n))
	n=$((n > 10 ? n / 10 : 1))
	"$here/sim/sim_channels" --first $((first + simulated)) --seeds "$n" || {
		total "and then one failed"
		exit 1
	}
	simulated=$((simulated + n))
	total "all as they should be so far"
done
total "all as they should be"
