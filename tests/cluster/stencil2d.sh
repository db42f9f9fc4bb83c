#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stencil2d alone and on several nodes: its norm, its bits, and what it refuses.
set -u
app=stencil2d
. "${top_srcdir:?}/tests/cluster/app.sh"
same='^stencil2d: the same as the serial loop, bit for bit$'

# The norm is 2 for each iteration and the first.
for n in 0 1 2 99; do
	expect 0 "should be $((2 * n + 2))$" "$program" --size 50 --iterations $n
	! grep -q 'bit for bit' out || complain "compared without --verify"
done
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
# Radii, sizes and tiles that do not divide, down to tiles as narrow as the
# radius.
for case in '3 1 1x1' '3 1 3x3' '37 1 5x3' '37 2 18x1' '40 3 1x13' '33 16 1x1' \
	    '33 16 2x2' '50 4 3x4' '64 2 8x8'; do
	set -- $case
	expect 0 "$same" "$program" --verify --size $1 --radius $2 --tiles=$3 \
		--iterations 9
done
# What is chosen fits as well.
for size in 3 5 9 20; do
	expect 0 "$same" "$program" --verify --size $size --radius 1
done
expect 0 '^stencil2d: 20 of 20 iterations, 100 %$' "$program" --size 50 \
	--iterations 19 --progress
[ "$(wc -l <err)" -eq 10 ] || complain "not ten lines: $(cat err)"
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h

refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument '9'" 9
for option in --size --radius --iterations --tiles; do
	refuse 2 "option '$option' requires an argument" $option
	refuse 2 "$option takes .* not ''" $option=
	for value in -1 1.5 x ' 1' 18446744073709551617; do
		refuse 2 "$option takes .* not '$value'" $option "$value"
	done
done
refuse 2 "--size takes .* not '65537'" --size 65537
refuse 2 "--radius takes .* not '17'" --radius 17
refuse 2 "--tiles takes .* not '0x1'" --tiles 0x1
refuse 2 "--tiles takes .* not '129x128'" --tiles 129x128
refuse 2 "option '--verify' doesn't allow an argument" --verify=yes
refuse 2 '--size 4 is too small: a radius of 2' --size 4
refuse 2 '6x1 tiles are too many: each needs 2 rows' --size 11 --tiles 6x1
refuse 2 '1x6 tiles are too many' --size 11 --tiles 1x6

nodes_or_end
for n in 2 3 4 5; do
	expect 0 "$same" "$ocrrun" -n $n "$program" --verify --size 60 \
		--iterations 30
	expect 0 "$same" "$ocrrun" -n $n "$program" --verify --size 37 \
		--radius 3 --tiles 4x3 --iterations 40
done
# More nodes than tiles; one tile for all; many tiles.
expect 0 "$same" "$ocrrun" -n 5 "$program" --verify --size 30 --tiles 1x3
expect 0 "$same" "$ocrrun" -n 3 "$program" --verify --size 30 --tiles 1x1
expect 0 "$same" "$ocrrun" -n 3 "$program" --verify --size 40 --tiles 10x10 \
	--iterations 10
expect 2 '^stencil2d: unrecognized option' "$ocrrun" -n 2 "$program" --fast
# Strict mode finds nothing to complain about, and nothing left behind.
expect 0 "$same" env OCR_STRICT=1 "$ocrrun" -n 2 "$program" --verify --size 30 \
	--iterations 5
[ ! -s err ] || complain "strict mode says: $(cat err)"

verdict
