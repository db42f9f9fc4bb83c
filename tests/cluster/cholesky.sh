#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cholesky alone and on several nodes: what it factors, reads, writes, refuses.
set -u
app=cholesky
. "${top_srcdir:?}/tests/cluster/app.sh"
residual='^cholesky: residual .* is [0-9.e-]*$'

# Which kernels there are.
kernels=own
"$program" --size 1 --kernels blas >out 2>&1 && kernels='own blas'
echo "kernels: $kernels"

# A matrix whose factor has whole numbers, in both formats, by any tiles.
printf '%%%%MatrixMarket matrix array real general\n%% a comment\n\n3 3\n' >a.mtx
printf '4\n12\n-16\n12\n37\n-43\n-16\n-43\n98\n' >>a.mtx
printf '%%%%matrixmarket MATRIX Array Integer Symmetric\n3 3\n' >b.mtx
printf '4 12 -16\n37 -43\n98' >>b.mtx
printf '%%%%MatrixMarket matrix array real general\n3 3\n' >want
printf '2\n6\n-8\n0\n1\n5\n0\n0\n3\n' >>want
for kind in $kernels; do
	for in in a.mtx b.mtx; do
		for tile in 1 2 3 4; do
			expect 0 "$residual" "$program" --in $in --tile $tile \
				--kernels $kind --out l.mtx
			cmp want l.mtx || complain "$kind, tiles of $tile"
		done
	done
	# Sizes that tiles divide and do not, down to one row.
	for case in '1 1' '1 9' '2 1' '64 16' '65 16' '63 16' '100 7' '90 64'; do
		set -- $case
		expect 0 "$residual" "$program" --size $1 --tile $2 \
			--kernels $kind
	done
	expect 0 "$residual" "$program" --size 400 --tile 48 --kernels=$kind
done
expect 0 '^cholesky: factored in' "$program" --size 50 --tile 9 --unchecked
! grep -q residual out || complain "a residual that was not asked for"
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
expect 0 ' tasks on node 0, 100 %$' "$program" --size 50 --tile 9 --progress
[ "$(wc -l <err)" -le 10 ] || complain "more than ten lines: $(cat err)"
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h
# Another seed is another matrix.
expect 0 'wrote s0.mtx' "$program" --size 9 --tile 4 --out s0.mtx
expect 0 'wrote s1.mtx' "$program" --size 9 --tile 4 --seed 1 --out s1.mtx
! cmp -s s0.mtx s1.mtx || complain "seeds 0 and 1 are the same"

# Arguments.
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument 'a.mtx'" a.mtx
for option in --in --out --size --tile --seed --nodes-layout --kernels; do
	refuse 2 "option '$option' requires an argument" $option
	refuse 2 "$option takes .* not ''" $option=
done
for n in -1 0 1.5 x 32769 18446744073709551617; do
	refuse 2 "--size takes .* not '$n'" --size "$n"
	refuse 2 "--tile takes .* not '$n'" --tile "$n"
	refuse 2 "--nodes-layout takes .* not '$n'" --nodes-layout "$n"
done
refuse 2 "option '--unchecked' doesn't allow an argument" --unchecked=1
refuse 2 "--kernels takes .* not 'fast'" --kernels fast
refuse 2 '--in and --size' --in a.mtx --size 3
refuse 2 'layout of 1x2 needs 2 nodes, and there are 1' --nodes-layout 1x2
refuse 2 'need at least --tile 4' --size 1000 --tile 3

# Matrices that are not positive definite: the row, whatever the tiles.
printf '%%%%MatrixMarket matrix array real symmetric\n4 4\n' >neg.mtx
printf '4\n0\n2\n0\n9\n0\n0\n2\n5\n7\n' >>neg.mtx
for tile in 1 2 3 4; do
	expect 1 '^cholesky: .*positive definite: the pivot of row 4 is -18' \
		"$program" --in neg.mtx --tile $tile --out l.mtx
	[ "$(wc -l <err)" -eq 1 ] || complain "more than one line: $(cat err)"
	cmp want l.mtx || complain "the old factor is gone"
done
expect 1 'pivot of row 4 is -18 (row 2 of tile 2 on the diagonal)' \
	"$program" --in neg.mtx --tile 2

# Files that are no matrices.
refuse 1 'none.mtx: cannot be opened: No such file' --in none.mtx
refuse 1 '/: is a folder' --in /
# broken PATTERN TEXT
broken() {
	printf "$2" >broken.mtx
	refuse 1 "broken.mtx: .*$1" --in broken.mtx
}
: >broken.mtx
refuse 1 'is no MatrixMarket file' --in broken.mtx
broken 'is no MatrixMarket file' 'hello\n'
broken "is 'matrix coordinate real general'; wanted" \
	'%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n'
broken "is 'matrix array complex general'" \
	'%%%%MatrixMarket matrix array complex general\n1 1\n1 0\n'
broken "is 'matrix array real skew" \
	'%%%%MatrixMarket matrix array real skew-symmetric\n1 1\n1\n'
head='%%%%MatrixMarket matrix array real general\n'
broken 'no line with its size' "$head"
broken 'a broken line with its size' "${head}3\n"
broken 'a broken line with its size' "${head}-3 -3\n"
broken 'a broken line with its size' "${head}3 3 9\n"
broken 'has 2 rows and 3 columns' "${head}2 3\n1 2 3 4 5 6\n"
broken 'has 0 rows' "${head}0 0\n"
broken 'has 40000 rows' "${head}40000 40000\n"
broken 'is cut short: there is no room for 400000000 values' \
	"${head}20000 20000\n1\n"
broken 'is cut short: 3 values of 4' "${head}2 2\n100\n200\n200\n"
broken "value 2, 'x', is not a finite number" "${head}2 2\n1 x 2 3\n"
broken "value 1, 'nan', is not" "${head}1 1\nnan\n"
broken "value 1, '1e999', is not" "${head}1 1\n1e999\n"
broken "goes on after 1 values: '2'" "${head}1 1\n1 2\n"
broken 'is not symmetric: row 1, column 2 is 3, and 2 across' \
	"${head}2 2\n9 2 3 9\n"

# Files that cannot be written: known before anything is computed.
refuse 1 'no/x.mtx: cannot be written: No such file' --out no/x.mtx
mkdir folder
refuse 1 'folder: cannot be written: it is a folder' --out folder
refuse 1 '/dev/null: cannot be written: it is not a' --out /dev/null
# The disk is full in the middle of the work: the old file stays.
cp want full.mtx
files=$(ls -A)
(
	trap '' XFSZ
	ulimit -f 8
	exec "$program" --size 200 --out full.mtx >/dev/null
) 2>/dev/null
[ $? -eq 1 ] || complain "a full disk was not noticed"
cmp full.mtx want || complain "a full disk has cost the old file"
[ "$files" = "$(ls -A)" ] || complain "a full disk left $(ls -A)"

nodes_or_end
# Results of several nodes are those of one, to the last bit.
expect 0 'wrote one.mtx' "$program" --size 90 --tile 11 --out one.mtx
for case in '2 1x2' '2 2x1' '3 1x3' '4 2x2' '4 1x3' '4 1x1'; do
	set -- $case
	expect 0 'wrote many.mtx' "$ocrrun" -n $1 "$program" --size 90 \
		--tile 11 --nodes-layout $2 --out many.mtx
	cmp one.mtx many.mtx || complain "$1 nodes, layout $2"
done
for n in 2 3 4; do
	expect 0 "$residual" "$ocrrun" -n $n "$program" --size 300 --tile 32
	expect 0 "$residual" "$ocrrun" -n $n "$program" --in a.mtx --tile 1
done
expect 2 '^cholesky: unrecognized option' "$ocrrun" -n 2 "$program" --fast
expect 1 'the pivot of row 4' "$ocrrun" -n 3 "$program" --in neg.mtx --tile 1
# Strict mode finds nothing to complain about, and nothing left behind.
expect 0 "$residual" env OCR_STRICT=1 "$ocrrun" -n 2 "$program" --size 40 \
	--tile 9
[ ! -s err ] || complain "strict mode says: $(cat err)"
expect 0 'wrote l.mtx' env OCR_STRICT=1 "$ocrrun" -n 2 "$program" --in a.mtx \
	--tile 1 --out l.mtx
[ ! -s err ] || complain "strict mode says: $(cat err)"

verdict
