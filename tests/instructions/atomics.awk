# SPDX-License-Identifier: BSD-3-Clause
# atomics.awk - how many instructions of one library were carried out that lock
# the bus or a cache line: objdump -d of it, then what callgrind has written with
# --dump-instr=yes.
#
#	objdump -d --no-show-raw-insn LIBRARY >code
#	awk -v library=LIBRARY -f atomics.awk code callgrind.out
#
# LIBRARY: as the end of its name in callgrind's.

function number(hex,    i, n) {
	for (i = 1; i <= length(hex); i++)
		n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return n
}

# Where a line of costs is; it may be told from where the last one was.
function place(word) {
	if (word == "*")
		return at
	if (word ~ /^[+]/)
		return at + substr(word, 2)
	if (word ~ /^-/)
		return at - substr(word, 2)
	return number(substr(word, 3))
}

FNR == NR {
	if (/\tlock |\txchg .*\(/) {
		sub(/:.*/, "")
		locks[number($1)] = 1
	}
	next
}

# ob=(3) FILE, and later ob=(3); the same with cob= of what is called
/^c?ob=/ {
	id = $0
	sub(/^[^(]*/, "", id)
	sub(/\).*/, "", id)
	if (/ /)
		ours[id] = substr($0, length($0) - length(library) + 1) == \
			   library
	if (/^ob/)
		here = ours[id]
}
# The next line is what was called, as a whole.
/^calls=/ {
	called = 1
	next
}
/^([0-9+*-]|0x)/ {
	at = place($1)
	if (!called && here && at in locks)
		n += $2
	called = 0
}
END { print n + 0 }
