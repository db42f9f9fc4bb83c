/* SPDX-License-Identifier: BSD-3-Clause */
/* test_facts.c - what is known of objects, as a graph. */
#include "src/observe/facts.h"

#include "guidmap/guid.h"
#include "tests/suite.h"

#include <check.h>

#define MANY (1u << 17)

static struct ocr_facts f;

static void
setup(void)
{
	f = (struct ocr_facts){.facts = NULL};
}

static void
teardown(void)
{
	ocr_facts_fini(&f);
}

static ocrGuid_t
guid(uint64_t i)
{
	return (ocrGuid_t){.upper = 1 + i / 4, .lower = i};
}

static void
add(enum ocr_fact_kind kind, uint64_t of, uint32_t slot, ocrGuid_t other,
    uint64_t n0)
{
	struct ocr_msg_stuck_fact is = {
		.object = guid(of),
		.other = other,
		.kind = kind,
		.slot = slot,
		.n = {n0},
	};

	ocr_facts_add(&f, 0, &is);
}

static void
add_task(uint64_t t)
{
	add(OCR_FACT_TASK, t, 0, NULL_GUID, 0);
}

/* `from` waits for `to`. */
static void
add_edge(uint64_t from, uint64_t to)
{
	add(OCR_FACT_SLOT, from, 0, guid(to), OCR_FATE_THERE);
}

static void
add_path(const uint64_t *tasks, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i + 1 < n)
			add_edge(tasks[i], tasks[i + 1]);
		add_task(tasks[i]);
	}
}

static struct ocr_fact_node *
node(uint64_t i)
{
	struct ocr_fact_node *x = ocr_facts_find(&f, guid(i));

	ck_assert_ptr_nonnull(x);
	ck_assert(ocr_guid_eq(x->guid, guid(i)));
	return x;
}

START_TEST(nothing_is_a_graph)
{
	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_nodes, 0);
	ck_assert_ptr_null(ocr_facts_find(&f, guid(1)));
}
END_TEST

START_TEST(an_object_has_what_it_is_and_its_edges_by_slot)
{
	add(OCR_FACT_NEED, 7, 0, guid(9), 0);
	add(OCR_FACT_SLOT, 7, 1, guid(4), 0);
	add_task(5);
	add(OCR_FACT_SLOT, 7, 0, guid(3), 0);
	add_task(7);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_nodes, 2);
	ck_assert_uint_eq(node(7)->is->is.kind, OCR_FACT_TASK);
	ck_assert_uint_eq(node(7)->n_edges, 3);
	ck_assert(ocr_guid_eq(node(7)->edges[0].is.other, guid(3)));
	ck_assert(ocr_guid_eq(node(7)->edges[1].is.other, guid(4)));
	ck_assert(ocr_guid_eq(node(7)->edges[2].is.other, guid(9)));
	ck_assert_uint_eq(node(5)->n_edges, 0);
	ck_assert_ptr_null(ocr_facts_find(&f, guid(9)));
}
END_TEST

/* A task with two slots to which nothing was connected, as far as its node
 * knows. */
START_TEST(another_node_knows_what_would_satisfy_a_slot)
{
	struct ocr_facts far = {.n = 0};
	struct ocr_msg_stuck_fact task = {
		.object = guid(7), .kind = OCR_FACT_TASK, .n = {0, 3, 2}};
	struct ocr_msg_stuck_fact says = {
		.object = guid(7), .other = guid(4), .kind = OCR_FACT_SLOT};

	add(OCR_FACT_SLOT, 7, 2, NULL_GUID, 0);
	add(OCR_FACT_SLOT, 7, 0, NULL_GUID, 0);
	ocr_facts_add(&f, 0, &task);
	says.slot = 2;
	says.n[0] = OCR_FATE_LATE;
	ocr_facts_add(&far, 1, &says);
	says.slot = 1; /* satisfied meanwhile */
	ocr_facts_add(&far, 1, &says);
	says.object = guid(8); /* gone */
	ocr_facts_add(&far, 1, &says);

	ocr_facts_join(&f, &far);
	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_nodes, 1);
	ck_assert_uint_eq(node(7)->is->is.n[2], 1);
	ck_assert_uint_eq(node(7)->n_edges, 2);
	ck_assert(!ocr_fact_is_edge(&node(7)->edges[0]));
	ck_assert(ocr_guid_eq(node(7)->edges[1].is.other, guid(4)));
	ck_assert_uint_eq(node(7)->edges[1].is.n[0], OCR_FATE_LATE);
	ocr_facts_fini(&far);
}
END_TEST

START_TEST(what_only_waits_is_there_without_knowing_what_it_is)
{
	add_edge(1, 2);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_ptr_null(node(1)->is);
	ck_assert_uint_eq(node(1)->n_edges, 1);
}
END_TEST

START_TEST(tasks_without_facts_of_their_own_are_no_object)
{
	add(OCR_FACT_REST, 0, 0, NULL_GUID, 12);
	add_task(3);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_nodes, 1);
	ck_assert_uint_eq(node(3)->is->is.kind, OCR_FACT_TASK);
}
END_TEST

START_TEST(a_path_is_no_cycle)
{
	static const uint64_t path[] = {5, 1, 8, 3};

	add_path(path, 4);
	add_edge(5, 3); /* two ways */
	add_edge(1, 3);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_cycles, 0);
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(node(path[i])->cycle, 0);
}
END_TEST

/* 2 leads into it, 9 out of it. */
START_TEST(the_edges_of_a_cycle_lead_around_it)
{
	static const uint64_t around[] = {6, 1, 4, 6};
	uint64_t at = 6;

	add_edge(4, 9);
	add_path(around, 4);
	add_edge(2, 1);
	add_task(9);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_cycles, 1);
	for (size_t i = 0; i < 3; i++) {
		ck_assert_uint_eq(at, around[i]);
		ck_assert_uint_eq(node(at)->cycle, 1);
		at = node(at)->on->is.other.lower;
	}
	ck_assert_uint_eq(at, 6);
	ck_assert_uint_eq(node(2)->cycle, 0);
	ck_assert_uint_eq(node(9)->cycle, 0);
}
END_TEST

START_TEST(who_waits_for_itself_is_a_cycle)
{
	add_edge(3, 3);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_cycles, 1);
	ck_assert_ptr_eq(node(3)->on, node(3)->edges);
}
END_TEST

START_TEST(two_cycles_have_two_numbers)
{
	static const uint64_t one[] = {1, 2, 1}, two[] = {5, 7, 6, 5};

	add_path(one, 3);
	add_path(two, 4);
	add_edge(2, 5);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_cycles, 2);
	ck_assert_uint_ne(node(1)->cycle, 0);
	ck_assert_uint_eq(node(1)->cycle, node(2)->cycle);
	ck_assert_uint_eq(node(5)->cycle, node(7)->cycle);
	ck_assert_uint_eq(node(5)->cycle, node(6)->cycle);
	ck_assert_uint_ne(node(1)->cycle, node(5)->cycle);
}
END_TEST

START_TEST(an_object_is_told_in_one_cycle_only)
{
	static const uint64_t one[] = {1, 2, 1}, two[] = {1, 3, 1};

	add_path(one, 3);
	add_path(two, 3);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_cycles, 1);
	ck_assert_uint_eq(node(1)->cycle, 1);
	ck_assert_uint_eq(node(2)->cycle + node(3)->cycle, 1);
}
END_TEST

/* What was destroyed will not be satisfied, whoever would have done it. */
START_TEST(nobody_waits_in_a_circle_for_what_was_destroyed)
{
	add_edge(1, 2);
	add(OCR_FACT_SLOT, 2, 0, guid(1), OCR_FATE_DESTROYED);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n_cycles, 0);
}
END_TEST

START_TEST(a_slot_that_was_never_connected_leads_nowhere)
{
	add(OCR_FACT_SLOT, 0, 0, NULL_GUID, 0);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(node(0)->n_edges, 1);
	ck_assert(!ocr_fact_is_edge(node(0)->edges));
	ck_assert_uint_eq(f.n_cycles, 0);
}
END_TEST

/* No deeper than the heap allows: nodes tell the facts. */
START_TEST(a_long_cycle_is_found_and_what_is_too_much_is_dropped)
{
	for (uint64_t i = 0; i < MANY; i++)
		add_edge(i, (i + 1) % MANY);
	add_edge(0, 5);
	add_edge(1, 5);

	ck_assert_int_eq(ocr_facts_link(&f), 0);

	ck_assert_uint_eq(f.n, MANY);
	ck_assert_uint_eq(f.dropped, 2);
	ck_assert_uint_eq(f.n_nodes, MANY);
	ck_assert_uint_eq(f.n_cycles, 1);
	ck_assert_uint_eq(node(MANY / 2)->cycle, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("facts");
	TCase *tc = tcase_create("graph");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, nothing_is_a_graph);
	tcase_add_test(tc, an_object_has_what_it_is_and_its_edges_by_slot);
	tcase_add_test(tc, another_node_knows_what_would_satisfy_a_slot);
	tcase_add_test(tc, what_only_waits_is_there_without_knowing_what_it_is);
	tcase_add_test(tc, tasks_without_facts_of_their_own_are_no_object);
	tcase_add_test(tc, a_path_is_no_cycle);
	tcase_add_test(tc, the_edges_of_a_cycle_lead_around_it);
	tcase_add_test(tc, who_waits_for_itself_is_a_cycle);
	tcase_add_test(tc, two_cycles_have_two_numbers);
	tcase_add_test(tc, an_object_is_told_in_one_cycle_only);
	tcase_add_test(tc, nobody_waits_in_a_circle_for_what_was_destroyed);
	tcase_add_test(tc, a_slot_that_was_never_connected_leads_nowhere);
	tcase_add_test(tc,
		       a_long_cycle_is_found_and_what_is_too_much_is_dropped);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
