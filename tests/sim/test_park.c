/* SPDX-License-Identifier: BSD-3-Clause */
/* test_park.c - an op that comes before its object, and for which there is no
 * memory to wait, is told that, and not that it is wrong.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/msg.h"
#include "src/boot/runtime.h"
#include "src/names/names.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>

/* Of the one thread that runs the job: */
static bool denied;
static unsigned refused;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *
__wrap_malloc(size_t size)
{
	if (!denied)
		return __real_malloc(size);
	refused++;
	return NULL;
}

/* What an op on g, which nobody has created, is told. */
static int
park(ocrGuid_t g, bool without)
{
	struct ocr_msg_destroy m = OCR_DESTROY(g);
	void *obj;
	int err = 0;

	refused = 0;
	denied = without;
	obj = ocr_names_object_or_park(ocr_self->rt, g, 0, &m.op, &err);
	denied = false;
	ck_assert_uint_eq(refused, without);
	ck_assert_ptr_null(obj);
	return err;
}

TASK(main_edt)
{
	ocrGuid_t range, name[2];

	OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_STICKY));
	OK(ocrGuidFromIndex(&name[0], range, 0));
	name[1] = ocr_guid_new(ocr_self->guids, OCR_GUID_EVENT_STICKY, 0, 0);
	for (unsigned i = 0; i < 2; i++) {
		ck_assert_int_eq(park(name[i], true), -ENOMEM);
		ck_assert_int_eq(park(name[i], false), 0);
	}
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(without_memory_an_op_is_not_wrong)
{
	/* These ops come from no task. */
	struct sim_job_config c = {.n_nodes = 1, .unchecked = true};

	one_job_ends(c, main_edt);
}
END_TEST

int
main(void)
{
	return one_job_suite("park", without_memory_an_op_is_not_wrong, 1);
}
