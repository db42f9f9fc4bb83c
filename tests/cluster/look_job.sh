# SPDX-License-Identifier: BSD-3-Clause
# look_job.sh - a job that goes on when it is told to, for the scripts that look
# at it; read with "." after job.sh.
look=$cluster_bin/look
guid='[0-9:.]+( on node [0-9]+)?'
unset OCR_WORKERS OCR_LOOK_SIGNAL

# begin NODES WORKERS [WORD]: a job whose tasks compute until they may end; its
# number of nodes is $n, its output in $work/out, and goes on in descriptor 3.
# Their processes are in $nodes, node 0 first, whichever has spoken first.
begin() {
	n=$1
	round=$((${round-0} + 1))
	folder=$work/$round
	mkdir "$folder"
	mkfifo "$folder/out"
	: >"$work/out"
	OCR_WORKERS=$2 "$limited" 120 "$ocrrun" -n "$n" "$look" "$folder" \
		${3+"$3"} >"$folder/out" 2>&1 &
	job=$!
	exec 3<"$folder/out"
	for i in $(seq "$n"); do
		read_until '^busy in process' || return 1
	done
	nodes=$(sed -n 's/^busy in process \([0-9]*\) of node /\1 /p' "$work/out" |
		sort -n -k 2 | sed 's/ .*//')
}

# read_until PATTERN: a line of the job that fits, or false at its end.
read_until() {
	while IFS= read -r line <&3; do
		printf '%s\n' "$line" >>"$work/out"
		printf '%s\n' "$line" | grep -q -e "$1" && return
	done
	complain "FAILED  the job ended before '$1'"
	show "$work/out"
	return 1
}

# The process that ocrrun has become, or the node if there is one only.
ocrrun_of() {
	pid=$(cat "/proc/$job/task/$job/children")
	echo "${pid%% *}"
}

# Lets the job go on to its end.
end() {
	: >"$folder/go"
	cat <&3 >>"$work/out"
	exec 3<&-
	wait "$job"
	status=$?
	[ $status -eq 0 ] && grep -q '^it went on$' "$work/out" && return
	complain "FAILED  status $status, or it did not go on:"
	show "$work/out"
}

top=$top_builddir/bin/ocrtop

# see WHICH [PATTERN...]: what ocrtop shows of it, once, in $work/top; with patterns
# again, while some have no line or a node is missing, for on a crowded machine
# nothing may have run in between.
see() {
	which=$1
	shift
	for try in 1 2 3 4 5 6 7 8 9 10; do
		"$limited" 60 "$top" --once --interval 0.3 "$which" \
			>"$work/top" 2>&1 || {
			complain "FAILED  ocrtop $which: status $?"
			show "$work/top"
			return 1
		}
		[ $# -gt 0 ] && lacks=$(grep 'no numbers' "$work/top") || lacks=
		for wanted; do
			grep -q -E -e "^$wanted\$" "$work/top" || lacks=1
		done
		[ -n "$lacks" ] || return 0
	done
}
