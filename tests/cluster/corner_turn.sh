#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# corner_turn alone and on several processes, against a transposition by awk:
# what it turns, checks, refuses.
set -u
app=corner_turn
. "${top_srcdir:?}/tests/cluster/app.sh"
sample=$top_srcdir/apps/heat2d/sample.pgm

. "$top_srcdir/tests/cluster/picture.sh"
sizes='1 2 4 6'
[ "${OCR_CHECK-}" != short ] || sizes='1 4'
[ "$several" = yes ] || sizes=1

# few: one of the sizes, another one each time; jobs take long to start.
turn=0
few() {
	set -- $sizes
	shift $((turn % $#))
	turn=$((turn + 1))
	some=$1
}

# turned ROWS COLS BYTES AT FILE: those elements of BYTES bytes, which begin
# behind AT bytes, with rows and columns exchanged, as text.
turned() {
	tail -c +$(($4 + 1)) "$5" | od -A n -v -t x1 | tr -s ' \n' '\n\n' |
	awk -v rows="$1" -v cols="$2" -v bytes="$3" '
	NF { byte[n++] = $1 }
	END {
		for (c = 0; c < cols; c++)
			for (r = 0; r < rows; r++)
				for (b = 0; b < bytes; b++)
					print byte[(r * cols + c) * bytes + b]
	}'
}

# samples AT FILE: what is behind AT bytes, as such text.
samples() {
	tail -c +$(($1 + 1)) "$2" | od -A n -v -t x1 | tr -s ' \n' '\n\n' |
	awk 'NF'
}

# turns SIZES FILE ROWS COLS BYTES: the picture is turned on so many processes.
turns() {
	numbers=$1
	shift
	at=$(($(wc -c <"$1") - $2 * $3 * $4))
	turned "$2" "$3" "$4" "$at" "$1" >wanted
	for n in $numbers; do
		rm -f o
		expect 0 '^corner_turn: wrote o$' on "$n" "$program" --verify \
			--out o "$1"
		grep -q 'the same as a serial transposition' out ||
		complain "$1 on $n: not verified: $(cat out err)"
		[ "$(head -n 2 o | tail -n 1)" = "$2 $3" ] ||
		complain "$1 on $n: $(head -n 2 o) is not $2 x $3"
		samples "$at" o | cmp wanted - ||
		complain "$1 on $n processes is not what awk makes of it"
	done
	expect 0 'wrote b' "$program" --out b o
	cmp "$1" b || complain "$1 turned twice"
}

# Pictures: grey and in colours, 8 and 16 bits, long and thin, with fewer rows
# or columns than processes.
picture grey.pgm 13 21 5 255 1
turns "$sizes" grey.pgm 13 21 1
picture wide.pgm 9 7 5 999 1
few
turns $some wide.pgm 9 7 2
picture colour.ppm 11 5 6 200 1
few
turns $some colour.ppm 11 5 3
picture colours.ppm 4 9 6 65535 1
turns "$sizes" colours.ppm 4 9 6
picture row.pgm 1 17 5 255 1
few
turns $some row.pgm 1 17 1
picture col.pgm 17 1 5 255 1
few
turns $some col.pgm 17 1 1
picture one.ppm 1 1 6 255 1
few
turns $some one.ppm 1 1 3
expect 0 'wrote turned.pgm' on "${sizes##* }" "$program" --verify \
	--out turned.pgm "$sample"
expect 0 'wrote back.pgm' "$program" --out back.pgm turned.pgm
cmp "$sample" back.pgm || complain "the sample turned twice"
# As a PNG, of which each process finds its rows.
if with_png; then
	expect 0 'wrote turned.png' on "${sizes##* }" "$program" --verify \
		--out turned.png "$sample"
	[ "$(head -c 4 turned.png | tail -c 3)" = PNG ] ||
	complain "turned.png is none"
	expect 0 'wrote back.pgm' on 2 "$program" --verify --out back.pgm \
		turned.png
	cmp "$sample" back.pgm || complain "the sample as a PNG turned twice"
	head -c "$(($(wc -c <turned.png) / 2))" turned.png >half.png
	expect 1 '^corner_turn: half.png: is cut short' on 2 "$program" \
		--verify half.png
	# A matrix stays one, whatever its name.
	head -c 24 "$program" >m
	expect 0 'wrote m.png' "$program" --rows 2 --cols 3 --out m.png m
	[ "$(wc -c <m.png)" -eq 24 ] || complain "m.png is no matrix"
	rm m
else
	refuse 1 'x.png: cannot be written: .* without libpng' --out x.png \
		"$sample"
fi

# Matrices.
head -c 9240 "$program" >raw
for case in 'float 4 55 42' 'double 8 33 35' 'complex 8 5 231' \
	    'double-complex 16 21 27' 'int 4 2310 1' 'short 2 1 4620'; do
	set -- $case
	head -c $(($2 * $3 * $4)) raw >m
	turned "$3" "$4" "$2" 0 m >wanted
	rm -f o
	few
	expect 0 'serial transposition' on "$some" "$program" --verify \
		--rows "$3" --cols "$4" --type "$1" --out o m
	samples 0 o | cmp wanted - ||
	complain "$1, $3 x $4, on $some processes: not as awk has it"
done
head -c 24 raw >m
expect 0 'wrote o' "$program" --rows=2 --cols=3 --out=o m
turned 2 3 4 0 m >wanted
samples 0 o | cmp wanted - || complain "float is not the default"

# A large one, in many pieces.
head -c 4000000 /dev/zero | tr '\0' 'x' >large
for n in $sizes; do
	expect 0 'serial transposition' on "$n" "$program" --verify \
		--rows 500 --cols 1000 --type complex large
done

# What it says.
expect 0 '^corner_turn: grey.pgm: 13 rows of 21 turned on 1 process in' \
	"$program" --verify grey.pgm
[ ! -s err ] || complain "it was not asked to say so much: $(cat err)"
expect 0 ', 100 %$' "$program" --verify --progress large --rows 1000 --cols 1000
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h

# Arguments.
refuse 2 'no file'
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "unexpected argument 'x': there is one file" grey.pgm x
refuse 2 "unexpected argument '': it is not the name" ''
refuse 2 'nothing to do with the result' grey.pgm
for option in --out --rows --cols --type; do
	refuse 2 "option '$option' requires an argument" --verify grey.pgm $option
	refuse 2 "$option takes .* not ''" --verify grey.pgm $option=
done
refuse 2 "option '--verify' doesn't allow an argument" --verify=1 grey.pgm
refuse 2 'needs --rows and --cols' --verify --rows 3 m
refuse 2 'needs --rows and --cols' --verify --cols 3 m
refuse 2 'needs --rows and --cols' --verify --type float m
refuse 2 '2^40' --verify --rows 2147483648 --cols 2147483648 m
for n in 0 -1 x 1.5 2147483649; do
	refuse 2 "--rows takes .* not '$n'" --verify --rows "$n" --cols 1 m
	refuse 2 "--cols takes .* not '$n'" --verify --cols "$n" --rows 1 m
done
refuse 2 "--type takes float, .* not 'byte'" --verify --type byte m

# Files that are not there, no pictures, too short, too long.
mkdir folder
refuse 1 'none: cannot be opened: No such' --verify none
refuse 1 'none: cannot be opened: No such' --verify --rows 2 --cols 3 none
refuse 1 'folder: is a folder' --verify folder
refuse 1 'folder: is a folder' --verify --rows 2 --cols 3 folder
refuse 1 'm: is no PGM, PPM or PNG' --verify m
refuse 1 '/dev/null: is not a regular file' --verify --rows 2 --cols 3 /dev/null
printf 'P2\n1 1\n9\n3\n' >text.pgm
refuse 1 'text.pgm: is a picture in text (P2)' --verify text.pgm
head -c 100 grey.pgm >short.pgm
refuse 1 'short.pgm: is cut short: 21 x 13 cells need 273 bytes' --verify \
	--out o2 short.pgm
printf 'P5\n2 2\n99\n\001\002\003\200' >above.pgm
refuse 1 'above.pgm: row 1 has a sample above 99' --verify --out o2 above.pgm
refuse 1 'm: has 24 bytes, but 2 x 4 such numbers are 32' --verify --rows 2 \
	--cols 4 m
refuse 1 'm: has 24 bytes, but 2 x 2 such numbers are 16' --verify --rows 2 \
	--cols 2 m

# Results that cannot be written: the old file stays.
refuse 1 'no/o: cannot be written: No such file' --out no/o grey.pgm
refuse 1 'folder: cannot be written: it is a folder' --out folder grey.pgm
cp grey.pgm full
files=$(ls -A)
(
	trap '' XFSZ
	ulimit -f 8
	exec "$program" --rows 1000 --cols 1000 --out full large >/dev/null
) 2>/dev/null
[ $? -eq 1 ] || complain "a full disk was not noticed"
cmp full grey.pgm || complain "a full disk has cost the old file"
[ "$files" = "$(ls -A)" ] || complain "a full disk left $(ls -A)"
chmod 640 full
expect 0 'wrote full' "$program" --out full grey.pgm
[ "$(stat -c %a full)" = 640 ] || complain "full has other permissions"
expect 0 'wrote full' "$program" --out full full
cmp full grey.pgm || complain "a file was not turned in its place"

[ "$several" = yes ] || nodes_or_end
expect 2 '^corner_turn: unrecognized option' "$ocrrun" -n 2 "$program" --fast
expect 1 '^corner_turn: none: cannot be opened' "$ocrrun" -n 3 "$program" \
	--verify none
[ "$(grep -c '^corner_turn: none' err)" -eq 1 ] ||
complain "several processes say the same: $(cat err)"
# One process alone sees what is wrong: the last row is its.
printf 'P5\n2 4\n99\n\001\002\003\004\005\006\007\200' >above.pgm
files=$(ls -A)
expect 1 '^corner_turn: above.pgm: row 3 has a sample' "$ocrrun" -n 4 \
	"$program" --out o2 above.pgm
[ "$files" = "$(ls -A)" ] || complain "left behind: $(ls -A)"
expect 0 '^Usage' "$ocrrun" -n 2 "$program" --help
[ "$(grep -c '^Usage' out)" -eq 1 ] || complain "each process helps: $(cat out)"
expect 0 ', 100 %$' "$ocrrun" -n 2 "$program" --verify --progress \
	--rows 1000 --cols 1000 large

verdict
