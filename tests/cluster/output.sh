#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Arguments reach the program as they were, and what all nodes print comes out
# once: lines of one node whole; those of several a launcher may cut where it
# likes, so there the bytes are counted.  Output that is lost is told.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"

args() {
	expect 0 '^hello$' launch "$1" "$conf_bin/hello" one '' 'two  words' "it's \$HOME"
	cat >"$work/want" <<'EOF'
argument 1: one
argument 2: 
argument 3: two  words
argument 4: it's $HOME
hello
EOF
	cmp "$work/want" "$work/out" || complain "the output is: $(cat "$work/out")"
}

# Writes what say prints on $1 nodes, sorted, without the dots.
want_lines() {
	n=0
	while [ "$n" -lt "$1" ]; do
		i=0
		while [ "$i" -lt 400 ]; do
			printf 'node %03d line %03d \n' "$n" "$i"
			i=$((i + 1))
		done
		n=$((n + 1))
	done >"$work/want"
}

# How many there are of each byte.
count_bytes() {
	tr -d . | tr '\n' / | fold -w 1 | sort | uniq -c
}

lines() {
	expect 0 '^node 000 line 000 \.' launch 1 "$cluster_bin/say"
	want_lines 1
	# Dots off, where there are as many as there were.
	sort "$work/out" | sed 's/^\(.\{18\}\)\.\{281\}$/\1/' >"$work/got"
	cmp "$work/want" "$work/got" ||
	complain "lines are missing or mixed: $(diff "$work/want" "$work/got" | head -n 5)"
}

# bytes NODES
bytes() {
	expect 0 '^node 00' launch "$1" "$cluster_bin/say"
	want_lines "$1"
	count_bytes <"$work/want" >"$work/want.bytes"
	count_bytes <"$work/out" >"$work/got.bytes"
	cmp "$work/want.bytes" "$work/got.bytes" ||
	complain "bytes are missing: $(diff "$work/want.bytes" "$work/got.bytes")"
	dots=$(tr -dc '.' <"$work/out" | wc -c)
	[ "$dots" -eq $((281 * 400 * $1)) ] ||
	complain "there are $dots dots, not $((281 * 400 * $1))"
}

# What could not be written is told, and is no success.
lost() {
	cat >"$work/lost" <<EOF
#!/bin/sh
exec "\$@" $2
EOF
	chmod +x "$work/lost"
	expect "$1" "standard output: 120000 bytes of PRINTF() were not written: $3" \
		launch "$4" "$work/lost" "$cluster_bin/say"
}

args 1
lines
[ ! -w /dev/full ] || lost 1 '>/dev/full' 'No space left' 1
lost 1 '>&-' 'Bad file descriptor' 1
need_launcher
args 3
bytes 3
[ ! -w /dev/full ] || lost bad '>/dev/full' 'No space left' 2
verdict
