#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs on 4 nodes on 2 hosts (hosts.sh), and on 4 hosts: results are those of
# one host.  A few of the conformance programs; all with OCR_CHECK=hosts, and with
# OCR_CHECK=short half as many, and all else on 4 hosts alone.
set -u
[ -n "${cluster_hosts-}" ] ||
exec "${top_srcdir:?}/tests/cluster/hosts.sh" 4 sh "$0"
. "${top_srcdir:?}/tests/cluster/job.sh"
need_mpirun
sample=$top_srcdir/apps/heat2d/sample.pgm
heat2d=$top_builddir/apps/heat2d/heat2d
corner_turn=$top_builddir/apps/corner_turn/corner_turn

# on_hosts N COMMAND...: what is started now is on the first N hosts.
on_hosts() {
	OMPI_MCA_orte_default_hostfile=$cluster_hosts/hostfile.$1
	export OMPI_MCA_orte_default_hostfile
	shift
	"$@"
}

# The nodes are where they should be.
spread() {
	launch 4 uname -n | sort | uniq -c | tr -s ' \n' ' ' >"$work/spread"
	[ "$(cat "$work/spread")" = "$1" ] ||
	complain "nodes on hosts: $(cat "$work/spread"), not $1"
}
on_hosts 2 spread ' 2 a 2 b '
on_hosts 4 spread ' 1 a 1 b 1 c 1 d '

# A signal to ocrrun reaches all, and one report comes; ocrtop shows all where
# node 0 is, and says whom it misses elsewhere.
. "$top_srcdir/tests/cluster/look_job.sh"
look_on_hosts() {
	begin 4 2 || return
	kill -USR1 "$(ocrrun_of)"
	read_until 'the end of the look'
	for i in 0 1 2 3; do
		grep -q "^ocr: node 0:   node $i: workers that run a task: 1 of 2" \
			"$work/out" || complain "FAILED  no word of node $i"
	done
	see "$(ocrrun_of)" 'all  *8 .*' &&
	! grep 'no numbers' "$work/top" || complain 'FAILED  ocrtop beside node 0'
	on b "$top" --once --interval 0.2 >"$work/top" 2>&1
	grep -q 'no numbers of nodes 0, 2: they are on other hosts' "$work/top" ||
	complain "FAILED  ocrtop on host b: $(cat "$work/top")"
	end
	[ "$(grep -c 'a look at the job' "$work/out")" -eq 1 ] ||
	complain "FAILED  more than one look"
}
on_hosts 2 look_on_hosts

wrong=0
if [ "${OCR_CHECK-}" = hosts ]; then
	on_hosts 2 conf_run 4 $(conf_choice hosts) || wrong=1
	on_hosts 4 conf_run 4 $(conf_choice hosts) || wrong=1
elif [ "${OCR_CHECK-}" = short ]; then
	on_hosts 2 conf_run 4 copy_tree finish_remote third_home || wrong=1
	on_hosts 4 conf_run 4 file_chunks label_meet op_order reduce_order ||
	wrong=1
else
	on_hosts 2 conf_run 4 block_sizes copy_tree finish_remote ping_pong \
		shutdown_any third_home || wrong=1
	on_hosts 4 conf_run 4 early_use file_chunks hello label_meet op_order \
		reduce_generations reduce_ops reduce_order || wrong=1
fi
bad=$wrong

cd "$work" || exit 99
expect 0 'wrote one.pgm' "$heat2d" --in "$sample" --iterations 20 --out one.pgm
expect 0 'wrote turned.pgm' "$corner_turn" --out turned.pgm "$sample"
hosts='2 4'
[ "${OCR_CHECK-}" != short ] || hosts=4
for n in $hosts; do
	expect 0 'wrote many.pgm' on_hosts $n launch 4 "$heat2d" \
		--in "$sample" --iterations 20 --out many.pgm
	cmp one.pgm many.pgm || complain "another plate on $n hosts"
	expect 0 'wrote many.pgm' on_hosts $n launch 4 "$corner_turn" \
		--out many.pgm "$sample"
	cmp turned.pgm many.pgm || complain "another picture on $n hosts"
	expect 0 '^ok left_behind' on_hosts $n launch 4 \
		"$top_builddir/tests/dri/channels"
done

# The same by srun, if it is here: 2 nodes on each of 2 hosts, which end in many
# ways at once; and ocrrun in an allocation.
. "$top_srcdir/tests/cluster/slurm.sh"
if slurm_start; then
	echo 'By srun --mpi=pmix:'
	launch() {
		nodes=$1
		shift
		"$limited" 60 srun --mpi=pmix -N 2 -n "$nodes" -O \
			--kill-on-bad-exit=1 "$@"
	}
	# sruns_below PID: each srun among its offspring, by pid.
	sruns_below() {
		for pid in $(cat "/proc/$1/task"/*/children); do
			[ "$(cat "/proc/$pid/comm")" != srun ] || echo "$pid"
			sruns_below "$pid"
		done 2>/dev/null
	}
	before=$bad
	conf_run 4 hello ping_pong hello third_home hello shutdown_any
	bad=$((bad + before))
	expect 0 'wrote many.pgm' launch 4 "$heat2d" \
		--in "$sample" --iterations 20 --out many.pgm
	cmp one.pgm many.pgm || complain 'another plate by srun'
	expect 0 'wrote many.pgm' "$limited" 60 salloc -Q -N 2 \
		"$ocrrun" -n 4 "$corner_turn" --out many.pgm "$sample"
	cmp turned.pgm many.pgm || complain 'another picture by srun'
	# Nobody is left there who could end the nodes, and the allocation
	# stands.  These hosts have a namespace of processes, of which Slurm does
	# not know, so ocrkeep asks for somebody else to cancel the step.
	mkfifo "$work/say" "$work/over"
	"$limited" 60 salloc -Q -N 2 sh -c '"$@"; echo "ocrrun: status $?"
		read -r line <"$0"' "$work/over" \
		"$ocrrun" -n 4 "$cluster_bin/end" never 0 >"$work/say" 2>&1 &
	job=$!
	exec 9<>"$work/over"
	left=4
	while read -r line; do
		echo "$line"
		case $line in
		'node '*)
			left=$((left - 1))
			[ $left -ne 0 ] || kill -KILL $(sruns_below $job) ;;
		*'a namespace of its own'*) scancel $(squeue -h -s -o %i) ;;
		'ocrrun: status '*)
			left_behind >&2
			while [ -n "$(squeue -h -s)" ]; do
				readlink /proc/$job/exe >/dev/null && continue
				complain 'FAILED  the step stands' >&2
				break
			done
			echo >"$work/over" ;;
		esac
	done <"$work/say" >"$work/out"
	exec 9<&-
	wait $job || complain 'FAILED  the allocation did not end by itself'
	grep 'srun (pid [0-9]*) was ended by signal 9' "$work/out" ||
	complain 'nobody says that srun was killed'
	# Its own processes are no nodes, and nobody calls exit().
	expect bad 'task 3: Killed' "$limited" 60 salloc -Q -N 2 \
		"$ocrrun" -n 4 "$cluster_bin/end" kill 3
	! grep -e 'these ended first' -e 'the program calls' "$work/out" ||
	complain 'what srun ends is told wrongly'
fi
verdict
