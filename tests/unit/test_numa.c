/* SPDX-License-Identifier: BSD-3-Clause */
/* test_numa.c - which memory is near, far and fast, on machines that hwloc
 * makes up; and where blocks then lie. */
#include "fabric/memory.h"
#include "fabric/numa.h"
#include "tests/suite.h"

#include <check.h>
#include <hwloc.h>
#include <linux/mempolicy.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

/* Each of two packages has two NUMA nodes with units, and one more, without
 * units of its own, for both of them: 0, 1 and 2; 3, 4 and 5. */
#define TIERS "pack:2 [numa] group:2 [numa] core:2 pu:1"

static hwloc_topology_t hwloc;
static struct ocr_numa *numa;
static struct ocr_memory *m;

static void
load(const char *machine)
{
	ck_assert_int_eq(hwloc_topology_init(&hwloc), 0);
	ck_assert_int_eq(hwloc_topology_set_synthetic(hwloc, machine), 0);
	ck_assert_int_eq(hwloc_topology_load(hwloc), 0);
}

static void
unload(void)
{
	ocr_numa_close(numa);
	numa = NULL;
	hwloc_topology_destroy(hwloc);
}

static void
open_memory(uint64_t limit_bytes)
{
	struct ocr_memory_config c = {
		.limit_bytes = limit_bytes,
		.n_local = 2,
		.numa = numa,
	};

	ck_assert_int_eq(ocr_memory_open(&m, &c), 0);
}

static hwloc_obj_t
node(unsigned i)
{
	return hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, i);
}

static void
set(hwloc_memattr_id_t id, unsigned from, unsigned to, uint64_t value)
{
	struct hwloc_location l = {.type = HWLOC_LOCATION_TYPE_CPUSET};

	l.location.cpuset = node(from)->cpuset;
	ck_assert_int_eq(
		hwloc_memattr_set_value(hwloc, id, node(to), &l, 0, value), 0);
}

START_TEST(one_kind_of_memory_is_nothing_to_tell_apart)
{
	load("pack:1 core:4 pu:2");

	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);
	ck_assert_ptr_null(numa);
	unload();
}
END_TEST

START_TEST(without_attributes_the_tree_says_what_is_far)
{
	load("pack:2 numa:2 core:2 pu:1");
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);

	ck_assert_uint_eq(ocr_numa_count(numa), 4);
	ck_assert_uint_eq(ocr_numa_nearest(numa, 2, 0), 2);
	ck_assert_uint_eq(ocr_numa_nearest(numa, 2, 1), 3);
	ck_assert_uint_eq(ocr_numa_nearest(numa, 2, 2), 0);
	ck_assert_uint_eq(ocr_numa_nearest(numa, 2, 3), 1);
	ck_assert_uint_eq(ocr_numa_choose(numa, 2, OCR_MEMORY_NEAR), 2);
	ck_assert_uint_eq(ocr_numa_choose(numa, 2, OCR_MEMORY_INTER), 3);
	ck_assert_uint_eq(ocr_numa_choose(numa, 2, OCR_MEMORY_FAR), 1);
	/* Nothing is known to be faster. */
	ck_assert_uint_eq(ocr_numa_choose(numa, 2, OCR_MEMORY_HIGHBW), 2);
	unload();
}
END_TEST

START_TEST(the_distances_of_the_firmware_come_before_the_tree)
{
	static hwloc_uint64_t far[16] = {
		10, 40, 20, 30, 40, 10, 30, 20, 20, 30, 10, 40, 30, 20, 40, 10,
	};
	hwloc_distances_add_handle_t h;
	hwloc_obj_t nodes[4];

	load("pack:2 numa:2 core:2 pu:1");
	for (unsigned i = 0; i < 4; i++)
		nodes[i] = node(i);
	h = hwloc_distances_add_create(
		hwloc, "NUMALatency",
		HWLOC_DISTANCES_KIND_FROM_OS |
			HWLOC_DISTANCES_KIND_MEANS_LATENCY,
		0);
	ck_assert_ptr_nonnull(h);
	ck_assert_int_eq(hwloc_distances_add_values(hwloc, h, 4, nodes, far, 0),
			 0);
	ck_assert_int_eq(hwloc_distances_add_commit(hwloc, h, 0), 0);
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);

	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_NEAR), 0);
	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_INTER), 2);
	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_FAR), 1);
	ck_assert_uint_eq(ocr_numa_choose(numa, 3, OCR_MEMORY_INTER), 1);
	ck_assert_uint_eq(ocr_numa_choose(numa, 3, OCR_MEMORY_FAR), 2);
	unload();
}
END_TEST

START_TEST(memory_attributes_say_what_is_fast_and_far)
{
	load("pack:2 numa:2 core:2 pu:1");
	for (unsigned i = 0; i < 4; i++) {
		for (unsigned k = 0; k < 4; k++)
			set(HWLOC_MEMATTR_ID_LATENCY, i, k,
			    i == k ? 100 : 500 - 100 * k);
		set(HWLOC_MEMATTR_ID_BANDWIDTH, i, i, 1000);
		set(HWLOC_MEMATTR_ID_BANDWIDTH, i, 2, 5000);
	}
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);

	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_HIGHBW), 2);
	ck_assert_uint_eq(ocr_numa_choose(numa, 3, OCR_MEMORY_HIGHBW), 2);
	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_NEAR), 0);
	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_INTER), 3);
	ck_assert_uint_eq(ocr_numa_choose(numa, 0, OCR_MEMORY_FAR), 1);
	ck_assert_uint_eq(ocr_numa_choose(numa, 1, OCR_MEMORY_FAR), 0);
	unload();
}
END_TEST

START_TEST(every_order_has_every_node_once)
{
	load(TIERS);
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);

	ck_assert_uint_eq(ocr_numa_count(numa), 6);
	for (unsigned i = 0; i < 6; i++) {
		unsigned seen = 0;

		ck_assert_uint_eq(ocr_numa_nearest(numa, i, 0), i);
		for (unsigned k = 0; k < 6; k++)
			seen |= 1u << ocr_numa_nearest(numa, i, k);
		ck_assert_uint_eq(seen, 0x3f);
	}
	unload();
}
END_TEST

static unsigned
where(size_t len, enum ocr_memory_kind kind)
{
	char *p = ocr_memory_alloc_kind(m, len, kind);
	unsigned at;

	ck_assert_ptr_nonnull(p);
	memset(p, 1, len);
	at = ocr_memory_numa(m, p);
	ck_assert_uint_le(ocr_memory_offset(m, p) + len, ocr_memory_len(m));
	ocr_memory_free(m, p);
	return at;
}

/* Settles on NUMA node *arg; returns it, or NULL if a block lies elsewhere. */
static void *
work(void *arg)
{
	unsigned self = *(unsigned *)arg;

	ocr_memory_settle(m, self);
	for (int i = 0; i < 1000; i++)
		if (where(64 + 100 * (size_t)i, OCR_MEMORY_NEAR) != self ||
		    where(64, OCR_MEMORY_FAR) !=
			    ocr_numa_choose(numa, self, OCR_MEMORY_FAR))
			return NULL;
	return arg;
}

START_TEST(a_thread_gets_memory_of_its_numa_node)
{
	unsigned self[4];
	pthread_t t[4];
	void *ok;

	load("pack:2 numa:2 core:2 pu:1");
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);
	open_memory(64 * MIB);
	for (unsigned i = 0; i < 4; i++) {
		self[i] = i;
		ck_assert_int_eq(pthread_create(&t[i], NULL, work, &self[i]),
				 0);
	}
	for (unsigned i = 0; i < 4; i++) {
		pthread_join(t[i], &ok);
		ck_assert_ptr_nonnull(ok);
	}
	ocr_memory_close(m);
	unload();
}
END_TEST

START_TEST(a_hint_chooses_the_memory)
{
	load("pack:2 numa:2 core:2 pu:1");
	for (unsigned i = 0; i < 4; i++)
		set(HWLOC_MEMATTR_ID_BANDWIDTH, i, i == 1 ? 3 : i, 1000);
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);
	open_memory(64 * MIB);
	ocr_memory_settle(m, 1);

	ck_assert_uint_eq(where(100, OCR_MEMORY_NEAR), 1);
	ck_assert_uint_eq(where(100, OCR_MEMORY_INTER), 0);
	ck_assert_uint_eq(where(100, OCR_MEMORY_FAR), 3);
	ck_assert_uint_eq(where(100, OCR_MEMORY_HIGHBW), 3);
	ck_assert_uint_eq(where(5 * MIB, OCR_MEMORY_FAR), 3);
	ocr_memory_close(m);
	unload();
}
END_TEST

/* Though there is more room on each of them. */
START_TEST(the_limit_counts_for_all_nodes_together)
{
	void *a;

	load("pack:2 numa:2 core:2 pu:1");
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);
	open_memory(64 * MIB);
	ocr_memory_settle(m, 0);

	a = ocr_memory_alloc(m, 48 * MIB);
	ck_assert_ptr_nonnull(a);
	ck_assert_ptr_null(ocr_memory_alloc_kind(m, 20 * MIB, OCR_MEMORY_FAR));
	ck_assert_ptr_nonnull(
		ocr_memory_alloc_kind(m, 2 * MIB, OCR_MEMORY_FAR));
	ocr_memory_free(m, a);
	/* What is kept of it counts no longer when somebody needs it. */
	a = ocr_memory_alloc_kind(m, 48 * MIB, OCR_MEMORY_FAR);
	ck_assert_ptr_nonnull(a);
	ck_assert_uint_eq(ocr_memory_numa(m, a),
			  ocr_numa_choose(numa, 0, OCR_MEMORY_FAR));
	ocr_memory_close(m);
	unload();
}
END_TEST

START_TEST(pinned_nodes_have_a_share_each_and_help_each_other)
{
	void *p[8];
	unsigned n, seen = 0;

	load("pack:2 numa:2 core:2 pu:1");
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);
	open_memory(512 * MIB);
	ck_assert_int_eq(ocr_memory_pin(m), 0);
	ocr_memory_settle(m, 0);

	ck_assert_uint_lt(ocr_memory_len(m), 1024 * MIB);
	for (n = 0; n < 8; n++) {
		p[n] = ocr_memory_alloc(m, 100 * MIB);
		if (!p[n])
			break;
		seen |= 1u << ocr_memory_numa(m, p[n]);
	}
	ck_assert_uint_eq(n, 4);
	ck_assert_uint_eq(seen, 0xf);
	ocr_memory_close(m);
	unload();
}
END_TEST

/* hwloc makes up another NUMA node beside one of this machine. */
START_TEST(pages_are_bound_and_not_just_touched_first)
{
	unsigned long nodes[16] = {0};
	int policy = -1;
	char *p;

	setenv("HWLOC_THISSYSTEM", "1", 1);
	load("pack:2 numa:1 core:1 pu:1");
	ck_assert_int_eq(ocr_numa_open(&numa, hwloc), 0);
	open_memory(64 * MIB);
	ocr_memory_settle(m, 0);
	p = ocr_memory_alloc(m, 4096);
	ck_assert_ptr_nonnull(p);

	/* Some containers may not ask, and so not bind either. */
	if (syscall(SYS_get_mempolicy, &policy, nodes, 8 * sizeof(nodes), p,
		    MPOL_F_ADDR) == 0) {
		ck_assert(policy == MPOL_PREFERRED ||
			  policy == MPOL_PREFERRED_MANY);
		ck_assert_uint_eq(nodes[0], 1);
	}
	ocr_memory_close(m);
	unload();
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("numa");
	TCase *tc = tcase_create("numa");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, one_kind_of_memory_is_nothing_to_tell_apart);
	tcase_add_test(tc, without_attributes_the_tree_says_what_is_far);
	tcase_add_test(tc, the_distances_of_the_firmware_come_before_the_tree);
	tcase_add_test(tc, memory_attributes_say_what_is_fast_and_far);
	tcase_add_test(tc, every_order_has_every_node_once);
	tcase_add_test(tc, a_thread_gets_memory_of_its_numa_node);
	tcase_add_test(tc, a_hint_chooses_the_memory);
	tcase_add_test(tc, the_limit_counts_for_all_nodes_together);
	tcase_add_test(tc, pinned_nodes_have_a_share_each_and_help_each_other);
	tcase_add_test(tc, pages_are_bound_and_not_just_touched_first);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
