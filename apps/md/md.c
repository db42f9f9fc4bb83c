/* SPDX-License-Identifier: BSD-3-Clause */
/* md.c - molecular dynamics on all nodes of a job: domains of a box that tell
 * their 26 neighbours of atoms through channels with names.
 *
 * Each domain is a data block on its home node, and its steps are tasks, one
 * after the other, that run there:
 *
 *	neighbours' step k - 1 ---- message k ----> channels ---.
 *	                                                         v
 *	step k - 1 --------------- the domain ---------------> step k
 *
 * How they find the channels, and why there is no barrier: apps/common/parts.h.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/common/clock.h"
#include "apps/common/command.h"
#include "apps/common/here.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"
#include "apps/md/end.h"

#include <inttypes.h>
#include <stdlib.h>

/* The pre-slots of a step: a message from each direction but the middle, whose
 * slot has the domain, and the plan. */
enum { SLOT_DOMAIN = MIDDLE, SLOT_PLAN = DIRECTIONS, STEP_SLOTS };

/*
 * Channels
 */

/* Does it for the channels of all directions. */
static u8
each_channel(const struct plan *p, u32 domain,
	     u8 (*act)(const struct parts *, u32, u32))
{
	u8 err = 0;

	for (u32 k = 0; k < DIRECTIONS && !err; k++)
		if (k != MIDDLE)
			err = act(&p->parts, domain, k);
	return err;
}

/* What leaves this way arrives from the opposite one. */
static u8
send_message(const struct plan *p, const struct domain *d, u32 direction)
{
	struct message *m;
	ocrGuid_t block;
	u8 err = ocrDbCreate(&block, (void **)&m,
			     domain_tell(d, direction, NULL), DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	domain_tell(d, direction, m);
	/* What is not released is not seen by whoever gets it. */
	err = ocrDbRelease(block);
	return err ? err
		   : parts_tell(&p->parts,
				cuts_neighbour(&d->cuts, d->number, direction),
				opposite(direction), block);
}

/*
 * Steps
 */

/* Creates a step, which waits for all messages, and for the domain in the slot
 * that is still open. */
static u8
create_step(ocrGuid_t *task, const struct plan *p, ocrGuid_t plan_block,
	    u32 domain, u64 step)
{
	const u64 params[] = {domain, step};
	ocrHint_t hint;
	u8 err = here_hint(&hint);

	if (!err)
		err = ocrEdtCreate(task, p->step_template, EDT_PARAM_DEF,
				   params, EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   &hint, NULL);
	for (u32 k = 0; k < DIRECTIONS && !err; k++)
		if (k != MIDDLE)
			err = parts_hear(&p->parts, domain, k, *task, k);
	if (!err)
		err = ocrAddDependence(plan_block, *task, SLOT_PLAN,
				       DB_MODE_CONST);
	return err;
}

/* Goes on to this step: its messages are sent, and it gets the domain, which
 * comes last, when this task has released the plan as well: whoever destroys
 * that in the end need not wait for a task that has nothing to do any more. */
static u8
go_on(const struct plan *p, ocrGuid_t plan_block, const struct domain *d,
      ocrGuid_t domain_block, u64 step)
{
	ocrGuid_t task;
	u8 err = create_step(&task, p, plan_block, d->number, step);

	for (u32 k = 0; k < DIRECTIONS && !err; k++)
		if (k != MIDDLE)
			err = send_message(p, d, k);
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = ocrDbRelease(domain_block);
	if (!err)
		err = ocrAddDependence(domain_block, task, SLOT_DOMAIN,
				       DB_MODE_EW);
	return err;
}

static void
fill_result(struct result *r, const struct domain *d, bool with_atoms)
{
	*r = (struct result){
		.first = d->first_energy,
		.last = d->energy,
		.n = d->n,
	};
	for (u64 i = 0; i < d->n; i++) {
		for (int a = 0; a < AXES; a++)
			r->momentum[a] += d->atom[i].v[a];
		if (with_atoms)
			r->atom[i] = d->atom[i];
	}
}

/* After the last step.  The result is sent last: when it arrives, nothing else
 * of the domain is left. */
static u8
end_domain(const struct plan *p, ocrGuid_t plan_block, const struct domain *d,
	   ocrGuid_t domain_block)
{
	ocrGuid_t report = p->report, block;
	u32 number = d->number;
	u64 atoms = p->options.verify ? d->n : 0;
	struct result *r;
	u8 err = ocrDbCreate(&block, (void **)&r,
			     sizeof(*r) + atoms * sizeof(r->atom[0]),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	fill_result(r, d, atoms > 0);
	err = ocrDbRelease(block);
	if (!err)
		err = ocrDbDestroy(domain_block);
	if (!err)
		err = each_channel(p, number, parts_deafen);
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = ocrAddDependence(block, report, number, DB_MODE_CONST);
	return err;
}

/* The domain's part of a step. */
static domain_fault
compute(const struct options *o, struct domain *d, const ocrEdtDep_t depv[],
	u64 step)
{
	domain_fault fault;

	domain_here(d);
	fault = domain_stay(d);
	for (u32 k = 0; k < DIRECTIONS && !fault; k++)
		if (k != MIDDLE)
			fault = domain_take(d, depv[k].ptr);
	if (!fault)
		fault = domain_go(d, o->dt, step == 0, step == o->steps);
	return fault;
}

/* One step of one domain. */
static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[SLOT_PLAN].ptr;
	struct domain *d = depv[SLOT_DOMAIN].ptr;
	u64 step = paramv[1];
	domain_fault fault = compute(&p->options, d, depv, step);
	u8 err = 0;

	(void)paramc;
	(void)depc;
	if (fault) {
		give_up_why(fault);
		return NULL_GUID;
	}
	for (u32 k = 0; k < DIRECTIONS && !err; k++)
		if (k != MIDDLE)
			err = ocrDbDestroy(depv[k].guid);
	/* One domain speaks for all: none can be further from it in steps than
	 * it is in domains. */
	if (d->number == 0)
		progress_tell(step + 1, p->options.steps + 1);
	if (!err && step < p->options.steps)
		err = go_on(p, depv[SLOT_PLAN].guid, d, depv[SLOT_DOMAIN].guid,
			    step + 1);
	else if (!err)
		err = end_domain(p, depv[SLOT_PLAN].guid, d,
				 depv[SLOT_DOMAIN].guid);
	if (err)
		quit_failed("md", err);
	return NULL_GUID;
}

/* Makes a domain, at its home. */
static ocrGuid_t
open_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[0].ptr;
	u32 number = (u32)paramv[0];
	domain_fault fault;
	struct domain *d;
	ocrGuid_t block;
	u8 err =
		ocrDbCreate(&block, (void **)&d, domain_bytes(&p->cuts, number),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	(void)paramc;
	(void)depc;
	if (err) {
		quit_failed("md", err);
		return NULL_GUID;
	}
	fault = domain_init(d, &p->cuts, number, p->options.temperature);
	if (fault) {
		give_up_why(fault);
		return NULL_GUID;
	}
	err = each_channel(p, number, parts_listen);
	if (!err)
		err = go_on(p, depv[0].guid, d, block, 0);
	if (err)
		quit_failed("md", err);
	return NULL_GUID;
}

/*
 * The start
 */

/* Four domains for each node, or fewer if those were less than two cells wide;
 * whatever is longest is cut next. */
static void
choose_domains(u32 *n, u32 cells, u64 nodes)
{
	u64 domains = 1;
	int longest;

	n[X] = n[Y] = n[Z] = 1;
	while (domains < 4 * nodes && 2 * domains <= OPTIONS_MAX_DOMAINS) {
		longest = n[Z] <= n[Y] && n[Z] <= n[X] ? Z
			  : n[Y] <= n[X]	       ? Y
						       : X;
		if (cells / (2 * n[longest]) < 2)
			return;
		n[longest] *= 2;
		domains *= 2;
	}
}

/* Decides on everything before anything is computed; false with a line in
 * `why`. */
static bool
prepare(struct plan *p, struct cli_error *why)
{
	struct options *o = &p->options;
	u32 *n = o->domains, cells;
	u64 nodes = 1;

	p->cuts.box = box_of(o->size);
	cells = p->cuts.box.cells;
	ocrAffinityCount(AFFINITY_PD, &nodes);
	if (!n[X])
		choose_domains(n, cells, nodes);
	for (int a = 0; a < AXES; a++) {
		if (n[a] > 1 && cells / n[a] < 2)
			return cli_fail(why,
					"%u domains along an axis are too "
					"many: each needs two cells, and the "
					"box has %u; --size makes it larger",
					n[a], cells);
		p->cuts.domains[a] = n[a];
	}
	p->parts.n = n[X] * n[Y] * n[Z];
	p->parts.per_node = (u32)((p->parts.n + nodes - 1) / nodes);
	p->parts.ways = DIRECTIONS;
	return true;
}

/* Starts all domains.  The plan is complete and released by that. */
static u8
start(struct plan *p, ocrGuid_t plan_block)
{
	u8 err = parts_reserve(&p->parts);
	struct parts parts = p->parts;
	ocrGuid_t report;

	PRINTF("md: %" PRIu64 " atoms in %u x %u x %u cells, %u x %u x %u "
	       "domains, %" PRIu64 " steps\n",
	       box_atoms(&p->cuts.box), p->cuts.box.cells, p->cuts.box.cells,
	       p->cuts.box.cells, p->cuts.domains[X], p->cuts.domains[Y],
	       p->cuts.domains[Z], p->options.steps);
	if (!err)
		err = ocrEdtTemplateCreate(&p->step_template, step_edt, 2,
					   STEP_SLOTS);
	if (!err)
		err = here_create(&p->report, report_edt, parts.n + 1, NULL);
	report = p->report;
	p->start_ns = clock_now_ns();
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = ocrAddDependence(plan_block, report, parts.n,
				       DB_MODE_CONST);
	return err ? err : parts_start(&parts, open_edt, plan_block);
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct cli_error wrong;
	ocrGuid_t plan_block;
	struct plan *p;
	u8 err;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&plan_block, (void **)&p, sizeof(*p), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	if (err) {
		quit_failed("md", err);
		return NULL_GUID;
	}
	if (!command_take(&options_cli, &p->options, depv[0].ptr))
		return NULL_GUID;
	if (!prepare(p, &wrong)) {
		fprintf(stderr, "md: %s\n", wrong.text);
		ocrAbort(2);
	} else {
		progress_start("md", "steps", p->options.progress);
		err = start(p, plan_block);
		if (err)
			quit_failed("md", err);
	}
	return NULL_GUID;
}
