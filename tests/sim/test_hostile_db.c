/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hostile_db.c - ops that no node sends, about blocks: each is refused
 * and told, and the blocks are as before.
 *
 * A job of two simulated nodes, in which a task on node 0 sends them to node 1.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/msg.h"
#include "src/boot/runtime.h"
#include "src/data/along.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static unsigned n_sent;

static void throw(struct ocr_op * op)
{
	ocr_fabric_send(ocr_self->rt->fabric, 1, op);
	n_sent++;
}

#define HEAD(type_, struct_) .op = OCR_OP(OCR_MSG_##type_, struct struct_)

/* Blocks of nodes 0 and 1; node 1 has a copy of the former. */
struct targets {
	ocrGuid_t mine, yours;
};

static ocrGuid_t
nobody(ocr_node_t node)
{
	return ocr_guid_make(OCR_GUID_EDT, 0, node, 0, 12345);
}

static void
throw_grants(const struct targets *at)
{
	struct ocr_msg_grant m = {
		HEAD(GRANT, ocr_msg_grant),
		.db = at->yours,
		.edt = nobody(1),
		.size = 8,
		.version = 1,
		.flags = OCR_GRANT_FRESH,
	};

	throw(&m.op); /* by one who is not its home */
	m.db = at->mine;
	throw(&m.op); /* to nobody */
	m.size = 4000;
	m.version = 5;
	throw(&m.op); /* of another size */
	m.flags = OCR_GRANT_INLINE;
	throw(&m.op); /* without its bytes */
	m.size = UINT64_MAX - 8;
	throw(&m.op);
	m.size = 8;
	m.flags = OCR_GRANT_FETCH;
	m.holder = 77;
	throw(&m.op); /* from no node */
}

static void
throw_answers(const struct targets *at)
{
	struct ocr_msg_fetched f = {
		HEAD(FETCHED, ocr_msg_fetched),
		.db = at->yours,
		.version = 1,
		.count = 1,
		.source = 1,
	};
	struct ocr_msg_release r = {
		HEAD(RELEASE, ocr_msg_release),
		.db = at->yours,
	};
	struct ocr_msg_recalled l = {
		HEAD(RECALLED, ocr_msg_recalled),
		.db = at->yours,
	};
	struct ocr_msg_returned t = {
		HEAD(RETURNED, ocr_msg_returned),
		.db = at->yours,
		.version = 1,
	};
	struct ocr_msg_yield y = {
		HEAD(YIELD, ocr_msg_yield),
		.db = at->yours,
	};
	struct ocr_msg_parted c = {
		HEAD(PARTED, ocr_msg_parted),
		.db = at->yours,
		.wait = 1,
	};

	throw(&t.op); /* nobody has a lease */
	t.fetches = 1;
	throw(&t.op); /* nor was anything offered */
	t.fetches = UINT32_MAX;
	throw(&t.op);
	t.fetches = 0;
	t.db = at->mine;
	throw(&t.op); /* to one who is not its home */
	throw(&c.op); /* nobody has cut it */
	c.db = at->mine;
	throw(&c.op);
	throw(&f.op); /* nobody fetches */
	f.count = UINT32_MAX;
	f.version = UINT64_MAX;
	f.source = UINT32_MAX;
	throw(&f.op);
	throw(&r.op); /* who does not write */
	r.more = 7;
	throw(&r.op); /* nor keeps the right to */
	throw(&y.op); /* who has no right to decline */
	y.db = nobody(1);
	throw(&y.op); /* of what is no block */
	y.db = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 54322);
	throw(&y.op); /* nor there */
	y.db = ocr_guid_make(OCR_GUID_DB, 0, 2, 0, 54322);
	throw(&y.op); /* of a third node's, if there were one */
	throw(&l.op); /* nobody has asked */
	l.db = at->mine;
	throw(&l.op); /* to one who is not its home */
	l.db = nobody(1);
	throw(&l.op);
}

static void
throw_orders(const struct targets *at)
{
	struct ocr_msg_drop d = {
		HEAD(DROP, ocr_msg_drop),
		.db = at->yours,
		.version = 1,
	};
	struct ocr_msg_recall r = {
		HEAD(RECALL, ocr_msg_recall),
		.db = at->yours,
		.version = 1,
		.gone = 1,
	};

	throw(&d.op);
	d.flags = OCR_DROP_GONE;
	throw(&d.op);
	d.flags = 0;
	throw(&r.op);
	d.db = at->mine;
	d.version = 99;
	throw(&d.op);
	/* Refused by who asks: it is answered, and he has no question. */
	r.db = at->mine;
	r.gone = 0;
	throw(&r.op);
}

static void
throw_wishes(const struct targets *at)
{
	struct ocr_msg_acquire a = {
		HEAD(ACQUIRE, ocr_msg_acquire),
		.db = at->yours,
		.edt = nobody(0),
		.have = 0,
		.mode = 77,
	};
	struct ocr_msg_create_db c = {
		HEAD(CREATE_DB, ocr_msg_create_db),
		.db = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 54321),
		.size = 8,
		.block = &c,
	};

	throw(&a.op);
	a.mode = DB_MODE_NULL;
	throw(&a.op);
	throw(&c.op); /* with a pointer */
}

/* Behind bytes that are not wanted here, since the block is shorter. */
static void
throw_returned(const struct targets *at, ocrGuid_t returned)
{
	const struct ocr_msg_rider rider = {.guid = returned, .slot = 1};
	union {
		struct ocr_msg_push m;
		uint64_t room[sizeof(struct ocr_msg_push) / 8 + 2 +
			      sizeof(rider) / 8];
	} whole = {
		.m = {HEAD(PUSH, ocr_msg_push), .db = at->mine,
		      .size = 2 * sizeof(uint64_t), .version = 9},
	};

	memcpy(&whole.room[sizeof(whole.m) / 8 + 2], &rider, sizeof(rider));
	whole.m.op.len_bytes = sizeof(whole);
	throw(&whole.m.op);
}

static void
throw_pushes(const struct targets *at)
{
	struct ocr_msg_push m = {
		HEAD(PUSH, ocr_msg_push),
		.db = at->mine,
		.size = 8, /* they do not follow */
		.version = 9,
	};
	union {
		struct ocr_msg_push m;
		uint64_t room[sizeof(struct ocr_msg_push) / 8 + 1];
	} whole;

	throw(&m.op);
	m.size = OCR_ALONG_FAR + 1;
	throw(&m.op);
	m.size = 0;
	throw(&m.op);
	m.size = 8;
	m.db = nobody(1);
	throw(&m.op);
	memset(&whole, 0, sizeof(whole));
	m.op.len_bytes = sizeof(whole);
	m.db = at->yours;
	m.flags = OCR_GRANT_LEASE; /* of one who is not its home */
	whole.m = m;
	throw(&whole.m.op);
	throw_returned(at, at->yours); /* which nobody has lent */
	throw_returned(at, at->mine);  /* to one who is not its home */
	throw_returned(at, ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 12345));
}

static void
throw_offers(const struct targets *at)
{
	struct ocr_msg_offer m = {
		HEAD(OFFER, ocr_msg_offer),
		.db = at->mine,
		.size = 8,
		.version = 9,
		.offset = UINT64_MAX,
	};

	throw(&m.op); /* without a lease */
	m.flags = OCR_GRANT_LEASE;
	m.size = 0;
	throw(&m.op);
	m.size = 8;
	m.db = nobody(1);
	throw(&m.op);
	m.db = at->yours; /* of one who is not its home */
	throw(&m.op);
}

static void
throw_serving(const struct targets *at)
{
	struct ocr_msg_serve m = {
		HEAD(SERVE, ocr_msg_serve),
		.db = at->yours,
		.version = 1,
	};
	struct ocr_msg_serves s = {
		HEAD(SERVES, ocr_msg_serves), .db = at->yours, .version = 1,
		.offset = UINT64_MAX,	      .is_here = 1,
	};

	throw(&m.op); /* of one who is not its home */
	m.db = nobody(1);
	throw(&m.op);
	throw(&s.op); /* who was not asked */
	s.is_here = 0;
	throw(&s.op);
	s.db = at->mine;
	throw(&s.op); /* to one who is not its home */
	s.db = nobody(1);
	throw(&s.op);
}

TASK(look)
{
	CHECK_EQ("the block of node 0", conf_value(&depv[0]), 70);
	CHECK_EQ("the block of node 1", conf_value(&depv[1]), 71);
	if (paramv[0]) {
		OK(ocrDbDestroy(depv[0].guid));
		OK(ocrDbDestroy(depv[1].guid));
		ocrShutdown();
	}
	return NULL_GUID;
}

static ocrGuid_t
looks(const struct targets *at, u64 last, ocrGuid_t *out)
{
	ocrGuid_t t = conf_task(look, 1, 1, &last, 3, out);

	conf_link(at->mine, t, 0, DB_MODE_CONST);
	conf_link(at->yours, t, 1, DB_MODE_CONST);
	return t;
}

TASK(attack)
{
	const struct targets *at = PARAM(struct targets);

	n_sent = 0;
	throw_grants(at);
	throw_answers(at);
	throw_orders(at);
	throw_wishes(at);
	throw_pushes(at);
	throw_offers(at);
	throw_serving(at);
	conf_start(looks(at, 1, NULL), 2);
	return NULL_GUID;
}

TASK(main_edt)
{
	struct targets at = {conf_number(0, 70), conf_number(1, 71)};
	ocrGuid_t out, first, then;

	OK(ocrDbDestroy(depv[0].guid));
	first = looks(&at, 0, &out);
	then = conf_task(attack, 0, PARAMS(at), 1, NULL);
	conf_link(out, then, 0, DB_MODE_NULL);
	conf_start(first, 2);
	return NULL_GUID;
}

START_TEST(each_is_refused)
{
	struct sim_job_config c = {
		.unchecked = true, /* they came from no task */
		.n_nodes = 2,
		.seed = (uint64_t)_i + 1,
		.leaks = true,
	};
	struct sim_result r = one_job_run(c, main_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.errors, n_sent);
	ck_assert_uint_eq(r.leaks, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("hostile_db");
	TCase *t = tcase_create("hostile_db");

	tcase_add_loop_test(t, each_is_refused, 0, 20);
	suite_add_tcase(s, t);
	return run_suite(s);
}
