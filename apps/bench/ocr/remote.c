/* SPDX-License-Identifier: BSD-3-Clause */
/* remote.c - what it costs to go to the other node and back.
 *
 * WHAT is `task`: a task on node 0 makes a task on node 1, and its own
 * successor on node 0, which waits for the other's output event.
 *
 *	node 0   home ------------------> home ------------------> home
 *                  \ create            ^ satisfy
 *	node 1         +----> away ------+
 *
 * WHAT is `event`: all tasks exist before the first one starts, on node 0 and 1
 * in turn; what travels is the satisfaction alone.
 */
#include "apps/bench/ocr/bench.h"

/* Trips of one sample.  A sample of `event` is one chain; its first trips are
 * not counted, as the other node may still be taking in its tasks. */
#define TRIPS	     50
#define TRIPS_BEFORE 10
#define WARM_UP	     4

struct home {
	ocrGuid_t home_template;
	ocrGuid_t away_template;
	u64 by_event;
	u64 trip;  /* 0 .. trips - 1 of this sample; by_event: of this link */
	u64 trips; /* per sample */
	u64 index; /* of the sample */
	u64 samples;
};

static double sample[BENCH_MAX_SAMPLES];
static u64 start_ns;
/* Where tasks run.  Node 0 looks it up as a sample starts, and not in each
 * trip: a program that goes there and back all the time would not, either. */
static ocrHint_t here, there;

static ocrGuid_t
away_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

/* Creates the two tasks of one trip: away waits for `from` (or, if that is not
 * initialized, for a dependence to come), home for away. */
static u8
make_trip(const struct home *next, ocrGuid_t from, ocrGuid_t *away,
	  ocrGuid_t *home_output)
{
	ocrGuid_t home, came_back;
	u8 err = ocrEdtCreate(away, next->away_template, 0, NULL, EDT_PARAM_DEF,
			      &from, EDT_PROP_NONE, &there, &came_back);

	if (!err)
		err = ocrEdtCreate(&home, next->home_template, EDT_PARAM_DEF,
				   (u64 *)next, EDT_PARAM_DEF, &came_back,
				   EDT_PROP_NONE, &here, home_output);
	return err;
}

/* One sample is over.  True if there is another one. */
static bool
next_sample(struct home *h)
{
	u64 now_ns = bench_now_ns();
	u64 counted = h->trips - (h->by_event ? TRIPS_BEFORE : 0);

	sample[h->index++] =
		(double)(now_ns - start_ns) / (double)counted / 1e3;
	h->trip = 0;
	if (h->index < h->samples)
		return true;
	PRINTF(BENCH_LINE, bench_median(sample + WARM_UP, h->samples - WARM_UP),
	       "us");
	ocrShutdown();
	return false;
}

static void
start_trip_by_task(struct home *h)
{
	ocrGuid_t away;

	h->trip++;
	if (make_trip(h, UNINITIALIZED_GUID, &away, NULL) ||
	    ocrAddDependence(NULL_GUID, away, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("a task did not leave");
}

static void
start_trips_by_event(struct home *h)
{
	ocrGuid_t gate, from, away;

	if (ocrEventCreate(&gate, OCR_EVENT_ONCE_T, EVT_PROP_NONE)) {
		ocr_bench_fail("no gate");
		return;
	}
	from = gate;
	for (h->trip = 1; h->trip <= h->trips; h->trip++) {
		bool last = h->trip == h->trips;

		if (make_trip(h, from, &away, last ? NULL : &from)) {
			ocr_bench_fail("a chain was not built");
			return;
		}
	}
	if (ocrEventSatisfy(gate, NULL_GUID))
		ocr_bench_fail("the gate did not open");
}

static ocrGuid_t
home_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct home h = *(const struct home *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (h.by_event && h.trip == TRIPS_BEFORE)
		start_ns = bench_now_ns();
	if (h.trip == h.trips && !next_sample(&h))
		return NULL_GUID;
	if (h.trip == 0 &&
	    (!ocr_bench_place(&here, 0) || !ocr_bench_place(&there, 1))) {
		ocr_bench_fail("a node has no place");
		return NULL_GUID;
	}
	if (h.by_event) {
		if (h.trip == 0)
			start_trips_by_event(&h);
		return NULL_GUID;
	}
	if (h.trip == 0)
		start_ns = bench_now_ns();
	start_trip_by_task(&h);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct home h = {0};
	ocrHint_t node_0;
	ocrGuid_t first;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	h.by_event = strcmp(args.what, "event") == 0;
	if (!h.by_event && strcmp(args.what, "task") != 0) {
		ocr_bench_fail("WHAT is task or event");
		return NULL_GUID;
	}
	h.trips = TRIPS;
	h.samples = WARM_UP + (args.quick ? 2 : 200);
	if (!ocr_bench_place(&node_0, 0) ||
	    ocrEdtTemplateCreate(&h.away_template, away_edt, 0, 1) ||
	    ocrEdtTemplateCreate(&h.home_template, home_edt,
				 OCR_BENCH_PARAMC(struct home), 1) ||
	    ocrEdtCreate(&first, h.home_template, EDT_PARAM_DEF, (u64 *)&h,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &node_0, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the first trip did not start");
	return NULL_GUID;
}
