/* SPDX-License-Identifier: BSD-3-Clause */
/* test_versions.c - a block with a label is written as often as one likes.
 *
 * Nodes tell one block of a label from the next by its versions, so each has
 * many of its own.  Here it has been written a million times, or so its home
 * says, when tasks of both nodes go on.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-labeling.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/names/names.h"
#include "src/sched/worker.h"

#include <check.h>

#define STEPS 12
#define SEEDS 40

/* Round numbers are passed in the middle. */
static const u64 ages[] = {(UINT64_C(1) << 20) - STEPS / 2,
			   (UINT64_C(1) << 32) - STEPS / 2};
static u64 age;

struct args {
	ocrGuid_t block;
	u64 steps;
};

TASK(step_edt)
{
	struct args a = *PARAM(struct args);
	u64 *words = depv[0].ptr;
	ocrGuid_t next;

	CHECK_EQ("what was written last", *words, a.steps);
	*words = ++a.steps;
	if (a.steps == STEPS) {
		ocrShutdown();
		return NULL_GUID;
	}
	next = conf_task(step_edt, a.steps % 4 > 0, PARAMS(a), 1, NULL);
	conf_link(a.block, next, 0, a.steps % 3 ? DB_MODE_EW : DB_MODE_RW);
	return NULL_GUID;
}

/* Nobody has the block. */
TASK(age_edt)
{
	const struct args *a = PARAM(struct args);
	struct ocr_runtime *rt = ocr_self->rt;
	struct ocr_block *b;
	ocrGuid_t next;
	void *obj;

	CHECK(ocr_names_find(rt, a->block, &obj) == OCR_SLOT_LIVE,
	      "its home is another node");
	b = obj;
	ocr_block_lock(b);
	if (b->busy)
		b->busy->home.version += age;
	b->copy.version += age;
	ocr_block_unlock(rt, b);
	next = conf_task(step_edt, 1, PARAMS(*a), 1, NULL);
	conf_link(a->block, next, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(main_edt)
{
	struct args a = {.steps = 0};
	ocrGuid_t range;
	void *p;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrGuidRangeCreate(&range, 1, GUID_USER_DB));
	CHECK_OK(ocrGuidFromIndex(&a.block, range, 0));
	CHECK_OK(ocrDbCreate(&a.block, &p, sizeof(u64), GUID_PROP_IS_LABELED,
			     NULL_HINT, NO_ALLOC));
	*(u64 *)p = 0;
	CHECK_OK(ocrDbRelease(a.block));
	conf_start(conf_task(age_edt, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

START_TEST(a_block_with_a_label_is_written_a_million_times)
{
	for (unsigned seed = 0; seed < SEEDS; seed++) {
		struct sim_job_config c = {
			.n_nodes = 2,
			.n_workers = 1 + seed % 2,
			.seed = seed + 1,
			.protocol = seed % 4,
		};
		struct sim_result r;

		age = ages[_i] + seed / 8;
		r = one_job_run(c, main_edt);
		ck_assert_int_eq(r.outcome, SIM_ENDED);
		ck_assert_uint_eq(r.status, 0);
		ck_assert_uint_eq(r.errors, 0);
		ck_assert_uint_eq(r.violations, 0);
	}
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("versions");
	TCase *tc = tcase_create("versions");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, a_block_with_a_label_is_written_a_million_times,
			    0, sizeof(ages) / sizeof(*ages));
	suite_add_tcase(s, tc);
	return run_suite(s);
}
