#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The apps on simulated nodes, under many seeds.  OCR_SIM_SEEDS says how many of
# each (200).
set -u
bad=0

# try APP ARGUMENT...
try() {
	app=$1
	shift
	if [ ! -f "$top_builddir/tests/sim/apps/$app.so" ]; then
		echo "not tried: $app, which is not built"
		return
	fi
	"$top_builddir/tests/sim/sim" "$top_builddir/tests/sim/apps/$app.so" \
		"$@" || {
		echo "FAILED: $app $*"
		bad=$((bad + 1))
	}
}

# A task for each few nodes; a tree of one task; one of one node.
try uts --verify -d 3 --grain 5
try uts --verify -t 0 -b 30 -q 0.4 -m 2 --grain 1
try uts --verify -t 2 -b 3 -d 6 -q 0.2 -m 4 --grain 9
try uts --verify -t 3 -b 2 -d 3
try uts --verify -t 0 -b 1 -q 0

# One tile; some, of several sizes; tiles of one row; without residual.
try cholesky --size 5 --tile 5
try cholesky --size 20 --tile 6 --kernels own
try cholesky --size 5 --tile 1
try cholesky --size 12 --tile 5 --unchecked --nodes-layout 1x1

# Fewer, as many and more tiles than nodes; tiles as narrow as the radius.
try stencil2d --verify --size 20 --tiles 3x4 --iterations 6
try stencil2d --verify --size 9 --radius 1 --tiles 1x2 --iterations 9
try stencil2d --verify --size 8 --radius 2 --tiles 4x4 --iterations 3
try stencil2d --verify --size 9 --tiles 1x1 --iterations 5
try stencil2d --verify --size 9 --tiles 2x2 --iterations 0

# The box as one domain, cut once, and each way; domains that are two cells wide.
try md --verify --size 5 --domains 1x1x1 --steps 3
try md --verify --size 7 --domains 2x1x1 --steps 3
try md --verify --size 6 --domains 2x2x2 --steps 4

# As many and more parts than rows; several on a node.
try cg --size 4 --per-node 2
try cg --size 2 --per-node 3
try cg --size 7
try cg --size 1
try cg --size 4 --tolerance 1

# More and fewer columns of tiles than nodes; one tile; no way back.
try wavefront --verify --summary --length 40 --tile 7
try wavefront --verify --summary --length 12 --tile 1
try wavefront --verify --summary --length 20 --tile 50
try wavefront --score-only --length 40 --tile 7

# Chunks that cut words, one chunk, more nodes than chunks; and a file that is
# changed and changed back.
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
printf 'It was the best of times, it was the worst of times, ' >"$work/text"
cp "$work/text" "$work/changed"
try wordhist --verify --chunk 9 --lanes 2 --out "$work/out" "$work/text"
try wordhist --verify --chunk 5 --one-reader --out "$work/out" "$work/text"
try wordhist --verify --chunk 1M --out "$work/out" "$work/text"
try wordhist --verify --do sha256 --chunk 9 --out "$work/out" "$work/text"
try wordhist --do rot13 --chunk 9 "$work/changed"
try wordhist --do rot13 --chunk 20 --one-reader "$work/changed"
cmp "$work/text" "$work/changed" || bad=$((bad + 1))

test "$bad" -eq 0
