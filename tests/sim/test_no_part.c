/* SPDX-License-Identifier: BSD-3-Clause */
/* test_no_part.c - a copy that needs a part, for which there is no memory, ends
 * the job: it does not wait for other parts, which may wait for it.
 *
 * A job of one simulated node.  Its block has a part that goes when the copy is
 * done, and PARTITION does not get what it waits with.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-db-partitioning.h"
#include "src/boot/runtime.h"
#include "src/data/parted.h"

#include <check.h>
#include <string.h>

#define BYTES 64 /* of a part */
#define SEEDS 8

/* Of the one thread that runs the job: */
static bool without, denied, back;
static unsigned refused;

uint64_t __real_ocr_parted_await(struct ocr_runtime *rt, struct ocr_stream *s,
				 ocrGuid_t db);
uint64_t __wrap_ocr_parted_await(struct ocr_runtime *rt, struct ocr_stream *s,
				 ocrGuid_t db);

uint64_t
__wrap_ocr_parted_await(struct ocr_runtime *rt, struct ocr_stream *s,
			ocrGuid_t db)
{
	if (!denied)
		return __real_ocr_parted_await(rt, s, db);
	refused++;
	return 0;
}

TASK(end)
{
	OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrDbPart_t part = {0, BYTES, NULL_GUID};
	ocrGuid_t whole, other, done, t;

	memset(conf_block(&whole, 0, 2 * BYTES), 0, 2 * BYTES);
	OK(ocrDbRelease(whole));
	memset(conf_block(&other, 0, BYTES), 0, BYTES);
	OK(ocrDbRelease(other));
	OK(ocrDbPartition(whole, 1, &part, 0));
	denied = without;
	if (back)
		OK(ocrDbCopy(whole, BYTES, other, 0, BYTES,
			     DB_COPY_PARTITION_BACK, &done));
	else
		OK(ocrDbCopy(other, 0, whole, BYTES, BYTES, DB_COPY_PARTITION,
			     &done));
	t = conf_task(end, 0, NO_PARAMS, 2, NULL);
	conf_link(part.guid, t, 0, DB_MODE_CONST);
	conf_link(done, t, 1, DB_MODE_NULL);
	return NULL_GUID;
}

static struct sim_result
run(int i)
{
	struct sim_job_config c = {.n_nodes = 1, .seed = (uint64_t)i / 2 + 1};

	back = i % 2;
	denied = false;
	refused = 0;
	return one_job_run(c, main_edt);
}

START_TEST(a_copy_does_not_wait_for_other_parts)
{
	struct sim_result r;

	without = false;
	r = run(_i);
	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

START_TEST(nor_where_there_is_no_memory_for_its_own)
{
	struct sim_result r;

	without = true;
	r = run(_i);
	ck_assert_uint_gt(refused, 0);
	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_ne(r.status, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("no_part");
	TCase *t = tcase_create("no_part");

	tcase_add_loop_test(t, a_copy_does_not_wait_for_other_parts, 0,
			    2 * SEEDS);
	tcase_add_loop_test(t, nor_where_there_is_no_memory_for_its_own, 0,
			    2 * SEEDS);
	suite_add_tcase(s, t);
	return run_suite(s);
}
