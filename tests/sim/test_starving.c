/* SPDX-License-Identifier: BSD-3-Clause */
/* test_starving.c - a node that the system gives no memory says so once,
 * however much others want of it.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/sim_job.h"

#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "src/stream/dispatch.h"
#include "tests/suite.h"

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
	static char name[] = "starving";
	char *argv[] = {name, NULL};
	struct sim_job_config c = {
		.n_nodes = 1,
		.n_workers = 1,
		.seed = 1,
		.max_steps = 1000000,
	};
	struct sim_result r = sim_job_run(&c, 1, argv, told_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_ne(r.status, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("starving");
	TCase *t = tcase_create("starving");

	tcase_add_test(t, what_cannot_be_created_for_others_is_told_once);
	suite_add_tcase(s, t);
	return run_suite(s);
}
