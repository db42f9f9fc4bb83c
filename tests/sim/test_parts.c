/* SPDX-License-Identifier: BSD-3-Clause */
/* test_parts.c - where the bytes of parts are: in their parent's buffer, unless
 * somebody still reads what was there before.
 *
 * Simulated nodes share one address space, so tasks can compare pointers.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-db-partitioning.h"
#include "src/boot/runtime.h"
#include "src/names/names.h"
#include "src/task/edt.h"

#include <check.h>
#include <stdlib.h>

#define WORDS 200 /* of a part */
#define BYTES (WORDS * sizeof(u64))
#define N     3

/* Who does what, for the test that runs. */
static struct {
	u64 holder, home, writer;
	bool nested; /* parts of a part */
} where;

/* -- Nothing is copied ---------------------------------------------------- */

struct args {
	u64 base; /* where the parent lies at its holder */
	u64 i;
	ocrGuid_t next;
};

TASK(whole_in_place)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	CHECK_EQ("the parent's place", (u64)(uintptr_t)p, a->base);
	for (u64 i = 0; i < N; i++)
		CHECK_EQ("words", conf_match(p + i * WORDS, WORDS, 10 + i),
			 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

TASK(write_part)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;

	if (where.writer == where.holder)
		CHECK_EQ("a part's place", (u64)(uintptr_t)p,
			 a->base + a->i * BYTES);
	CHECK_EQ("words as they were", conf_match(p, WORDS, a->i), WORDS);
	conf_fill(p, WORDS, 10 + a->i);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(cut_in_place)
{
	ocrDbPart_t parts[N];
	struct args a = {.i = 0};
	ocrGuid_t db, t;
	u64 *p = conf_block(&db, where.home, N * BYTES);

	a.base = (u64)(uintptr_t)p;
	for (u64 i = 0; i < N; i++) {
		conf_fill(p + i * WORDS, WORDS, i);
		parts[i] = (ocrDbPart_t){i * BYTES, BYTES, NULL_GUID};
	}
	CHECK_OK(ocrDbRelease(db));
	CHECK_OK(ocrDbPartition(db, N, parts, 0));
	for (a.i = 0; a.i < N; a.i++) {
		t = conf_task(write_part, where.writer, PARAMS(a), 1, NULL);
		conf_link(parts[a.i].guid, t, 0, DB_MODE_EW);
	}
	t = conf_task(whole_in_place, where.holder, PARAMS(a), 1, NULL);
	conf_link(db, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(main_in_place)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(conf_task(cut_in_place, where.holder, NO_PARAMS, 1, NULL),
		   0);
	return NULL_GUID;
}

/* -- Old readers ---------------------------------------------------------- */

struct old {
	ocrGuid_t db, part, other, reader, key;
	ocrGuid_t middle; /* a part of db, and they are its; NULL_GUID: db's */
	u64 last;	  /* what was written to the part at last */
};

/* Has the part from before it was written, though all has changed since. */
TASK(read_old)
{
	CHECK_EQ("old words", conf_match(depv[0].ptr, WORDS, 0), WORDS);
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	ocrShutdown();
	return NULL_GUID;
}

TASK(whole)
{
	const struct old *o = PARAM(struct old);
	const u64 *p = depv[0].ptr;

	CHECK_EQ("new words", conf_match(p, WORDS, o->last), WORDS);
	CHECK_EQ("other words", conf_match(p + WORDS, WORDS, 1), WORDS);
	CHECK_OK(ocrDbDestroy(o->db));
	/* Lets the reader go. */
	CHECK_OK(ocrDbDestroy(o->key));
	return NULL_GUID;
}

TASK(write_again)
{
	const struct old *o = PARAM(struct old);
	ocrGuid_t t = conf_task(whole, where.writer, PARAMS(*o), 1, NULL);

	CHECK_EQ("words of the last part", conf_match(depv[0].ptr, WORDS, 20),
		 WORDS);
	conf_fill(depv[0].ptr, WORDS, 30);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(o->other));
	conf_link(o->db, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(write_new)
{
	const struct old *o = PARAM(struct old);
	ocrDbPart_t again = {0, BYTES, NULL_GUID};
	ocrGuid_t t = conf_task(write_again, where.home, PARAMS(*o), 1, NULL);

	CHECK_EQ("first words", conf_match(depv[0].ptr, WORDS, 0), WORDS);
	conf_fill(depv[0].ptr, WORDS, 20);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbPartition(o->db, 1, &again, 0));
	conf_link(again.guid, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

/* The part in the middle is whole again, in other bytes than its reader's; they
 * are asked for, so the home has them, and the holder need not keep them. */
TASK(read_middle)
{
	const struct old *o = PARAM(struct old);
	const u64 *p = depv[0].ptr;
	ocrGuid_t t = conf_task(whole, where.writer, PARAMS(*o), 1, NULL);

	CHECK_EQ("words of its part", conf_match(p, WORDS, o->last), WORDS);
	CHECK_EQ("other words", conf_match(p + WORDS, WORDS, 1), WORDS);
	CHECK_OK(ocrDbDestroy(o->middle));
	conf_link(o->db, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(write_within)
{
	const struct old *o = PARAM(struct old);
	ocrGuid_t t = conf_task(read_middle, where.home, PARAMS(*o), 1, NULL);

	CHECK_EQ("first words", conf_match(depv[0].ptr, WORDS, 0), WORDS);
	conf_fill(depv[0].ptr, WORDS, o->last);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(o->other));
	conf_link(o->middle, t, 0, DB_MODE_RO);
	return NULL_GUID;
}

static bool
has_part(const struct old *o)
{
	const struct ocr_edt *t;
	void *obj;

	if (ocr_names_find(ocr_self->rt, o->reader, &obj) != OCR_SLOT_LIVE)
		return false;
	t = obj;
	for (uint32_t i = 0; i < t->held.n; i++)
		if (ocr_guid_eq(t->held.blocks[i].db, o->part))
			return t->held.blocks[i].block;
	return false;
}

/* Goes round all nodes, so that the net has something to do, and looks at the
 * reader's. */
TASK(await_reader)
{
	const struct old *o = PARAM(struct old);
	ocrGuid_t t;

	if (!conf_is_on(where.holder) || !has_part(o)) {
		t = conf_task(await_reader, conf_here() + 1, PARAMS(*o), 1,
			      NULL);
		conf_start(t, 0);
		return NULL_GUID;
	}
	t = conf_task(ocrGuidIsNull(o->middle) ? write_new : write_within,
		      where.writer, PARAMS(*o), 1, NULL);
	conf_link(o->part, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

/* What is cut: db, or a part of it that has all of its bytes. */
static ocrGuid_t
to_cut(struct old *o)
{
	ocrDbPart_t middle = {0, 2 * BYTES, NULL_GUID};

	o->middle = NULL_GUID;
	o->last = 30;
	if (!where.nested)
		return o->db;
	CHECK_OK(ocrDbPartition(o->db, 1, &middle, 0));
	o->middle = middle.guid;
	o->last = 20;
	return middle.guid;
}

TASK(cut_under_reader)
{
	ocrDbPart_t parts[2] = {{0, BYTES, NULL_GUID},
				{BYTES, BYTES, NULL_GUID}};
	ocrDbPart_t key = {0, 8, NULL_GUID};
	struct old o;
	ocrGuid_t lock;
	u64 *p = conf_block(&o.db, where.home, 2 * BYTES);

	conf_fill(p, WORDS, 0);
	conf_fill(p + WORDS, WORDS, 1);
	CHECK_OK(ocrDbRelease(o.db));
	CHECK_OK(ocrDbPartition(to_cut(&o), 2, parts, 0));
	o.part = parts[0].guid;
	o.other = parts[1].guid;
	/* The reader gets its part, but not what it wants to write to: so it
	 * has the part, and does not run. */
	conf_block(&lock, where.holder, 8);
	CHECK_OK(ocrDbRelease(lock));
	CHECK_OK(ocrDbPartition(lock, 1, &key, 0));
	o.key = key.guid;
	o.reader = conf_task(read_old, where.holder, NO_PARAMS, 2, NULL);
	conf_link(o.part, o.reader, 0, DB_MODE_CONST);
	conf_link(lock, o.reader, 1, DB_MODE_EW);
	conf_start(conf_task(await_reader, where.holder, PARAMS(o), 1, NULL),
		   0);
	return NULL_GUID;
}

TASK(main_under_reader)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(
		conf_task(cut_under_reader, where.holder, NO_PARAMS, 1, NULL),
		0);
	return NULL_GUID;
}

/* -- All places of holder, home and writer -------------------------------- */

#define NODES 3
#define SEEDS 6

static void
run(int i, ocrEdt_t main_edt)
{
	struct sim_job_config c = {
		.n_nodes = NODES,
		.n_workers = 2,
		.seed = (uint64_t)i + 1,
		.leaks = true,
	};
	struct sim_result r;

	i /= SEEDS;
	where.holder = (u64)i % NODES;
	where.home = (u64)i / NODES % NODES;
	where.writer = (u64)i / NODES / NODES;
	r = one_job_run(c, main_edt);
	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.errors, 0);
	ck_assert_uint_eq(r.leaks, 0);
}

START_TEST(parts_point_into_their_parent_and_come_back_there)
{
	run(_i, main_in_place);
}
END_TEST

START_TEST(old_readers_keep_what_they_have_and_nobody_waits_for_them)
{
	run(_i, main_under_reader);
}
END_TEST

START_TEST(so_they_do_with_parts_of_a_part)
{
	where.nested = true;
	run(_i, main_under_reader);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("parts");
	TCase *t = tcase_create("parts");

	tcase_add_loop_test(t,
			    parts_point_into_their_parent_and_come_back_there,
			    0, SEEDS * NODES * NODES * NODES);
	tcase_add_loop_test(
		t, old_readers_keep_what_they_have_and_nobody_waits_for_them, 0,
		SEEDS * NODES * NODES * NODES);
	tcase_add_loop_test(t, so_they_do_with_parts_of_a_part, 0,
			    SEEDS * NODES * NODES * NODES);
	suite_add_tcase(s, t);
	return run_suite(s);
}
