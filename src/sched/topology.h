/* SPDX-License-Identifier: BSD-3-Clause */
/* topology.h - the processing units of this process, and which worker gets
 * which.
 *
 * Knows the machine (hwloc) and how many processes of the job share the host;
 * knows nothing of tasks.  hwloc takes 10 ms to look at the machine, so it is
 * left alone where there is nothing to bind.
 * Promise: a plan always has a worker, whatever the launcher has done; when
 * units are short nothing is bound, and the system decides.
 * Threads: open and close from one, the rest from any, between them.
 */
#ifndef SRC_SCHED_TOPOLOGY_H
#define SRC_SCHED_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ocr_topology;
struct hwloc_topology;

struct ocr_topology_config {
	/* Processes of the job on this host, and this one's number. */
	uint32_t local_size, local_rank;
	unsigned n_workers; /* of this process; 0: choose */
	bool bind;	    /* where it makes sense */
};

/* Looks at what the calling thread may run on, which must not be bound by us
 * yet, and makes the plan.  0, -ENOMEM, or -EINVAL for an impossible
 * local_rank. */
int ocr_topology_open(struct ocr_topology **t,
		      const struct ocr_topology_config *c);
void ocr_topology_close(struct ocr_topology *t);

/* As asked for; else the units for each of the processes that share them.
 * At least 1. */
unsigned ocr_topology_n_workers(const struct ocr_topology *t);

/* More workers than units, all processes that share them taken together.
 * Spinning would keep somebody from his work. */
bool ocr_topology_oversubscribed(const struct ocr_topology *t);

/* Binds the calling thread to the unit of this worker; a number beyond the
 * workers stands for a helper, which may run on any unit of this process.
 * 0, also where nothing is to be bound; -errno otherwise, which is a pity and
 * no reason to stop. */
int ocr_topology_bind(struct ocr_topology *t, unsigned worker);

/* The NUMA domains on which workers are bound, at least 1, and that of a
 * worker, from 0 on.  Where nothing is bound there is one. */
unsigned ocr_topology_n_domains(const struct ocr_topology *t);
unsigned ocr_topology_domain(const struct ocr_topology *t, unsigned worker);

/* hwloc's view of the machine, or NULL where nobody needed to look.  Borrowed
 * until close. */
struct hwloc_topology *ocr_topology_hwloc(const struct ocr_topology *t);

/* hwloc's number of the NUMA node that a worker is bound to; UINT_MAX where it
 * is not bound. */
unsigned ocr_topology_numa(const struct ocr_topology *t, unsigned worker);

/* For people: units, workers and their places, in a few lines. */
void ocr_topology_print(const struct ocr_topology *t, FILE *out);

/* How many of the `local_size` processes of a host run on the same units as
 * this one, which may use `allowed` of the `machine`'s.  `inherited`: its
 * units are those of the process that started it, so nobody has dealt them
 * out.  A function of its own for tests. */
uint32_t ocr_topology_sharers(uint32_t local_size, unsigned machine,
			      unsigned allowed, bool inherited);

#endif
