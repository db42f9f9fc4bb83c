/* SPDX-License-Identifier: BSD-3-Clause */
/* test_label_next.c - where the last reader of a block gives it back outside of
 * a handler, the next block of the same label is not created below the lock of
 * the last.
 *
 * A job of one simulated node.  A reader stops in the middle while another task
 * destroys the block, and a third creates the next; when the reader ends, the
 * next is created, and --wrap looks at the lock then.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-labeling.h"
#include "labeled/labels.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"

#include <check.h>

#define SEEDS 64

/* Of the one thread that runs the job: */
static const struct ocr_block *last; /* of the label; homes stay homes */
static unsigned behind, below; /* creations after it, and under its lock */

int __real_ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
			      const struct ocr_op *op);
int __wrap_ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
			      const struct ocr_op *op);

int
__wrap_ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op)
{
	if (last) {
		behind++;
		below += atomic_load_explicit(&last->lock.held,
					      memory_order_relaxed);
	}
	return __real_ocr_home_on_create(rt, from, op);
}

TASK(read)
{
	sim_pause();
	return NULL_GUID;
}

TASK(destroy)
{
	OK(ocrDbDestroy(*PARAM(ocrGuid_t)));
	return NULL_GUID;
}

TASK(create_next)
{
	ocrGuid_t label = *PARAM(ocrGuid_t);
	void *p;

	OK(ocrDbCreate(&label, &p, 64, GUID_PROP_BLOCK, NULL_HINT, NO_ALLOC));
	OK(ocrDbDestroy(label));
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrGuid_t range, label, outs[3], end = conf_end(3);
	ocrGuid_t reader, others[2];
	void *p;

	OK(ocrGuidRangeCreate(&range, 1, GUID_USER_DB));
	OK(ocrGuidFromIndex(&label, range, 0));
	OK(ocrDbCreate(&label, &p, 64, GUID_PROP_IS_LABELED, NULL_HINT,
		       NO_ALLOC));
	OK(ocrDbRelease(label));
	ck_assert_int_eq(ocr_labels_find(ocr_self->rt->labels, label, &p),
			 OCR_SLOT_LIVE);
	last = p;
	reader = conf_task(read, 0, NO_PARAMS, 1, &outs[0]);
	others[0] = conf_task(destroy, 0, PARAMS(label), 1, &outs[1]);
	others[1] = conf_task(create_next, 0, PARAMS(label), 1, &outs[2]);
	for (u32 i = 0; i < 3; i++)
		conf_link(outs[i], end, i, DB_MODE_NULL);
	conf_link(label, reader, 0, DB_MODE_CONST);
	/* The reader has asked for it by then. */
	conf_start(others[0], 0);
	conf_start(others[1], 0);
	return NULL_GUID;
}

START_TEST(the_next_block_of_a_label_is_not_created_below_a_lock)
{
	behind = below = 0;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct sim_job_config c = {
			.n_nodes = 1,
			.n_workers = 2,
			.protocol = (uint32_t)seed % 4,
			.seed = seed,
			.max_steps = 100000,
			.pauses = true,
		};
		struct sim_result r = one_job_run(c, main_edt);

		last = NULL;
		ck_assert_int_eq(r.outcome, SIM_ENDED);
		ck_assert_uint_eq(r.status, 0);
		ck_assert_uint_eq(r.violations, 0);
	}
	ck_assert_uint_ge(behind, SEEDS);
	ck_assert_uint_eq(below, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("label_next");
	TCase *t = tcase_create("label_next");

	tcase_add_test(t,
		       the_next_block_of_a_label_is_not_created_below_a_lock);
	suite_add_tcase(s, t);
	return run_suite(s);
}
