#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# md alone and on several nodes: its energy, its bits, and what it refuses.
set -u
app=md
. "${top_srcdir:?}/tests/cluster/app.sh"
same='^md: the same as the serial loop, bit for bit$'

# Nothing happens in no time.
expect 0 'energy of an atom \(-[0-9.]*\), was \1;' "$program" --size 5 --steps 0
! grep -q 'bit for bit' out || complain "compared without --verify"
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
# One domain, its own neighbour on all sides; two, whose neighbours on both
# sides are one; domains of different sizes.
for case in '5 1x1x1' '7 2x1x1' '7 1x2x2' '9 2x3x1' '10 3x3x3'; do
	set -- $case
	expect 0 "$same" "$program" --verify --size $1 --domains=$2 --steps 12
done
expect 0 "$same" "$program" --verify --size 6 --temperature 0 --steps 3
expect 0 '^md: 20 of 20 steps, 100 %$' "$program" --size 5 --steps 19 --progress
[ "$(wc -l <err)" -eq 10 ] || complain "not ten lines: $(cat err)"
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h

refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument '9'" 9
for option in --size --steps --dt --temperature --domains; do
	refuse 2 "option '$option' requires an argument" $option
	refuse 2 "$option takes .* not ''" $option=
	for value in -1 x ' 1' 18446744073709551617; do
		refuse 2 "$option takes .* not '$value'" $option "$value"
	done
done
refuse 2 "--size takes .* not '4'" --size 4
refuse 2 "--dt takes .* not '0'" --dt 0
refuse 2 "--temperature takes .* not 'nan'" --temperature nan
for value in 0x1x1 1x1 1x1x1x1 1x1x 129x128x1 16384x16384x16384; do
	refuse 2 "--domains takes .* not '$value'" --domains $value
done
refuse 2 "option '--verify' doesn't allow an argument" --verify=yes
refuse 2 '4 domains along an axis are too many: each needs two cells, .* 6;' \
	--size 10 --domains 1x4x1
expect 1 '^md: an atom went past a whole cell in a step: take a smaller --dt$' \
	"$program" --temperature 10 --dt 0.02

nodes_or_end
for n in 2 3 4; do
	expect 0 "$same" "$ocrrun" -n $n "$program" --verify --size 8 --steps 15
done
# More nodes than domains; one domain; domains two cells wide.
expect 0 "$same" "$ocrrun" -n 4 "$program" --verify --size 7 --domains 1x1x2 \
	--steps 10
expect 0 "$same" "$ocrrun" -n 2 "$program" --verify --size 5 --domains 1x1x1 \
	--steps 10
expect 0 "$same" "$ocrrun" -n 3 "$program" --verify --size 10 --domains 3x3x3 \
	--steps 10
expect 2 '^md: unrecognized option' "$ocrrun" -n 2 "$program" --fast
# Strict mode finds nothing to complain about, and nothing left behind.
expect 0 "$same" env OCR_STRICT=1 "$ocrrun" -n 2 "$program" --verify --size 7 \
	--steps 3
[ ! -s err ] || complain "strict mode says: $(cat err)"

verdict
