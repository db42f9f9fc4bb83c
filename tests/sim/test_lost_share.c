/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lost_share.c - the share of a finish scope that comes to a node with a
 * creation that is void goes back, though there is no memory to note it.
 *
 * A job of two simulated nodes, one of which has not heard of the scope.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/msg.h"
#include "src/boot/runtime.h"
#include "src/task/edt.h"
#include "src/task/scope.h"

#include <check.h>
#include <stdlib.h>

#define SEEDS 8

/* Of the one thread that runs the job: */
static bool denied;
static unsigned refused;
static struct ocr_msg_create_edt creation;

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

void *
__wrap_calloc(size_t n, size_t size)
{
	if (!denied || n * size != sizeof(struct ocr_scope))
		return __real_calloc(n, size);
	refused++;
	return NULL;
}

TASK(lose)
{
	denied = paramv[0];
	ocr_scope_on_lost(ocr_self->rt, 0, &creation.op);
	denied = false;
	return NULL_GUID;
}

TASK(give)
{
	ck_assert_int_eq(ocr_scope_give(ocr_self->rt, ocr_self->task->scope,
					&creation.scope, &creation.credit),
			 0);
	OK(ocrEventSatisfy(*PARAM(ocrGuid_t), NULL_GUID));
	return NULL_GUID;
}

TASK(finish)
{
	conf_start(conf_task(give, 0, paramc, paramv, 1, NULL), 0);
	return NULL_GUID;
}

static u64 without;

TASK(main_edt)
{
	ocrGuid_t given = conf_event(OCR_EVENT_STICKY_T), over;
	ocrGuid_t loser = conf_task(lose, 1, PARAMS(without), 1, NULL);
	ocrGuid_t t = conf_finish_task(finish, 0, PARAMS(given), 1, &over);

	conf_link(given, loser, 0, DB_MODE_NULL);
	conf_link(over, conf_task(conf_shutdown, 0, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

START_TEST(the_scope_ends)
{
	struct sim_job_config c = {.n_nodes = 2, .seed = (uint64_t)_i / 2 + 1};

	without = (u64)_i % 2;
	refused = 0;
	one_job_ends(c, main_edt);
	ck_assert_uint_eq(refused, without);
}
END_TEST

int
main(void)
{
	return one_job_suite("lost_share", the_scope_ends, 2 * SEEDS);
}
