/* SPDX-License-Identifier: BSD-3-Clause */
/* test_recorder.c - recordings made by hand, good ones and bad ones. */
#include "src/base/msg.h"
#include "src/sched/worker.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "tests/sim/recorder.h"

#include "guidmap/guid.h"
#include "tests/suite.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static struct recorder *r;
static struct ocr_observer *o;
static struct ocr_stream streams[3];
static char *text;
static size_t text_len;
static FILE *out;

static ocrGuid_t
guid(enum ocr_guid_kind kind, ocr_node_t owner, uint64_t n)
{
	return ocr_guid_make(kind, 0, owner, 0, n);
}

static ocrGuid_t
task(ocr_node_t owner)
{
	return guid(OCR_GUID_EDT, owner, owner);
}

static void
open_all(void)
{
	out = open_memstream(&text, &text_len);
	ck_assert_ptr_nonnull(out);
	r = recorder_open(OCR_PROTOCOL_RELAXED, out);
	o = recorder_observer(r);
	for (ocr_node_t n = 0; n < 3; n++)
		o->task(o, task(n), &streams[n]);
}

/* Closes, and says how often the model was violated. */
static uint64_t
violations(void)
{
	uint64_t n = recorder_close(r, true);

	fclose(out);
	ck_assert_int_eq(n == 0, *text == '\0');
	free(text);
	return n;
}

static struct ocr_msg_satisfy
satisfy(ocrGuid_t event, uint32_t slot)
{
	return (struct ocr_msg_satisfy){
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
		.event = event,
		.slot = slot,
	};
}

static struct ocr_msg_satisfy_edt
satisfy_edt(ocrGuid_t edt, uint32_t slot)
{
	return (struct ocr_msg_satisfy_edt){
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt),
		.edt = edt,
		.slot = slot,
	};
}

/* The task of node n asks for op, which leaves for node `to`. */
static void
ask(ocr_node_t n, ocr_node_t to, const struct ocr_op *op)
{
	o->issue(o, &streams[n], op);
	o->leave(o, &streams[n], n, to, op);
}

/* It arrives there. */
static void
arrive(ocr_node_t from, ocr_node_t at, const struct ocr_op *op)
{
	o->begin(o, from == at ? OCR_FROM_STREAM : OCR_FROM_NODE, at, from, op);
	o->end(o);
}

START_TEST(one_task_in_order)
{
	struct ocr_msg_satisfy up =
		satisfy(guid(OCR_GUID_EVENT_LATCH, 1, 1), 1);
	struct ocr_msg_satisfy down = satisfy(up.event, 0);

	ask(0, 1, &up.op);
	ask(0, 1, &down.op);
	arrive(0, 1, &up.op);
	arrive(0, 1, &down.op);

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

/* The task of node 0 satisfies an event of node 1 and then one of node 2, whose
 * follower there satisfies the first as well.  Both ways are open; `early` says
 * which comes first. */
static void
race(enum ocr_guid_kind kind, bool early)
{
	ocrGuid_t first = guid(kind, 1, 1);
	struct ocr_msg_satisfy up = satisfy(first, 1), down = satisfy(first, 0);
	struct ocr_msg_satisfy go = satisfy(guid(OCR_GUID_EVENT_ONCE, 2, 2), 0);
	struct ocr_msg_satisfy_edt wake =
		satisfy_edt(guid(OCR_GUID_EDT, 2, 9), 0);

	ask(0, 1, &up.op);
	ask(0, 2, &go.op);
	if (!early)
		arrive(0, 1, &up.op);
	/* The event fires, and the task that waits for it runs. */
	o->begin(o, OCR_FROM_NODE, 2, 0, &go.op);
	o->emit(o, 2, 2, &wake.op);
	o->end(o);
	o->begin(o, OCR_FROM_QUEUE, 2, 2, &wake.op);
	o->end(o);
	o->task(o, wake.edt, &streams[2]);
	ask(2, 1, &down.op);
	arrive(2, 1, &down.op);
	if (early)
		arrive(0, 1, &up.op);
}

START_TEST(the_straight_way_is_faster)
{
	race(OCR_GUID_EVENT_LATCH, false);

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

START_TEST(the_way_over_a_third_node_is_faster)
{
	race(OCR_GUID_EVENT_LATCH, true);

	ck_assert_uint_eq(violations(), 1);
}
END_TEST

START_TEST(a_channel_is_first_in_first_out)
{
	race(OCR_GUID_EVENT_CHANNEL, true);

	ck_assert_uint_eq(violations(), 1);
}
END_TEST

START_TEST(a_counted_event_takes_what_comes)
{
	race(OCR_GUID_EVENT_COUNTED, true);

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

static struct ocr_msg_add_dep
follow(ocrGuid_t event, ocrGuid_t dest)
{
	return (struct ocr_msg_add_dep){
		.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_add_dep),
		.event = event,
		.dest = dest,
	};
}

/* Two satisfactions wait in a channel of node 1, from node 0 and then from node
 * 1, and a dependence from node 2 lets the first of them wake a task, which
 * counts a latch of node 2 down.  The task of node `up` has counted it up
 * before it satisfied the channel; that comes last. */
static void
generation(ocr_node_t up)
{
	struct ocr_msg_create_event create = {
		.op = OCR_OP(OCR_MSG_CREATE_EVENT, struct ocr_msg_create_event),
		.event = guid(OCR_GUID_EVENT_CHANNEL, 1, 1),
		.nb_sat = 1,
		.nb_deps = 1,
	};
	ocrGuid_t latch = guid(OCR_GUID_EVENT_LATCH, 2, 2);
	struct ocr_msg_satisfy in = satisfy(create.event, 0);
	struct ocr_msg_satisfy more = satisfy(latch, 1);
	struct ocr_msg_satisfy less = satisfy(latch, 0);
	ocr_node_t at = 1 - up; /* not the way that `more` takes */
	struct ocr_msg_satisfy_edt wake =
		satisfy_edt(guid(OCR_GUID_EDT, at, 9), 0);
	struct ocr_msg_add_dep wait = follow(create.event, wake.edt);

	ask(1, 1, &create.op);
	arrive(1, 1, &create.op);
	ask(up, 2, &more.op);
	ask(0, 1, &in.op);
	arrive(0, 1, &in.op);
	ask(1, 1, &in.op);
	arrive(1, 1, &in.op);
	ask(2, 1, &wait.op);
	o->begin(o, OCR_FROM_NODE, 1, 2, &wait.op);
	o->emit(o, 1, at, &wake.op);
	o->end(o);
	o->begin(o, at == 1 ? OCR_FROM_QUEUE : OCR_FROM_NODE, at, 1, &wake.op);
	o->end(o);
	o->task(o, wake.edt, &streams[at]);
	ask(at, 2, &less.op);
	arrive(at, 2, &less.op);
	arrive(up, 2, &more.op);
}

START_TEST(a_generation_comes_after_its_own_satisfaction)
{
	generation(0);

	ck_assert_uint_eq(violations(), 1);
}
END_TEST

START_TEST(a_generation_has_nothing_to_do_with_the_next)
{
	generation(1);

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

/* Nothing orders the two tasks. */
START_TEST(strangers_may_come_in_any_order)
{
	struct ocr_msg_satisfy up =
		satisfy(guid(OCR_GUID_EVENT_LATCH, 1, 1), 1);
	struct ocr_msg_satisfy down = satisfy(up.event, 0);

	ask(0, 1, &up.op);
	ask(2, 1, &down.op);
	arrive(2, 1, &down.op);
	arrive(0, 1, &up.op);

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

START_TEST(an_op_that_never_arrives_is_lost)
{
	struct ocr_msg_satisfy up =
		satisfy(guid(OCR_GUID_EVENT_LATCH, 1, 1), 1);

	ask(0, 1, &up.op);

	ck_assert_uint_eq(violations(), 1);
}
END_TEST

START_TEST(a_parked_op_keeps_its_place)
{
	struct ocr_msg_satisfy up =
		satisfy(guid(OCR_GUID_EVENT_LATCH, 1, 1), 1);
	struct ocr_msg_satisfy down = satisfy(up.event, 0);

	ask(0, 1, &up.op);
	ask(0, 1, &down.op);
	for (int i = 0; i < 2; i++) {
		o->begin(o, OCR_FROM_NODE, 1, 0, i ? &down.op : &up.op);
		o->park(o);
		o->end(o);
	}
	for (int i = 0; i < 2; i++) {
		o->begin(o, OCR_PARKED, 1, 0, i ? &down.op : &up.op);
		o->end(o);
	}

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

/* A finish task creates a child; its scope ends before the child has. */
START_TEST(a_scope_that_ends_early)
{
	struct ocr_msg_create_edt root = {
		.op = OCR_OP(OCR_MSG_CREATE_EDT, struct ocr_msg_create_edt),
		.edt = guid(OCR_GUID_EDT, 1, 7),
		.flags = OCR_EDT_FINISH,
	};
	struct ocr_msg_create_edt child = root;
	struct ocr_msg_task leave = {
		.op = OCR_OP(OCR_MSG_SCOPE_LEAVE, struct ocr_msg_task),
		.edt = root.edt,
	};
	struct ocr_msg_satisfy output =
		satisfy(guid(OCR_GUID_EVENT_ONCE, 1, 8), 0);

	ask(0, 1, &root.op);
	arrive(0, 1, &root.op);
	o->task(o, root.edt, &streams[1]);
	child.edt = guid(OCR_GUID_EDT, 2, 9);
	child.flags = 0;
	ask(1, 2, &child.op);
	ask(1, 1, &leave.op);
	arrive(1, 1, &leave.op);
	ask(1, 1, &output.op);
	arrive(1, 1, &output.op);
	arrive(1, 2, &child.op);

	ck_assert_uint_eq(violations(), 1);
}
END_TEST

/* The task of node 0 writes to a block, releases it, and satisfies an event,
 * which starts a task of node 2 that reads it. */
START_TEST(what_a_reader_finds_after_a_release)
{
	ocrGuid_t db = guid(OCR_GUID_DB, 1, 1);
	struct ocr_msg_release let_go = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = db,
	};
	struct ocr_msg_satisfy_edt wake =
		satisfy_edt(guid(OCR_GUID_EDT, 2, 9), 0);
	struct ocr_edt tasks[2] = {0};
	struct ocr_worker self = {.task = &tasks[0]};
	struct memory *m;
	ocrGuid_t who;
	uint32_t op;

	ocr_guid_cell_set(&tasks[0].name, task(0));
	ocr_guid_cell_set(&tasks[1].name, wake.edt);
	ocr_self = &self;
	m = recorder_memory(r, &who, &op);
	memory_create(m, who, db, 1, op);
	memory_write(m, who, db, 0, 1);
	memory_write(m, who, db, 0, 2);
	ask(0, 1, &let_go.op);
	arrive(0, 1, &let_go.op);
	ask(0, 2, &wake.op);
	arrive(0, 2, &wake.op);
	o->task(o, wake.edt, &streams[2]);
	self.task = &tasks[1];
	m = recorder_memory(r, &who, &op);
	memory_acquire(m, who, db, DB_MODE_RO, 1, op);
	memory_read(m, who, db, 0, _i ? 2 : 1);
	ocr_self = NULL;

	ck_assert_uint_eq(violations(), !_i);
}
END_TEST

/* The task of node 0 creates one on node 1, and says more of it: what comes in
 * one creation in brief has no order, but it is ahead of all else. */
static void
come_with(const struct ocr_op *const come[3])
{
	const struct ocr_msg_create_edt child = {
		.op = OCR_OP(OCR_MSG_CREATE_EDT, struct ocr_msg_create_edt),
		.edt = guid(OCR_GUID_EDT, 1, 7),
		.output = guid(OCR_GUID_EVENT_ONCE, 1, 8),
	};

	ask(0, 1, &child.op);
	for (int i = 0; i < 3; i++)
		ask(0, 1, come[i]);
	arrive(0, 1, &child.op);
}

START_TEST(what_a_brief_creation_says_has_no_order)
{
	const struct ocr_msg_satisfy_edt one =
		satisfy_edt(guid(OCR_GUID_EDT, 1, 7), 1);
	const struct ocr_msg_satisfy_edt none = satisfy_edt(one.edt, 0);
	const struct ocr_msg_add_dep waits = {
		.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_add_dep),
		.event = guid(OCR_GUID_EVENT_ONCE, 1, 8),
		.dest = guid(OCR_GUID_EDT, 0, 9),
	};

	come_with((const struct ocr_op *[]){&one.op, &none.op, &waits.op});
	arrive(0, 1, &waits.op);
	arrive(0, 1, &none.op);
	arrive(0, 1, &one.op);

	ck_assert_uint_eq(violations(), 0);
}
END_TEST

START_TEST(what_is_of_another_object_does_not_overtake)
{
	const struct ocr_msg_satisfy_edt one =
		satisfy_edt(guid(OCR_GUID_EDT, 1, 7), 1);
	const struct ocr_msg_satisfy go =
		satisfy(guid(OCR_GUID_EVENT_ONCE, 1, 10), 0);

	come_with((const struct ocr_op *[]){&one.op, &go.op, &go.op});
	arrive(0, 1, &go.op);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("recorder");
	TCase *t = tcase_create("recorder");

	tcase_add_checked_fixture(t, open_all, NULL);
	tcase_add_test(t, one_task_in_order);
	tcase_add_test(t, the_straight_way_is_faster);
	tcase_add_test(t, the_way_over_a_third_node_is_faster);
	tcase_add_test(t, a_channel_is_first_in_first_out);
	tcase_add_test(t, a_counted_event_takes_what_comes);
	tcase_add_test(t, a_generation_comes_after_its_own_satisfaction);
	tcase_add_test(t, a_generation_has_nothing_to_do_with_the_next);
	tcase_add_test(t, strangers_may_come_in_any_order);
	tcase_add_test(t, an_op_that_never_arrives_is_lost);
	tcase_add_test(t, a_parked_op_keeps_its_place);
	tcase_add_test(t, a_scope_that_ends_early);
	tcase_add_test(t, what_a_brief_creation_says_has_no_order);
	tcase_add_test_raise_signal(
		t, what_is_of_another_object_does_not_overtake, SIGABRT);
	tcase_add_loop_test(t, what_a_reader_finds_after_a_release, 0, 2);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
