/* SPDX-License-Identifier: BSD-3-Clause */
/* token.c - a block that is written by one node after the other.
 *
 * All nodes of the job stand in a ring.  Who has the block adds one to its
 * words, releases it, and passes it on to the next node, with WHAT:
 *
 *   `channel`	by a channel event of that node, behind which a task waits that
 *		wants the block in RW mode; nothing travels but the block
 *   `task`	to a task there that it creates, which has it in EW mode
 *
 *	node 0 (home) --> node 1 --> ... --> node N-1 --> node 0
 *
 * A sample is the mean of some rounds, by hop.
 */
#include "apps/bench/ocr/bench.h"

#define HOPS	64 /* of one sample, or a few more: whole rounds */
#define WARM_UP 4
#define BYTES	1024

struct place {
	ocrGuid_t template;
	ocrGuid_t block;
	ocrGuid_t mine, next; /* channels; NULL_GUID: by tasks */
	u64 node, nodes;
	u64 words;	 /* of the block */
	u64 hop;	 /* so often it was passed on */
	u64 hops, index; /* of a sample; which sample */
	u64 samples;
};

/* On node 0. */
static double sample[BENCH_MAX_SAMPLES];
static u64 start_ns;

static u8
make_channel(ocrGuid_t *channel)
{
	ocrEventParams_t p;

	p.EVENT_CHANNEL.maxGen = 1;
	p.EVENT_CHANNEL.nbSat = 1;
	p.EVENT_CHANNEL.nbDeps = 1;
	return ocrEventCreateParams(channel, OCR_EVENT_CHANNEL_T,
				    EVT_PROP_TAKES_ARG, &p);
}

/* The task of this node that has the block in the round that comes. */
static u8
wait_again(const struct place *p)
{
	ocrHint_t here;
	ocrGuid_t task;
	u8 err;

	if (!ocr_bench_place(&here, p->node))
		return 1;
	err = ocrEdtCreate(&task, p->template, EDT_PARAM_DEF, (const u64 *)p,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &here, NULL);
	return err ? err : ocrAddDependence(p->mine, task, 0, DB_MODE_RW);
}

static u8
pass_on(const struct place *p)
{
	struct place next = *p;
	ocrHint_t there;
	ocrGuid_t task;
	u8 err;

	if (!ocrGuidIsNull(p->next))
		return ocrEventSatisfy(p->next, p->block);
	next.node = (p->node + 1) % p->nodes;
	next.hop++;
	if (!ocr_bench_place(&there, next.node))
		return 1;
	err = ocrEdtCreate(&task, p->template, EDT_PARAM_DEF,
			   (const u64 *)&next, EDT_PARAM_DEF, NULL,
			   EDT_PROP_NONE, &there, NULL);
	return err ? err : ocrAddDependence(p->block, task, 0, DB_MODE_EW);
}

/* False: that was the last one. */
static bool
measure(struct place *p)
{
	u64 now_ns = bench_now_ns(), of_sample = p->hop % p->hops;

	if (of_sample || !p->hop)
		return true;
	sample[p->index++] =
		(double)(now_ns - start_ns) / (double)p->hops / 1e3;
	if (p->index == p->samples) {
		PRINTF(BENCH_LINE,
		       bench_median(sample + WARM_UP, p->samples - WARM_UP),
		       "us");
		ocrShutdown();
		return false;
	}
	start_ns = bench_now_ns();
	return true;
}

static ocrGuid_t
turn_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct place p = *(const struct place *)(const void *)paramv, again;
	u64 *words = depv[0].ptr;

	(void)paramc;
	(void)depc;
	if (words[0] != p.hop || words[p.words - 1] != p.hop) {
		ocr_bench_fail("the block did not hold what was written");
		return NULL_GUID;
	}
	p.block = depv[0].guid;
	if (p.node == 0 && !measure(&p))
		return NULL_GUID;
	words[0]++;
	words[p.words - 1] = words[0];
	again = p;
	again.hop += p.nodes;
	if ((!ocrGuidIsNull(p.mine) && wait_again(&again)) ||
	    ocrDbRelease(p.block) || pass_on(&p))
		ocr_bench_fail("the block was not passed on");
	return NULL_GUID;
}

/* On nodes N-1 to 1, and then on node 0: the channel, and who waits for it.
 * `next` is that of the node behind, `block` is node 0's own channel. */
static ocrGuid_t
begin_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct place p = *(const struct place *)(const void *)paramv, before;
	ocrGuid_t before_edt, begin;
	ocrHint_t there;

	(void)paramc;
	(void)depc;
	before = p;
	if (p.node == 0)
		p.mine = p.block;
	else if (make_channel(&p.mine))
		goto failed;
	p.hop = p.node;
	p.block = NULL_GUID;
	if (wait_again(&p))
		goto failed;
	if (p.node == 0) {
		start_ns = bench_now_ns();
		if (ocrEventSatisfy(p.mine, depv[0].guid))
			goto failed;
		return NULL_GUID;
	}
	before.node--;
	before.next = p.mine;
	if (!ocr_bench_place(&there, before.node) ||
	    ocrEdtTemplateCreate(&begin, begin_edt,
				 OCR_BENCH_PARAMC(struct place), 1) ||
	    ocrEdtCreate(&before_edt, begin, EDT_PARAM_DEF,
			 (const u64 *)&before, EDT_PARAM_DEF, NULL,
			 EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(depv[0].guid, before_edt, 0, DB_MODE_CONST))
		goto failed;
	return NULL_GUID;
failed:
	ocr_bench_fail("a node was not set up");
	return NULL_GUID;
}

/* The block is there; who is first? */
static u8
begin(struct place *p, ocrGuid_t block)
{
	const u32 params = OCR_BENCH_PARAMC(struct place);
	ocrGuid_t begin, first;
	ocrHint_t there;

	if (ocrEdtTemplateCreate(&p->template, turn_edt, params, 1))
		return 1;
	p->mine = p->next = NULL_GUID;
	p->block = block;
	if (!p->index) {
		start_ns = bench_now_ns();
		return ocrEdtCreate(&first, p->template, EDT_PARAM_DEF,
				    (const u64 *)p, EDT_PARAM_DEF, NULL,
				    EDT_PROP_NONE, NULL_HINT, NULL) ||
		       ocrAddDependence(block, first, 0, DB_MODE_EW);
	}
	p->index = 0;
	p->node = p->nodes - 1;
	return make_channel(&p->block) ||
	       (p->next = p->block, !ocr_bench_place(&there, p->node)) ||
	       ocrEdtTemplateCreate(&begin, begin_edt, params, 1) ||
	       ocrEdtCreate(&first, begin, EDT_PARAM_DEF, (const u64 *)p,
			    EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	       ocrAddDependence(block, first, 0, DB_MODE_CONST);
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct place p = {0};
	ocrGuid_t block;
	void *bytes;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	if (strcmp(args.what, "channel") != 0 &&
	    strcmp(args.what, "task") != 0) {
		ocr_bench_fail("WHAT is channel or task");
		return NULL_GUID;
	}
	p.index = args.what[0] == 'c';
	if (!args.size_bytes)
		args.size_bytes = BYTES;
	p.words = args.size_bytes / sizeof(u64);
	ocrAffinityCount(AFFINITY_PD, &p.nodes);
	p.hops = (HOPS + p.nodes - 1) / p.nodes * p.nodes;
	p.samples = WARM_UP + (args.quick ? 2 : 200);
	if (!p.words || ocrDbCreate(&block, &bytes, args.size_bytes,
				    DB_PROP_NONE, NULL_HINT, NO_ALLOC)) {
		ocr_bench_fail("no block");
		return NULL_GUID;
	}
	memset(bytes, 0, args.size_bytes);
	if (ocrDbRelease(block) || begin(&p, block))
		ocr_bench_fail("it did not start");
	return NULL_GUID;
}
