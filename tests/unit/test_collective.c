/* SPDX-License-Identifier: BSD-3-Clause */
/* test_collective.c - what the root of a reduction event refuses from other
 * nodes, and that it changes nothing. */
#include "src/reduce/collective.h"

#include "src/boot/runtime.h"
#include "src/reduce/generation.h"
#include "src/sched/worker.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 3

/* Three nodes, of which this is the first: nothing is sent by it. */
static struct ocr_runtime *rt;
static ocrGuid_t event;

static const struct ocr_shape shape = {
	.max_gen = 2,
	.contribs = 3,
	.here = 1,
	.n = VALUES,
	.arity = 2,
	.op = REDOP_U8_ADD,
	.type = COL_REDUCE,
};

static int
submit(ocr_node_t from, const struct ocr_op *op)
{
	return ocr_collective_on_op(rt, from, op);
}

static int
create(void)
{
	struct ocr_msg_collective_create m = {
		.op = OCR_OP(OCR_MSG_COLLECTIVE_CREATE,
			     struct ocr_msg_collective_create),
		.event = event,
		.shape = shape,
	};

	return submit(0, &m.op);
}

static void
setup(void)
{
	const struct ocr_runtime_config c = {.size = 3, .sched.n_workers = 1};

	ck_assert_int_eq(ocr_runtime_open(&rt, &c), 0);
	ocr_self = &rt->sched->workers[0];
	event = ocr_label_make(OCR_GUID_EVENT_COLLECTIVE, 0, 0,
			       OCR_LABEL_CYCLIC, 1, 0);
	ck_assert_int_eq(ocr_collective_ask(rt, event, &shape), 0);
}

static void
teardown(void)
{
	ocr_self = NULL;
	ocr_runtime_close(rt);
}

/* A message with room for one value too many. */
struct partial {
	union {
		struct ocr_msg_partial m;
		uint64_t words[8 + VALUES + 1];
	};
};

static struct partial
good(uint64_t generation)
{
	struct partial p = {
		.m =
			{
				.op =
					{
						.len_bytes =
							sizeof(struct
							       ocr_msg_partial) +
							VALUES *
								sizeof(uint64_t),
						.type = OCR_MSG_PARTIAL,
					},
				.event = event,
				.generation = generation,
				.shape = shape,
				.count = 1,
			},
	};

	return p;
}

static int
contribute(uint32_t slot)
{
	union {
		struct ocr_msg_contribute m;
		uint64_t words[5 + VALUES];
	} c = {
		.m =
			{
				.op = {.len_bytes = sizeof(c),
				       .type = OCR_MSG_CONTRIBUTE},
				.event = event,
				.slot = slot,
			},
	};

	return submit(0, &c.m.op);
}

/* Generation 0 still lacks exactly what it lacked: with all that in, and not
 * before, there is room for generation 2. */
static void
check_unharmed(void)
{
	struct partial p = good(0);

	ck_assert_int_eq(contribute(7), 0);
	ck_assert_int_eq(contribute(7), 0);
	ck_assert_int_eq(contribute(7), -ENOSPC);
	ck_assert_int_eq(submit(1, &p.m.op), 0);
	ck_assert_int_eq(contribute(7), -ENOSPC);
	ck_assert_int_eq(submit(2, &p.m.op), 0);
	ck_assert_int_eq(contribute(7), 0);
}

START_TEST(a_partial_result_counts_once_from_each_child)
{
	struct partial p = good(0);

	ck_assert_int_eq(create(), 0);
	check_unharmed();

	ck_assert_int_eq(submit(1, &p.m.op), -ENOENT);
	p.m.generation = 1;
	ck_assert_int_eq(submit(1, &p.m.op), 0);
	ck_assert_int_eq(submit(1, &p.m.op), -EEXIST);
}
END_TEST

START_TEST(what_comes_before_the_event_waits_for_it)
{
	struct partial p = good(0);

	ck_assert_int_eq(submit(1, &p.m.op), 0);
	ck_assert_uint_eq(ocr_collectives_left(rt), 1);
	ck_assert_int_eq(contribute(1), 0);
	ck_assert_int_eq(submit(2, &p.m.op), 0);

	ck_assert_int_eq(create(), 0);

	/* Generation 0 was complete at once. */
	ck_assert_int_eq(contribute(1), 0);
	ck_assert_int_eq(contribute(1), 0);
	ck_assert_int_eq(contribute(1), -ENOSPC);
}
END_TEST

START_TEST(a_partial_result_of_another_event_is_refused)
{
	static const struct {
		size_t at, len;
		int64_t value;
		int err;
	} changes[] = {
#define CHANGE(field, value, err)                                              \
	{offsetof(struct ocr_msg_partial, field),                              \
	 sizeof(((struct ocr_msg_partial *)0)->field), value, err}
		CHANGE(op.len_bytes, sizeof(struct ocr_msg_partial), -EINVAL),
		CHANGE(op.len_bytes,
		       sizeof(struct ocr_msg_partial) + 8 * (VALUES + 1),
		       -EINVAL),
		CHANGE(generation, 2, -ENOSPC),
		CHANGE(generation, -1, -ENOSPC),
		CHANGE(shape.max_gen, 1, -EINVAL),
		CHANGE(shape.contribs, 6, -EINVAL),
		CHANGE(shape.here, 2, -EINVAL),
		CHANGE(shape.n, VALUES + 1, -EINVAL),
		CHANGE(shape.arity, 1, -EINVAL),
		CHANGE(shape.op, REDOP_U8_MULT, -EINVAL),
		CHANGE(shape.type, COL_ALLREDUCE, -EINVAL),
		CHANGE(count, 0, -EINVAL),
		CHANGE(count, 4, -EINVAL),
		CHANGE(count, -1, -EINVAL),
		CHANGE(empty, 1, -EINVAL),
#undef CHANGE
	};

	ck_assert_int_eq(create(), 0);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct partial p = good(0);

		memcpy((char *)&p + changes[i].at, &changes[i].value,
		       changes[i].len);
		ck_assert_msg(submit(1, &p.m.op) == changes[i].err,
			      "change %zu", i);
	}
	check_unharmed();
}
END_TEST

START_TEST(only_children_send_partial_results_and_only_a_parent_results)
{
	struct partial p = good(0);
	struct ocr_msg_result r = {
		.op = OCR_OP(OCR_MSG_RESULT, struct ocr_msg_result),
		.event = event,
	};
	struct ocr_msg_branch b = {
		.op = OCR_OP(OCR_MSG_BRANCH, struct ocr_msg_branch),
		.event = event,
		.since = 2,
	};

	ck_assert_int_eq(submit(1, &r.op), -EINVAL);
	ck_assert_int_eq(create(), 0);
	ck_assert_int_eq(submit(1, &r.op), -EINVAL);
	ck_assert_int_eq(submit(0, &p.m.op), -EINVAL);
	p.m.placed = 1;
	ck_assert_int_eq(submit(1, &p.m.op), -EINVAL);
	ck_assert_int_eq(submit(1, &b.op), -EINVAL);
	check_unharmed();
}
END_TEST

START_TEST(only_reduction_events_of_this_job_are_known)
{
	struct partial p = good(0);

	p.m.event = ocr_guid_make(OCR_GUID_EVENT_COLLECTIVE, 0, 3, 0, 1);
	ck_assert_int_eq(submit(1, &p.m.op), -EINVAL);
	p.m.event = ocr_guid_make(OCR_GUID_EVENT_STICKY, 0, 0, 0, 1);
	ck_assert_int_eq(submit(1, &p.m.op), -EINVAL);
	ck_assert_uint_eq(ocr_collectives_left(rt), 0);
}
END_TEST

/* With as many parts, with more of them, and after it was made wider. */
START_TEST(a_generation_that_is_used_again_has_nothing_of_before)
{
	static const struct {
		uint32_t before, wider, then;
	} turns[] = {{3, 3, 3}, {2, 2, 5}, {2, 4, 4}, {2, 4, 2}};
	static const uint64_t values[VALUES] = {1, 2, 3};
	struct ocr_generation *g = ocr_generation_create();

	ck_assert_ptr_nonnull(g);
	for (size_t i = 0; i < sizeof(turns) / sizeof(*turns); i++) {
		for (uint32_t k = 0; k < turns[i].before; k++)
			ck_assert_int_eq(ocr_generation_give(g, turns[i].before,
							     k, values, VALUES),
					 0);
		if (turns[i].wider > turns[i].before)
			ck_assert(ocr_generation_widen(g, turns[i].before,
						       turns[i].wider, VALUES));
		ocr_generation_combine(g, &shape, 1, VALUES);
		g->told = g->n_here = 1;
		g->resolved = true;

		ocr_generation_clear(g);

		ck_assert(!g->resolved && !g->told && !g->n_here);
		ck_assert_ptr_null(g->result);
		ck_assert_int_eq(ocr_generation_give(g, turns[i].then, 0,
						     values, VALUES),
				 0);
		for (uint32_t k = 1; k < turns[i].then; k++) {
			ck_assert(!ocr_generation_has(g, k));
			ck_assert_uint_eq(ocr_generation_part(g, k, VALUES)[0],
					  0);
		}
		ocr_generation_clear(g);
	}
	ocr_generation_destroy(g);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("collective");
	TCase *tc = tcase_create("root");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_partial_result_counts_once_from_each_child);
	tcase_add_test(tc, what_comes_before_the_event_waits_for_it);
	tcase_add_test(tc, a_partial_result_of_another_event_is_refused);
	tcase_add_test(
		tc,
		only_children_send_partial_results_and_only_a_parent_results);
	tcase_add_test(tc, only_reduction_events_of_this_job_are_known);
	tcase_add_test(tc,
		       a_generation_that_is_used_again_has_nothing_of_before);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
