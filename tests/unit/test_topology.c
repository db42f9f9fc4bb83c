/* SPDX-License-Identifier: BSD-3-Clause */
/* test_topology.c - plans for machines that hwloc makes up, and for this one.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "src/sched/topology.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* 16 cores with two units each. */
#define BIG "pack:2 numa:2 core:4 pu:2"

static struct ocr_topology *
open_plan(const char *machine, uint32_t size, uint32_t rank, unsigned n_workers)
{
	struct ocr_topology_config c = {size, rank, n_workers, true};
	struct ocr_topology *t = NULL;

	if (machine)
		setenv("HWLOC_SYNTHETIC", machine, 1);
	else
		unsetenv("HWLOC_SYNTHETIC");
	ck_assert_int_eq(ocr_topology_open(&t, &c), 0);
	return t;
}

/* The last line of the description, in static memory. */
static const char *
places(const struct ocr_topology *t)
{
	static char last[1024];
	char *text = NULL, *line;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ocr_topology_print(t, f);
	fclose(f);
	ck_assert_uint_gt(len, 0);
	text[len - 1] = '\0';
	line = strrchr(text, '\n');
	ck_assert_ptr_nonnull(line);
	snprintf(last, sizeof(last), "%s", line + 1);
	free(text);
	return last;
}

/* The units of the plan, as bits; they must be `n` different ones. */
static uint64_t
bound_units(const struct ocr_topology *t, unsigned n)
{
	const char *at = strstr(places(t), "bound to unit");
	uint64_t set = 0;
	unsigned long unit;
	char *end;

	ck_assert_ptr_nonnull(at);
	at += strlen("bound to unit");
	for (; *at; at = end, n--) {
		unit = strtoul(at, &end, 10);
		ck_assert_ptr_ne(end, at);
		ck_assert_uint_lt(unit, 64);
		ck_assert_uint_eq(set >> unit & 1, 0);
		set |= UINT64_C(1) << unit;
	}
	ck_assert_uint_eq(n, 0);
	return set;
}

static const struct {
	uint32_t local_size;
	unsigned machine, allowed;
	bool inherited;
	uint32_t sharers;
} shares[] = {
	{1, 16, 16, true, 1},  /* alone */
	{1, 16, 4, false, 1},  /* alone, bound */
	{4, 16, 16, false, 4}, /* nobody binds */
	{4, 16, 16, true, 4},
	{2, 16, 2, true, 2},   /* the launcher itself was bound */
	{4, 16, 4, false, 1},  /* each has its part */
	{16, 16, 1, false, 1}, /* a core each */
	{4, 16, 8, false, 2},  /* a socket for two */
	{5, 16, 8, false, 3},
	{32, 16, 1, false, 2}, /* more processes than cores */
	{4, 1, 1, false, 4},
};

START_TEST(who_shares_units_follows_from_their_number)
{
	ck_assert_uint_eq(
		ocr_topology_sharers(shares[_i].local_size, shares[_i].machine,
				     shares[_i].allowed, shares[_i].inherited),
		shares[_i].sharers);
}
END_TEST

START_TEST(one_process_has_a_worker_on_every_unit)
{
	struct ocr_topology *t = open_plan(BIG, 1, 0, 0);

	ck_assert_uint_eq(ocr_topology_n_workers(t), 32);
	ck_assert(!ocr_topology_oversubscribed(t));
	ck_assert_uint_eq(bound_units(t, 32), UINT32_MAX);
	ocr_topology_close(t);
}
END_TEST

START_TEST(few_workers_get_a_core_each)
{
	struct ocr_topology *t = open_plan(BIG, 1, 0, 4);

	ck_assert_str_eq(places(t), "  4 workers, bound to unit 0 2 4 6");
	ocr_topology_close(t);
}
END_TEST

START_TEST(processes_divide_the_machine)
{
	unsigned size = (unsigned)_i, rank, n = 32 / size;
	uint64_t set, all = 0;

	for (rank = 0; rank < size; rank++) {
		struct ocr_topology *t = open_plan(BIG, size, rank, 0);

		ck_assert_uint_eq(ocr_topology_n_workers(t), n);
		ck_assert(!ocr_topology_oversubscribed(t));
		set = bound_units(t, n);
		ck_assert_uint_eq(all & set, 0);
		all |= set;
		ocr_topology_close(t);
	}
	ck_assert_int_eq(__builtin_popcountll(all), (int)(size * n));
}
END_TEST

START_TEST(when_units_are_short_nothing_is_bound)
{
	struct ocr_topology *t = open_plan(BIG, 4, 3, 9);

	ck_assert_uint_eq(ocr_topology_n_workers(t), 9);
	ck_assert(ocr_topology_oversubscribed(t));
	ck_assert_str_eq(places(t), "  9 workers, not bound, oversubscribed");
	ck_assert_int_eq(ocr_topology_bind(t, 0), 0);
	ocr_topology_close(t);
}
END_TEST

START_TEST(more_processes_than_units_have_one_worker_each)
{
	struct ocr_topology *t = open_plan("core:2 pu:1", 8, 7, 0);

	ck_assert_uint_eq(ocr_topology_n_workers(t), 1);
	ck_assert(ocr_topology_oversubscribed(t));
	ocr_topology_close(t);
}
END_TEST

START_TEST(domains_are_those_that_workers_are_in)
{
	struct ocr_topology *t = open_plan(BIG, 1, 0, 0);
	unsigned count[4] = {0};

	/* Two packages of two each, with four cores of two units. */
	ck_assert_uint_eq(ocr_topology_n_domains(t), 4);
	for (unsigned w = 0; w < 32; w++) {
		ck_assert_uint_lt(ocr_topology_domain(t, w), 4);
		count[ocr_topology_domain(t, w)]++;
	}
	for (unsigned d = 0; d < 4; d++)
		ck_assert_uint_eq(count[d], 8);
	ocr_topology_close(t);
	t = open_plan(BIG, 4, 2, 0);
	ck_assert_uint_eq(ocr_topology_n_domains(t), 1);
	ck_assert_uint_eq(ocr_topology_domain(t, 3), 0);
	ocr_topology_close(t);
	/* Not bound: nobody knows where they are. */
	t = open_plan(BIG, 1, 0, 33);
	ck_assert_uint_eq(ocr_topology_n_domains(t), 1);
	ck_assert_uint_eq(ocr_topology_domain(t, 32), 0);
	ocr_topology_close(t);
}
END_TEST

START_TEST(a_machine_that_hwloc_cannot_read_has_a_worker)
{
	struct ocr_topology *t = open_plan("no such machine", 1, 0, 0);

	ck_assert_uint_ge(ocr_topology_n_workers(t), 1);
	ck_assert_int_eq(ocr_topology_bind(t, 0), 0);
	ocr_topology_close(t);
}
END_TEST

START_TEST(an_impossible_rank_is_refused)
{
	struct ocr_topology_config c = {2, 2, 1, false};
	struct ocr_topology *t = NULL;

	ck_assert_int_eq(ocr_topology_open(&t, &c), -EINVAL);
	ck_assert_ptr_null(t);
}
END_TEST

START_TEST(without_binding_units_are_counted_all_the_same)
{
	struct ocr_topology_config c = {1, 0, 0, false};
	struct ocr_topology *t;
	cpu_set_t mine;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(mine), &mine), 0);
	ck_assert_int_eq(ocr_topology_open(&t, &c), 0);

	ck_assert_int_eq((int)ocr_topology_n_workers(t), CPU_COUNT(&mine));
	ck_assert_ptr_nonnull(strstr(places(t), "not bound"));
	ck_assert_int_eq(ocr_topology_bind(t, 0), 0);
	ocr_topology_close(t);
}
END_TEST

START_TEST(each_worker_is_bound_to_a_unit_of_its_own)
{
	struct ocr_topology *t = open_plan(NULL, 1, 0, 0);
	cpu_set_t before, now, all;
	unsigned i, n = ocr_topology_n_workers(t);

	ck_assert_int_eq(sched_getaffinity(0, sizeof(before), &before), 0);
	CPU_ZERO(&all);
	for (i = 0; i < n; i++) {
		ck_assert_int_eq(ocr_topology_bind(t, i), 0);
		ck_assert_int_eq(sched_getaffinity(0, sizeof(now), &now), 0);
		ck_assert_int_eq(CPU_COUNT(&now), 1);
		CPU_OR(&all, &all, &now);
	}
	ck_assert(CPU_EQUAL(&all, &before));
	/* A helper may run anywhere. */
	ck_assert_int_eq(ocr_topology_bind(t, n), 0);
	ck_assert_int_eq(sched_getaffinity(0, sizeof(now), &now), 0);
	ck_assert(CPU_EQUAL(&now, &before));
	ocr_topology_close(t);
}
END_TEST

/* In a child, which the "launcher" binds to one unit. */
static int
plan_on_one_unit(int cpu, bool bind)
{
	struct ocr_topology_config c = {2, 1, 0, bind};
	struct ocr_topology *t;
	cpu_set_t one;
	int bad;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one) ||
	    ocr_topology_open(&t, &c))
		return 99;
	bad = ocr_topology_n_workers(t) != 1;
	bad |= ocr_topology_oversubscribed(t) << 1;
	bad |= (ocr_topology_bind(t, 0) != 0) << 2;
	ocr_topology_close(t);
	return bad;
}

START_TEST(a_process_bound_to_one_unit_has_one_worker)
{
	cpu_set_t mine;
	int cpu = 0, status;
	pid_t child;

	unsetenv("HWLOC_SYNTHETIC");
	ck_assert_int_eq(sched_getaffinity(0, sizeof(mine), &mine), 0);
	while (!CPU_ISSET(cpu, &mine))
		cpu++;
	child = fork();
	if (child == 0)
		_exit(plan_on_one_unit(cpu, _i));
	ck_assert_int_eq(waitpid(child, &status, 0), child);

	ck_assert(WIFEXITED(status));
	/* On a machine of one unit the two share it. */
	ck_assert_int_eq(WEXITSTATUS(status), CPU_COUNT(&mine) > 1 ? 0 : 2);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("topology");
	TCase *tc = tcase_create("topology");

	tcase_add_loop_test(tc, who_shares_units_follows_from_their_number, 0,
			    sizeof(shares) / sizeof(*shares));
	tcase_add_test(tc, one_process_has_a_worker_on_every_unit);
	tcase_add_test(tc, few_workers_get_a_core_each);
	tcase_add_loop_test(tc, processes_divide_the_machine, 1, 33);
	tcase_add_test(tc, when_units_are_short_nothing_is_bound);
	tcase_add_test(tc, more_processes_than_units_have_one_worker_each);
	tcase_add_test(tc, domains_are_those_that_workers_are_in);
	tcase_add_test(tc, a_machine_that_hwloc_cannot_read_has_a_worker);
	tcase_add_test(tc, an_impossible_rank_is_refused);
	tcase_add_test(tc, without_binding_units_are_counted_all_the_same);
	tcase_add_test(tc, each_worker_is_bound_to_a_unit_of_its_own);
	tcase_add_loop_test(tc, a_process_bound_to_one_unit_has_one_worker, 0,
			    2);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
