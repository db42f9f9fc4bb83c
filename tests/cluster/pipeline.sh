#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pipeline alone and on several processes, against filters in awk: what it makes
# of pictures, in which groups, what it refuses.
set -u
app=pipeline
. "${top_srcdir:?}/tests/cluster/app.sh"
sample=$top_srcdir/apps/heat2d/sample.pgm

. "$top_srcdir/tests/cluster/picture.sh"
sizes='1 2 3 4 6'
[ "${OCR_CHECK-}" != short ] || sizes='1 2 6'
[ "$several" = yes ] || sizes=1

# filtered NAME ROWS COLS SAMPLES MAX <text: by a formula of its own.  Beyond the
# border, as many of the outermost rows and columns as the filter reaches.
filtered() {
	awk -v name="$1" -v rows="$2" -v cols="$3" -v k="$4" -v max="$5" '
	function at(r, c, s) {
		r = r < 0 ? r + reach : r >= rows ? r - reach : r
		c = c < 0 ? c + reach : c >= cols ? c - reach : c
		return v[(r * cols + c) * k + s]
	}
	function abs(x) { return x < 0 ? -x : x }
	function blur(r, c, s,    i, j, sum) {
		for (i = -2; i <= 2; i++)
			for (j = -2; j <= 2; j++)
				sum += w[i] * w[j] * at(r + i, c + j, s)
		return int((sum + 128) / 256)
	}
	function edges(r, c, s,    x, y, i) {
		for (i = -1; i <= 1; i++) {
			x += (2 - abs(i)) * \
				(at(r + i, c + 1, s) - at(r + i, c - 1, s))
			y += (2 - abs(i)) * \
				(at(r + 1, c + i, s) - at(r - 1, c + i, s))
		}
		x = abs(x) + abs(y)
		return x < max ? x : max
	}
	BEGIN {
		reach = name == "blur" ? 2 : 1
		w[-2] = w[2] = 1; w[-1] = w[1] = 4; w[0] = 6
	}
	{ v[n++] = $1 }
	END {
		for (r = 0; r < rows; r++)
			for (c = 0; c < cols; c++)
				for (s = 0; s < k; s++)
					print name == "blur" ? blur(r, c, s) : \
						edges(r, c, s)
	}'
}

# samples FILE COUNT BYTES: the last COUNT samples, of 1 or 2 bytes, as text.
samples() {
	tail -c $(($2 * $3)) "$1" | od -A n -v -t u1 | tr -s ' \n' '\n\n' |
	awk -v bytes="$3" 'NF {
		if (bytes == 1)
			print $1
		else if (++n % 2)
			high = $1
		else
			print high * 256 + $1
	}'
}

# few: one of the sizes, another one each time; jobs take long to start.
turn=0
few() {
	set -- $sizes
	shift $((turn % $#))
	turn=$((turn + 1))
	some=$1
}

# filters_right SIZES NAME ROWS COLS SAMPLES BYTES MAX FILE...: on so many
# processes.
filters_right() {
	numbers=$1
	shift
	name=$1 rows=$2 cols=$3 k=$4 bytes=$5 max=$6
	shift 6
	suffix=pgm
	[ "$k" -eq 1 ] || suffix=ppm
	i=0
	for file; do
		samples "$file" $((rows * cols * k)) "$bytes" |
		filtered "$name" "$rows" "$cols" "$k" "$max" >wanted$i
		i=$((i + 1))
	done
	for procs in $numbers; do
		rm -f o0*
		expect 0 "^pipeline: wrote o0000.$suffix" on "$procs" \
			"$program" --verify --filter "$name" --out o "$@"
		grep -q 'the same as a serial filter' out ||
		complain "$name on $procs: not verified: $(cat out err)"
		i=0
		for file; do
			o=o000$i.$suffix
			[ "$(head -n 2 "$o" | tail -n 1)" = "$cols $rows" ] ||
			complain "$name on $procs: $o is $(head -n 2 "$o")"
			samples "$o" $((rows * cols * k)) "$bytes" |
			cmp wanted$i - ||
			complain "$name on $procs: $file, as awk sees it"
			i=$((i + 1))
		done
	done
	rm -f o0* wanted*
}

# Grey and in colours, 8 and 16 bits; more tiles than rows; the smallest.
picture a.pgm 19 23 5 255 1
picture b.pgm 19 23 5 255 2
picture c.pgm 19 23 5 255 3
picture d.pgm 19 23 5 255 5
filters_right "$sizes" edges 19 23 1 1 255 a.pgm b.pgm c.pgm d.pgm
few
filters_right $some blur 19 23 1 1 255 a.pgm b.pgm c.pgm d.pgm a.pgm
picture a.ppm 8 13 6 200 1
picture b.ppm 8 13 6 200 2
few
filters_right $some edges 8 13 3 1 200 a.ppm b.ppm
filters_right "$sizes" blur 8 13 3 1 200 b.ppm a.ppm
picture wide.pgm 7 6 5 65535 3
few
filters_right $some edges 7 6 1 2 65535 wide.pgm
few
filters_right $some blur 7 6 1 2 65535 wide.pgm
picture line.pgm 2 40 5 255 3
few
filters_right $some blur 2 40 1 1 255 line.pgm
picture tiny.pgm 2 3 5 255 7
few
filters_right $some blur 2 3 1 1 255 tiny.pgm
few
filters_right $some edges 2 3 1 1 255 tiny.pgm

# Frames of its own, more of them than buffers, with one buffer and many.
for buffers in 1 2 5; do
	few
	expect 0 'same as a serial filter' on "$some" "$program" --verify \
		--size 60x44 --frames 9 --buffers $buffers
done
[ "$several" = no ] || for buffers in 1 4; do
	expect 0 'same as a serial filter' on 2 "$program" --verify \
		--size 60x44 --frames 9 --buffers $buffers
done
for procs in $sizes; do
	expect 0 'same as a serial filter' on "$procs" "$program" --verify \
		--size 61x45 --frames 4 --filter blur
done

# What it says.
expect 0 '^pipeline: 2 frames of 96 x 72, edges, by 1 reading, 1 filtering, 1 writing of 1 process' \
	"$program" --verify "$sample" "$sample"
[ ! -s err ] || complain "it was not asked to say so much: $(cat err)"
expect 0 '^pipeline: 3 of 3 frames, 100 %$' "$program" --verify --progress \
	--frames 3 --size 20x20
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h

# Arguments.
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 'nothing to do with the result' a.pgm
for option in --out --filter --frames --size --readers --filters --writers \
	      --buffers; do
	refuse 2 "option '$option' requires an argument" --verify $option
	refuse 2 "$option takes .* not ''" --verify $option=
done
refuse 2 "option '--verify' doesn't allow an argument" --verify=1
refuse 2 "--filter takes blur or edges, not 'red'" --verify --filter red
refuse 2 'are for frames of its own' --verify --frames 2 a.pgm
refuse 2 'are for frames of its own' --verify --size 9x9 a.pgm
for n in 0 -1 x 65537; do
	refuse 2 "--readers takes .* not '$n'" --verify --readers "$n"
done
refuse 2 "--buffers takes .* not '65'" --verify --buffers 65
refuse 2 "--frames takes .* not '10001'" --verify --frames 10001
refuse 2 "--size takes .* not '9'" --verify --size 9
refuse 2 'larger groups need more than 1 process' --verify --filters 2

# Files that are not there, no pictures, too short, of another size.
mkdir folder
refuse 1 'none: cannot be opened: No such' --verify none
refuse 1 'none: cannot be opened: No such' --verify a.pgm none
refuse 1 'folder: is a folder' --verify folder
refuse 1 'octal: is no PGM, PPM or PNG' --verify octal
head -c 100 a.pgm >short.pgm
refuse 1 'short.pgm: is cut short' --verify --out o a.pgm short.pgm
refuse 1 'a.ppm: is not like a.pgm: P6 of 13 x 8, white is 200' --verify \
	a.pgm a.ppm
refuse 1 'a.pgm: is not like wide.pgm' --verify wide.pgm a.pgm
refuse 1 '1 x 9 is too small for this filter, which needs 2 x 2' --verify \
	--size 1x9 --filter blur
refuse 1 'no/o0000.pgm: cannot be written: No such' --out no/o a.pgm
mkdir p0000.pgm
refuse 1 'p0000.pgm: cannot be written: it is a folder' --out p a.pgm
rmdir p0000.pgm
refuse 1 'no room for the frames: out of memory' --dri-mem-limit 2m --verify
# A sample that is too large is seen when its frame is read: all others are
# written, and that one is not.
cp a.pgm bad.pgm
printf 'P5\n23 19\n99\n' >bad.pgm
tail -c 437 a.pgm >>bad.pgm
awk 'BEGIN { for (i = 0; i < 437; i++) printf "0" }' >zeros
{ printf 'P5\n23 19\n99\n'; cat zeros; } >good.pgm
expect 1 '^pipeline: bad.pgm: row .* has a sample above 99' "$program" \
	--out o good.pgm bad.pgm good.pgm
[ "$(echo o0*)" = 'o0000.pgm o0002.pgm' ] || complain "written: $(echo o0*)"
rm -f o0*
# The disk is full: the old file stays.
cp a.pgm full0000.pgm
files=$(ls -A)
(
	trap '' XFSZ
	ulimit -f 8
	exec "$program" --size 300x300 --frames 2 --out full >/dev/null
) 2>/dev/null
[ $? -eq 1 ] || complain "a full disk was not noticed"
cmp full0000.pgm a.pgm || complain "a full disk has cost the old file"
[ "$files" = "$(ls -A)" ] || complain "a full disk left $(ls -A)"

[ "$several" = yes ] || nodes_or_end
# Groups of all sorts.
expect 0 '2 reading, 3 filtering, 1 writing of 6' "$ocrrun" -n 6 "$program" \
	--verify --size 50x40 --readers 2 --filters 3 --writers 1 --out o
expect 0 '1 reading, 2 filtering, 3 writing of 6' "$ocrrun" -n 6 "$program" \
	--verify --size 50x40 --readers 1 --writers 3 --filter blur --out w
expect 0 'serial filter' "$program" --verify --size 50x40 --out s
expect 0 'serial filter' "$program" --verify --size 50x40 --filter blur --out t
if with_png; then
	# The same frames, and what is made of them; files are read as well.
	expect 0 'wrote u0000.png to u0011.png' "$ocrrun" -n 3 "$program" \
		--verify --size 50x40 --out u.png
	expect 0 'wrote png0000.pgm to' "$program" --verify --out png u0000.png u0001.png
	expect 0 'wrote pgm0000.pgm to' "$program" --verify --out pgm s0000.pgm s0001.pgm
	cmp png0001.pgm pgm0001.pgm || complain "a frame of a PNG is another"
fi
for i in 00 05 11; do
	cmp o00$i.pgm s00$i.pgm || complain "frame $i of other groups"
	cmp w00$i.pgm t00$i.pgm || complain "frame $i of other groups, blurred"
done
expect 0 '1 reading, 1 filtering, 2 writing of 4' "$ocrrun" -n 4 "$program" \
	--verify --size 50x40 --filters 1
expect 2 '2 for reading, 2 for filtering and 2 for writing are not 4' \
	"$ocrrun" -n 4 "$program" --verify --readers 2 --filters 2 --writers 2
expect 2 '^pipeline: unrecognized option' "$ocrrun" -n 2 "$program" --fast
files=$(ls -A)
expect 1 '^pipeline: none: cannot be opened' "$ocrrun" -n 3 "$program" \
	--out x none
[ "$(grep -c '^pipeline: none' err)" -eq 1 ] ||
complain "several processes say the same: $(cat err)"
[ "$files" = "$(ls -A)" ] || complain "left behind: $(ls -A)"
rm -f o0*
expect 1 '^pipeline: bad.pgm: row .* has a sample above 99' "$ocrrun" -n 4 \
	"$program" --out o good.pgm bad.pgm good.pgm
[ "$(echo o0*)" = 'o0000.pgm o0002.pgm' ] || complain "written: $(echo o0*)"
expect 0 '^Usage' "$ocrrun" -n 2 "$program" --help
[ "$(grep -c '^Usage' out)" -eq 1 ] || complain "each process helps: $(cat out)"

verdict
