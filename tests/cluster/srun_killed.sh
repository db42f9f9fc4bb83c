#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# srun is killed with its helper: ocrkeep cancels its step, and the job that srun
# has made for it, and nothing that is not certainly its own; it says so where
# nodes may go on, and does not wait for a Slurm that does not answer.  Slurm's
# commands are played by scripts; with a real one, see several_hosts.sh.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
# The pid of srun is PID in the file `steps`.
mkdir "$work/bin"
cd "$work/bin" || exit 99
cat >srun <<-'END'
	#!/bin/sh
	echo $$ >"$WORK/srun"
	kill -KILL $$
END
cat >scontrol <<-'END'
	#!/bin/sh
	[ "$1 $2 $3" = '-o show step' ] || exit 9
	[ "$ANSWER" != fail ] || exit 1
	if [ "$ANSWER" = never ]; then
		echo $$ >"$WORK/asked"
		exec tail -f /dev/null
	fi
	if [ "$ANSWER" = another ] && [ $# -gt 3 ]; then
		echo "StepId=$4 UserId=77777 Name=a SrunHost:Pid=far:9"
		exit
	fi
	sed -e "s/HERE:PID/$(uname -n):$(cat "$WORK/srun")/" \
		-e "s/USER/$(id -u)/" "$WORK/steps" | grep "^StepId=${4-}" ||
		echo 'No job steps in the system'
END
cat >scancel <<-'END'
	#!/bin/sh
	[ "$ANSWER" != refuse ] || exit 1
	echo "cancelled $*" >>"$WORK/cancelled"
END
chmod +x srun scontrol scancel
cd ..
WORK=$work
PATH=$work/bin:$PATH
ANSWER=
export WORK PATH ANSWER
unset SLURM_JOB_ID SLURM_JOBID

# step ID [NAME]: one more that this srun has started.
step() {
	printf "StepId=$1 UserId=USER Name=${2-a} SrunHost:Pid=HERE:PID\n" >>steps
}

# killed WHAT PATTERN [COMMAND...]: WHAT is cancelled ('' is nothing), and
# PATTERN is said ('' is nothing of nodes that may go on).
killed() {
	what=${1:+cancelled $1}
	said=$2
	shift 2
	: >cancelled
	expect 137 'srun (pid [0-9]*) was ended by signal 9' \
		"$limited" 60 "$@" "$top_builddir/bin/ocrkeep" srun -n 4 program
	[ "$(cat cancelled)" = "$what" ] ||
	complain "FAILED  '$(cat cancelled)', not '$what'"
	if [ -n "$said" ]; then
		grep "$said.*: its nodes may go on" out ||
		complain "FAILED  not said: $said"
	else
		! grep 'may go on' out || complain 'FAILED  it has ended'
	fi
	: >steps
}
: >steps

apart='a namespace of its own'
if unshare --pid --fork --mount-proc true 2>unshared; then
	echo 'Among processes of a namespace:'
	step 17.0
	killed '' "$apart" unshare --pid --fork --mount-proc
	killed '' '' unshare --pid --fork --mount-proc
else
	cat unshared
fi
if [ "$(readlink /proc/self/ns/pid)" != 'pid:[4026531836]' ]; then
	echo 'These are in one as well:'
	step 17.0
	killed '' "$apart"
	verdict
	exit
fi

echo 'In a job that stands:'
echo 'StepId=17.0 UserId=USER Name=a SrunHost:Pid=HERE:PID0' >steps
step 17.3
step 18.0
killed 17.3 '' env SLURM_JOB_ID=17
step 17.0
killed 17.0 '' env SLURM_JOBID=17
echo 'In one of its own:'
step 18.0
killed 18 ''
step 18.1
killed 18.1 ''
echo 'Not certainly its own:'
step 17.1
step 17.2
killed '' 'does not say for certain' env SLURM_JOB_ID=17
step 18.0
step 19.0
killed '' 'does not say for certain'
# A name with the end of a line in it.
step 17.1
ANSWER=another
killed '' 'does not say for certain' env SLURM_JOB_ID=17
ANSWER=
echo 'None is left, or Slurm does not do what it is asked:'
killed '' ''
ANSWER=fail
killed '' 'does not answer'
ANSWER=never
killed '' 'does not answer'
! kill -0 "$(cat asked)" 2>/dev/null || complain 'FAILED  scontrol is still there'
ANSWER=refuse
step 17.1
killed '' 'does not end' env SLURM_JOB_ID=17
verdict
