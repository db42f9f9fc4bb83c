#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A launcher that stands for ever is ended, and its nodes with it: one that was
# hit by a signal and stands in its own handler, one that waits for a process that
# does so before it has become a node, one that waits for itself, one
# that does nothing though a node has asked it to end the job, and one that waits
# for hosts that say nothing though the job has failed.  What it leaves in files is removed, whoever is
# killed.
set -u
case ${test_cflags-} in
*-fsanitize*)
	echo "skipped: a sanitizer wants to be loaded first"
	exit 77 ;;
esac
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
end=$cluster_bin/end
mkfifo "$work/say"

# stand HOW: hits the launcher when the nodes are there; sets status.
stand() {
	"$limited" 60 "$ocrrun" --launcher mpirun -n 3 "$end" never 0 \
		>"$work/say" 2>&1 &
	job=$!
	seen=0
	while read -r line; do
		echo "$line"
		case $line in
		'node '*' pid '*)
			node=${line##* }
			seen=$((seen + 1))
			[ "$seen" -ne 3 ] ||
			"$1" "$(ps -o ppid= -p "$node" | tr -d ' ')" "$node" ;;
		esac
	done <"$work/say" >"$work/out"
	wait "$job"
	status=$?
	if [ "$status" -ne 0 ] && ! grep -q -a '^limit: no end' "$work/out" &&
	   grep -q -a "$2" "$work/out"; then
		echo "ok      $1: status $status"
	else
		complain "FAILED  $1: status $status, or no line '$2':"
		show "$work/out"
	fi
	left_behind
}

fault() {
	kill -SEGV "$1"
}
said='^ocrrun: mpirun.* (pid [0-9]*) was hit by signal 11 (.*) and hangs in its handler of it; it is killed, and the job ends$'
# What hangs in these three is a wait of Open MPI 4's own launcher (stand.c).  From
# 5 on mpirun becomes PRRTE's, which has others.
hangs=yes
if command -v prterun >/dev/null; then
	echo "skipped fault, lose: mpirun is prterun here"
	hangs=
fi
[ -z "$hangs" ] || {
	LD_PRELOAD=$cluster_bin/stand.so stand fault "$said"
	[ "$status" -eq 139 ] ||
	complain "status $status, not that of the signal"
}

lose() {
	kill -KILL "$2"
}
said='^ocrrun: mpirun.* (pid [0-9]*) hangs: its processes on this host have ended, and it waits for itself; it is killed$'
[ -z "$hangs" ] || {
	LD_PRELOAD=$cluster_bin/stand.so stand lose "$said"
	STAND_WAKES=1 LD_PRELOAD=$cluster_bin/stand.so stand lose "$said"
}

# Of two: both are hit before they become nodes, and one at least is seen.
said='^ocrrun: on host [^ ]* a process that was no node yet (pid [0-9]*) was hit by signal 11 (.*) and hangs in the launcher.s handler of it; it is killed, and the job ends$'
[ -z "$hangs" ] || {
	LD_PRELOAD=$cluster_bin/stand.so STAND_CHILD=1 "$limited" 60 "$ocrrun" \
		--launcher mpirun -n 2 "$end" never 0 >"$work/out" 2>&1
	status=$?
	[ "$status" -ne 0 ] && [ "$status" -ne 124 ] &&
	grep -q -a "$said" "$work/out" ||
	complain "FAILED  hit before it was a node: status $status, or no line '$said': $(cat "$work/out")"
	echo "ok      hit before it was a node: status $status"
	left_behind
}

abort() {
	stop "$1"
	kill -KILL "$2"
}
said='^ocrrun: mpirun.* (pid [0-9]*) hangs: it has been asked to end the job, and does nothing; it is killed$'
stand abort "$said"
grep -q -a "these ended first, .*: node [0-2] (pid $node) was killed by signal 9 (SIGKILL)" \
	"$work/out" ||
complain "nobody says who was killed: $(cat "$work/out")"

# One that has a process here and a folder, as mpirun has, and then only waits.
mkdir "$work/files"
mkfifo "$work/go"
files=$work/files/ompi.$(hostname | sed 's/\..*//').$(id -u)
cat >"$work/mpirun" <<'END'
#!/bin/sh
mkdir -p "$2/pid.$$/0" && : >"$2/pid.$$/0/file" && ln -s "$1" "$2/pid.$$/link"
sh -c 'read word <"$0"; exit 3' "$1" &
exec sleep infinity
END
chmod +x "$work/mpirun"

# wait_until COMMAND...: for what takes no time.
wait_until() {
	"$limited" 60 sh -c 'until "$@"; do :; done' - "$@" ||
	complain "never: $*"
}

# sweep HOW: sets keeper, launcher, broom, status.
sweep() {
	TMPDIR=$work/files "$limited" 60 "$top_builddir/bin/ocrkeep" \
		"$work/mpirun" "$work/go" "$files" >"$work/out" 2>&1 &
	job=$!
	keeper=
	while [ -z "$keeper" ]; do
		keeper=$(pgrep -P "$job" -x ocrkeep)
	done
	# Its folder is whole, and nobody is about to put something there.
	wait_until sh -c 'ls -l "/proc/$0/fd" | grep -q pidfd &&
		[ -L "$(echo "$1"/pid.*)/link" ]' "$keeper" "$files" 2>/dev/null
	launcher=$(ls "$files" | sed 's/^pid.//')
	broom=$(pgrep -P "$keeper" -x ocrkeep)
	"$1"
	wait "$job"
	status=$?
	for pid in "$launcher" "$broom"; do
		"$limited" 60 tail --pid="$pid" -f /dev/null ||
		complain "$1: process $pid is still there"
	done
	# Its process ends when somebody has opened what it reads.
	: <>"$work/go"
	[ -z "$(ls -A "$work/files")" ] ||
	complain "$1: left: $(find "$work/files")"
	[ -p "$work/go" ] || complain "$1: what the folder led to is gone"
}

fail() {
	echo fail >"$work/go"
}
sweep fail
grep -q '^ocrrun: mpirun (pid [0-9]*) hangs: the job has failed, .* waits for other hosts, which say nothing; it is killed$' "$work/out" &&
[ "$status" -eq 1 ] ||
complain "status $status; $(cat "$work/out")"
echo "ok      waits for other hosts: status $status"

says_so() {
	grep -q "^ocrrun: it (pid $keeper) was killed by signal 9 (SIGKILL) itself; the launcher and the job end with it$" \
		"$work/out" ||
	complain "nobody says so: $(cat "$work/out")"
}

lose_keeper() {
	kill -KILL "$keeper"
}
sweep lose_keeper
says_so
echo "ok      ocrkeep was killed: status $status"

# As Open MPI does, which kills the group of a child that has none of its own.
lose_group() {
	kill -KILL "-$(ps -o pgid= -p "$keeper" | tr -d ' ')"
}
sweep lose_group
says_so
echo "ok      the group of all was killed: status $status"

# It was killed with the launcher, and has had no processor since.
lose_late() {
	stop "$keeper"
	kill -KILL "$launcher"
	! timeout 0.5 tail --pid="$broom" -f /dev/null ||
	complain 'nobody waits for the end of ocrkeep'
	kill -KILL "$keeper"
}
sweep lose_late
says_so
echo "ok      ocrkeep has ended late: status $status"
verdict
