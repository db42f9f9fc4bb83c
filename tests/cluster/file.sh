#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files when something goes wrong: a node that is killed while it writes, a full
# disk, a file that somebody else cuts, no permission, a job that ends with
# chunks that nobody has destroyed.  By io_uring, and by a thread.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
file=$cluster_bin/file
part=131072
parts=64
need_launcher

launch() {
	"$limited" 30 "$ocrrun" -n "$@"
}

# As many bytes that are hard to guess.
make_file() {
	head -c "$2" /dev/urandom >"$1" || exit 99
}

# same FILE OTHER FIRST BYTES
same() {
	cmp -s -i "$3" -n "$4" "$1" "$2" ||
	complain "$1: bytes $3 to $(($3 + $4)) are not what they should be"
}

# Sizes in bytes.
size_is() {
	[ "$(stat -c %s "$1")" -eq "$2" ] ||
	complain "$1 has $(stat -c %s "$1") bytes, not $2"
}

# killed NODE
# Node NODE dies while odd parts are written; the even ones, and the size, are
# as they were.
killed() {
	make_file "$work/was" $((parts * part))
	cp "$work/was" "$work/data"
	rm -f "$work/say"
	mkfifo "$work/say"
	launch 3 "$file" churn "$work/data" >"$work/say" 2>"$work/err" &
	job=$!
	pid= gone=
	while read -r line; do
		case $line in
		"node $1 pid "*) pid=${line##* } ;;
		go) gone=1 ;;
		esac
		[ -n "$pid" ] && [ -n "$gone" ] || continue
		kill -KILL "$pid"
		pid=
	done <"$work/say"
	wait "$job"
	status=$?
	[ "$status" -ne 0 ] && [ -n "$gone" ] ||
	complain "killed: status $status: $(cat "$work/err")"
	size_is "$work/data" $((parts * part))
	i=0
	while [ "$i" -lt "$parts" ]; do
		same "$work/data" "$work/was" $((i * part)) "$part"
		i=$((i + 2))
	done
	# It has written: else this shows nothing.
	! cmp -s "$work/data" "$work/was" || complain "nothing was written"
	echo "ok      node $1 killed while it writes: status $status"
}

# ends STATUS COMMAND...
ends() {
	want=$1
	shift
	"$@" >"$work/out" 2>&1
	got=$?
	if [ "$got" -eq "$want" ]; then
		echo "ok      $*: status $got"
	else
		complain "FAILED  $*: status $got: $(cat "$work/out")"
	fi
}

# One chunk of 1000 bytes in every 2000, changed on each node and not destroyed.
kept() {
	make_file "$work/was" 8000
	cp "$work/was" "$work/data"
	ends 0 launch "$1" "$file" keep "$work/data"
	head -c 1000 /dev/zero | tr '\0' x >"$work/x"
	i=0
	while [ "$i" -lt "$1" ]; do
		tail -c +$((i * 2000 + 1)) "$work/data" | head -c 1000 |
		cmp -s - "$work/x" || complain "chunk $i was not written"
		same "$work/data" "$work/was" $((i * 2000 + 1000)) 1000
		i=$((i + 1))
	done
}

all() {
	echo "io_uring: $OCR_IO_URING"
	killed 0
	killed 1
	kept 1
	kept 4

	# What a task has when it shuts down is given back at its end.
	make_file "$work/data" 1000
	ends 0 launch 2 "$file" held "$work/data"
	head -c 1000 /dev/zero | tr '\0' x | cmp -s - "$work/data" ||
	complain "what the last task wrote is not there"
	# After an abort nothing is written that was not asked for.
	make_file "$work/was" 1000
	cp "$work/was" "$work/data"
	expect bad . launch 2 "$file" abort "$work/data"
	same "$work/data" "$work/was" 0 1000

	make_file "$work/data" 3000
	expect 0 'no chunk: 0 bytes' launch 2 "$file" short "$work/data"
	make_file "$work/data" 3000
	expect 0 'the file ends before' launch 1 "$file" short "$work/data"
	make_file "$work/was" 3000
	cp "$work/was" "$work/data"
	expect bad 'cannot be written: File too large' \
		launch 1 "$file" limit "$work/data"
	same "$work/data" "$work/was" 0 100
	same "$work/data" "$work/was" 1100 1900

	# The only worker computes, and the chunk is written all the same.
	make_file "$work/data" "$part"
	expect 0 'written beside a task' env OCR_WORKERS=1 \
		"$limited" 30 "$file" beside "$work/data"

	# While it is opened the job is not stuck; afterwards it is.
	expect bad 'nobody has called ocrShutdown' \
		launch 1 "$file" idle "$work/data"
	expect bad 'nobody has called ocrShutdown' \
		launch 2 "$file" idle "$work/data"
}

for OCR_IO_URING in 1 0; do
	export OCR_IO_URING
	all
done

# A disk that is full is found so before anything is written.
if mkdir "$work/disk" && mount -t tmpfs -o size=1m none "$work/disk" 2>"$work/err"
then
	trap 'umount "$work/disk"; rm -rf "$work"' EXIT
	make_file "$work/was" 300000
	cp "$work/was" "$work/disk/data"
	expect 0 'No space left on device' \
		launch 2 "$file" grow "$work/disk/data" 4000000
	expect 0 'no chunk: 0 bytes' \
		launch 1 "$file" grow "$work/disk/data" 4000000
	size_is "$work/disk/data" 300000
	same "$work/disk/data" "$work/was" 0 300000
	expect 0 '^chunk: 400000 bytes' \
		launch 1 "$file" grow "$work/disk/data" 800000
	size_is "$work/disk/data" 800000
	same "$work/disk/data" "$work/was" 0 300000
	mount -o remount,ro "$work/disk" 2>"$work/err" &&
	expect 0 '^code 30: Read-only' \
		launch 1 "$file" mode "$work/disk/data" r+
else
	echo "skipped: a full disk, and one that is only read: $(cat "$work/err")"
fi

# Root may do what it likes, so somebody else has to try; who may not come to
# where this was built gets copies.
if command -v setpriv >/dev/null && [ "$(id -u)" -eq 0 ]; then
	mkdir -m 755 "$work/open"
	chmod 755 "$work"
	make_file "$work/open/data" 100
	chmod 600 "$work/open/data"
	cp -p "$file" "$top_builddir"/.libs/libocr.so* "$work/open/"
	expect 0 '^code 13: Permission denied' launch 1 \
		setpriv --reuid 65534 --clear-groups \
		env LD_LIBRARY_PATH="$work/open" \
		"$work/open/file" mode "$work/open/data" r
else
	make_file "$work/data" 100
	chmod 0 "$work/data"
	expect 0 '^code 13: Permission denied' \
		launch 1 "$file" mode "$work/data" r
fi
verdict
