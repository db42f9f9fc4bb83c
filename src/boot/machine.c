/* SPDX-License-Identifier: BSD-3-Clause */
/* machine.c - see machine.h. */
#include "src/boot/machine.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "fabric/steps.h"
#include "src/base/settings.h"
#include "src/sched/topology.h"

/* Says what the limit has to do with it. */
static int
open_memory(struct ocr_machine *m, const struct ocr_settings *set,
	    const struct ocr_job *job)
{
	struct hwloc_topology *hwloc = ocr_topology_hwloc(m->topology);
	struct ocr_memory_config c = {
		.limit_bytes = set->mem_limit,
		.n_local = ocr_job_local_size(job),
		.huge = (enum ocr_huge)set->huge_pages,
	};
	int err = hwloc ? ocr_numa_open(&m->numa, hwloc) : 0;

	if (err)
		return err;
	c.numa = m->numa;
	err = ocr_memory_open(&m->memory, &c);
	if (!err)
		return 0;
	if (set->mem_limit)
		ocr_log_error(ocr_job_rank(job),
			      "OCR_MEM_LIMIT: the system does not give so much "
			      "address space");
	ocr_numa_close(m->numa);
	return err;
}

int
ocr_machine_open(struct ocr_machine *m, const struct ocr_settings *set,
		 const struct ocr_job *job, struct ocr_steps *steps)
{
	struct ocr_topology_config c = {
		.local_size = ocr_job_local_size(job),
		.local_rank = ocr_job_local_rank(job),
		.n_workers = set->workers,
		.bind = set->bind,
	};
	int err = ocr_topology_open(&m->topology, &c);

	if (err)
		return err;
	m->n_workers = ocr_topology_n_workers(m->topology);
	m->crowded = ocr_topology_oversubscribed(m->topology);
	ocr_steps_add(steps, "processors");
	err = open_memory(m, set, job);
	if (err)
		ocr_topology_close(m->topology);
	return err;
}

void
ocr_machine_close(struct ocr_machine *m)
{
	ocr_memory_close(m->memory);
	ocr_numa_close(m->numa);
	ocr_topology_close(m->topology);
}
