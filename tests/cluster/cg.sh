#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cg alone and on several nodes: what it solves, reads, writes, refuses.
set -u
app=cg
. "${top_srcdir:?}/tests/cluster/app.sh"
same='^cg: the same as the serial loop, bit for bit$'

# Grids of one point and more, in fewer, as many and more parts than rows.
for case in '1 1' '1 3' '2 1' '2 4' '2 9' '3 2' '17 1' '17 5' '40 64'; do
	set -- $case
	expect 0 "$same" "$program" --size $1 --per-node $2
done
expect 0 '^cg: 900 rows, 4380 elements, 1 parts on 1 nodes$' \
	"$program" --size 30
expect 0 '^cg: 58 iterations' "$program" --size 30 --tolerance=1e-9 --unchecked
! grep -q serial out || complain "a comparison that was not asked for"
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
expect 0 '^cg: 7 of 8 digits, 87 %$' "$program" --size 30 --progress
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h
# Whoever asks for nothing gets it.
expect 0 '^cg: 0 iterations, residual 1' "$program" --tolerance 1
expect 1 'no solution in 3 iterations' "$program" --size 30 --iterations 3

# A matrix whose solution has simple numbers, in both formats and any order.
printf '%%%%MatrixMarket matrix coordinate real symmetric\n%% a comment\n\n' >a.mtx
printf '3 3 4\n1 1 2.0\n3 3 4\n2 2 2\n2 1 1e0\n' >>a.mtx
printf '%%%%matrixmarket MATRIX Coordinate Integer General\n3 3 6\n' >b.mtx
printf '3 3 4\n1 2 1\n2 1 1\n\n2 2 2\n1 1 2\n3 1 0' >>b.mtx
for in in a.mtx b.mtx; do
	for parts in 1 2 3 4; do
		expect 0 "$same" "$program" --in $in --per-node $parts \
			--out x.mtx --tolerance 1e-14
		[ "$(sed 1,2d x.mtx | awk '{ printf "%.9f ", $1 }')" = \
			'0.333333333 0.333333333 0.250000000 ' ] ||
		complain "$in in $parts parts: $(cat x.mtx)"
	done
done
[ "$(head -n 2 x.mtx)" = '%%MatrixMarket matrix array real general
3 1' ] || complain "the file begins $(head -n 2 x.mtx)"

# Arguments.
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument 'a.mtx'" a.mtx
for option in --in --out --size --tolerance --iterations --per-node; do
	refuse 2 "option '$option' requires an argument" $option
	refuse 2 "$option takes .* not ''" $option=
done
for n in -1 0 1.5 x 20001 18446744073709551617; do
	refuse 2 "--size takes .* not '$n'" --size "$n"
	refuse 2 "--per-node takes .* not '$n'" --per-node "$n"
done
for t in 0 2 -1 nan x; do
	refuse 2 "--tolerance takes .* not '$t'" --tolerance "$t"
done
refuse 2 "option '--unchecked' doesn't allow an argument" --unchecked=1
refuse 2 '--in and --size' --in a.mtx --size 3

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
broken "is 'matrix array real general'; wanted" \
	'%%%%MatrixMarket matrix array real general\n1 1\n1\n'
broken "is 'matrix coordinate pattern symm" \
	'%%%%MatrixMarket matrix coordinate pattern symmetric\n1 1 1\n1 1\n'
broken "is 'matrix coordinate real skew" \
	'%%%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0\n'
head='%%%%MatrixMarket matrix coordinate real general\n'
broken 'no line with its size' "$head"
broken 'a broken line with its size' "${head}3 3\n"
broken 'a broken line with its size' "${head}-3 -3 1\n"
broken 'a broken line with its size' "${head}3 3 9 9\n"
broken 'has 2 rows and 3 columns' "${head}2 3 1\n1 1 1\n"
broken 'has 0 rows' "${head}0 0 0\n"
broken 'has 3000000000 rows' "${head}3000000000 3000000000 1\n1 1 1\n"
broken 'is cut short: 1 elements of 2' "${head}2 2 2\n1 1 1\n"
broken "element 2 is '3 1 1'" "${head}2 2 2\n1 1 1\n3 1 1\n"
broken "element 1 is '1 0 1'" "${head}2 2 1\n1 0 1\n"
broken "element 1 is '1 1 nan'" "${head}2 2 1\n1 1 nan\n"
broken "element 1 is '1 1 '" "${head}2 2 1\n1 1\n"
broken "element 1 is '1 1 2'" "${head}2 2 1\n1 1 2 3\n"
broken 'goes on after 1 elements' "${head}1 1 1\n1 1 1\n1 1 1\n"
broken 'has row 1, column 1 twice' "${head}1 1 2\n1 1 1\n1 1 1\n"
broken 'has 1 elements that are not 0 in 2 rows' "${head}2 2 1\n1 1 1\n"
broken 'has 0 elements that are not 0 in 2147483647 rows' \
	"${head}2147483647 2147483647 0\n"
broken 'is not symmetric: row 1, column 2 is 3, and 2 across' \
	"${head}2 2 4\n1 1 9\n1 2 3\n2 1 2\n2 2 9\n"
broken 'is not symmetric: row 2, column 1 is 3, and 0 across' \
	"${head}2 2 3\n1 1 9\n2 1 3\n2 2 9\n"

# Matrices that it cannot solve.
printf "${head}2 2 2\n1 1 1\n2 2 -1\n" >neg.mtx
expect 1 '^cg: the matrix is not positive definite: p A p is 0 in iteration 1$' \
	"$program" --in neg.mtx

# Files that cannot be written: known before anything is computed.
refuse 1 'no/x.mtx: cannot be written: No such file' --out no/x.mtx
mkdir folder
refuse 1 'folder: cannot be written: it is a folder' --out folder

nodes_or_end
for n in 2 3 4; do
	for parts in 1 3; do
		expect 0 "$same" "$ocrrun" -n $n "$program" --size 25 \
			--per-node $parts
	done
	expect 0 "$same" "$ocrrun" -n $n "$program" --in a.mtx --per-node 1
done
expect 2 '^cg: unrecognized option' "$ocrrun" -n 2 "$program" --fast
expect 1 'is not positive definite' "$ocrrun" -n 3 "$program" --in neg.mtx
# Strict mode finds nothing to complain about, and nothing left behind.
OCR_STRICT=1 expect 0 "$same" "$ocrrun" -n 2 "$program" --size 9 --per-node 2
[ ! -s err ] || complain "strict mode says: $(cat err)"

verdict
