/* SPDX-License-Identifier: BSD-3-Clause */
/* test_meetings.c - what a host keeps of those who wait is bounded, and who
 * waits long is told for whom, once.
 *
 *	test_meetings [--seeds N] [--first F] [--trace]
 *
 * Two simulated processes.  Their clock stands still but for what the test lets
 * go by, and messages that no thread of theirs has sent come from one of them.
 */
#include "src/dri/call/root.h"
#include "src/dri/meet/host.h"
#include "src/dri/meet/meeting.h"
#include "src/dri/world/world.h"
#include "tests/dri/sim/task.h"
#include "tests/dri/sim/watch.h"
#include "tests/dri/sim/worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N	    2
#define ELEMENTS    24
#define PATIENCE_NS UINT64_C(10000000000)

/* Who waits and drives has looked at the clock after so many. */
#define LOOKS 8

/* A thread with one channel, which it connects, and receives by once more than
 * it is sent if it is to be left waiting. */
struct end {
	uint32_t process;
	char name[16];
	bool receives;
	bool has_called, is_over;
	int status;
};

static void
must(int status)
{
	if (status)
		worlds_fail("%s", DRI_strerror(status));
}

/* One process sends, one receives. */
static DRI_Channel
make(const struct end *e, DRI_Bufferset *set)
{
	int64_t size = ELEMENTS;
	DRI_Global_Data array;
	DRI_Partition part;
	DRI_Distribution dist;
	DRI_Channel c;

	must(DRI_Global_Data_create(1, &size, NULL, &array));
	must(DRI_Partition_create_whole(&part));
	must(DRI_Distribution_create_simple(array, 1, 0, NULL, &part, &dist));
	must(DRI_Bufferset_system_create(1, ELEMENTS * 4, set));
	must(e->receives ? DRI_Channel_create_rcv(e->name, DRI_FLOAT, dist,
						  *set, &c)
			 : DRI_Channel_create_send(e->name, DRI_FLOAT, dist,
						   *set, &c));
	must(DRI_Distribution_destroy(&dist));
	must(DRI_Partition_destroy(&part));
	must(DRI_Global_Data_destroy(&array));
	return c;
}

static void
run_end(void *arg)
{
	struct end *e = arg;
	DRI_Bufferset set;
	DRI_Channel c = make(e, &set);

	e->status = DRI_Channel_connect(c);
	e->has_called = true;
	must(DRI_Channel_destroy(&c));
	must(DRI_Bufferset_destroy(&set));
	e->is_over = true;
}

static bool
is_over(void *arg)
{
	return ((const struct end *)arg)->is_over;
}

/* What its last thread has done, its process ends with. */
static void
run_last(void *arg)
{
	task_doing("waiting for its thread");
	task_wait(is_over, arg);
	must(DRI_Finalize());
}

/* Names whose host is process 0, from `from` on. */
static unsigned
name_it(char *name, size_t room, unsigned from)
{
	do
		snprintf(name, room, "c%u", from++);
	while (ocr_dri_host_of(worlds_of(0), name) != 0);
	return from;
}

static void
begin(struct end *e)
{
	worlds_start(e->process, run_end, e, e->name);
}

/* Whoever waits looks at the clock. */
static void
look(void)
{
	for (int i = 0; i < LOOKS; i++) {
		for (uint32_t p = 0; p < N; p++)
			worlds_touch(p);
		worlds_settle();
	}
}

static void
expect_told(unsigned n, const char *text, const char *when)
{
	const char *last;
	unsigned told = watch_told(&last);

	if (told != n || strcmp(last, text) != 0)
		worlds_fail("%s: %u messages, the last \"%s\"", when, told,
			    last);
}

static void
finish(struct end *a, struct end *b)
{
	worlds_start(a->process, run_last, a, "end");
	worlds_start(b->process, run_last, b, "end");
	worlds_run();
	worlds_close();
	watch_end(false);
}

/* -- Patience -------------------------------------------------------------- */

static void
who_waits_is_told_once(uint64_t seed)
{
	struct end first = {.process = 1}, second = {.process = 0};
	char text[128];

	worlds_open(seed, N);
	name_it(first.name, sizeof(first.name), 0);
	name_it(second.name, sizeof(second.name), 0);
	second.receives = true;
	snprintf(text, sizeof(text),
		 "connecting \"%s\" waits for all receiving processes",
		 first.name);
	watch_errors(true);
	watch_forget();
	begin(&first);
	look();
	worlds_pass(PATIENCE_NS);
	look();
	expect_told(0, "", "after ten seconds");
	worlds_pass(1);
	look();
	expect_told(1, text, "after more");
	worlds_pass(100 * PATIENCE_NS);
	look();
	expect_told(1, text, "after a thousand seconds");
	watch_errors(false);
	begin(&second);
	finish(&first, &second);
	if (first.status || second.status)
		worlds_fail("who has waited is not connected: %s, %s",
			    DRI_strerror(first.status),
			    DRI_strerror(second.status));
}

/* -- Bounds ---------------------------------------------------------------- */

/* HELLO of a sender of process `from`; if `odd`, of a clique of one. */
static void
hello(ocr_node_t from, const char *name, bool odd)
{
	struct dri_world *w = worlds_of(0);
	struct dri_hello m;
	struct dri_side_spec *s;

	memset(&m, 0, sizeof(m));
	m.op = (struct ocr_op){sizeof(m), DRI_MSG_HELLO, 0};
	m.ticket = UINT32_MAX;
	m.clique = odd;
	strcpy(m.name, name);
	for (int i = 0; i < 1 + odd; i++) {
		s = &m.side[i];
		s->present = 1;
		s->n_buffers = 1;
		s->dataspec = (int32_t)(intptr_t)DRI_FLOAT;
		s->shape.ndims = 1;
		s->shape.dim[0].split.size = ELEMENTS;
		s->shape.dim[0].split.mod = 1;
		s->shape.dim[0].split.blksz = 1;
		s->shape.dim[0].split.procs = odd ? 2 : 1;
		s->shape.dim[0].split.kind =
			odd ? DRI_SPLIT_CYCLIC : DRI_SPLIT_WHOLE;
		s->shape.dim[0].spacing = 1;
	}
	if (ocr_dri_handlers[DRI_MSG_HELLO].fn(w, from, &m.op))
		worlds_fail("HELLO was not taken");
}

/* Process 1 has as many calls as may wait; one more is refused, with all who
 * would connect that channel, and nobody else is. */
static void
waiting_is_bounded(uint64_t seed)
{
	struct end more = {.process = 1}, mate = {.process = 0};
	struct end other = {.process = 0}, last = {.process = 0};
	char name[16], text[160];
	unsigned at = 0;

	worlds_open(seed, N);
	for (int i = 0; i < DRI_MOST_WAITING; i++) {
		at = name_it(name, sizeof(name), at);
		hello(1, name, false);
	}
	name_it(mate.name, sizeof(mate.name), at);
	at = name_it(more.name, sizeof(more.name), at);
	snprintf(text, sizeof(text),
		 "channel \"%s\" is not connected: 1024 calls of process 1 "
		 "wait to be connected here already, which is the most",
		 more.name);
	watch_errors(true);
	watch_forget();
	mate.receives = true;
	begin(&mate);
	look();
	expect_told(0, "", "with as many as may wait");
	begin(&more);
	while (!more.has_called || !mate.has_called)
		look();
	if (more.status != DRI_ERR_TOO_MANY || mate.status != more.status)
		worlds_fail("one more is connected: %s, %s",
			    DRI_strerror(more.status),
			    DRI_strerror(mate.status));
	name_it(other.name, sizeof(other.name), at);
	name_it(last.name, sizeof(last.name), at);
	last.receives = true;
	/* Those of process 0 are judged, and not counted: one process on both
	 * sides. */
	begin(&other);
	begin(&last);
	while (!other.is_over || !last.is_over)
		look();
	watch_errors(false);
	if (other.status != DRI_ERR_GROUPS || last.status != DRI_ERR_GROUPS)
		worlds_fail("another process: %s, %s",
			    DRI_strerror(other.status),
			    DRI_strerror(last.status));
	finish(&more, &last);
}

/* The newest are remembered, the oldest forgotten. */
static void
check_refused(unsigned names)
{
	const struct dri_meeting *m;
	unsigned at = 0;
	char name[16];

	for (unsigned i = 0; i < names; i++) {
		at = name_it(name, sizeof(name), at);
		m = ocr_dri_meeting_find_locked(worlds_of(0), name, 0);
		if (m && (!m->status || m->guests || !m->told))
			worlds_fail("\"%s\" waits though it is refused", name);
		if (m && i + DRI_MOST_REFUSED < names)
			worlds_fail("\"%s\" is remembered, number %u", name, i);
		if (!m && i + DRI_MOST_REFUSED >= names)
			worlds_fail("\"%s\" is forgotten, number %u", name, i);
	}
}

/* Refused meetings are remembered, for those who come late, but so many. */
static void
refused_are_bounded(uint64_t seed)
{
	struct end late = {.process = 0}, other = {.process = 1};
	char name[16];
	unsigned at = 0;

	worlds_open(seed, N);
	watch_errors(true);
	for (int i = 0; i < DRI_MOST_WAITING + 10; i++) {
		at = name_it(name, sizeof(name), at);
		hello(1, name, false);
		hello(1, name, true);
	}
	check_refused(DRI_MOST_WAITING + 10);
	/* The last is. */
	strcpy(late.name, name);
	begin(&late);
	while (!late.has_called)
		look();
	if (late.status != DRI_ERR_GROUPS)
		worlds_fail("who came late: %s", DRI_strerror(late.status));
	watch_errors(false);
	other.is_over = true;
	finish(&late, &other);
}

int
main(int argc, char **argv)
{
	uint64_t seeds = 20, first = 1;

	for (int a = 1; a < argc; a++) {
		if (!strcmp(argv[a], "--trace"))
			worlds_trace = true;
		else if (a + 1 < argc && !strcmp(argv[a], "--seeds"))
			seeds = strtoull(argv[++a], NULL, 0);
		else if (a + 1 < argc && !strcmp(argv[a], "--first"))
			first = strtoull(argv[++a], NULL, 0);
		else
			return 2;
	}
	for (uint64_t i = first; i < first + seeds; i++) {
		/* Its clock would go by itself, or nobody would be waked. */
		if (i % 5 == 4)
			continue;
		who_waits_is_told_once(i);
		waiting_is_bounded(i);
		refused_are_bounded(i);
	}
	printf("%llu seeds\n", (unsigned long long)seeds);
	return 0;
}
