/* SPDX-License-Identifier: BSD-3-Clause */
/* test_at_once.c - whom an event tells at once: nothing was to come before, and
 * he tells the next one later.
 *
 * On two nodes chains of events, each of which has one waiter, are set off by a
 * task of their node and by one of the other, without an observer, while tasks
 * take turns with a label.  In half of the runs some of what could be calls are
 * messages.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-labeling.h"
#include "src/base/delivery.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/sched/worker.h"

#include <check.h>

#define LINKS  10 /* of a chain */
#define CHAINS 8
#define TURNS  6 /* of the label */
#define SEEDS  100

/* Of the one thread that runs all nodes: */
static struct {
	bool kept;	  /* what was kept is being delivered */
	unsigned depth;	  /* of deliveries */
	unsigned at_once; /* in an op, of all runs; */
	unsigned later;
} seen;

void __real_ocr_event_deliver(struct ocr_runtime *rt);
void __real_ocr_event_deliver_to(struct ocr_runtime *rt,
				 const struct ocr_delivery *d);
void __wrap_ocr_event_deliver(struct ocr_runtime *rt);
void __wrap_ocr_event_deliver_to(struct ocr_runtime *rt,
				 const struct ocr_delivery *d);

void
__wrap_ocr_event_deliver(struct ocr_runtime *rt)
{
	bool kept = seen.kept;

	/* Of its own file, it tells them by no call that is seen. */
	seen.kept = true;
	seen.later++;
	__real_ocr_event_deliver(rt);
	seen.kept = kept;
}

void
__wrap_ocr_event_deliver_to(struct ocr_runtime *rt,
			    const struct ocr_delivery *d)
{
	ck_assert(!seen.kept);
	ck_assert_uint_eq(seen.depth, 0);
	ck_assert(ocr_deliveries_is_empty(&ocr_self->fired));
	ck_assert(ocr_opq_is_empty(&ocr_self->delayed));
	seen.at_once++;
	seen.depth++;
	__real_ocr_event_deliver_to(rt, d);
	seen.depth--;
}

/* -- The program ----------------------------------------------------------- */

struct chain {
	ocrGuid_t end;
	u64 number;
	ocrGuid_t first;
};

TASK(set_off_edt)
{
	OK(ocrEventSatisfy(PARAM(struct chain)->first, NULL_GUID));
	return NULL_GUID;
}

/* The last of them satisfies a slot of the end.  Every other one is a channel,
 * as is the first, which in some chains is satisfied before anybody waits. */
TASK(chain_edt)
{
	struct chain c = *PARAM(struct chain);
	bool early = c.number % 4 > 1;
	u32 slot = (u32)c.number;
	ocrGuid_t next = c.end;

	for (u64 i = 0; i < LINKS; i++) {
		c.first = i % 2 ? conf_channel(1, 1, 1)
				: conf_event(OCR_EVENT_ONCE_T);
		if (early && i == LINKS - 1)
			OK(ocrEventSatisfy(c.first, NULL_GUID));
		conf_link(c.first, next, slot, DB_MODE_NULL);
		next = c.first;
		slot = 0;
	}
	if (!early)
		conf_start(conf_task(set_off_edt, c.number % 2, PARAMS(c), 1,
				     NULL),
			   0);
	return NULL_GUID;
}

/* Events of one label, whose creations wait for each other: the next one is to
 * be created before he hears of it who waits for the one that goes. */
struct turn {
	ocrGuid_t event, end;
	u64 number;
};

TASK(turn_edt)
{
	struct turn t = *PARAM(struct turn);

	OK(ocrEventCreate(&t.event, OCR_EVENT_ONCE_T, GUID_PROP_BLOCK));
	conf_link(t.event, t.end, (u32)(CHAINS + t.number), DB_MODE_NULL);
	OK(ocrEventSatisfy(t.event, NULL_GUID));
	return NULL_GUID;
}

TASK(end_edt)
{
	ocrShutdown();
	return NULL_GUID;
}

TASK(main_edt)
{
	struct chain c = {
		.end = conf_task(end_edt, 0, NO_PARAMS, CHAINS + TURNS, NULL)};
	struct turn t = {.end = c.end};
	ocrGuid_t range;

	for (c.number = 0; c.number < CHAINS; c.number++)
		conf_start(conf_task(chain_edt, c.number / (CHAINS / 2),
				     PARAMS(c), 1, NULL),
			   0);
	OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_ONCE));
	OK(ocrGuidFromIndex(&t.event, range, 0));
	for (; t.number < TURNS; t.number++)
		conf_start(
			conf_task(turn_edt, t.number % 2, PARAMS(t), 1, NULL),
			0);
	return NULL_GUID;
}

START_TEST(nothing_was_to_come_before)
{
	memset(&seen, 0, sizeof(seen));
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		one_job_ends(
			(struct sim_job_config){
				.n_nodes = 2,
				.n_workers = 1 + (unsigned)seed / 4 % 2,
				.seed = seed,
				.protocol = (uint32_t)seed % 4,
				.unchecked = true,
				.ways = _i ? SIM_CALLS : SIM_AS_SEED,
			},
			main_edt);
	ck_assert_uint_gt(seen.at_once, 0);
	ck_assert_uint_gt(seen.later, 0);
}
END_TEST

int
main(void)
{
	return one_job_suite("at_once", nothing_was_to_come_before, 2);
}
