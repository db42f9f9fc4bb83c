# SPDX-License-Identifier: BSD-3-Clause
# slurm.sh - Slurm on the hosts of hosts.sh, for scripts that read it there with
# ".".  It ends with the hosts.

# slurm_start: false, with the reason printed, if there is none here.
slurm_start() {
	for tool in slurmctld slurmd srun; do
		command -v $tool >/dev/null 2>&1 && continue
		echo "no srun --mpi=pmix: $tool is not installed"
		return 1
	done
	slurm=$(mktemp -d "$cluster_hosts/slurm.XXXXXX") || return 1
	nodes=$(sed 's/ .*//' "$cluster_hosts/hostfile" | paste -s -d ,)
	cat >"$slurm/slurm.conf" <<-END
		ClusterName=hosts
		SlurmctldHost=a
		SlurmUser=root
		AuthType=auth/none
		CredType=cred/none
		ProctrackType=proctrack/pgid
		TaskPlugin=task/none
		SelectType=select/linear
		ReturnToService=2
		KillWait=1
		StateSaveLocation=$slurm
		SlurmdSpoolDir=$slurm/%n
		TmpFS=$slurm/tmp
		SlurmctldPidFile=$slurm/slurmctld.pid
		SlurmdPidFile=$slurm/%n.pid
		SlurmctldLogFile=$slurm/slurmctld.log
		SlurmdLogFile=$slurm/%n.log
		NodeName=$nodes CPUs=$(nproc) State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE
	END
	SLURM_CONF=$slurm/slurm.conf
	export SLURM_CONF
	mkdir "$slurm/tmp"
	on a slurmctld -D >"$slurm/out" 2>&1 &
	for node in $(echo "$nodes" | tr , ' '); do
		mkdir "$slurm/$node"
		# Its PMIx server has a folder there, called like the step.
		on "$node" mount -t tmpfs tmpfs "$slurm/tmp"
		on "$node" slurmd -D >"$slurm/out.$node" 2>&1 &
	done
	# srun waits for nodes, but not for those who know them.
	while ! scontrol ping >"$slurm/ping" 2>&1 ||
	      ! grep -q 'is UP' "$slurm/ping"; do
		kill -0 $! 2>/dev/null && continue
		echo "no srun --mpi=pmix: $(cat "$slurm/out"* "$slurm"/*.log)"
		return 1
	done
	case $(srun --mpi=list 2>&1) in
	*pmix*) ;;
	*)
		echo 'no srun --mpi=pmix: this Slurm knows no PMIx'
		return 1 ;;
	esac
}
