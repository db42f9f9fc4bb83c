/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr.c - the graph as an OCR program: a column of tasks for each point, each
 * of which makes the next one.
 *
 * A point has two blocks, which it writes in turn. What goes from a point to
 * another goes through a channel of its own, on the node of who waits: the
 * block that was written, or nothing, to say that the other's has been read and
 * may be written again, where no other dependence says so.
 *
 *	mainEdt --> made (each point, on its node) --> begin --> columns
 *	                                                 ^         | latch
 *	                                                 +- round <+
 */
#include "apps/bench/ocr/bench.h"
#include "apps/metg/search.h"

#include <unistd.h>

#define MAX_PEERS 12

/* A point: what its tasks have as parameters. */
struct column {
	u64 pattern, width, steps, bytes; /* the graph */
	u64 x, step, iterations;
	ocrGuid_t template, latch;
	ocrGuid_t block[2];
	/* In the order of the points: */
	ocrGuid_t from[MAX_PEERS], to[MAX_PEERS];
};

/* What a point is made of, as its node tells it. */
struct made {
	ocrGuid_t block[2];
	ocrGuid_t from[MAX_PEERS];
};

/* Node 0's alone; the tasks that touch it follow each other. */
static struct {
	struct metg_args args;
	struct metg_search search;
	struct column column[METG_MAX_WIDTH];
	ocrGuid_t round_template;
	u64 nodes, start_ns;
} control;

/* The same for all tasks of a program; each thread finds it out for itself. */
static _Thread_local struct metg_plan plan;

static void
know_plan(const struct column *c)
{
	const struct metg_graph g = {
		.pattern = (enum metg_pattern)c->pattern,
		.width = (unsigned)c->width,
		.steps = (unsigned)c->steps,
	};

	if (!plan.period)
		metg_plan_make(&plan, &g);
}

/* How many of a set are below `x`. */
static unsigned
place(u64 set, unsigned x)
{
	return (unsigned)__builtin_popcountll(set & ((UINT64_C(1) << x) - 1));
}

static u64
hear(unsigned x)
{
	return plan.hears[x];
}

/* Points that wait for something of `x`. */
static u64
speak(unsigned x, unsigned width)
{
	u64 set = 0;

	for (unsigned y = 0; y < width; y++)
		if (plan.hears[y] >> x & 1)
			set |= UINT64_C(1) << y;
	return set;
}

/* Who tells `x`, in the step before `step`, that its block has been read. */
static u64
told(unsigned x, u64 width, u64 step)
{
	u64 set = 0;

	for (unsigned y = 0; step > 1 && y < width; y++)
		if (plan.tells[metg_phase(&plan, (unsigned)step - 1)][y] >> x &
		    1)
			set |= UINT64_C(1) << y;
	return set;
}

/*
 * A column
 */

/* Slots: the block to write; then in the order of the points what is needed,
 * its own among it, and what is only told. */
static u8
make_step(const struct column *c)
{
	unsigned x = (unsigned)c->x, slot = 1;
	u64 needs =
		c->step ? plan.needs[metg_phase(&plan, (unsigned)c->step)][x]
			: 0;
	u64 all = needs | told(x, c->width, c->step);
	ocrGuid_t task;
	u8 err;

	err = ocrEdtCreate(&task, c->template, EDT_PARAM_DEF, (const u64 *)c,
			   1 + (u32)__builtin_popcountll(all), NULL,
			   EDT_PROP_NONE, NULL_HINT, NULL);
	for (u64 set = all; set && !err; set &= set - 1) {
		unsigned y = (unsigned)__builtin_ctzll(set);

		err = ocrAddDependence(y == x ? c->block[(c->step + 1) % 2]
					      : c->from[place(hear(x), y)],
				       task, slot++,
				       needs >> y & 1 ? DB_MODE_CONST
						      : DB_MODE_NULL);
	}
	return err ? err
		   : ocrAddDependence(c->block[c->step % 2], task, 0,
				      DB_MODE_EW);
}

/* An input that was looked at is given back: who writes its block next, this
 * point itself or who hears of it from send(), finds it without readers, and
 * writes in place. */
static bool
take_inputs(const struct column *c, const ocrEdtDep_t *depv)
{
	unsigned x = (unsigned)c->x, slot = 1;
	u64 needs =
		c->step ? plan.needs[metg_phase(&plan, (unsigned)c->step)][x]
			: 0;

	for (u64 set = needs | told(x, c->width, c->step); set;
	     set &= set - 1, slot++) {
		unsigned y = (unsigned)__builtin_ctzll(set);

		if (needs >> y & 1 &&
		    (!metg_check(depv[slot].ptr, c->bytes, c->step - 1, y) ||
		     ocrDbRelease(depv[slot].guid)))
			return false;
	}
	return true;
}

/* To all that wait for the block or to hear that theirs was read. */
static u8
send(const struct column *c)
{
	unsigned x = (unsigned)c->x;
	u64 peers = speak(x, (unsigned)c->width), self = UINT64_C(1) << x;
	/* The sets of step 0 are those of a whole period later. */
	unsigned phase = metg_phase(&plan, (unsigned)c->step + plan.period);
	u64 feeds = plan.feeds[phase][x] & ~self;
	u64 tells = c->step ? plan.tells[phase][x] : 0;
	u8 err = 0;

	for (u64 set = feeds | tells; set && !err; set &= set - 1) {
		unsigned y = (unsigned)__builtin_ctzll(set);

		err = ocrEventSatisfy(c->to[place(peers, y)],
				      feeds >> y & 1 ? c->block[c->step % 2]
						     : NULL_GUID);
	}
	return err;
}

static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct column c = *(const struct column *)(const void *)paramv;
	u8 err;

	(void)paramc;
	(void)depc;
	know_plan(&c);
	if (!take_inputs(&c, depv)) {
		ocr_bench_fail("an input is wrong");
		return NULL_GUID;
	}
	metg_work(c.iterations);
	metg_write(depv[0].ptr, c.bytes, c.step, c.x);
	err = ocrDbRelease(depv[0].guid);
	if (!err && c.step + 1 == c.steps) {
		err = ocrEventSatisfySlot(c.latch, NULL_GUID,
					  OCR_EVENT_LATCH_DECR_SLOT);
	} else if (!err) {
		err = send(&c);
		c.step++;
		if (!err)
			err = make_step(&c);
	}
	if (err)
		ocr_bench_fail("a step did not go on");
	return NULL_GUID;
}

/* On the node of the point, in step 0: its parameters have no step yet. */
static ocrGuid_t
first_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct column *c = (const struct column *)(const void *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	know_plan(c);
	if (make_step(c))
		ocr_bench_fail("a column did not start");
	return NULL_GUID;
}

/*
 * Rounds
 */

static ocrGuid_t first_template;

static u8
begin(void)
{
	const struct metg_graph *g = &control.args.graph;
	ocrEventParams_t p;
	ocrGuid_t latch;
	ocrHint_t there;
	u8 err;

	memset(&p, 0, sizeof(p));
	p.EVENT_LATCH.counter = g->width;
	err = ocrEventCreateParams(&latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE,
				   &p);
	if (!err)
		err = ocrEdtCreate(NULL, control.round_template, EDT_PARAM_DEF,
				   NULL, EDT_PARAM_DEF, &latch, EDT_PROP_NONE,
				   NULL_HINT, NULL);
	control.start_ns = bench_now_ns();
	for (unsigned x = 0; x < g->width && !err; x++) {
		struct column *c = &control.column[x];

		c->latch = latch;
		c->step = 0;
		c->iterations = control.search.iterations;
		err = ocr_bench_place(&there, x * control.nodes / g->width)
			      ? ocrEdtCreate(NULL, first_template,
					     EDT_PARAM_DEF, (const u64 *)c,
					     EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
					     &there, NULL)
			      : OCR_EINVAL;
	}
	return err;
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	double elapsed_ns = (double)(bench_now_ns() - control.start_ns), us;

	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	if (!metg_next(&control.search, elapsed_ns, &us)) {
		PRINTF(BENCH_LINE, us, "us");
		ocrShutdown();
	} else if (begin()) {
		ocr_bench_fail("a round did not start");
	}
	return NULL_GUID;
}

/*
 * The start
 */

/* On the node of a point: its blocks, and the channels it waits for. */
static ocrGuid_t
make_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct column *c = (const struct column *)(const void *)paramv;
	ocrEventParams_t p;
	struct made *made;
	ocrGuid_t block;
	void *bytes;
	u8 err;

	(void)paramc;
	(void)depc;
	(void)depv;
	know_plan(c);
	memset(&p, 0, sizeof(p));
	p.EVENT_CHANNEL.maxGen = 8;
	p.EVENT_CHANNEL.nbSat = 1;
	p.EVENT_CHANNEL.nbDeps = 1;
	err = ocrDbCreate(&block, (void **)&made, sizeof(*made), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	for (int i = 0; i < 2 && !err; i++) {
		err = ocrDbCreate(&made->block[i], &bytes, c->bytes,
				  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
		if (!err)
			err = ocrDbRelease(made->block[i]);
	}
	for (int i = 0; i < __builtin_popcountll(hear((unsigned)c->x)) && !err;
	     i++)
		err = ocrEventCreateParams(&made->from[i], OCR_EVENT_CHANNEL_T,
					   EVT_PROP_TAKES_ARG, &p);
	if (!err)
		err = ocrDbRelease(block);
	if (err)
		ocr_bench_fail("a point was not made");
	return block;
}

/* All points are made: who speaks gets the channels of who hears. */
static ocrGuid_t
connect_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	know_plan(&control.column[0]);
	for (unsigned x = 0; x < depc; x++) {
		const struct made *made = depv[x].ptr;
		struct column *c = &control.column[x];

		memcpy(c->block, made->block, sizeof(c->block));
		memcpy(c->from, made->from, sizeof(c->from));
		for (u64 set = hear(x); set; set &= set - 1) {
			unsigned y = (unsigned)__builtin_ctzll(set);

			control.column[y].to[place(speak(y, depc), x)] =
				made->from[place(hear(x), y)];
		}
	}
	if (begin())
		ocr_bench_fail("the first round did not start");
	return NULL_GUID;
}

/* Each point on its node; what it is made of goes to the task that connects. */
static u8
make_points(ocrGuid_t step_template)
{
	const struct metg_args *a = &control.args;
	ocrGuid_t make_template, connect_template, connect, told_by;
	u32 params = OCR_BENCH_PARAMC(struct column);
	ocrHint_t there;
	u8 err;

	err = ocrEdtTemplateCreate(&make_template, make_edt, params, 0) ||
	      ocrEdtTemplateCreate(&connect_template, connect_edt, 0,
				   a->graph.width) ||
	      ocrEdtCreate(&connect, connect_template, EDT_PARAM_DEF, NULL,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
	for (unsigned x = 0; x < a->graph.width && !err; x++) {
		struct column *c = &control.column[x];

		*c = (struct column){
			.pattern = a->graph.pattern,
			.width = a->graph.width,
			.steps = a->graph.steps,
			.bytes = a->bytes,
			.x = x,
			.template = step_template,
		};
		err = !ocr_bench_place(&there,
				       x * control.nodes / a->graph.width) ||
		      ocrEventCreate(&told_by, OCR_EVENT_ONCE_T,
				     EVT_PROP_TAKES_ARG) ||
		      ocrAddDependence(told_by, connect, x, DB_MODE_CONST) ||
		      ocrEdtCreate(NULL, make_template, EDT_PARAM_DEF,
				   (const u64 *)c, EDT_PARAM_DEF, NULL,
				   EDT_PROP_OEVT_VALID, &there, &told_by);
	}
	return err;
}

/* Of one node: what the runtime was told, or a core each. */
static unsigned
workers(void)
{
	const char *said = getenv("OCR_WORKERS");
	long n = said ? atol(said) : sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (unsigned)n : 1;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u32 params = OCR_BENCH_PARAMC(struct column);
	struct bench_args words;
	ocrGuid_t step_template;
	unsigned all;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&words, depv[0].ptr))
		return NULL_GUID;
	if (ocrAffinityCount(AFFINITY_PD, &control.nodes) || !control.nodes) {
		ocr_bench_fail("no nodes");
		return NULL_GUID;
	}
	all = (unsigned)control.nodes * workers();
	if (!metg_parse(&control.args, &words, all)) {
		ocrAbort(2);
		return NULL_GUID;
	}
	metg_begin(&control.search, &control.args, all);
	if (ocrEdtTemplateCreate(&step_template, step_edt, params,
				 EDT_PARAM_UNK) ||
	    ocrEdtTemplateCreate(&first_template, first_edt, params, 0) ||
	    ocrEdtTemplateCreate(&control.round_template, round_edt, 0, 1) ||
	    make_points(step_template))
		ocr_bench_fail("the points were not made");
	return NULL_GUID;
}
