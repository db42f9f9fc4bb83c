/* SPDX-License-Identifier: BSD-3-Clause */
/* stuck.c - a job that cannot go on, in the way that its argument says:
 *
 *	stuck slot       a slot that was given no dependence
 *	stuck event      an event that nobody satisfies, on another node
 *	stuck chain      the same, behind other events
 *	stuck latch      a latch that is decremented once too few
 *	stuck counted    a counted event that nobody satisfies
 *	stuck channel    a channel with one satisfaction too few
 *	stuck reduction  a contributor that contributes nothing
 *	stuck finish     a finish task with a child that waits
 *	stuck block      a block that was never created
 *	stuck object     an event that was never created
 *	stuck circle     two tasks, each with the output event of the other
 *	stuck self       a task with its own output event
 *	stuck ring       the same as circle, through sticky events
 *	stuck events     two events that would satisfy each other
 *	stuck inside     a finish task, and a child with its output event
 *	stuck output     the output event of a task that waits itself
 *	stuck given      the same, with an event of the program
 *	stuck destroyed  an event that was destroyed
 *	stuck unfed      an event that would be satisfied by a destroyed one
 *	stuck undone     the output event of a task that was destroyed
 *	stuck gone       a once event that had fired
 *	stuck ended      the output event of a task that had ended
 *	stuck label      an event with a label that had fired
 *	stuck refused    a call that was refused, and what it was to do
 *	stuck wait       tasks that wait in calls for an event
 *	stuck await      a task that waits in a call for one that waits for it
 *	stuck nothing    no task is left, and nobody shuts down
 *	stuck many       more tasks than anybody wants to read about
 *	stuck late       the same as slot, after some work on all nodes
 *	stuck slow       the same, after some long tasks, one after the other
 *
 * and one that can:
 *
 *	stuck not        tasks that only the slowest of them sets in motion
 */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"

#include <string.h>
#include <time.h>

#define MANY	1000
#define HOPS	300
#define LONG_MS 1500
#define SLOW_MS	  100
#define SLOW_HOPS 20

/* Tasks are found in the report by their names. */
#define NAMED_TASK(name)                                                       \
	ocrGuid_t name(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]); \
	ocrGuid_t name(u32 paramc CONF_UNUSED, u64 *paramv CONF_UNUSED,        \
		       u32 depc CONF_UNUSED, ocrEdtDep_t depv[] CONF_UNUSED)

NAMED_TASK(stuck_task)
{
	FAIL("this task cannot run");
	return NULL_GUID;
}

NAMED_TASK(waiting_task)
{
	ocrGuid_t event;

	memcpy(&event, paramv, sizeof(event));
	ocrWait(event);
	FAIL("this body cannot go on");
	return NULL_GUID;
}

/* Nodes + 1 bodies at once: some worker has two. */
static void
on_wait(void)
{
	ocrGuid_t never = conf_event(OCR_EVENT_STICKY_T);

	for (u64 i = 0; i <= conf_nodes(); i++)
		conf_start(conf_task(waiting_task, i, PARAMS(never), 1, NULL),
			   0);
}

/* For the output event of a task that waits for its own. */
static void
on_await(void)
{
	ocrGuid_t other, other_out, t, out;

	other = conf_task(stuck_task, 0, NO_PARAMS, 1, &other_out);
	t = conf_task(waiting_task, 1, PARAMS(other_out), 1, &out);
	conf_link(out, other, 0, DB_MODE_NULL);
	conf_start(t, 0);
}

TASK(parent)
{
	conf_task(stuck_task, 1, NO_PARAMS, 1, NULL);
	return NULL_GUID;
}

static void
on_slot(void)
{
	ocrGuid_t t = conf_task(stuck_task, 1, NO_PARAMS, 3, NULL);

	conf_start(t, 0);
	conf_start(t, 2);
}

static void
on_event(void)
{
	conf_link(conf_event(OCR_EVENT_STICKY_T),
		  conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
}

/* Three events, each of another node. */
TASK(make_chain)
{
	ocrGuid_t e = conf_event(OCR_EVENT_ONCE_T), next;

	conf_link(e, *PARAM(ocrGuid_t), 0, DB_DEFAULT_MODE);
	next = conf_event(OCR_EVENT_IDEM_T);
	conf_link(next, e, 0, DB_DEFAULT_MODE);
	return NULL_GUID;
}

static void
on_chain(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_STICKY_T);

	conf_link(e, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_start(conf_task(make_chain, 2, PARAMS(e), 1, NULL), 0);
}

static void
on_latch(void)
{
	ocrGuid_t latch = conf_event(OCR_EVENT_LATCH_T);

	conf_link(latch, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	for (int i = 0; i < 3; i++)
		OK(ocrEventSatisfySlot(latch, NULL_GUID,
				       OCR_EVENT_LATCH_INCR_SLOT));
	OK(ocrEventSatisfySlot(latch, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
}

static void
on_counted(void)
{
	conf_link(conf_counted(3), conf_task(stuck_task, 1, NO_PARAMS, 1, NULL),
		  0, DB_DEFAULT_MODE);
}

/* The first generation fires. */
static void
on_channel(void)
{
	ocrGuid_t channel = conf_channel(4, 2, 1);

	conf_link(channel, conf_task(conf_nothing, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_link(channel, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	for (int i = 0; i < 3; i++)
		OK(ocrEventSatisfy(channel, NULL_GUID));
}

static void
on_reduction(void)
{
	ocrEventParams_t p = {
		.EVENT_COLLECTIVE =
			{
				.maxGen = 1,
				.nbContribs = 2,
				.nbContribsPd = 2,
				.nbDatum = 1,
				.arity = 2,
				.op = REDOP_U8_ADD,
				.type = COL_ALLREDUCE,
			},
	};
	u64 one = 1;
	ocrGuid_t g;

	OK(ocrEventCreateParams(&g, OCR_EVENT_COLLECTIVE_T, GUID_PROP_NONE,
				&p));
	conf_link(g, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	OK(ocrEventCollectiveSatisfySlot(g, &one, 1));
}

static void
on_finish(void)
{
	ocrGuid_t out, t = conf_finish_task(parent, 0, NO_PARAMS, 1, &out);

	conf_link(out, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_start(t, 0);
}

/* The GUID that would be next. */
static ocrGuid_t
guess(ocrGuid_t last)
{
	last.lower += 100000;
	return last;
}

static void
on_block(void)
{
	conf_link(guess(conf_number(0, 1)),
		  conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_CONST);
}

static void
on_object(void)
{
	conf_link(guess(conf_event(OCR_EVENT_STICKY_T)),
		  conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
}

NAMED_TASK(other_task)
{
	FAIL("this task cannot run");
	return NULL_GUID;
}

/* Two tasks of one slot, on two nodes, with their output events. */
struct pair {
	ocrGuid_t task[2], out[2];
};

static struct pair
make_pair(void)
{
	struct pair p;

	p.task[0] = conf_task(stuck_task, 0, NO_PARAMS, 1, &p.out[0]);
	p.task[1] = conf_task(other_task, 1, NO_PARAMS, 1, &p.out[1]);
	return p;
}

static void
on_circle(void)
{
	struct pair p = make_pair();

	conf_link(p.out[0], p.task[1], 0, DB_DEFAULT_MODE);
	conf_link(p.out[1], p.task[0], 0, DB_DEFAULT_MODE);
}

static void
on_self(void)
{
	ocrGuid_t out, t = conf_task(stuck_task, 1, NO_PARAMS, 1, &out);

	conf_link(out, t, 0, DB_DEFAULT_MODE);
}

static void
on_ring(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t f = conf_event(OCR_EVENT_IDEM_T);
	struct pair p = make_pair();

	conf_link(p.out[0], e, 0, DB_DEFAULT_MODE);
	conf_link(e, f, 0, DB_DEFAULT_MODE);
	conf_link(f, p.task[1], 0, DB_DEFAULT_MODE);
	conf_link(p.out[1], p.task[0], 0, DB_DEFAULT_MODE);
}

static void
on_events(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t f = conf_event(OCR_EVENT_STICKY_T);

	conf_link(e, f, 0, DB_DEFAULT_MODE);
	conf_link(f, e, 0, DB_DEFAULT_MODE);
	conf_link(f, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
}

TASK(parent_of)
{
	conf_link(*PARAM(ocrGuid_t),
		  conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	return NULL_GUID;
}

/* The child is told by a block: the event is not known before its task. */
NAMED_TASK(scope_task)
{
	ocrGuid_t t = conf_task(parent_of, 1, PARAMS(*(ocrGuid_t *)depv[0].ptr),
				1, NULL);

	conf_start(t, 0);
	return NULL_GUID;
}

static void
on_inside(void)
{
	ocrGuid_t out, t, db;
	ocrGuid_t *p = conf_block(&db, 0, sizeof(*p));

	t = conf_finish_task(scope_task, 0, NO_PARAMS, 1, &out);
	*p = out;
	OK(ocrDbRelease(db));
	conf_link(db, t, 0, DB_MODE_CONST);
}

static void
on_output(void)
{
	struct pair p = make_pair();

	conf_link(p.out[1], p.task[0], 0, DB_DEFAULT_MODE);
}

static void
on_given(void)
{
	ocrGuid_t out = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t tmpl = conf_template(other_task);

	conf_spawn(tmpl, 1, NO_PARAMS, 1, EDT_PROP_OEVT_VALID, &out);
	conf_link(out, conf_task(stuck_task, 0, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
}

static void
on_destroyed(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_STICKY_T);

	conf_link(e, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	OK(ocrEventDestroy(e));
}

static void
on_unfed(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t f = conf_event(OCR_EVENT_STICKY_T);

	conf_link(f, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_link(e, f, 0, DB_DEFAULT_MODE);
	OK(ocrEventDestroy(e));
}

static void
on_undone(void)
{
	struct pair p = make_pair();

	conf_link(p.out[1], p.task[0], 0, DB_DEFAULT_MODE);
	OK(ocrEdtDestroy(p.task[1]));
}

/* The event is gone when this runs; whether that is told at once is not what
 * this is about. */
TASK(link_late)
{
	ocrAddDependence(*PARAM(ocrGuid_t),
			 conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
			 DB_DEFAULT_MODE);
	return NULL_GUID;
}

static void
on_gone(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t t = conf_task(link_late, 1, PARAMS(e), 1, NULL);

	conf_link(e, t, 0, DB_DEFAULT_MODE);
	OK(ocrEventSatisfy(e, NULL_GUID));
}

static void
on_ended(void)
{
	ocrGuid_t out, t = conf_task(conf_nothing, 1, NO_PARAMS, 1, &out);
	ocrGuid_t late = conf_task(link_late, 0, PARAMS(out), 1, NULL);

	conf_link(out, late, 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
}

static void
on_label(void)
{
	ocrGuid_t range, e, t;

	OK(ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_ONCE));
	OK(ocrGuidFromIndex(&e, range, 1));
	OK(ocrEventCreate(&e, OCR_EVENT_ONCE_T, GUID_PROP_IS_LABELED));
	t = conf_task(link_late, 0, PARAMS(e), 1, NULL);
	conf_link(e, t, 0, DB_DEFAULT_MODE);
	OK(ocrEventSatisfy(e, NULL_GUID));
}

static void
on_refused(void)
{
	ocrGuid_t e = conf_event(OCR_EVENT_STICKY_T);

	conf_link(e, conf_task(stuck_task, 1, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	for (u32 i = 0; i < 3; i++)
		ocrEventSatisfySlot(e, NULL_GUID, 1);
}

static void
on_nothing(void)
{
}

static void
on_many(void)
{
	for (u64 i = 0; i < MANY; i++)
		conf_task(stuck_task, i, NO_PARAMS, 6, NULL);
}

/* Travels over all nodes; the last one does something. */
TASK(hop)
{
	u64 left = *PARAM(u64) - 1;

	if (left)
		conf_start(conf_task(hop, left, PARAMS(left), 1, NULL), 0);
	else
		on_slot();
	return NULL_GUID;
}

static void
on_late(void)
{
	for (u64 i = 0, n = HOPS; i < 2; i++)
		conf_start(conf_task(hop, i, PARAMS(n), 1, NULL), 0);
}

static void
work(s64 long_ms)
{
	struct timespec now, begin;
	s64 ms;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		clock_gettime(CLOCK_MONOTONIC, &now);
		ms = (now.tv_sec - begin.tv_sec) * 1000 +
		     (now.tv_nsec - begin.tv_nsec) / 1000000;
	} while (ms < long_ms);
}

/* Not node 0, where there is another. */
static u64
slow_node(u64 left)
{
	return conf_nodes() > 1 ? 1 + left % (conf_nodes() - 1) : 0;
}

/* So many looks of node 0, which has nothing to do, are in vain that it takes
 * its longest time between two. */
TASK(slow_hop)
{
	u64 left = *PARAM(u64);

	work(SLOW_MS);
	if (!left--)
		on_slot();
	else
		conf_start(conf_task(slow_hop, slow_node(left), PARAMS(left), 1,
				     NULL),
			   0);
	return NULL_GUID;
}

static void
on_slow(void)
{
	u64 left = SLOW_HOPS;

	conf_start(conf_task(slow_hop, slow_node(left), PARAMS(left), 1, NULL),
		   0);
}

/* Longer than the first looks of a node that has nothing to do. */
TASK(compute)
{
	work(LONG_MS);
	return NULL_GUID;
}

TASK(went_on)
{
	PRINTF("it went on\n");
	ocrShutdown();
	return NULL_GUID;
}

static void
on_not(void)
{
	ocrGuid_t end =
		conf_task(went_on, 0, NO_PARAMS, (u32)conf_nodes(), NULL);
	ocrGuid_t t, out, wait;

	for (u64 i = 0; i < conf_nodes(); i++) {
		t = conf_task(compute, i, NO_PARAMS, 1, &out);
		wait = conf_task(compute, i + 1, NO_PARAMS, 1, NULL);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		if (i % 2)
			conf_start(wait, 0);
		conf_start(t, 0);
	}
}

#define WAY(name)                                                              \
	{                                                                      \
#name, on_##name                                               \
	}

static const struct {
	const char *name;
	void (*fn)(void);
} ways[] = {
	WAY(slot),    WAY(event),     WAY(chain),     WAY(latch),
	WAY(counted), WAY(channel),   WAY(reduction), WAY(finish),
	WAY(block),   WAY(object),    WAY(circle),    WAY(self),
	WAY(ring),    WAY(events),    WAY(inside),    WAY(output),
	WAY(given),   WAY(destroyed), WAY(unfed),     WAY(undone),
	WAY(gone),    WAY(ended),     WAY(label),     WAY(refused),
	WAY(wait),    WAY(await),     WAY(nothing),   WAY(many),
	WAY(late),    WAY(slow),      WAY(not ),
};

MAIN_TASK
{
	void *words = depv[0].ptr;

	CHECK(getArgc(words) == 2, "usage: stuck WAY");
	for (u64 i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (!strcmp(getArgv(words, 1), ways[i].name)) {
			ways[i].fn();
			return NULL_GUID;
		}
	}
	FAIL("there is no way '%s'", getArgv(words, 1));
	return NULL_GUID;
}
