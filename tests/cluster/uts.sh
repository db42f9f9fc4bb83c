#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# uts alone and on several nodes: the trees, and what it refuses.
set -u
app=uts
. "${top_srcdir:?}/tests/cluster/app.sh"
if [ ! -x "$program" ]; then
	echo "uts is not built: configure has found no nettle"
	exit 77
fi

grains='1 77 1000000000'
[ "${OCR_CHECK:-}" != short ] || grains=77
# Trees of each type and shape, which nobody has published.
for tree in '-d 6' '-a 0 -d 12 -r 3' '-a 1 -b 3 -d 8 -r 7' '-a 2 -d 5 -r 1' \
	    '-t 0 -b 300 -q 0.24 -m 4' '-t 0 -b 100000 -q 0 -m 1' \
	    '-t 2 -b 4 -d 8 -q 0.22 -m 4 -r 9' '-t 3 -b 3 -d 8' \
	    '-t 3 -b 1 -d 1' '-t 3 -b 1 -d 3000'; do
	for grain in $grains; do
		expect 0 'the same as by a serial search' "$program" $tree \
			--verify --grain $grain
	done
done
# What is counted does not depend on how it is dealt out.
expect 0 '^uts: 1093 nodes, 729 leaves (66.70 %), depth 6$' "$program" \
	-t 3 -b 3 -d 6
expect 0 'as published for T1' "$program" --verify
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
expect 0 '^uts: [0-9]* nodes on node 0$' "$program" --tree T1 --progress
[ "$(wc -l <err)" -le 4 ] || complain "more than four lines: $(cat err)"
expect 0 'as published for T3' "$program" -t 0 -b 2000 -q 0.124875 -m 8 \
	-r 42 --verify
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h

refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument 'T1'" T1
for option in --tree --type --shape --root-children --depth --seed --probability \
	--children --grain; do
	refuse 2 "option '$option' requires an argument" $option
	refuse 2 "$option takes .* not ''" $option=
	for value in -1 1x x ' 1' 18446744073709551617 nan 0x1; do
		refuse 2 "$option takes .* not '$value'" $option "$value"
	done
done
refuse 2 "--tree takes .* not 'T9'" --tree T9
refuse 2 "-t, --type takes .* not '4'" -t 4
refuse 2 "-a, --shape takes .* not '4'" -a 4
refuse 2 "-b, --root-children takes .* not '0.5'" -b 0.5
refuse 2 "-b, --root-children takes .* not '1e7'" -b 1e7
refuse 2 "-d, --depth takes .* not '0'" -d 0
refuse 2 "-m, --children takes .* not '101'" -m 101
refuse 2 "-q, --probability takes .* not '1.5'" -q 1.5
refuse 2 "-r, --seed takes .* not '2147483648'" -r 2147483648
refuse 2 "option '--verify' doesn't allow an argument" --verify=yes
# Trees that would never end.
refuse 2 'may never end' -t 0 -q 0.25 -m 4
refuse 2 'may never end' -t 2 -q 0.5 -m 4

nodes_or_end
for n in 2 3 4; do
	expect 0 'the same as by a serial search' "$ocrrun" -n $n "$program" \
		-d 7 --grain 20 --verify
	expect 0 'the same as by a serial search' "$ocrrun" -n $n "$program" \
		-d 7 --grain 20 --verify --free
	expect 0 'the same as by a serial search' "$ocrrun" -n $n "$program" \
		-t 0 -b 300 -q 0.24 -m 4 --grain 20 --verify
done
[ "${OCR_CHECK:-}" = short ] ||
expect 0 'as published for T1' "$ocrrun" -n 4 "$program" --verify
expect 0 'as published for T3' "$ocrrun" -n 3 "$program" --tree T3 --verify
expect 2 '^uts: unrecognized option' "$ocrrun" -n 2 "$program" --fast
# Strict mode finds nothing to complain about, and nothing left behind.
expect 0 'the same as by' env OCR_STRICT=1 "$ocrrun" -n 2 "$program" -d 6 \
	--verify
[ ! -s err ] || complain "strict mode says: $(cat err)"

verdict
