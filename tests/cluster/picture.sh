# SPDX-License-Identifier: BSD-3-Clause
# picture.sh - for scripts that try programs with pictures on any number of
# processes; read with "." after app.sh.

# Whether jobs of several processes start here.
if "$ocrrun" -n 2 --show true >out 2>&1; then
	several=yes
else
	several=no
fi

# on N COMMAND...: as a job of N processes.
on() {
	procs=$1
	shift
	if [ "$procs" -eq 1 ]; then
		"$@"
	else
		"$ocrrun" -n "$procs" "$@"
	fi
}

# picture FILE ROWS COLS KIND MAX SEED: a binary picture, P5 or P6, that is like
# no other one.  awk prints characters, not bytes, so it is made of escapes.
picture() {
	printf 'P%d\n%d %d\n%d\n' "$4" "$3" "$2" "$5" >"$1"
	awk -v n="$(($2 * $3 * ($4 == 6 ? 3 : 1)))" -v max="$5" -v seed="$6" '
	function octal(b) {
		return sprintf("\\%d%d%d", b / 64, (b % 64) / 8, b % 8)
	}
	BEGIN {
		for (i = 0; i < n; i++) {
			v = (i * 37 + int(i / 7) * 11 + i * i * seed) % (max + 1)
			if (max > 255)
				printf "%s", octal(int(v / 256))
			printf "%s", octal(v % 256)
		}
	}' >octal
	printf "$(cat octal)" >>"$1"
}
