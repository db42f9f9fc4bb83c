/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lazy.c - where the bytes of a block are fetched that a node has written
 * whose home is another one: first by the home, then by a third node.  The home
 * takes them over; with the hint LAZY they stay where they were written.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/runtime.h"
#include "src/data/fetch.h"

#include <check.h>

#define SEEDS 20
#define WORDS 1500 /* too large for a packet */
enum { HOME, WRITER, THIRD, NODES };

static bool lazy;
/* What a run has fetched: from whom, by whom. */
static unsigned fetched[NODES][NODES];

int __real_ocr_fetch_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
				  struct ocr_copy *c,
				  const struct ocr_msg_grant *m);
int __wrap_ocr_fetch_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
				  struct ocr_copy *c,
				  const struct ocr_msg_grant *m);

int
__wrap_ocr_fetch_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
			      struct ocr_copy *c, const struct ocr_msg_grant *m)
{
	fetched[m->holder][rt->self]++;
	return __real_ocr_fetch_begin_locked(rt, b, c, m);
}

TASK(third_edt)
{
	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, 5), WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

TASK(home_edt)
{
	ocrGuid_t t = conf_task(third_edt, THIRD, NO_PARAMS, 1, NULL);

	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, 5), WORDS);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	conf_link(depv[0].guid, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(writer_edt)
{
	ocrHint_t h = conf_db_hint(HOME);
	ocrGuid_t db, t;
	void *p;

	if (lazy)
		CHECK_OK(ocrSetHintValue(&h, OCR_HINT_DB_LAZY, 1));
	CHECK_OK(ocrDbCreate(&db, &p, WORDS * sizeof(u64), DB_PROP_NONE, &h,
			     NO_ALLOC));
	conf_fill(p, WORDS, 5);
	CHECK_OK(ocrDbRelease(db));
	t = conf_task(home_edt, HOME, NO_PARAMS, 1, NULL);
	conf_link(db, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(main_edt)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(conf_task(writer_edt, WRITER, NO_PARAMS, 1, NULL), 0);
	return NULL_GUID;
}

START_TEST(lazy_bytes_stay_where_they_were_written)
{
	lazy = _i;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct sim_job_config c = {
			.n_nodes = NODES,
			.seed = seed + 1,
			.protocol = (uint32_t)seed % 4,
			.leaks = true,
			.even_ways = true,
		};
		struct sim_result r;

		memset(fetched, 0, sizeof(fetched));
		r = one_job_run(c, main_edt);
		ck_assert_int_eq(r.outcome, SIM_ENDED);
		ck_assert_uint_eq(r.status, 0);
		ck_assert_uint_eq(r.errors, 0);
		ck_assert_uint_eq(r.leaks, 0);
		ck_assert_uint_eq(fetched[WRITER][HOME], 1);
		ck_assert_uint_eq(fetched[WRITER][THIRD], lazy);
		ck_assert_uint_eq(fetched[HOME][THIRD], !lazy);
	}
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("lazy");
	TCase *t = tcase_create("lazy");

	tcase_add_loop_test(t, lazy_bytes_stay_where_they_were_written, 0, 2);
	suite_add_tcase(s, t);
	return run_suite(s);
}
