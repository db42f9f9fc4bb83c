#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# wordhist alone and on several nodes, against tr, sort, uniq and sha256sum: what
# it counts, sums up, changes, refuses.  WORDHIST_WORDS says how long its text is
# (100000 words are 0.8 MB).
set -u
app=wordhist
. "${top_srcdir:?}/tests/cluster/app.sh"

# count_words FILE: what wordhist prints of it.
count_words() {
	tr -cs 'A-Za-z0-9\200-\377' '\n' <"$1" | sed '/^$/d' | sort | uniq -c
}

# same WANTED COMMAND...
# The command ends well and prints what the file WANTED has, and nothing else.
same() {
	wanted=$1
	shift
	"$@" >out 2>err
	got=$?
	[ "$got" -eq 0 ] && cmp "$wanted" out && [ ! -s err ] ||
	complain "$*: status $got, or not as in $wanted: $(head -n 5 err)"
}

# What is tried: of each less with OCR_CHECK=short.
texts='t0 t1 t2 t3 t4 t5 t6 t7' chunks='1 2 5 1000 4096 1M' nodes='2 3 4'
[ "${OCR_CHECK-}" != short ] || texts='t0 t3 t4' chunks='2 4096' nodes=3

# The pieces of a text, from none to more than there are bytes; with all sorts of
# bytes, beginnings and ends.
printf '' >t0
printf 'to be or not to be' >t1
printf ' to be,\tor not\nto be.\n' >t2
printf 'nul\0is\0\0a gap\0' >t3
printf '\303\244\377\200 Z a 9 \001z\n' >t4
printf '   \n\n' >t5
printf 'uninterrupted' >t6
head -c 3000 "$program" >t7
for t in $texts; do
	count_words $t >words
	sha256sum $t >sum
	for chunk in $chunks; do
		[ "$t$chunk" != t71 ] || continue
		same words "$program" --chunk $chunk $t
		same sum "$program" --do sha256 --chunk $chunk $t
	done
	tr 'A-Za-z' 'N-ZA-Mn-za-m' <$t >wanted
	cp $t f
	for chunk in 2 7 1024M; do
		cp $t f
		expect 0 "^wordhist: f: rot13 of .* bytes$" \
			"$program" --do rot13 --chunk $chunk f
		cmp wanted f || complain "rot13 of $t in chunks of $chunk"
		expect 0 '^wordhist' "$program" --do rot13 --chunk $chunk --lanes 1 f
		cmp $t f || complain "rot13 twice of $t in chunks of $chunk"
	done
done
for action in upper lower; do
	cp t4 f
	expect 0 "^wordhist: f: $action of 14 bytes" "$program" --do $action f
	[ $action = upper ] && tr a-z A-Z <t4 >wanted || tr A-Z a-z <t4 >wanted
	cmp wanted f || complain "$action of t4"
done
printf 'One one ONE\n' >f
printf '      3 one\n' >wanted
same wanted "$program" --ignore-case f
expect 0 '^wordhist: 12 of 12 bytes, 100 %$' "$program" --progress f
for action in count sha256; do
	for t in t0 t2 t7; do
		expect 0 '^wordhist: the same as a serial loop$' "$program" \
			--do $action --verify --chunk 3 $t
	done
done
expect 0 'the same as a serial loop' "$program" --verify --ignore-case f
expect 0 '^Usage' "$program" --help
expect 0 '^Usage' "$program" -h
# Names that begin with a folder, or a link.
mkdir folder
cp t1 folder/t1
ln -s folder/t1 link
count_words t1 >words
same words "$program" folder/t1
same words "$program" "$work/folder/t1"
same words "$program" link
# To a file: whole or not at all.
expect 0 '^wordhist: wrote o$' "$program" --out o t1
cmp words o || complain "--out o"
expect 0 '^wordhist: wrote o$' "$program" --out=o --do sha256 t1
sha256sum -c o >out || complain "--out o of sha256: $(cat o)"

# Arguments.
refuse 2 "unrecognized option '--fast'" --fast
refuse 2 'no file'
refuse 2 "unexpected argument 't2': there is one file" t1 t2
refuse 2 "unexpected argument '': it is not the name" ''
for option in --do --out --chunk --lanes; do
	refuse 2 "option '$option' requires an argument" t1 $option
	refuse 2 "$option takes .* not ''" t1 $option=
done
for n in -1 0 1.5 x K 1k 1KM 1025M 1048577K 1073741825 18446744073709551617; do
	refuse 2 "--chunk takes .* not '$n'" --chunk "$n" t1
done
for n in -1 0 x 65; do
	refuse 2 "--lanes takes .* not '$n'" --lanes "$n" t1
done
refuse 2 "--do takes .* not 'sort'" --do sort t1
refuse 2 "option '--progress' doesn't allow an argument" --progress=1 t1
refuse 2 '--do rot13 changes the file itself' --do rot13 --out o t1
refuse 2 '--do upper finds nothing to --verify' --do upper --verify t1
refuse 2 '--ignore-case is for counting' --do sha256 --ignore-case t1

# Files that cannot be read, or changed.
for action in count sha256 rot13; do
	refuse 1 'none: cannot be opened: No such file' --do $action none
	refuse 1 'none/t1: cannot be opened: No such file' --do $action none/t1
	refuse 1 't1/t2: cannot be opened: Not a directory' --do $action t1/t2
	refuse 1 'folder: cannot be opened: Is a directory' --do $action folder
	refuse 1 '/dev/null: cannot be opened: ' --do $action /dev/null
done
mkfifo pipe
refuse 1 'pipe: cannot be opened: ' pipe
cp t1 secret
chmod 0 secret
# root may read and write what nobody may.
if [ ! -r secret ]; then
	refuse 1 'secret: cannot be opened: Permission denied' secret
	chmod 444 secret
	refuse 1 'secret: cannot be opened: Permission denied' --do rot13 secret
	cmp t1 secret || complain "a file without permission was changed"
fi
refuse 1 'no/o: cannot be written: No such file' --out no/o t1
refuse 1 'folder: cannot be written: it is a folder' --out folder t1
expect 1 'standard output: cannot be written: No space' \
	sh -c '"$0" t1 >/dev/full' "$program"

# A text.
awk -v "words=${WORDHIST_WORDS:-100000}" \
	-f "$top_srcdir/tests/cluster/wordhist_text.awk" >text
count_words text >words
sha256sum text >sum
tr 'A-Za-z' 'N-ZA-Mn-za-m' <text >turned
for chunk in 777 64K 1024M; do
	for lanes in 1 5; do
		same words "$program" --chunk $chunk --lanes $lanes text
	done
	same sum "$program" --do sha256 --chunk $chunk text
done

# The disk is full in the middle of the result: the old file stays.
cp t1 full
files=$(ls -A)
(
	trap '' XFSZ
	ulimit -f 8
	exec "$program" --out full text >/dev/null
) 2>/dev/null
[ $? -eq 1 ] || complain "a full disk was not noticed"
cmp full t1 || complain "a full disk has cost the old file"
[ "$files" = "$(ls -A)" ] || complain "a full disk left $(ls -A)"

# old_or_new: no byte of f differs from what it was and from what it is to be.
old_or_new() {
	[ "$(wc -c <f)" -eq "$(wc -c <small)" ] || complain "f has another size"
	cmp -l f small | awk '{ print $1 }' >not_old
	cmp -l f wanted | awk '{ print $1 }' | cat - not_old | sort | uniq -d >neither
	[ ! -s neither ] || complain "$(wc -l <neither) bytes are neither old nor new"
}

# It cannot be written behind a part of it: that is said.
head -c 400000 text >small
head -c 400000 turned >wanted
cp small f
(
	trap '' XFSZ
	ulimit -f 8
	exec "$program" --do rot13 --chunk 1K f >/dev/null
) 2>err
[ $? -eq 1 ] && [ -s err ] || complain "nobody said that f cannot be written"
old_or_new
# Somebody kills the job when it has begun to write.
cp small f
"$program" --do rot13 --chunk 1K f >out 2>err &
while kill -0 $! 2>/dev/null && cmp -s f small; do :; done
kill -9 $! 2>/dev/null
wait $!
old_or_new

nodes_or_end
for n in $nodes; do
	for t in t0 t1; do
		count_words $t >few
		same few "$ocrrun" -n $n "$program" --chunk 700 $t
	done
	for chunk in 3001 1M; do
		same words "$ocrrun" -n $n "$program" --chunk $chunk text
	done
	same words "$ocrrun" -n $n "$program" --chunk 10K --one-reader text
	same sum "$ocrrun" -n $n "$program" --do sha256 --chunk 10K text
	same sum "$ocrrun" -n $n "$program" --do sha256 --chunk 10K \
		--one-reader text
	for how in '--chunk 3001' '--chunk 10K --one-reader'; do
		cp text f
		expect 0 '^wordhist: f: rot13' "$ocrrun" -n $n "$program" \
			--do rot13 $how f
		cmp turned f || complain "rot13 on $n nodes, $how"
		expect 0 '^wordhist: f: rot13' "$ocrrun" -n $n "$program" \
			--do rot13 $how f
		cmp text f || complain "rot13 twice on $n nodes, $how"
	done
done
expect 2 '^wordhist: unrecognized option' "$ocrrun" -n 2 "$program" --fast
expect 1 'none: cannot be opened on node 0: No such' "$ocrrun" -n 2 \
	"$program" none
expect 1 'none: cannot be opened: No such' "$ocrrun" -n 2 "$program" \
	--one-reader none
expect 0 'bytes, 100 %$' "$ocrrun" -n 2 "$program" --progress --out o text
# Strict mode finds nothing to complain about, and nothing left behind.
for action in count sha256 rot13; do
	cp t2 f
	expect 0 . env OCR_STRICT=1 "$ocrrun" -n 2 "$program" --do $action \
		--chunk 5 f
	[ ! -s err ] || complain "strict mode says of $action: $(cat err)"
done

verdict
