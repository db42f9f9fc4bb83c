#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# campaign.sh [N [FIRST]] - N random programs, 50000 if nothing is said, from
# seed FIRST on, 1, on simulated nodes; the object model and the memory model
# are checked in each.  Some minutes of one idle core.
#
# A sixteenth of them run on one node, six on two, four on three and five on four;
# a quarter each is random.so, blocks.so, pieces.so and exchange.so (random.sh), a
# quarter each under one of the four protocols.  Of each sixteen four run with
# nobody who looks, so that all short ways are taken: then the programs' own
# results say whether they were right, and what is left at the end.  Which blocks go
# along with satisfactions (none, small ones, all), and after how many writers a
# node keeps the right to write (one, two, never), the seed says, in turn.  Each
# cell says how often those ways were taken, and if one never was the campaign
# fails: it would prove nothing of it.
#
# In the build folder:
#
#	make check-sim-campaign				all
#	make check-sim-campaign CAMPAIGN="100000 900001"
#
# A failure is made smaller by shrink.sh, which prints the command to replay.
set -u
wanted=${1:-50000}
first=${2:-1}
case $wanted$first in
*[!0-9]*)
	echo "usage: campaign.sh [N [FIRST]]" >&2
	exit 2 ;;
esac
here=$(dirname "$0")
top_builddir=${top_builddir-.}
sim=${sim-$top_builddir/tests/sim/sim}
apps=$top_builddir/tests/sim/apps
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
: >"$out/ways"
bad=0 done=0 cells=0

# cell NODES SHARE PROTOCOL SIZE [OPTION]: so many sixteenths of what a program has
# under a protocol.
cell() {
	seeds=$(((wanted * $2 + 255) / 256))
	cells=$((cells + 1))
	"$sim" --strict ${5-} --nodes "$1" --protocol "$3" \
		--first $((first + done)) --seeds $seeds \
		"$program" @seed "$4" >"$out/said" 2>"$out/errors" || {
		tail -n 40 "$out/errors"
		echo "FAILED: $(basename "$program"), $1 nodes, $3, size $4 ${5-}"
		bad=$((bad + 1))
		sim=$sim program=$program sh "$here/shrink.sh" "$out/errors"
	}
	done=$((done + seeds))
	sed -n 's/^ways: //p' "$out/said" >>"$out/ways"
	echo "$1 nodes, $3, size $4${5:+, ${5#--}}: $(sed -n '/seeds/p' "$out/said")"
	sed -n 's/^ways: /	/p' "$out/said"
}
for program in "$apps/random.so" "$apps/blocks.so" "$apps/pieces.so" \
	"$apps/exchange.so"; do
	for protocol in immediate grouped relaxed carried; do
		cell 1 1 $protocol 30
		cell 2 3 $protocol 8
		cell 2 1 $protocol 30
		cell 3 3 $protocol 12
		cell 4 3 $protocol 8
		cell 4 1 $protocol 40
		cell 2 2 $protocol 30 --unwatched
		cell 3 1 $protocol 30 --unwatched
		cell 4 1 $protocol 30 --unwatched
	done
done
echo "$done random programs, $bad of $cells cells failed; together:"
awk '{
	for (i = 1; i <= NF; i++)
		if ($i ~ /^[0-9]+$/)
			sum[i] += $i
		else
			word[i] = $i
	n = NF > n ? NF : n
} END {
	for (i = 1; i <= n; i++) {
		printf "%s%s", i in sum ? sum[i] : word[i], i < n ? " " : "\n"
		never += i in sum && !sum[i]
	}
	exit never != 0
}' "$out/ways" || {
	echo 'FAILED: a way was never taken'
	bad=$((bad + 1))
}
[ $bad -eq 0 ]
