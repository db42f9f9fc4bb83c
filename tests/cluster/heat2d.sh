#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# heat2d alone and on several nodes: what it computes, reads, writes, refuses.
set -u
LC_ALL=C
export LC_ALL
heat2d=${top_builddir:?}/apps/heat2d/heat2d
ocrrun=$top_builddir/bin/ocrrun
sample=${top_srcdir:?}/apps/heat2d/sample.pgm
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
bad=0

complain() {
	echo "$*"
	bad=$((bad + 1))
}

# expect STATUS PATTERN COMMAND...
# The command ends with STATUS and prints a line that fits PATTERN.
expect() {
	want=$1
	pattern=$2
	shift 2
	"$@" >out 2>err
	got=$?
	if [ "$got" -ne "$want" ] || ! cat out err | grep -q -e "$pattern"; then
		complain "$*: status $got, not $want, or no line '$pattern':"
		cat out err
	fi
}

# refuse STATUS PATTERN ARGUMENT...
# heat2d says one line on standard error, and where help is if it likes, nothing else,
# and writes nothing.
# A look for races skips these: nothing has been started when it refuses.
[ "${OCR_CHECK_REFUSALS-}" != no ] ||
echo 'OCR_CHECK_REFUSALS=no: bad arguments and files are not tried'
refuse() {
	[ "${OCR_CHECK_REFUSALS-}" != no ] || return 0
	want=$1
	pattern=$2
	shift 2
	files=$(ls -A . other)
	expect "$want" "^heat2d: .*$pattern" "$heat2d" "$@"
	[ "$(grep -vc '^Try .* --help' err)" -eq 1 ] && [ ! -s out ] ||
	complain "heat2d $*: more than one line: $(cat out err)"
	[ "$files" = "$(ls -A . other)" ] ||
	complain "heat2d $*: files were $files, are $(ls -A . other)"
}

# same FILE FILE
same() {
	cmp "$1" "$2" || complain "$1 and $2 differ"
}

# serial ITERATIONS <text.pgm
# A second opinion: the same by awk, as a PGM with text samples on one line.
serial() {
	awk -v n="$1" '
	NR == 1 { next }
	NR == 2 { w = $1; h = $2; next }
	NR == 3 { max = $1; next }
	{ for (i = 1; i <= NF; i++) t[k++] = $i }
	END {
		for (; n > 0; n--) {
			for (y = 1; y < h - 1; y++)
				for (x = 1; x < w - 1; x++) {
					i = y * w + x
					u[i] = t[i] + 0.2 * (t[i - 1] + \
						t[i + 1] + t[i - w] + \
						t[i + w] - 4 * t[i])
				}
			for (i in u)
				t[i] = u[i]
		}
		for (i = 0; i < w * h; i++)
			printf "%d ", int(t[i] + 0.5)
	}'
}

# samples FILE: those of a binary PGM of 8 bits, as text on one line.
samples() {
	tail -c "$(awk 'NR == 2 { print $1 * $2; exit }' "$1")" "$1" |
	od -A n -v -t u1 | tr -s ' \n' ' ' | sed 's/^ //'
}

mkdir other
touch out err

# The sample is what the program makes, and a plate that never warms up goes
# through unchanged.
expect 0 'wrote a.pgm' "$heat2d" --size 96x72 --iterations 0 --out a.pgm
same "$sample" a.pgm
expect 0 'wrote b.pgm' "$heat2d" --in "$sample" --iterations=0 --tiles 5x7 \
	--out=b.pgm
same "$sample" b.pgm
expect 0 'wrote heat2d.ppm' "$heat2d" --iterations 3
[ "$(head -c 15 heat2d.ppm | tr '\n' ' ')" = 'P6 640 480 255 ' ] ||
complain "heat2d.ppm is no picture of 640 x 480"
[ "$(wc -c <heat2d.ppm)" -eq 921615 ] ||
complain "heat2d.ppm has $(wc -c <heat2d.ppm) bytes"
rm heat2d.ppm
expect 0 'bit for bit' "$heat2d" --verify
[ ! -e heat2d.ppm ] || complain "--verify wrote a picture"

# What is computed, by another program's opinion.
awk 'BEGIN {
	print "P2\n# made by a test\n7 6 # columns, rows"
	for (i = 0; i < 42; i++)
		s = s " " i * i * 7 % 201
	print "200" s
}' >small.pgm
{ echo P2; echo 7 6; tail -n 1 small.pgm | sed 's/ /\n/'; } >plain.pgm
for tiles in 1x1 2x3 6x7; do
	expect 0 'wrote c.pgm' "$heat2d" --in small.pgm --iterations 9 \
		--tiles $tiles --out c.pgm
	[ "$(samples c.pgm)" = "$(serial 9 <plain.pgm)" ] ||
	complain "tiles $tiles: $(samples c.pgm), awk: $(serial 9 <plain.pgm)"
done

# Every format gives the same plate.  A grey pixel is as bright as its grey.
printf 'P5 #x\n3\n#y\n\n2 255\n\000\001\002\377\200\012' >p5.pgm
printf 'P2 3 2 255 0 1 2 #z\n255 128 10' >p2.pgm
printf 'P3\n3 2\n255\n0 0 0 1 1 1 2 2 2 255 255 255 128 128 128 10 10 10' \
	>p3.ppm
printf 'P6\n3 2\n255\n\000\000\000\001\001\001\002\002\002\377\377\377' >p6.ppm
printf '\200\200\200\012\012\012' >>p6.ppm
for in in p5.pgm p2.pgm p3.ppm p6.ppm; do
	expect 0 'wrote d.pgm' "$heat2d" --in $in --iterations 0 --out d.pgm
	[ "$(samples d.pgm)" = '0 1 2 255 128 10 ' ] ||
	complain "$in became $(samples d.pgm)"
done
printf 'P5\n3 1\n1000\n\000\001\001\002\003\350' >wide.pgm
expect 0 'wrote d.pgm' "$heat2d" --in wide.pgm --iterations 4 --out d.pgm
same wide.pgm d.pgm
# The weights of red, green and blue.
printf 'P3 3 1 100  100 0 0  0 100 0  0 0 100' >rgb.ppm
expect 0 'wrote d.pgm' "$heat2d" --in rgb.ppm --iterations 0 --out d.pgm
[ "$(samples d.pgm)" = '21 72 7 ' ] || complain "colours: $(samples d.pgm)"
expect 0 'wrote d.PPM' "$heat2d" --in rgb.ppm --out d.PPM
[ "$(head -c 2 d.PPM)" = P6 ] || complain "d.PPM is no PPM"

# Sizes and tiles that do not divide, down to tiles of one cell.
for case in '37x53 3x4' '53x37 37x1' '1x1 1x1' '1x9 9x1' '2x2 2x2' '3x3 3x3' \
	    '64x48 16x12' '11x5 1x11'; do
	set -- $case
	for names in passed labels; do
		expect 0 'bit for bit' "$heat2d" --size "$1" --tiles "$2" \
			--iterations 23 --verify --names $names
	done
done
for n in 0 1 2 3; do
	expect 0 'bit for bit' "$heat2d" --size 20x20 --iterations $n --verify
	expect 0 'bit for bit' "$heat2d" --size 20x20 --iterations $n --verify \
		--names labels
done

# Progress is for standard error, and only where it is wanted.
expect 0 'bit for bit' "$heat2d" --verify --size 32x32
[ ! -s err ] || complain "progress was not asked for: $(cat err)"
expect 0 '100 %$' "$heat2d" --verify --size 32x32 --progress
[ "$(wc -l <err)" -eq 10 ] || complain "not ten lines: $(cat err)"
expect 0 '^Usage' "$heat2d" --help
expect 0 '^Usage' "$heat2d" -h

# Arguments.
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 "invalid option -- 'x'" -x
refuse 2 "unexpected argument 'a.pgm'" a.pgm
for option in --in --out --tiles --iterations --size --names; do
	refuse 2 "option '$option' requires an argument" $option
	refuse 2 "$option takes .* not ''" "$option="
done
refuse 2 "option '--verify' doesn't allow an argument" --verify=yes
for n in -1 +1 1.5 1e3 x '' ' 1' 1000000001 18446744073709551617; do
	refuse 2 "--iterations takes .* not '$n'" --iterations "$n"
done
for tiles in 0x1 1x0 3 3x 3x3x3 3X3 -1x2 4294967297x1 64x65; do
	refuse 2 "--tiles takes .* not '$tiles'" --tiles "$tiles"
done
for size in 0x4 4x0 4 99999x99999; do
	refuse 2 "--size takes .* not '$size'" --size "$size"
done
refuse 2 "--names takes passed or labels, not 'both'" --names both
refuse 2 '--in and --size' --in "$sample" --size 4x4
refuse 2 '9x2 tiles do not fit' --size 8x8 --tiles 9x2
refuse 2 '2x9 tiles do not fit' --size 8x8 --tiles 2x9

# Pictures that are none.
refuse 1 'none.pgm: cannot be opened: No such file' --in none.pgm
refuse 1 'other: is a folder' --in other
printf '' >broken.pgm
refuse 1 'is no PGM, PPM or PNG' --in broken.pgm
# broken PATTERN TEXT
broken() {
	printf "$2" >broken.pgm
	refuse 1 "broken.pgm: .*$1" --in broken.pgm --out c.pgm
}
rm c.pgm
broken 'is no PGM, PPM or PNG' 'GIF89a'
broken 'is P4' 'P4\n8 1\n\377'
broken 'its width is no number' 'P5\nx 1\n255\n\000'
broken 'its height is no number' 'P5\n1 -1\n255\n\000'
broken 'its width is no number' 'P5\n1x1\n255\n\000'
broken 'largest sample is no number' 'P5\n1 1\n25a\n\000'
broken 'is cut short' 'P5\n1 1'
broken 'is cut short' 'P5\n1 1\n# no end'
broken 'no cells: it is 0 x 5' 'P5\n0 5\n255\n'
broken 'no cells: it is 5 x 0' 'P2\n5 0\n255\n'
broken 'is too large' 'P5\n8193 8193\n255\n'
broken 'is too large' 'P5\n4294967297 1\n255\n\000'
broken 'is too large' 'P5\n99999999999999999999 99999999999999999999\n255\n'
broken 'not between 1 and 65535' 'P5\n1 1\n0\n\000'
broken 'not between 1 and 65535' 'P5\n1 1\n65536\n\000\000'
broken 'is cut short: 3 x 2 cells need 6 bytes' 'P5\n3 2\n255\n12345'
broken 'is cut short: 3 x 2 cells need 12 bytes' 'P5\n3 2\n256\n12345678901'
broken 'is cut short: 3 x 2 cells need 18 bytes' 'P6\n3 2\n255\n12345678901'
broken 'is cut short' 'P2\n3 2\n255\n10 20 30 40 50'
broken 'row 1, column 0 is not a number up to 99' 'P2\n2 2\n99\n1 2 100 4'
broken 'row 0, column 1 is not a number up to 99' 'P2\n2 2\n99\n1 x2 10 4'
broken 'row 0, column 2 is not a number up to 99' 'P5\n3 1\n99\n12z'
# A pipe has no length to compare with: the end comes as a surprise.
mkfifo pipe
for i in 1 2; do
	printf 'P5\n3 2\n255\n%s' "$([ $i = 1 ] && echo 12345 || echo 123456)" \
		>pipe &
	if [ $i = 1 ]; then
		expect 1 'pipe: is cut short' "$heat2d" --in pipe
	else
		expect 0 'bit for bit' "$heat2d" --in pipe --verify
	fi
	wait
done

# Pictures that cannot be written: known before anything is computed, and
# without harm to what is there.
refuse 2 'a name that ends in .pgm' --out x.gif
refuse 2 'a name that ends in .pgm' --out .pgm
if grep -q '^#define HAVE_LIBPNG' "$top_builddir/config.h"; then
	# Glowing, as to a PPM, and read by its luminance, as that.
	for end in ppm png; do
		expect 0 "wrote glow.$end" "$heat2d" --in "$sample" \
			--iterations 4 --out glow.$end
		expect 0 "wrote $end.pgm" "$heat2d" --in glow.$end \
			--iterations 0 --out $end.pgm
	done
	same ppm.pgm png.pgm
	head -c 4 glow.png | grep -q PNG || complain 'glow.png is no PNG'
	head -c 900 glow.png >broken.pgm
	refuse 1 'broken.pgm: is cut short' --in broken.pgm --out c.pgm
	tail -c +9 glow.png >broken.pgm
	refuse 1 'is no PGM, PPM or PNG' --in broken.pgm
	{ head -c 700 glow.png; echo broken; tail -c +708 glow.png; } >broken.pgm
	refuse 1 'broken.pgm: is a broken PNG picture: ' --in broken.pgm
else
	refuse 2 'no libpng' --out x.png
	echo 'PNG is not tried: this was built without libpng'
fi
refuse 1 'no/x.pgm: cannot be written: No such file' --out no/x.pgm
refuse 1 'err/x.pgm: cannot be written: Not a dir' --out err/x.pgm
mkdir folder.pgm
refuse 1 'folder.pgm: cannot be written: it is a folder' --out folder.pgm
ln -s /dev/null null.pgm
refuse 1 'null.pgm: cannot be written: it is not a' --out null.pgm
if [ "$(id -u)" -ne 0 ]; then
	touch kept.pgm
	chmod a-w kept.pgm
	refuse 1 'kept.pgm: cannot be written: Perm' --out kept.pgm
fi
# Behind a link and over an old picture, whose permissions stay.
echo old >other/old.pgm
chmod 640 other/old.pgm
ln -s other/old.pgm link.pgm
expect 0 'wrote link.pgm' "$heat2d" --in small.pgm --iterations 0 --out link.pgm
[ -L link.pgm ] && [ "$(head -c 2 other/old.pgm)" = P5 ] ||
complain "link.pgm was not followed"
[ "$(stat -c %a other/old.pgm)" = 640 ] || complain "old.pgm has other permissions"
# The disk is full in the middle of the work: the old picture stays.
cp "$sample" full.pgm
files=$(ls -A)
(
	trap '' XFSZ
	ulimit -f 8
	exec "$heat2d" --size 300x300 --iterations 2 --out full.pgm >/dev/null
) 2>/dev/null
[ $? -eq 1 ] || complain "a full disk was not noticed"
same full.pgm "$sample"
[ "$files" = "$(ls -A)" ] || complain "a full disk left $(ls -A)"

if ! "$ocrrun" -n 2 --show true >out 2>&1; then
	cat out
	echo "nothing was tried on several nodes"
	[ "$bad" -eq 0 ] || exit 1
	exit 77
fi
expect 0 'wrote one.pgm' "$heat2d" --in "$sample" --iterations 40 --out one.pgm
for n in 2 3 5; do
	# Results of several nodes are those of one.
	expect 0 'wrote many.pgm' "$ocrrun" -n $n "$heat2d" --verify \
		--in "$sample" --iterations 40 --out many.pgm
	grep -q 'bit for bit' out || complain "-n $n: not verified: $(cat out)"
	same one.pgm many.pgm
	rm -f many.pgm
	for names in passed labels; do
		expect 0 'bit for bit' "$ocrrun" -n $n "$heat2d" --verify \
			--size 37x53 --tiles 3x4 --iterations 60 --names $names
	done
done
# More nodes than tiles; one tile for all; tiles of one cell.
expect 0 'bit for bit' "$ocrrun" -n 5 "$heat2d" --verify --tiles 1x3 \
	--size 30x20 --iterations 50
expect 0 'bit for bit' "$ocrrun" -n 3 "$heat2d" --verify --tiles 1x1 \
	--size 30x20 --iterations 50
expect 0 'bit for bit' "$ocrrun" -n 3 "$heat2d" --verify --tiles 6x9 \
	--size 9x6 --iterations 20
expect 0 'bit for bit' "$ocrrun" -n 5 "$heat2d" --verify --tiles 1x3 \
	--size 30x20 --iterations 50 --names labels
expect 0 'bit for bit' "$ocrrun" -n 3 "$heat2d" --verify --tiles 6x9 \
	--size 9x6 --iterations 20 --names labels
expect 0 'bit for bit' "$ocrrun" -n 2 "$heat2d" --verify --size 40x40 \
	--iterations 0
# The status of node 0 is the job's, and so is its line.
expect 2 '^heat2d: unrecognized option' "$ocrrun" -n 2 "$heat2d" --fast
expect 1 '^heat2d: none.pgm: cannot be opened' "$ocrrun" -n 3 "$heat2d" \
	--in none.pgm

[ "$bad" -eq 0 ] || { echo "$bad failed"; exit 1; }
