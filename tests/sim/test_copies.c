/* SPDX-License-Identifier: BSD-3-Clause */
/* test_copies.c - what is copied with DB_COPY_PARTITION and back does not move,
 * where its destination can be a part of the source.
 *
 * Simulated nodes share one address space, so tasks can compare pointers.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-db-partitioning.h"

#include <check.h>
#include <stdlib.h>

#define WORDS 200 /* of a piece */
#define BYTES (WORDS * sizeof(u64))
#define N     3

/* Who does what, for the test that runs. */
static struct {
	u64 holder, home, writer;
} where;

struct args {
	u64 base; /* where the whole lies at its holder */
	u64 i;
	ocrGuid_t whole, judge, copied;
};

TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	CHECK_EQ("the whole's place", (u64)(uintptr_t)p, a->base);
	for (u64 i = 0; i < N; i++)
		CHECK_EQ("words", conf_match(p + i * WORDS, WORDS, 10 + i),
			 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

/* Both copies of a piece are made. */
TASK(returned)
{
	const struct args *a = PARAM(struct args);

	CHECK(ocrGuidIsEq(depv[0].guid, a->whole), "not the destination");
	CHECK_OK(ocrEventDestroy(a->copied));
	CHECK_OK(ocrEventDestroy(*(const ocrGuid_t *)(paramv + paramc - 2)));
	conf_start(a->judge, 1 + (u32)a->i);
	return NULL_GUID;
}

TASK(work)
{
	struct {
		struct args a;
		ocrGuid_t back;
	} b = {.a = *PARAM(struct args)};
	u64 *p = depv[0].ptr;

	if (where.writer == where.holder)
		CHECK_EQ("a piece's place", (u64)(uintptr_t)p,
			 b.a.base + b.a.i * BYTES);
	CHECK_EQ("words as they were", conf_match(p, WORDS, b.a.i), WORDS);
	conf_fill(p, WORDS, 10 + b.a.i);
	if (b.a.i) /* or it is released by the end */
		CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbCopy(b.a.whole, b.a.i * BYTES, depv[0].guid, 0, BYTES,
			   DB_COPY_PARTITION_BACK, &b.back));
	conf_link(b.back, conf_task(returned, where.writer, PARAMS(b), 1, NULL),
		  0, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(split)
{
	struct args a = {.i = 0};
	ocrHint_t h = conf_db_hint(where.home);
	u64 *p = conf_block(&a.whole, where.home, N * BYTES);
	ocrGuid_t db;

	a.base = (u64)(uintptr_t)p;
	for (u64 i = 0; i < N; i++)
		conf_fill(p + i * WORDS, WORDS, i);
	CHECK_OK(ocrDbRelease(a.whole));
	a.judge = conf_task(judge, where.holder, PARAMS(a), 1 + N, NULL);
	conf_link(a.whole, a.judge, 0, DB_MODE_EW);
	for (; a.i < N; a.i++) {
		CHECK_OK(ocrDbCreate(&db, NULL, BYTES, DB_PROP_NO_ACQUIRE, &h,
				     NO_ALLOC));
		CHECK_OK(ocrDbCopy(db, 0, a.whole, a.i * BYTES, BYTES,
				   DB_COPY_PARTITION, &a.copied));
		conf_link(a.copied,
			  conf_task(work, where.writer, PARAMS(a), 1, NULL), 0,
			  DB_MODE_EW);
	}
	return NULL_GUID;
}

TASK(main_in_place)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(conf_task(split, where.holder, NO_PARAMS, 1, NULL), 0);
	return NULL_GUID;
}

/* -- All places of holder, home and writer -------------------------------- */

#define NODES 3
#define SEEDS 6

START_TEST(pieces_stay_where_they_are)
{
	struct sim_job_config c = {
		.n_nodes = NODES,
		.n_workers = 2,
		.seed = (uint64_t)_i + 1,
		.protocol = _i % 4,
		.leaks = true,
	};
	struct sim_result r;
	int i = _i / SEEDS;

	where.holder = (u64)i % NODES;
	where.home = (u64)i / NODES % NODES;
	where.writer = (u64)i / NODES / NODES;
	r = one_job_run(c, main_in_place);
	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.errors, 0);
	ck_assert_uint_eq(r.leaks, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("copies");
	TCase *t = tcase_create("copies");

	tcase_add_loop_test(t, pieces_stay_where_they_are, 0,
			    SEEDS * NODES * NODES * NODES);
	suite_add_tcase(s, t);
	return run_suite(s);
}
