#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What happens on another host, and nobody there but ocrkeep can see: a node that
# is stopped before it has met anybody, a daemon that ends before it has called,
# one that waits for itself, a launcher and a daemon of which one was cut off from the other.  The job ends.
set -u
if command -v prterun >/dev/null; then
	echo "skipped: PRRTE, which mpirun is here, starts its daemons itself, not" \
		"by ocrkeep"
	exit 77
fi
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" --relay --one-network 2 sh "$0"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
OCR_SILENCE_S=1
export OCR_SILENCE_S

# gone NAME: of all hosts, whose processes have one space of numbers.
gone() {
	for pid in $(pgrep -x "$1"); do
		"$limited" 60 tail --pid="$pid" -f /dev/null ||
		complain "left: $(ps -o args= -p "$pid")"
	done
}

cp "$(command -v sleep)" "$work/idler"
cat >"$work/second" <<'END'
#!/bin/sh
[ "$PMIX_RANK" = 0 ] || kill -STOP $$
exec "${0%/*}/idler" infinity
END
chmod +x "$work/second"
expect bad '^ocrrun: on host b node 1 (pid [0-9]*) has been stopped for too long (OCR_SILENCE_S); it is killed' \
	"$limited" 60 "$ocrrun" -n 2 "$work/second"
gone orted

# Its first process ends as if all were well, and its second does not call.
mkdir "$work/bin"
cat >"$work/bin/orted" <<'END'
#!/bin/sh
: &
END
chmod +x "$work/bin/orted"
path=$PATH
PATH=$work/bin:$PATH
expect bad 'unable to reliably start one or more daemons' \
	"$limited" 60 "$ocrrun" -n 2 "$work/idler" infinity
PATH=$path

# One that waits for itself at its end: nobody has to end the launcher.
cat >"$work/bin/orted" <<END
#!/bin/sh
PATH=$path
LD_PRELOAD=$(cd "$cluster_bin" && pwd)/stand.so exec orted "\$@"
END
PATH=$work/bin:$path
expect bad '.' "$limited" 60 "$ocrrun" -n 2 "$cluster_bin/end" kill 1
PATH=$path
! grep -a '^ocrrun: mpirun.* hangs' "$work/out" ||
complain 'the launcher was ended'
gone orted

mkfifo "$work/say"
cat >"$work/talks" <<'END'
#!/bin/sh
echo here
exec "${0%/*}/idler" infinity
END
chmod +x "$work/talks"
"$limited" 60 "$ocrrun" -n 2 "$work/talks" >"$work/say" 2>&1 &
job=$!
exec 4<"$work/say"
read -r _ <&4 && read -r _ <&4
relay down b >/dev/null
cat <&4 >"$work/out"
wait "$job"
status=$?
[ "$status" -ne 0 ] && ! grep -q '^limit: no end' "$work/out" ||
complain "cut off: status $status: $(cat "$work/out")"
echo "cut off: status $status; $(grep -o -m 1 -e 'no answer from host [0-9.]*' \
	-e 'lost communication with a remote daemon' "$work/out")"
gone orted
gone idler
verdict
