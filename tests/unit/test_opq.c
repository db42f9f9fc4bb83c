/* SPDX-License-Identifier: BSD-3-Clause */
/* test_opq.c - the queue of ops. */
#include "src/base/opq.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct numbered {
	struct ocr_op op;
	uint64_t number;
	uint8_t rest[];
};

static struct numbered *
make(uint64_t number, uint32_t bytes)
{
	struct numbered *n = calloc(1, bytes);

	n->op.len_bytes = bytes;
	n->op.type = 1;
	n->number = number;
	memset(n->rest, (int)number, bytes - sizeof(*n));
	return n;
}

static void
push(struct ocr_opq *q, uint64_t number, uint32_t bytes)
{
	struct numbered *n = make(number, bytes);

	ocr_opq_push(q, (ocr_node_t)(number % 7), &n->op);
	free(n);
}

static void
expect(struct ocr_opq *q, uint64_t number, uint32_t bytes)
{
	ocr_node_t to = 99;
	struct numbered *n = (void *)ocr_opq_peek(q, &to);

	ck_assert_ptr_nonnull(n);
	ck_assert_uint_eq(n->number, number);
	ck_assert_uint_eq(n->op.len_bytes, bytes);
	ck_assert_uint_eq(to, number % 7);
	if (bytes > sizeof(*n))
		ck_assert_uint_eq(n->rest[bytes - sizeof(*n) - 1],
				  number & 0xff);
	ocr_opq_pop(q);
}

START_TEST(ops_of_all_sizes_come_out_in_order)
{
	struct ocr_opq q = {0};
	uint32_t sizes[] = {16, 4000, 24, 4032, 100000, 16, 8192, 48};

	for (uint64_t i = 0; i < 1000; i++)
		push(&q, i, sizes[i % 8]);
	for (uint64_t i = 0; i < 1000; i++)
		expect(&q, i, sizes[i % 8]);

	ck_assert(ocr_opq_is_empty(&q));
	ocr_opq_clear(&q);
}
END_TEST

START_TEST(an_op_keeps_its_address_while_others_are_appended)
{
	struct ocr_opq q = {0};
	struct ocr_op *first;
	ocr_node_t to;

	push(&q, 5, 64);
	first = ocr_opq_peek(&q, &to);
	for (uint64_t i = 0; i < 5000; i++)
		push(&q, i, 64);

	ck_assert_ptr_eq(ocr_opq_peek(&q, &to), first);
	ck_assert_uint_eq(((struct numbered *)(void *)first)->number, 5);
	ocr_opq_clear(&q);
}
END_TEST

START_TEST(an_empty_queue_can_be_used_again)
{
	struct ocr_opq q = {0};
	ocr_node_t to;

	for (uint64_t round = 0; round < 100; round++) {
		push(&q, round, 64);
		expect(&q, round, 64);
		ck_assert(ocr_opq_is_empty(&q));
		ck_assert_ptr_null(ocr_opq_peek(&q, &to));
	}
	ocr_opq_clear(&q);
	ck_assert(ocr_opq_is_empty(&q));
}
END_TEST

START_TEST(the_first_ops_may_lie_in_memory_of_the_caller)
{
	union ocr_opq_room room;
	struct ocr_opq q = ocr_opq_in(&room);
	uint32_t sizes[] = {16, 904, 24, 4032, 48};
	ocr_node_t to;

	ck_assert(ocr_opq_is_empty(&q));
	ck_assert_ptr_null(ocr_opq_peek(&q, &to));
	for (uint64_t i = 0; i < 100; i++)
		push(&q, i, sizes[i % 5]);
	ck_assert((char *)ocr_opq_peek(&q, &to) < room.bytes + sizeof(room));
	ck_assert((char *)ocr_opq_peek(&q, &to) > room.bytes);
	for (uint64_t i = 0; i < 100; i++)
		expect(&q, i, sizes[i % 5]);

	ck_assert(ocr_opq_is_empty(&q));
	ocr_opq_clear(&q);
}
END_TEST

START_TEST(an_op_that_is_added_is_zero_but_for_its_head)
{
	union ocr_opq_room room;
	struct ocr_opq q = ocr_opq_in(&room);
	static const char zero[64];
	struct numbered *n;
	ocr_node_t to;

	memset(room.bytes + sizeof(room.block), 0xa5,
	       sizeof(room) - sizeof(room.block));
	n = ocr_opq_add(&q, 3, 7, sizeof(*n) + sizeof(zero));

	ck_assert_ptr_eq(ocr_opq_peek(&q, &to), n);
	ck_assert_uint_eq(to, 3);
	ck_assert_uint_eq(n->op.type, 7);
	ck_assert_uint_eq(n->op.len_bytes, sizeof(*n) + sizeof(zero));
	ck_assert_uint_eq(n->number, 0);
	ck_assert_mem_eq(n->rest, zero, sizeof(zero));
	ocr_opq_clear(&q);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("opq");
	TCase *t = tcase_create("opq");

	tcase_add_test(t, ops_of_all_sizes_come_out_in_order);
	tcase_add_test(t, an_op_keeps_its_address_while_others_are_appended);
	tcase_add_test(t, an_empty_queue_can_be_used_again);
	tcase_add_test(t, the_first_ops_may_lie_in_memory_of_the_caller);
	tcase_add_test(t, an_op_that_is_added_is_zero_but_for_its_head);
	suite_add_tcase(s, t);
	return run_suite(s);
}
