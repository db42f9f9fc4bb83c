/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_files.c - see sim_files.h. */
#include "tests/sim/sim_files.h"

#include "fabric/fabric.h"
#include "src/file/files.h"

static uint64_t
pending_on(const struct ocr_runtime *rt)
{
	struct ocr_engine *e = ocr_files_engine(rt->files);

	return e ? ocr_engine_pending(e) : 0;
}

/* What follows is done by none of its workers. */
static void
become(struct ocr_runtime *rt)
{
	ocr_self = &rt->sched->workers[rt->sched->n_workers];
}

uint64_t
sim_files_pending(struct ocr_runtime *const *rt, ocr_node_t n)
{
	uint64_t all = 0;

	while (n--)
		all += pending_on(rt[n]);
	return all;
}

ocr_node_t
sim_files_step(struct ocr_runtime *const *rt, uint64_t i)
{
	ocr_node_t n = 0;

	while (i >= pending_on(rt[n]))
		i -= pending_on(rt[n++]);
	become(rt[n]);
	ocr_engine_step(ocr_files_engine(rt[n]->files), i);
	if (rt[n]->fabric)
		ocr_fabric_flush(rt[n]->fabric);
	return n;
}

bool
sim_files_busy(struct ocr_runtime *const *rt, ocr_node_t n)
{
	while (n--)
		if (ocr_files_busy(rt[n]->files))
			return true;
	return false;
}

bool
sim_files_held(struct ocr_runtime *const *rt, ocr_node_t n)
{
	while (n--) {
		become(rt[n]);
		if (ocr_files_held(rt[n]))
			return true;
	}
	return false;
}

void
sim_files_flush(struct ocr_runtime *const *rt, ocr_node_t n, bool save)
{
	for (ocr_node_t i = 0; i < n; i++) {
		become(rt[i]);
		ocr_files_flush(rt[i], save);
	}
}

bool
sim_files_lost(struct ocr_runtime *const *rt, ocr_node_t n)
{
	while (n--)
		if (ocr_files_lost(rt[n]))
			return true;
	return false;
}
