/* SPDX-License-Identifier: BSD-3-Clause */
/* test_past.c - a version that others still fetch when it is no more the newest
 * is kept in mind; without memory for that the job ends.
 *
 * A job of two simulated nodes, whose home hears by hand that one fetches, and
 * that the node to which the right was passed has written.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/data/home_directory.h"
#include "src/names/names.h"

#include <check.h>
#include <stdlib.h>

/* Of the one thread that runs the job: */
static bool without, denied;
static unsigned refused;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *
__wrap_malloc(size_t size)
{
	if (!denied || size != sizeof(struct ocr_origin))
		return __real_malloc(size);
	refused++;
	return NULL;
}

TASK(main_edt)
{
	struct ocr_runtime *rt = ocr_self->rt;
	ocrGuid_t db = conf_number(0, 5);
	struct ocr_block *b = ocr_names_live(rt, db);
	struct ocr_home *h;

	ocr_block_lock(b);
	h = &ocr_block_busy_locked(rt, b)->home;
	h->fetches = 1;
	h->passed = true;
	denied = without;
	ocr_home_forget_passed_locked(rt, b);
	denied = false;
	h->passed = false;
	if (!without) {
		ck_assert_ptr_nonnull(h->origins);
		ck_assert_uint_eq(h->origins->version, h->version);
		ck_assert_int_eq(
			ocr_home_fetched_locked(rt, b, 1, 0, h->version, 1), 0);
	}
	ck_assert_ptr_null(h->origins);
	ocr_block_unlock(rt, b);
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(who_reads_it_is_not_forgotten)
{
	struct sim_result r;

	without = _i;
	refused = 0;
	r = one_job_run((struct sim_job_config){.n_nodes = 2}, main_edt);
	ck_assert_uint_eq(refused, without);
	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status != 0, without);
}
END_TEST

int
main(void)
{
	return one_job_suite("past", who_reads_it_is_not_forgotten, 2);
}
