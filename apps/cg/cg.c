/* SPDX-License-Identifier: BSD-3-Clause */
/* cg.c - conjugate gradients on all nodes of a job, with a reduction event.
 *
 * The rows are cut into parts, each a data block on its home node.  A part has
 * three tasks in each iteration, one after the other:
 *
 *	multiply   q = A p         wants the p of its neighbours; gives p q
 *	step       x += alpha p    wants p q, the sum over all parts
 *	           r -= alpha q    gives r r
 *	direct     p = r + beta p  wants r r; sends p to its neighbours
 *
 * What parts give goes into one reduction event, which has the label 0 of its
 * range on all nodes: r r of the start is generation 0, and then p q and r r
 * take turns.  Each part contributes through a slot of its own, and gets the
 * result through a post-slot with the same number.
 *
 * Neighbours send each other their p through channel events with labels: the
 * k-th message meets the k-th multiply, and no part is more than one ahead.
 * All parts get the same bits of each sum, so all stop at the same iteration,
 * and nobody tells them to.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-reduction-event.h"

#include "apps/cg/end.h"
#include "apps/cg/part.h"
#include "apps/cg/plan.h"
#include "apps/cg/serial.h"
#include "apps/common/clock.h"
#include "apps/common/command.h"
#include "apps/common/here.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <math.h>
#include <string.h>

/* The pre-slots of all tasks of a part; then come messages, or a sum. */
enum { SLOT_PART, SLOT_PLAN, SLOT_MORE };

/* A channel holds what its reader needs next, and what comes after. */
#define MAX_AHEAD 2

/*
 * Channels and the sum
 */

/* From part `from` to part `to`. */
static u8
find_channel(const struct plan *p, u64 from, u64 to, ocrGuid_t *channel)
{
	return ocrGuidFromIndex(channel, p->channels, to * p->parts + from);
}

static u8
create_channels(const struct plan *p, struct part *part)
{
	const ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = MAX_AHEAD, .nbSat = 1, .nbDeps = 1},
	};
	struct part_view v = part_view(part);
	ocrGuid_t channel;
	u8 err = 0;

	for (u64 i = 0; i < part->neighbours && !err; i++) {
		err = find_channel(p, v.neighbour[i].part, part->index,
				   &channel);
		if (!err)
			err = ocrEventCreateParams(
				&channel, OCR_EVENT_CHANNEL_T,
				GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG,
				&params);
	}
	return err;
}

static u8
destroy_channels(const struct plan *p, struct part *part)
{
	struct part_view v = part_view(part);
	ocrGuid_t channel;
	u8 err = 0;

	for (u64 i = 0; i < part->neighbours && !err; i++) {
		err = find_channel(p, v.neighbour[i].part, part->index,
				   &channel);
		if (!err)
			err = ocrEventDestroy(channel);
	}
	return err;
}

/* The first part of a node creates it; the others may be that late or early. */
static u8
create_sum(const struct plan *p)
{
	const ocrEventParams_t params = {
		.EVENT_COLLECTIVE =
			{
				.maxGen = 1,
				.nbContribs = (u32)p->parts,
				.nbContribsPd = (u32)p->options.per_node,
				.nbDatum = 1,
				.arity = PLAN_ARITY,
				.op = REDOP_F8_ADD,
				.type = COL_ALLREDUCE,
				.reuseDbPerGen = true,
			},
	};
	ocrGuid_t sum;
	u8 err = ocrGuidFromIndex(&sum, p->sums, 0);

	if (!err)
		err = ocrEventCreateParams(&sum, OCR_EVENT_COLLECTIVE_T,
					   GUID_PROP_CHECK, &params);
	return err == OCR_EGUIDEXISTS ? 0 : err;
}

/* Gives this part's value; `task` gets what all parts give. */
static u8
add_up(const struct plan *p, const struct part *part, double value,
       ocrGuid_t task)
{
	ocrGuid_t sum;
	u8 err = ocrGuidFromIndex(&sum, p->sums, 0);

	if (!err)
		err = ocrAddDependenceSlot(sum, (u32)part->index, task,
					   SLOT_MORE, DB_MODE_CONST);
	if (!err)
		err = ocrEventCollectiveSatisfySlot(sum, &value,
						    (u32)part->index);
	return err;
}

/* Sends the part's p to all who need some of it. */
static u8
send_messages(const struct plan *p, struct part *part)
{
	struct part_view v = part_view(part);
	ocrGuid_t channel, block;
	double *value;
	u8 err = 0;

	for (u64 i = 0; i < part->neighbours && !err; i++) {
		err = ocrDbCreate(&block, (void **)&value,
				  v.neighbour[i].n_out * sizeof(*value),
				  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
		if (err)
			break;
		part_give(&v, i, value);
		err = ocrDbRelease(block);
		if (!err)
			err = find_channel(p, part->index, v.neighbour[i].part,
					   &channel);
		if (!err)
			err = ocrEventSatisfy(channel, block);
	}
	return err;
}

/*
 * Tasks of a part
 */

/* What such a task has got. */
struct here {
	const struct plan *plan;
	struct part *part;
	struct part_view v;
	ocrGuid_t plan_block, part_block;
	u64 iteration; /* that are complete */
};

static struct here
look_around(const u64 *paramv, const ocrEdtDep_t depv[])
{
	struct here h = {
		.plan = depv[SLOT_PLAN].ptr,
		.part = depv[SLOT_PART].ptr,
		.plan_block = depv[SLOT_PLAN].guid,
		.part_block = depv[SLOT_PART].guid,
		.iteration = paramv[0],
	};

	h.v = part_view(h.part);
	return h;
}

/* A task of this part, here, that waits for `more` slots besides the part: that
 * comes last, by go_on(). */
static u8
create_next(const struct here *h, ocrGuid_t template, u64 iteration, u64 more,
	    ocrGuid_t *task)
{
	ocrHint_t hint;
	u8 err = here_hint(&hint);

	if (!err)
		err = ocrEdtCreate(task, template, EDT_PARAM_DEF, &iteration,
				   (u32)(SLOT_MORE + more), NULL, EDT_PROP_NONE,
				   &hint, NULL);
	if (!err)
		err = ocrAddDependence(h->plan_block, *task, SLOT_PLAN,
				       DB_MODE_CONST);
	return err;
}

static u8
go_on(const struct here *h, ocrGuid_t task)
{
	u8 err = ocrDbRelease(h->part_block);

	if (!err)
		err = ocrAddDependence(h->part_block, task, SLOT_PART,
				       DB_MODE_EW);
	return err;
}

/* The part is done; `bad` is what p A p was, if that is why. */
static u8
finish(struct here *h, bool not_definite, double bad)
{
	u32 index = (u32)h->part->index;
	struct result *r;
	ocrGuid_t block;
	u8 err = ocrDbCreate(&block, (void **)&r,
			     sizeof(*r) + h->part->rows * sizeof(r->x[0]),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	*r = (struct result){
		.iterations = h->iteration,
		.rr = h->part->rr,
		.bb = h->part->bb,
		.not_definite = not_definite,
		.bad = bad,
	};
	memcpy(r->x, h->v.x, h->part->rows * sizeof(r->x[0]));
	err = ocrDbRelease(block);
	if (!err)
		err = destroy_channels(h->plan, h->part);
	if (!err)
		err = ocrDbDestroy(h->part_block);
	/* Last: nothing of the part is left when the end hears of it. */
	return err ? err
		   : ocrAddDependence(block, h->plan->end, index,
				      DB_MODE_CONST);
}

static ocrGuid_t
multiply_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct here h = look_around(paramv, depv);
	ocrGuid_t next;
	double pq;
	u8 err = 0;

	(void)paramc;
	for (u32 i = SLOT_MORE; i < depc && !err; i++) {
		part_take(h.part, &h.v, i - SLOT_MORE, depv[i].ptr);
		err = ocrDbDestroy(depv[i].guid);
	}
	pq = part_multiply(h.part, &h.v);
	if (!err)
		err = create_next(&h, h.plan->step, h.iteration, 1, &next);
	if (!err)
		err = add_up(h.plan, h.part, pq, next);
	if (!err)
		err = go_on(&h, next);
	if (err)
		quit_failed("cg", err);
	return NULL_GUID;
}

static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct here h = look_around(paramv, depv);
	double pq = *(const double *)depv[SLOT_MORE].ptr, rr;
	ocrGuid_t next;
	u8 err;

	(void)paramc;
	(void)depc;
	if (pq > 0) {
		rr = part_step(h.part, &h.v, h.part->rr / pq);
		err = create_next(&h, h.plan->direct, h.iteration + 1, 1,
				  &next);
		if (!err)
			err = add_up(h.plan, h.part, rr, next);
		if (!err)
			err = go_on(&h, next);
	} else {
		err = finish(&h, true, pq);
	}
	if (err)
		quit_failed("cg", err);
	return NULL_GUID;
}

/* The multiplication of the next iteration, which waits for all neighbours. */
static u8
iterate(struct here *h)
{
	ocrGuid_t next, channel;
	u8 err = create_next(h, h->plan->multiply, h->iteration,
			     h->part->neighbours, &next);

	for (u64 i = 0; i < h->part->neighbours && !err; i++) {
		err = find_channel(h->plan, h->v.neighbour[i].part,
				   h->part->index, &channel);
		if (!err)
			err = ocrAddDependence(channel, next,
					       (u32)(SLOT_MORE + i),
					       DB_MODE_CONST);
	}
	if (!err)
		err = send_messages(h->plan, h->part);
	return err ? err : go_on(h, next);
}

/* How far it is: in how many digits the residual is smaller than b. */
static void
tell(double rr, double bb, double tolerance)
{
	double digits = -0.5 * log10(rr / bb), all = ceil(-log10(tolerance));

	if (digits > 0 && all >= 1)
		progress_tell((u64)fmin(digits, all), (u64)all);
}

static ocrGuid_t
direct_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct here h = look_around(paramv, depv);
	const struct options *o = &h.plan->options;
	double rr = *(const double *)depv[SLOT_MORE].ptr;
	double beta = h.iteration ? rr / h.part->rr : 0;
	u8 err;

	(void)paramc;
	(void)depc;
	if (!h.iteration)
		h.part->bb = rr;
	h.part->rr = rr;
	/* One part speaks for all. */
	if (!h.part->index)
		tell(rr, h.part->bb, o->tolerance);
	if (is_solved(rr, h.part->bb, o->tolerance) ||
	    h.iteration == o->iterations) {
		err = finish(&h, false, 0);
	} else {
		part_direct(h.part, &h.v, beta);
		err = iterate(&h);
	}
	if (err)
		quit_failed("cg", err);
	return NULL_GUID;
}

/* The first task of a part: as the end of a step. */
static ocrGuid_t
open_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct here h = look_around(paramv, depv);
	double rr = part_square(h.part, &h.v);
	ocrGuid_t next;
	u8 err = create_sum(h.plan);

	(void)paramc;
	(void)depc;
	if (!err)
		err = create_channels(h.plan, h.part);
	if (!err)
		err = create_next(&h, h.plan->direct, 0, 1, &next);
	if (!err)
		err = add_up(h.plan, h.part, rr, next);
	if (!err)
		err = go_on(&h, next);
	if (err)
		quit_failed("cg", err);
	return NULL_GUID;
}

/*
 * The start
 */

static u8
create_objects(struct plan *p)
{
	ocrHint_t hint;
	u8 err = ocrGuidRangeCreate(&p->channels, p->parts * p->parts,
				    GUID_USER_EVENT_CHANNEL);

	/* Each channel is where its reader is. */
	ocrHintInit(&hint, OCR_HINT_GROUP_T);
	ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK,
			p->parts * p->options.per_node);
	if (!err)
		err = ocrGuidMapSpread(&p->channels, &hint);
	if (!err)
		err = ocrGuidRangeCreate(&p->sums, 1,
					 GUID_USER_EVENT_COLLECTIVE);
	if (!err)
		err = ocrEdtTemplateCreate(&p->multiply, multiply_edt, 1,
					   EDT_PARAM_UNK);
	if (!err)
		err = ocrEdtTemplateCreate(&p->step, step_edt, 1,
					   EDT_PARAM_UNK);
	if (!err)
		err = ocrEdtTemplateCreate(&p->direct, direct_edt, 1,
					   EDT_PARAM_UNK);
	return err ? err : end_create(p);
}

/* A part of the matrix, in a block at its home. */
static u8
create_part(const struct plan *p, const struct matrix *m, u64 index,
	    ocrGuid_t node, ocrGuid_t *block)
{
	struct part size, *part;
	ocrHint_t hint;
	u8 err;

	if (!part_measure(&size, m, p->parts, index))
		return OCR_ENOMEM;
	ocrHintInit(&hint, OCR_HINT_DB_T);
	ocrSetHintValue(&hint, OCR_HINT_DB_AFFINITY,
			ocrAffinityToHintValue(node));
	err = ocrDbCreate(block, (void **)&part, size.bytes, DB_PROP_NONE,
			  &hint, NO_ALLOC);
	if (!err && !part_fill(part, &size, m, p->parts))
		err = OCR_ENOMEM;
	return err ? err : ocrDbRelease(*block);
}

static u8
start_part(const struct plan *p, const struct matrix *m, u64 index,
	   ocrGuid_t open_template, ocrGuid_t plan_block)
{
	const u64 iteration = 0;
	ocrGuid_t node, block, task;
	ocrHint_t hint;
	u8 err = ocrAffinityGetAt(AFFINITY_PD, index / p->options.per_node,
				  &node);

	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	if (!err)
		err = create_part(p, m, index, node, &block);
	if (!err)
		err = ocrEdtCreate(&task, open_template, EDT_PARAM_DEF,
				   &iteration, EDT_PARAM_DEF, NULL,
				   EDT_PROP_NONE, &hint, NULL);
	if (!err)
		err = ocrAddDependence(plan_block, task, SLOT_PLAN,
				       DB_MODE_CONST);
	if (!err)
		err = ocrAddDependence(block, task, SLOT_PART, DB_MODE_EW);
	return err;
}

/* The matrix goes to the end as well, to judge by. */
static u8
keep_matrix(const struct plan *p, const struct matrix *m)
{
	ocrGuid_t block;
	void *to;
	u8 err = ocrDbCreate(&block, &to, matrix_bytes(m), DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	matrix_pack(m, to);
	err = ocrDbRelease(block);
	return err ? err
		   : ocrAddDependence(block, p->end, (u32)p->parts,
				      DB_MODE_CONST);
}

/* Starts it all.  The plan is complete and released by that. */
static u8
start(struct plan *p, ocrGuid_t plan_block, const struct matrix *m)
{
	struct plan copy;
	ocrGuid_t open_template;
	u8 err = create_objects(p);

	PRINTF("cg: %" PRIu64 " rows, %" PRIu64 " elements, %" PRIu64
	       " parts on %" PRIu64 " nodes\n",
	       m->rows, m->elements, p->parts, p->nodes);
	p->start_ns = clock_now_ns();
	copy = *p;
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = keep_matrix(&copy, m);
	if (!err)
		err = ocrEdtTemplateCreate(&open_template, open_edt, 1,
					   SLOT_MORE);
	for (u64 i = 0; i < copy.parts && !err; i++)
		err = start_part(&copy, m, i, open_template, plan_block);
	if (!err)
		err = ocrEdtTemplateDestroy(open_template);
	/* Last: the end waits for that as well. */
	return err ? err
		   : ocrAddDependence(plan_block, copy.end, (u32)copy.parts + 1,
				      DB_MODE_CONST);
}

/* Decides on everything before anything is computed.  0, or the exit status
 * after a line in `why`. */
static u8
prepare(struct plan *p, struct matrix *m, struct cli_error *why)
{
	const struct options *o = &p->options;

	ocrAffinityCount(AFFINITY_PD, &p->nodes);
	p->parts = p->nodes * o->per_node;
	if (p->parts > OPTIONS_MAX_PARTS) {
		cli_fail(why, "%" PRIu64 " parts are too many", p->parts);
		return 2;
	}
	if (o->in[0] ? !matrix_read(m, o->in, why)
		     : !matrix_poisson(m, o->size) &&
			       !cli_fail(why, "out of memory"))
		return 1;
	p->rows = m->rows;
	return o->out[0] && !outfile_check(o->out, why) ? 1 : 0;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct matrix m = {0};
	struct cli_error why;
	ocrGuid_t plan_block;
	struct plan *plan;
	u8 err, status;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&plan_block, (void **)&plan, sizeof(*plan),
			  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
	if (err) {
		quit_failed("cg", err);
		return NULL_GUID;
	}
	if (!command_take(&options_cli, &plan->options, depv[0].ptr))
		return NULL_GUID;
	status = prepare(plan, &m, &why);
	if (status) {
		fprintf(stderr, "cg: %s\n", why.text);
		ocrAbort(status);
	} else {
		progress_start("cg", "digits", plan->options.progress);
		err = start(plan, plan_block, &m);
		if (err)
			quit_failed("cg", err);
	}
	matrix_fini(&m);
	return NULL_GUID;
}
