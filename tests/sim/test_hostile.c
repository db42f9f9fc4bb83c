/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hostile.c - ops that no node sends, about labels, maps and parts of
 * blocks: each is refused and told, and nothing else happens.
 *
 * A job of two simulated nodes, in which a task on node 0 sends them to node 1.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/sim_job.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"
#include "src/base/msg.h"
#include "src/boot/runtime.h"
#include "src/data/home_directory.h"
#include "src/data/seat.h"
#include "src/names/mapped.h"
#include "src/task/edt.h"
#include "tests/suite.h"

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

static ocrGuid_t
range_element(ocrGuidUserKind kind, u64 node)
{
	ocrGuid_t range, g = NULL_GUID;

	OK(ocrGuidRangeCreate(&range, 2, kind));
	OK(ocrGuidFromIndex(&g, range, node));
	return g;
}

static ocrGuid_t
same(ocrGuid_t start, u64 skip, s64 *params, s64 *tuple)
{
	return addValueToGuid(start, skip * (u64)(params[0] + tuple[0]));
}

static void
create_block(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	     ocrGuid_t *guidv)
{
	(void)index, (void)paramc, (void)paramv, (void)guidc, (void)guidv;
	OK(ocrDbCreate(&lid, NULL, 8, DB_PROP_MAPPED, NULL_HINT, NO_ALLOC));
}

/* What there is before. */
struct targets {
	ocrGuid_t map, other, event, block, task;
};

static void
throw_touches(const struct targets *at)
{
	struct ocr_msg_touch m = {HEAD(TOUCH, ocr_msg_touch)};
	ocrGuid_t other = at->other;

	OK(ocrMapGet(&m.element, at->map, 1));
	m.element.lower += 1; /* beyond the map, and of node 0 or 1 */
	throw(&m.op);
	/* An element of a map whose function creates nothing. */
	m.element =
		ocr_label_make(OCR_GUID_MAPPED, OCR_GUID_OF_MAP, 0,
			       ocr_guid_owner(other), ocr_label_map(other), 1);
	throw(&m.op);
}

/* A SPREAD with the destruction of a map in it. */
struct spread {
	_Alignas(8) unsigned char bytes[sizeof(struct ocr_msg_spread) +
					sizeof(struct ocr_msg_destroy)];
	struct ocr_msg_spread *m;
	struct ocr_msg_destroy *inner;
};

/* A good one, but that nobody would send it. */
static void
fill_spread(struct spread *s, ocrGuid_t map)
{
	s->m = (void *)s->bytes;
	s->inner = (void *)s->m->inner;
	*s->m = (struct ocr_msg_spread){
		HEAD(SPREAD, ocr_msg_spread),
		.object = map,
		.number = 7,
	};
	s->m->op.len_bytes = sizeof(s->bytes);
	*s->inner = (struct ocr_msg_destroy){
		HEAD(DESTROY, ocr_msg_destroy),
		.guid = map,
	};
}

/* Of a map that this node might have made; each is wrong in one way. */
static void
throw_spreads(void)
{
	struct ocr_msg_spread_done d = {
		HEAD(SPREAD_DONE, ocr_msg_spread_done),
		.number = 7,
	};
	struct spread s;
	ocrGuid_t range;

	OK(ocrGuidRangeCreate(&range, 2, GUID_USER_DB));
	fill_spread(&s, range);
	s.m->root = 2; /* there is none */
	throw(&s.m->op);
	s.m->root = 1; /* it would be its own */
	throw(&s.m->op);
	fill_spread(&s, range);
	s.m->number = 0;
	throw(&s.m->op);
	fill_spread(&s, range);
	s.inner->op.len_bytes += 8; /* beyond the end */
	throw(&s.m->op);
	fill_spread(&s, range);
	s.inner->op.type = OCR_MSG_CREATE_MAP; /* which is longer */
	throw(&s.m->op);
	s.inner->op.type = OCR_MSG_SATISFY;
	throw(&s.m->op);
	fill_spread(&s, range);
	s.inner->guid = NULL_GUID; /* of another object */
	throw(&s.m->op);
	fill_spread(&s, range);
	s.m->op.len_bytes = sizeof(*s.m); /* nothing in it */
	throw(&s.m->op);
	d.object = range;
	throw(&d.op); /* not a child in that tree */
	d.root = 1;
	throw(&d.op); /* nothing that it spread */
	d.root = 2;
	throw(&d.op);
}

/* On the block that is an element, for a task of no node. */
static void
throw_dependence(const struct targets *at)
{
	struct ocr_msg_add_dep m = {
		HEAD(ADD_DEP, ocr_msg_add_dep),
		.dest = ocr_guid_make(OCR_GUID_EDT, 0, 77, 0, 1),
		.mode = DB_MODE_CONST,
	};

	OK(ocrMapGet(&m.event, at->map, 1));
	throw(&m.op);
}

/* One inside the other. */
static void
throw_labeled(const struct ocr_msg_create_labeled *m,
	      const struct ocr_msg_create_db *c)
{
	_Alignas(8) unsigned char bytes[sizeof(*m) + sizeof(*c)];
	struct ocr_msg_create_labeled *whole = (void *)bytes;

	memcpy(bytes, m, sizeof(*m));
	memcpy(bytes + sizeof(*m), c, sizeof(*c));
	whole->op.len_bytes = sizeof(bytes);
	throw(&whole->op);
}

static void
throw_creations(void)
{
	struct ocr_msg_create_labeled m = {
		HEAD(CREATE_LABELED, ocr_msg_create_labeled),
		.label = range_element(GUID_USER_DB, 1),
		.how = OCR_LABEL_CHECK,
	};
	struct ocr_msg_create_db c = {
		HEAD(CREATE_DB, ocr_msg_create_db),
		.size = 8,
		.flags = OCR_DB_NO_ACQUIRE,
	};
	struct ocr_msg_create_template t = {
		HEAD(CREATE_TEMPLATE, ocr_msg_create_template),
		.tmpl = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 99),
	};

	throw(&t.op);
	c.db = range_element(GUID_USER_DB, 0);
	throw(&c.op);
	throw_labeled(&m, &c); /* of another object */
	c.db = m.label;
	m.by = 1;
	throw_labeled(&m, &c); /* by another node */
	m.by = 0;
	m.how = 3;
	throw_labeled(&m, &c);
	m.how = OCR_LABEL_CHECK;
	c.op.type = OCR_MSG_DESTROY;
	throw_labeled(&m, &c); /* no creation */
}

/* For a slot, in modes that there are not: before the event fires, and after.
 */
static void
throw_modes(const struct targets *at)
{
	struct ocr_msg_add_dep m = {
		HEAD(ADD_DEP, ocr_msg_add_dep),
		.event = at->event,
		.dest = at->task,
		.mode = 77,
	};
	struct ocr_msg_satisfy s = {
		HEAD(SATISFY, ocr_msg_satisfy),
		.event = at->event,
	};

	throw(&m.op);
	ocr_fabric_send(ocr_self->rt->fabric, 1, &s.op);
	m.mode = OCR_EDT_UNSATISFIED;
	throw(&m.op);
	OK(ocrEdtDestroy(at->task));
}

/* Ops on an event as if it were a block, or an element of a map. */
static void
throw_kinds(ocrGuid_t e)
{
	struct ocr_msg_acquire a = {
		HEAD(ACQUIRE, ocr_msg_acquire),
		.edt = ocr_guid_make(OCR_GUID_EDT, 0, 0, 0, 1),
		.mode = DB_MODE_CONST,
	};
	struct ocr_msg_destroy d = {HEAD(DESTROY, ocr_msg_destroy)};

	a.db = ocr_mapped_as(e, OCR_GUID_MAPPED);
	throw(&a.op);
	d.guid = ocr_mapped_as(e, OCR_GUID_EVENT_LATCH);
	throw(&d.op);
	d.guid = ocr_mapped_as(e, OCR_GUID_MAPPED);
	throw(&d.op);
	OK(ocrEventDestroy(e));
}

static void
throw_answers(void)
{
	struct ocr_msg_label_done m = {
		HEAD(LABEL_DONE, ocr_msg_label_done),
		.label = range_element(GUID_USER_DB, 0),
		.wait = 1,
	};

	throw(&m.op);
	m.label = range_element(GUID_USER_DB, 1);
	throw(&m.op);
}

/* Chunks that are no blocks of files of that node. */
static void
throw_chunks(ocrGuid_t event)
{
	const ocrGuid_t file = ocr_guid_make(OCR_GUID_FILE, 0, 1, 0, 1000);
	const struct ocr_msg_get_chunk good = {
		HEAD(GET_CHUNK, ocr_msg_get_chunk),
		.file = file,
		.chunk = ocr_guid_make(OCR_GUID_DB, OCR_GUID_OF_FILE, 1, 0,
				       1001),
		.size = 1,
	};
	struct ocr_msg_get_chunk m = good;
	struct ocr_msg_destroy d = {
		HEAD(DESTROY, ocr_msg_destroy),
		.guid = ocr_guid_make(OCR_GUID_FILE, 0, 0, 0, 1000),
	};

	m.file = event;
	throw(&m.op);
	m = good;
	m.chunk = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 1001);
	throw(&m.op);
	m.chunk = ocr_guid_make(OCR_GUID_DB, OCR_GUID_OF_FILE, 0, 0, 1001);
	throw(&m.op);
	m.chunk = ocr_guid_make(OCR_GUID_EDT, OCR_GUID_OF_FILE, 1, 0, 1001);
	throw(&m.op);
	m = good;
	m.offset = INT64_MAX;
	throw(&m.op);
	m = good;
	m.size = UINT64_MAX;
	throw(&m.op);
	throw(&d.op);
}

/* A list of two parts, that is good but for what the caller spoils. */
union cut {
	struct ocr_msg_partition m;
	unsigned char bytes[sizeof(struct ocr_msg_partition) +
			    2 * sizeof(struct ocr_msg_part)];
};

static union cut
good_cut(ocrGuid_t db, u64 i)
{
	union cut c;

	memset(&c, 0, sizeof(c));
	c.m.op.len_bytes = sizeof(c);
	c.m.op.type = OCR_MSG_PARTITION;
	c.m.db = db;
	c.m.count = 2;
	for (u32 k = 0; k < 2; k++) {
		c.m.parts[k].guid = ocr_guid_make(OCR_GUID_DB, OCR_GUID_PART, 1,
						  0, 1000000 + 2 * i + k);
		c.m.parts[k].offset = 4 * k;
		c.m.parts[k].size = 4;
	}
	return c;
}

static void
throw_cuts(ocrGuid_t db)
{
	union cut c = good_cut(db, 0);

	c.m.count = 0;
	throw(&c.m.op);
	c.m.count = 3; /* of which one is not there */
	throw(&c.m.op);
	c = good_cut(ocr_mapped_as(db, OCR_GUID_EDT), 0);
	throw(&c.m.op);
	c = good_cut(db, 0);
	c.m.parts[1].offset = 3; /* overlap */
	throw(&c.m.op);
	c.m.parts[1].offset = UINT64_MAX - 1; /* beyond all numbers */
	throw(&c.m.op);
	c = good_cut(db, 0);
	c.m.parts[1].guid = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 1000001);
	throw(&c.m.op);
	c.m.parts[1].guid =
		ocr_guid_make(OCR_GUID_DB, OCR_GUID_PART, 1, 1, 1000001);
	throw(&c.m.op);
	c.m.parts[1].guid =
		ocr_guid_make(OCR_GUID_DB, OCR_GUID_PART, 0, 0, 1000001);
	throw(&c.m.op);
	/* Only a home makes parts of what exists. */
	c = good_cut(db, 0);
	c.m.flags = OCR_PARTS_ADOPT;
	throw(&c.m.op);
	c.m.count = 1;
	throw(&c.m.op);
	/* To a node that is not the block's home. */
	c = good_cut(ocr_guid_make(OCR_GUID_DB, 0, 0, 0, 77), 0);
	throw(&c.m.op);
	/* Places for parts, from one who has no say in it. */
	c = good_cut(db, 0);
	c.m.op.type = OCR_MSG_PARTS;
	throw(&c.m.op);
	c = good_cut(ocr_guid_make(OCR_GUID_DB, 0, 0, 0, 77), 0);
	c.m.op.type = OCR_MSG_PARTS;
	throw(&c.m.op); /* whose parts are not his */
}

/* Answers to what nobody asked, about a block that has no parts. */
static void
throw_joins(ocrGuid_t db)
{
	struct ocr_msg_placed p = {HEAD(PLACED, ocr_msg_placed), .db = db};
	struct ocr_msg_join j = {HEAD(JOIN, ocr_msg_join), .db = db};
	struct ocr_msg_joined d = {HEAD(JOINED, ocr_msg_joined), .db = db};
	struct ocr_msg_joined w = {HEAD(WHOLE, ocr_msg_joined), .db = db};
	struct ocr_msg_acquire a = {
		HEAD(ACQUIRE, ocr_msg_acquire),
		.db = db,
		.edt = db, /* as its parts would */
		.have = OCR_HAVE_NONE,
		.index = OCR_PARTS_INDEX,
		.mode = DB_MODE_CONST,
	};

	throw(&p.op);
	throw(&j.op);
	j.db = ocr_guid_make(OCR_GUID_DB, OCR_GUID_PART, 0, 1, 88);
	throw(&j.op);
	throw(&d.op);
	throw(&w.op);
	w.db = ocr_guid_make(OCR_GUID_DB, 0, 0, 0, 77);
	throw(&w.op);
	throw(&a.op);
}

/* Creations in brief; each is wrong in one way, or in code that is none. */
static void
throw_briefs(void)
{
	const struct ocr_msg_create_brief good = {
		HEAD(CREATE_BRIEF, ocr_msg_create_brief),
		.edt = ocr_guid_make(OCR_GUID_EDT, OCR_GUID_PLACED, 1, 0, 900),
		.module = 1,
		.counts = 1 << 4,
		.met = 1,
	};
	struct ocr_msg_create_brief m[10];

	for (unsigned i = 0; i < 10; i++)
		m[i] = good;
	m[1].edt.upper ^= 1; /* another creator's */
	m[2].edt = ocr_guid_make(OCR_GUID_EDT, 0, 1, 0, 900);
	m[3].edt = ocr_guid_make(OCR_GUID_DB, OCR_GUID_PLACED, 1, 0, 900);
	m[4].counts = 9 << 4;
	m[5].counts |= 1; /* a parameter that is not there */
	m[6].met = 2;
	m[7].flags = 128;
	m[8].flags = OCR_BRIEF_WAITS; /* for no event */
	m[9].waiter = 1;	      /* who does not wait */
	for (unsigned i = 0; i < 10; i++)
		throw(&m[i].op);
}

TASK(never)
{
	abort();
}

TASK(attack)
{
	const struct targets *at = PARAM(struct targets);

	n_sent = 0;
	throw_touches(at);
	throw_spreads();
	throw_dependence(at);
	throw_creations();
	throw_modes(at);
	throw_kinds(at->event);
	throw_answers();
	throw_chunks(at->event);
	throw_cuts(at->block);
	throw_joins(at->block);
	throw_briefs();
	conf_start(conf_end(1), 0);
	return NULL_GUID;
}

TASK(main_edt)
{
	struct targets at = {.event = range_element(GUID_USER_EVENT_STICKY, 1)};
	s64 zero = 0;

	OK(ocrMapCreate(&at.map, 2, create_block, 0, NULL, 0, NULL));
	OK(ocrGuidMapCreate(&at.other, 1, same, &zero, 2, GUID_USER_DB));
	OK(ocrEventCreate(&at.event, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED));
	at.block = conf_number(1, 0);
	at.task = conf_task(never, 1, NO_PARAMS, 2, NULL);
	conf_start(conf_task(attack, 0, PARAMS(at), 1, NULL), 0);
	return NULL_GUID;
}

/* As a task would that was given the GUID of an event for that of a block. */
TASK(need_event)
{
	struct ocr_msg_acquire a = {
		HEAD(ACQUIRE, ocr_msg_acquire),
		.edt = ocr_guid_make(OCR_GUID_EDT, 0, 0, 0, 1),
		.mode = DB_MODE_CONST,
	};

	a.db = ocr_mapped_as(PARAM(struct targets)->event, OCR_GUID_DB);
	throw(&a.op);
	return NULL_GUID;
}

/* An event of node 1. */
TASK(main_of_need)
{
	struct targets at = {.event = range_element(GUID_USER_EVENT_STICKY, 1)};

	OK(ocrEventCreate(&at.event, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED));
	conf_start(conf_task(need_event, 0, PARAMS(at), 1, NULL), 0);
	return NULL_GUID;
}

START_TEST(who_needs_what_is_no_block_ends_the_job)
{
	static char name[] = "hostile";
	char *argv[] = {name, NULL};
	struct sim_job_config c = {
		.unchecked = true,
		.n_nodes = 2,
		.n_workers = 1,
		.seed = (uint64_t)_i + 1,
		.max_steps = 1000000,
	};
	struct sim_result r = sim_job_run(&c, 1, argv, main_of_need);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 1);
}
END_TEST

START_TEST(each_is_refused)
{
	static char name[] = "hostile";
	char *argv[] = {name, NULL};
	struct sim_job_config c = {
		.unchecked = true, /* they came from no task */
		.n_nodes = 2,
		.n_workers = 1,
		.seed = (uint64_t)_i + 1,
		.max_steps = 1000000,
		.leaks = true,
	};
	struct sim_result r = sim_job_run(&c, 1, argv, main_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.errors, n_sent);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("hostile");
	TCase *t = tcase_create("hostile");

	tcase_add_loop_test(t, each_is_refused, 0, 20);
	tcase_add_loop_test(t, who_needs_what_is_no_block_ends_the_job, 0, 5);
	suite_add_tcase(s, t);
	return run_suite(s);
}
