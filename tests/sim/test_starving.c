/* SPDX-License-Identifier: BSD-3-Clause */
/* test_starving.c - a node that the system gives no memory says so once,
 * however much others want of it.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "src/stream/dispatch.h"

#include <check.h>
#include <errno.h>

/* As if blocks were to be created for other nodes, and could not. */
TASK(told_edt)
{
	struct ocr_runtime *rt = ocr_self->rt;
	struct ocr_msg_create_db m = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.size = 64,
	};
	uint64_t before = ocr_log_errors();

	for (u32 i = 0; i < 3; i++) {
		m.db = ocr_guid_new(ocr_self->guids, OCR_GUID_DB, 0, rt->self);
		ocr_dispatch_report(rt, rt->self, &m.op, -ENOMEM);
	}
	ck_assert_uint_eq(ocr_log_errors(), before + 1);
	return NULL_GUID;
}

START_TEST(what_cannot_be_created_for_others_is_told_once)
{
	struct sim_result r =
		one_job_run((struct sim_job_config){.n_nodes = 1}, told_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_ne(r.status, 0);
}
END_TEST

int
main(void)
{
	return one_job_suite("starving",
			     what_cannot_be_created_for_others_is_told_once, 1);
}
