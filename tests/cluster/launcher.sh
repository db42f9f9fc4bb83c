#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Launchers that start N processes without PMIx: each refuses to be a job of its
# own, with the command that works, unless OCR_ALONE allows it.  And what hwloc
# has to say where there is no /sys is not said.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
hello=$conf_bin/hello
head -c 256 /dev/zero >"$work/matrix" || exit 99
turn="$top_builddir/apps/corner_turn/corner_turn --rows 8 --cols 8 --verify $work/matrix"

# refused PATTERN VARIABLE=VALUE...
refused() {
	why=$1
	shift
	expect 1 "error: $why.* and serves no PMIx: .*ocrrun -n 3 .*hello; for 3 jobs set OCR_ALONE=1" \
		env "$@" "$hello"
	expect 1 "error: $why.* and serves no PMIx: " env "$@" $turn
	expect 0 '^hello$' env "$@" OCR_ALONE=1 "$hello"
	expect 0 '' env "$@" OCR_ALONE=1 $turn
	# That is one job of one node, whatever has started it.
	expect 0 '^hello$' env "$@" "$ocrrun" -n 1 "$hello"
}

refused '.*(mpiexec of MPICH, Hydra) has started 3 processes (PMI_SIZE=3, this is number 0)' \
	PMI_SIZE=3 PMI_RANK=0
refused 'srun has started 3 processes (SLURM_NTASKS=3, this is number 2)' \
	SLURM_NTASKS=3 SLURM_PROCID=2
refused 'srun has started 3 processes (SLURM_STEP_NUM_TASKS=3, this is number 0)' \
	SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=0 SLURM_STEP_ID=0 \
	SLURM_NTASKS=9 PMI_SIZE=3 PMI_RANK=0
expect 1 'srun --mpi=pmix -n 3 ' \
	env SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=0 SLURM_STEP_ID=0 "$hello"
refused "Open MPI's mpirun has started 3 processes" \
	OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=1

echo 'One process, or a script in an allocation, is none of these:'
expect 0 '^hello$' env PMI_SIZE=1 PMI_RANK=0 "$hello"
expect 0 '^hello$' env SLURM_NTASKS=3 SLURM_PROCID=0 SLURM_JOB_ID=7 "$hello"
expect 0 '^hello$' env SLURM_STEP_NUM_TASKS=1 SLURM_NTASKS=3 SLURM_PROCID=0 \
	SLURM_STEP_ID=0 SLURM_JOB_ID=7 "$hello"
expect 1 'OCR_ALONE=perhaps: want 0 or 1' env OCR_ALONE=perhaps "$hello"

if command -v mpirun.mpich >/dev/null 2>&1; then
	echo "MPICH's own launcher:"
	expect bad 'error: .*Hydra) has started 2 processes' \
		"$limited" 60 mpirun.mpich -n 2 "$hello"
	expect 0 '^hello$' \
		"$limited" 60 mpirun.mpich -n 2 -genv OCR_ALONE 1 "$hello"
fi

# In a folder tree of its own, if this user may have one.
no_sys() {
	unshare -m sh -c 'mount -t tmpfs none /sys && exec "$@"' - "$@"
}

silent() {
	expect 0 '^hello$' "$@"
	! grep -i hwloc "$work/out" || complain 'hwloc complains'
}

if no_sys true 2>/dev/null; then
	echo 'Without /sys:'
	silent no_sys "$hello"
	expect 0 'there is no /sys/devices/system/cpu' \
		no_sys env OCR_VERBOSE=1 "$hello"
	expect 0 'hwloc' no_sys env HWLOC_HIDE_ERRORS=0 "$hello"
	need_launcher
	silent no_sys "$ocrrun" -n 2 "$hello"
fi
verdict
