/* SPDX-License-Identifier: BSD-3-Clause */
/* channel.c - a satisfaction there and back through two channel events.
 *
 * Each node has a channel, and always one task that waits for it.  A task makes
 * the one after it, and then satisfies the channel of the other node:
 *
 *	node 0   channel -> task      channel -> task
 *	                       \     /
 *	node 1           channel -> task
 *
 * So nothing travels but satisfactions, and they come last: what follows the
 * satisfaction of a channel would have to wait until it is confirmed.
 */
#include "apps/bench/ocr/bench.h"

#define TRIPS	50 /* of one sample */
#define WARM_UP 4

struct end {
	ocrGuid_t template;
	ocrGuid_t mine, other; /* channels; other: NULL_GUID in `begin` */
	u64 home;	       /* on node 0, which measures */
	u64 trip, index;       /* of this sample; of the sample */
	u64 samples;
};

static double sample[BENCH_MAX_SAMPLES];
static u64 start_ns;

static u8
make_channel(ocrGuid_t *channel)
{
	ocrEventParams_t p;

	p.EVENT_CHANNEL.maxGen = 1;
	p.EVENT_CHANNEL.nbSat = 1;
	p.EVENT_CHANNEL.nbDeps = 1;
	return ocrEventCreateParams(channel, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE,
				    &p);
}

/* The task that runs when the channel of this node is satisfied again. */
static u8
wait_again(const struct end *e)
{
	ocrGuid_t next;
	u8 err = ocrEdtCreate(&next, e->template, EDT_PARAM_DEF, (const u64 *)e,
			      EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			      NULL);

	return err ? err : ocrAddDependence(e->mine, next, 0, DB_DEFAULT_MODE);
}

/* False: that was the last one. */
static bool
measure(struct end *e)
{
	u64 now_ns;

	if (e->trip++ < TRIPS)
		return true;
	now_ns = bench_now_ns();
	sample[e->index++] = (double)(now_ns - start_ns) / TRIPS / 1e3;
	if (e->index == e->samples) {
		PRINTF(BENCH_LINE,
		       bench_median(sample + WARM_UP, e->samples - WARM_UP),
		       "us");
		ocrShutdown();
		return false;
	}
	e->trip = 1;
	start_ns = bench_now_ns();
	return true;
}

static ocrGuid_t
turn_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct end e = *(const struct end *)(const void *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (e.home && !measure(&e))
		return NULL_GUID;
	if (wait_again(&e) || ocrEventSatisfy(e.other, NULL_GUID))
		ocr_bench_fail("a trip was not made");
	return NULL_GUID;
}

/* On node 1: its channel, the first task there, and the first on node 0. */
static ocrGuid_t
begin_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct end away = *(const struct end *)(const void *)paramv, home;
	ocrHint_t there;
	ocrGuid_t first;

	(void)paramc;
	(void)depc;
	(void)depv;
	home = away;
	away.other = home.mine;
	away.home = 0;
	if (make_channel(&away.mine) || wait_again(&away) ||
	    !ocr_bench_place(&there, 0)) {
		ocr_bench_fail("node 1 was not set up");
		return NULL_GUID;
	}
	home.other = away.mine;
	/* Its first trip begins a sample. */
	home.trip = TRIPS;
	if (ocrEdtCreate(&first, home.template, EDT_PARAM_DEF,
			 (const u64 *)&home, EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
			 &there, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the first trip was not made");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct end e = {.home = 1};
	struct bench_args args;
	ocrHint_t there;
	ocrGuid_t begin, first;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	e.samples = WARM_UP + (args.quick ? 2 : 200);
	start_ns = bench_now_ns();
	if (!ocr_bench_place(&there, 1) ||
	    ocrEdtTemplateCreate(&e.template, turn_edt,
				 OCR_BENCH_PARAMC(struct end), 1) ||
	    make_channel(&e.mine) ||
	    ocrEdtTemplateCreate(&begin, begin_edt,
				 OCR_BENCH_PARAMC(struct end), 1) ||
	    ocrEdtCreate(&first, begin, EDT_PARAM_DEF, (const u64 *)&e,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the channels were not made");
	return NULL_GUID;
}
