/* SPDX-License-Identifier: BSD-3-Clause */
/* test_top.c - what ocrtop makes of what nodes tell. */
#include "src/tools/top_show.h"

#include "tests/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct top_node before[5], now[5];
static char *page;

static void
setup(void)
{
	memset(before, 0, sizeof(before));
	memset(now, 0, sizeof(now));
	page = NULL;
}

static void
teardown(void)
{
	for (unsigned i = 0; i < 5; i++) {
		top_node_free(&before[i]);
		top_node_free(&now[i]);
	}
	free(page);
}

static void
tell(struct top_node *nodes, unsigned i, const char *rest)
{
	char text[2048];

	snprintf(text, sizeof(text),
		 "node %u 5 %u 00000000000000ab h%u prog\n%s", i, 100 + i, i,
		 rest);
	top_node_read(&nodes[i], text);
}

/* The page, for a window of that size. */
static const char *
show(struct top_size size)
{
	struct top_sight a = {before, 5}, b = {now, 5};
	size_t n;
	FILE *out = open_memstream(&page, &n);

	ck_assert_ptr_nonnull(out);
	top_show(out, &a, &b, "they sleep", size, "\n");
	fclose(out);
	return page;
}

static void
has(const char *line)
{
	ck_assert_msg(strstr(page, line) != NULL, "no '%s' in:\n%s", line,
		      page);
}

START_TEST(a_text_is_read)
{
	tell(now, 3,
	     "workers 4 3 10 25\ntasks 7 8\nmemory 1 2 3\ntraffic 4 5 6\n"
	     "ops 9 10\ntime 11\noldest 1200 task \"a b\" 3:1 waits in slot 0 "
	     "(of 2) for x\ncount 12 13 solve+0x10\ncount 14 0 -\n");

	ck_assert(now[3].there && now[3].has_numbers);
	ck_assert_uint_eq(now[3].self, 3);
	ck_assert_uint_eq(now[3].of, 5);
	ck_assert_int_eq(now[3].pid, 103);
	ck_assert_uint_eq(now[3].job, 0xab);
	ck_assert_str_eq(now[3].host, "h3");
	ck_assert_str_eq(now[3].program, "prog");
	ck_assert_uint_eq(now[3].busy_looks, 25);
	ck_assert_uint_eq(now[3].waiting, 8);
	ck_assert_uint_eq(now[3].fetched_bytes, 6);
	ck_assert_uint_eq(now[3].oldest_ms, 1200);
	ck_assert_uint_eq(now[3].n_functions, 2);
	ck_assert_uint_eq(top_node_function(&now[3], "solve+0x10")->looks, 13);
	ck_assert_ptr_null(top_node_function(&now[3], "solve"));
}
END_TEST

START_TEST(no_control_character_comes_through)
{
	tell(now, 0, "time 1\ncount 1 1 a\033[2Jb\n");

	ck_assert_str_eq(now[0].functions[0].name, "a?[2Jb");
}
END_TEST

START_TEST(what_is_no_text_is_no_node)
{
	char more[] = "node 7 5 1 0 h p\n", less[] = "node 1\n\n\ncount x\n";

	top_node_read(&now[0], more);
	top_node_read(&now[1], less);

	ck_assert(!now[0].there);
	ck_assert(!now[1].there);
	ck_assert_uint_eq(now[1].n_functions, 0);
}
END_TEST

START_TEST(rates_are_of_the_time_between)
{
	tell(before, 0,
	     "workers 2 0 10 5\ntraffic 0 0 0\ntime 1000000000\n"
	     "count 100 5 solve\n");
	tell(now, 0,
	     "workers 2 0 20 20\ntraffic 4096 0 0\ntime 3000000000\n"
	     "count 5100 20 solve\ncount 20 0 new\n");

	show((struct top_size){.rows = 0});

	has("ocrtop: prog, job 00000000000000ab, 5 nodes\n");
	has("0           2     1.5        0        0      2.5k        0        "
	    "0 "
	    "    2.0k        0        0  h0\n");
	has("     2.5k      1.5  solve\n");
	has("       10      0.0  new\n");
	has("no task waits\n");
}
END_TEST

START_TEST(nodes_that_have_not_told_are_named)
{
	tell(now, 1, "time 1\n");
	tell(now, 3,
	     "time 1\noldest 2500 task 3:1 waits in slot 0 (of 2) for x");

	show((struct top_size){.rows = 0});

	has("no numbers of nodes 0, 2, 4: they sleep\n");
	has("waits longest, for 2.5 s at least, on node 3: task 3:1\n"
	    "  waits in slot 0 (of 2) for x\n");
}
END_TEST

START_TEST(neighbours_that_have_not_told_are_a_range)
{
	tell(now, 3, "time 1\n");

	show((struct top_size){.rows = 0});

	has("no numbers of nodes 0-2, 4: they sleep\n");
}
END_TEST

START_TEST(no_line_is_wider_and_no_page_longer_than_the_window)
{
	unsigned lines = 0;

	for (unsigned i = 0; i < 5; i++)
		tell(now, i, "time 1\n");

	show((struct top_size){.rows = 7, .columns = 20});

	for (const char *s = page, *end; (end = strchr(s, '\n')); s = end + 1) {
		ck_assert_uint_le((size_t)(end - s), 20);
		lines++;
	}
	ck_assert_uint_eq(lines, 7);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("top");
	TCase *tc = tcase_create("page");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_text_is_read);
	tcase_add_test(tc, no_control_character_comes_through);
	tcase_add_test(tc, what_is_no_text_is_no_node);
	tcase_add_test(tc, rates_are_of_the_time_between);
	tcase_add_test(tc, nodes_that_have_not_told_are_named);
	tcase_add_test(tc, neighbours_that_have_not_told_are_a_range);
	tcase_add_test(tc, no_line_is_wider_and_no_page_longer_than_the_window);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
