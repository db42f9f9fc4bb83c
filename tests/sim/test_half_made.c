/* SPDX-License-Identifier: BSD-3-Clause */
/* test_half_made.c - of a block whose creation has failed the calling task
 * keeps nothing.
 *
 * A job of one simulated node, where there is no memory for the block's hint:
 * by then the task has its bytes.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/hint.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/task/edt.h"

#include <check.h>
#include <errno.h>

/* Of the one thread that runs the job: */
static bool denied;
static unsigned refused;

int __real_ocr_hint_keep(ocrHint_t **kept, const ocrHint_t *h);
int __wrap_ocr_hint_keep(ocrHint_t **kept, const ocrHint_t *h);

int
__wrap_ocr_hint_keep(ocrHint_t **kept, const ocrHint_t *h)
{
	if (!denied)
		return __real_ocr_hint_keep(kept, h);
	refused++;
	return -ENOMEM;
}

TASK(main_edt)
{
	ocrHint_t h = conf_db_hint(0);
	uint64_t before = ocr_blocks_used(ocr_self->rt);
	ocrGuid_t db = NULL_GUID;
	void *p = &h;
	u8 code;

	OK(ocrSetHintValue(&h, OCR_HINT_DB_LAZY, 1));
	denied = true;
	code = ocrDbCreate(&db, &p, 64, DB_PROP_NONE, &h, NO_ALLOC);
	denied = false;
	ck_assert_uint_eq(refused, 1);
	ck_assert_uint_eq(code, OCR_ENOMEM);
	ck_assert_ptr_null(p);
	ck_assert_ptr_null(ocr_held_find(&ocr_self->task->held, db));
	ck_assert_uint_eq(ocr_blocks_used(ocr_self->rt), before);
	OK(ocrDbCreate(&db, &p, 64, DB_PROP_NONE, &h, NO_ALLOC));
	ck_assert_ptr_nonnull(p);
	OK(ocrDbDestroy(db));
	OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(a_block_that_was_not_created_is_not_held)
{
	one_job_ends((struct sim_job_config){.n_nodes = 1, .leaks = true},
		     main_edt);
}
END_TEST

int
main(void)
{
	return one_job_suite("half_made",
			     a_block_that_was_not_created_is_not_held, 1);
}
