#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# wavefront alone and on several nodes: what it finds, reads, prints, refuses.
set -u
app=wavefront
. "${top_srcdir:?}/tests/cluster/app.sh"
human=$top_srcdir/apps/wavefront/human.fasta
mouse=$top_srcdir/apps/wavefront/mouse.fasta
same='the same as the serial program, score and alignment'

# score A B MATCH MISMATCH OPEN EXTEND
# A third opinion: the best score by awk.
score() {
	awk -v a="$1" -v b="$2" -v match_="$3" -v miss="$4" -v open="$5" \
		-v extend="$6" '
	function max(x, y) { return x > y ? x : y }
	BEGIN {
		for (j = 0; j <= length(b); j++) {
			h[j] = 0
			f[j] = -1000000
		}
		for (i = 1; i <= length(a); i++) {
			e = -1000000
			diagonal = 0
			for (j = 1; j <= length(b); j++) {
				e = max(h[j - 1] - open, e) - extend
				f[j] = max(h[j] - open, f[j]) - extend
				pair = substr(a, i, 1) == substr(b, j, 1)
				pair = diagonal + (pair ? match_ : -miss)
				diagonal = h[j]
				h[j] = max(max(0, pair), max(e, f[j]))
				best = max(best, h[j])
			}
		}
		print best + 0
	}'
}

# letters FILE: those of a FASTA file on one line.
letters() {
	sed 1d "$1" | tr -d '\n'
}

# The example of most text books, in lines of any length and case.
printf '>left\nTGTT\nacgg\n' >a.fasta
printf '\n> right  with words\r\nGGT TGA\r\n\r\nCTA' >b.fasta
for tile in 1 2 3 5 100; do
	expect 0 '^score 13$' "$program" --match 3 --gap-open 0 a.fasta \
		b.fasta --tile $tile --verify
	grep -q '^left  *2 GTT-AC 6$' out && grep -q '^  *||| || *$' out &&
	grep -q '^right  *2 GTTGAC 7$' out &&
	grep -q '^A 2 to 6, B 2 to 7$' out && grep -q "$same" out &&
	grep -q '^6 columns: 5 matches (83.3 %), 0 mismatches, 1 letters in 1' \
		out || complain "tile $tile: $(cat out)"
done

# Insulin: 90 of 110 amino acids are the same, without gaps.
expect 0 '^110 columns: 90 matches (81.8 %), 20 mismatches, 0 letters in 0' \
	"$program" --protein "$human" "$mouse" --match 1 --mismatch 1
[ "$(wc -l <out)" -eq 12 ] || complain "twelve lines: $(cat out)"
for costs in '2 3 5 2' '1 1 0 1' '5 4 3 0' '3 0 0 0' '1 9 9 9'; do
	set -- $costs
	best=$(score "$(letters "$human")" "$(letters "$mouse")" $costs)
	expect 0 "^score $best\$" "$program" --protein "$human" "$mouse" \
		--match "$1" --mismatch "$2" --gap-open "$3" --gap-extend "$4" \
		--tile 30 --verify --summary
	[ "$(wc -l <out)" -eq 5 ] || complain "five lines: $(cat out)"
	expect 0 "^score $best\$" "$program" --protein "$human" "$mouse" \
		--match "$1" --mismatch "$2" --gap-open "$3" --gap-extend "$4" \
		--tile 17 --score-only
	[ "$(wc -l <out)" -eq 3 ] || complain "three lines: $(cat out)"
done

# What is unknown matches nothing; U is T, but not an amino acid's.
printf '>x\nNNNNRYacgu\n' >x.fasta
printf '>y\nNNNNRYacgt\n' >y.fasta
expect 0 '^score 8$' "$program" x.fasta y.fasta --verify
expect 0 '^score 18$' "$program" x.fasta y.fasta --verify --protein
printf '>n\nNNNN' >n.fasta
expect 0 '^score 0$' "$program" n.fasta n.fasta --verify
[ "$(wc -l <out)" -eq 3 ] || complain "three lines: $(cat out)"
# A pipe will do.
mkfifo pipe
cat a.fasta >pipe &
expect 0 '^score 13$' "$program" --match 3 --gap-open 0 pipe b.fasta
wait

# Sizes and tiles that do not divide, long gaps, one letter.
for case in '1 1' '2 1' '97 10' '100 100' '300 299' '1000 64' '2000 512'; do
	set -- $case
	for seed in 1 2 3; do
		expect 0 "$same" "$program" --length "$1" --tile "$2" \
			--seed $seed --verify --summary
	done
done
expect 0 "$same" "$program" --verify --summary --length 500 --protein --seed 9
expect 0 "$same" "$program" --verify --summary
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
expect 0 '100 %$' "$program" --progress --summary
[ "$(wc -l <err)" -eq 10 ] || complain "not ten lines: $(cat err)"
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h x

# Arguments.
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 'two files are aligned, not one' a.fasta
refuse 2 "unexpected argument 'c': two files" a.fasta b.fasta c
for option in --match --mismatch --gap-open --gap-extend --tile --length --seed
do
	refuse 2 "option '$option' requires an argument" $option
	for value in '' -1 1x 1.5 ' 1' 18446744073709551616; do
		refuse 2 "$option takes a number .* not '$value'" \
			$option "$value"
	done
done
for case in '--match 0' '--match 1001' '--mismatch 1001' '--tile 0' \
	    '--tile 16385' '--length 0' '--length 10000001'; do
	set -- $case
	refuse 2 "$1 takes a number .* not '$2'" "$1" "$2"
done
refuse 2 "option '--verify' doesn't allow an argument" --verify=yes
refuse 2 '--length and --seed' a.fasta b.fasta --seed 3
refuse 2 '--verify compares' --verify --score-only
refuse 2 'too many for --verify' --verify --length 20000
refuse 2 'tiles of 1 letters are too many' --length 20000 --tile 1
refuse 2 '--match 1000 is too much' --length 2000000 --match 1000

# Files that are none.
refuse 1 'none.fasta: cannot be opened: No such file' none.fasta b.fasta
refuse 1 'none.fasta: cannot be opened: No such file' a.fasta none.fasta
mkdir folder
refuse 1 'folder: is a folder' folder b.fasta
# broken PATTERN TEXT [OPTION]
broken() {
	printf "$2" >broken.fasta
	refuse 1 "broken.fasta: $1" a.fasta broken.fasta ${3-}
}
broken 'is empty' ''
broken 'is empty' ' \n\n'
broken "is not FASTA: it does not begin with '>'" 'ACGT\n'
broken "is not FASTA" '\037\213\010'
broken 'the sequence is empty' '>name'
broken 'the sequence is empty' '>name\n\n'
broken "line 2: 'E' is not a base" '>x\nACGE\n'
broken "line 4: '1' is not a base" '>x\nAC\n\nGT1\n'
broken "line 2: '-' is not an amino acid" '>x\nAC-GT\n' --protein
broken 'line 2: byte 255 is not a base' '>x\nAC\377'
broken 'line 2: byte 0 is not a base' '>x\nAC\000'
broken 'line 3: a second sequence begins' '>x\nAC\n>y\nAC\n'

nodes_or_end
for n in 2 3 5; do
	expect 0 "$same" "$ocrrun" -n $n "$program" --length 40 --tile 1 \
		--verify --summary
	expect 0 "$same" "$ocrrun" -n $n "$program" --length 1000 --tile 64 \
		--verify --summary --seed $n
	expect 0 '^score ' "$ocrrun" -n $n "$program" --length 1000 --tile 64 \
		--score-only
	mv out many
	expect 0 '^score ' "$program" --length 1000 --tile 64 --score-only
	cmp out many || complain "-n $n: $(cat many)"
done
expect 0 '^score 13$' "$ocrrun" -n 3 "$program" --match 3 --gap-open 0 \
	a.fasta b.fasta --tile 2
expect 0 '100 %$' "$ocrrun" -n 3 "$program" --progress --summary
[ "$(wc -l <err)" -eq 10 ] || complain "not ten lines: $(cat err)"
# The status of node 0 is the job's, and so is its line.
expect 2 '^wavefront: unrecognized option' "$ocrrun" -n 2 "$program" --fast
expect 1 '^wavefront: none.fasta: cannot be opened' "$ocrrun" -n 3 "$program" \
	none.fasta b.fasta
# Strict mode finds nothing to complain about, and nothing left behind.
for only in --verify --score-only; do
	OCR_STRICT=1 expect 0 '^score ' "$ocrrun" -n 2 "$program" --summary \
		--length 300 --tile 40 $only
	[ ! -s err ] || complain "strict mode says: $(cat err)"
done

verdict
