#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# sar alone and on several processes: one picture, in which all points are.
set -u
app=sar
. "${top_srcdir:?}/tests/cluster/app.sh"
if [ ! -x "$program" ]; then
	echo "sar is not built: configure has found no FFTW (fftw3f)"
	exit 77
fi

# Alone.
right='the same as a serial chain, and 51 points in their places'
expect 0 "$right" "$program" --verify --out one.pgm
grep -q '^sar: 512 pulses of 256 samples on 1 process in' out ||
complain "how long it took is not said: $(cat out)"
[ "$(head -n 2 one.pgm | tail -n 1)" = '512 256' ] ||
complain "one.pgm begins with $(head -n 2 one.pgm)"
if with_png; then
	expect 0 'wrote one.png' "$program" --out one.png
	[ "$(head -c 4 one.png | tail -c 3)" = PNG ] || complain "one.png is none"
fi
expect 0 "$right" "$program" --verify --pulses 257 --samples 131

# Arguments.
expect 0 '^Usage' "$program" --help
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument 'x'" x
refuse 2 "--pulses takes .* not '255'" --pulses 255
refuse 2 "--samples takes .* not '127'" --samples 127
refuse 1 'no/o: cannot be written' --out no/o

nodes_or_end
for n in 2 5; do
	expect 0 "$right" "$ocrrun" -n $n "$program" --verify --out o.pgm
	cmp one.pgm o.pgm || complain "another picture on $n processes"
done
export OCR_DRI_BY_NETWORK=1
expect 0 "$right" "$ocrrun" -n 3 "$program" --verify --out o.pgm
cmp one.pgm o.pgm || complain "another picture by the network"
verdict
