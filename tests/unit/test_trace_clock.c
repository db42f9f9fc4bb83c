/* SPDX-License-Identifier: BSD-3-Clause */
/* test_trace_clock.c - what ocrtrace makes of hosts whose clocks differ: files
 * of nodes that sent each other messages, written here. */
#include "src/tools/trace_read.h"
#include "tests/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MS INT64_C(1000000)
#define S  (1000 * MS)

/* A node of its own host. */
struct node {
	uint64_t *file, *at;
	int64_t begin_ns; /* by its clock */
	int64_t ahead_ns; /* of the true time, at 0 */
	double drift;
};

#define NODES 3

static struct node nodes[NODES];
static char folder[64];

static int64_t
clock_of(const struct node *n, int64_t true_ns)
{
	return true_ns + n->ahead_ns + (int64_t)(n->drift * (double)true_ns);
}

static void
begin(unsigned i, int64_t ahead_ns, double drift)
{
	struct node *n = &nodes[i];
	struct ocr_trace_file *head;
	struct ocr_trace_chunk *chunk;

	*n = (struct node){.ahead_ns = ahead_ns, .drift = drift};
	n->file = calloc(2, OCR_TRACE_CHUNK);
	n->begin_ns = clock_of(n, (int64_t)i * MS);
	head = (void *)n->file;
	*head = (struct ocr_trace_file){
		.magic = OCR_TRACE_MAGIC,
		.version = OCR_TRACE_VERSION,
		.node = i,
		.nodes = NODES,
		.workers = 1,
		.lanes = 1,
		.begin_ns = (uint64_t)n->begin_ns,
		.date_ns = (uint64_t)(1000 * S + (int64_t)i * 7 * S),
	};
	snprintf(head->host, sizeof(head->host), "host%u", i);
	snprintf(head->boot, sizeof(head->boot), "boot%u", i);
	chunk = (void *)(n->file + OCR_TRACE_CHUNK / 8);
	*chunk = (struct ocr_trace_chunk){.lane = 1};
	n->at = (uint64_t *)(void *)(chunk + 1);
}

static void
note(unsigned i, enum ocr_trace_type type, unsigned other, int64_t true_ns)
{
	struct node *n = &nodes[i];
	uint64_t when = (uint64_t)(clock_of(n, true_ns) - n->begin_ns);

	*n->at++ = when << 8 | type;
	*n->at++ = other;
	*n->at++ = UINT64_C(5) << 32 | 64;
}

static void
travel(unsigned from, unsigned to, int64_t true_ns, int64_t takes_ns)
{
	note(from, OCR_TRACE_SEND, to, true_ns);
	note(to, OCR_TRACE_GET, from, true_ns + takes_ns);
}

static struct trace_files
read_all(void)
{
	struct trace_files f;
	char path[256];

	snprintf(folder, sizeof(folder), "/tmp/clock-%d", (int)getpid());
	snprintf(path, sizeof(path), "rm -rf %s; mkdir %s", folder, folder);
	ck_assert_int_eq(system(path), 0);
	for (unsigned i = 0; i < NODES; i++) {
		FILE *out;

		snprintf(path, sizeof(path), "%s/%u.ocrtrace", folder, i);
		out = fopen(path, "w");
		ck_assert_ptr_nonnull(out);
		ck_assert_uint_eq(
			fwrite(nodes[i].file, OCR_TRACE_CHUNK, 2, out), 2);
		fclose(out);
		free(nodes[i].file);
	}
	ck_assert_int_eq(ocr_trace_files_open(&f, folder), 0);
	return f;
}

static void
done(struct trace_files *f)
{
	char command[128];

	ocr_trace_files_close(f);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

/* Is the clock of i told to be so far ahead, as exactly as is said? */
static void
check_ahead(const struct trace_files *f, unsigned i, int64_t end_ns)
{
	const struct trace_host *h = &f->clocks.hosts[i];
	int64_t is[2] = {clock_of(&nodes[i], 0) - clock_of(&nodes[0], 0),
			 clock_of(&nodes[i], end_ns) -
				 clock_of(&nodes[0], end_ns)};

	for (unsigned k = 0; k < 2; k++)
		ck_assert_int_le(llabs(h->ahead_ns[k] - is[k]),
				 h->error_ns + MS / 1000);
}

START_TEST(clocks_that_differ_are_set_by_what_travelled)
{
	struct trace_files f;

	begin(0, 17 * S, 0);
	begin(1, -5 * S + 12345, 0);
	begin(2, 99999 * S, 0);
	for (int64_t t = 10 * MS; t < 50 * MS; t += MS) {
		travel(0, 1, t, 20000 + t % 7777);
		travel(1, 0, t, 30000 + t % 5555);
		/* 2 is known by 1 alone. */
		travel(1, 2, t, 10000 + t % 3333);
		travel(2, 1, t, 10000 + t % 9999);
	}
	f = read_all();

	ck_assert_uint_eq(f.clocks.n, NODES);
	ck_assert_uint_eq(f.clocks.messages, 160);
	ck_assert_uint_eq(f.clocks.early, 0);
	check_ahead(&f, 1, 50 * MS);
	check_ahead(&f, 2, 50 * MS);
	ck_assert_int_le(f.clocks.hosts[1].error_ns, 40000);
	ck_assert_int_le(f.clocks.hosts[2].error_ns, 60000);
	ck_assert_uint_eq(f.clocks.hosts[2].parent, 1);
	done(&f);
}
END_TEST

START_TEST(clocks_that_run_faster_are_found)
{
	struct trace_files f;

	begin(0, 0, 0);
	begin(1, 3 * S, 40e-6);
	begin(2, -3 * S, -25e-6);
	for (int64_t t = 10 * MS; t < 20 * S; t += 20 * MS) {
		travel(0, 1, t, 20000 + t / 7 % 77777);
		travel(1, 0, t, 20000 + t / 7 % 55555);
		travel(0, 2, t, 20000 + t / 7 % 33333);
		travel(2, 0, t, 20000 + t / 7 % 99999);
	}
	f = read_all();

	/* They are 800 us apart at the end, of which 50 are not known. */
	check_ahead(&f, 1, 20 * S);
	check_ahead(&f, 2, 20 * S);
	ck_assert_int_le(f.clocks.hosts[1].error_ns, 50000);
	ck_assert_int_le(f.clocks.early_ns, f.clocks.hosts[1].error_ns +
						    f.clocks.hosts[2].error_ns);
	done(&f);
}
END_TEST

/* A shift alone agrees with all messages, and is wrong by 25 us at both ends.
 */
START_TEST(what_hides_behind_the_way_is_part_of_the_error)
{
	struct trace_files f;

	begin(0, 0, 0);
	begin(1, 3 * S, 50e-6);
	begin(2, 0, 0);
	for (int64_t t = 10 * MS; t <= S; t += 10 * MS) {
		travel(0, 1, t, 30000);
		travel(1, 0, t, 30000);
	}
	f = read_all();

	check_ahead(&f, 1, S);
	ck_assert_int_le(f.clocks.hosts[1].error_ns, 60000);
	done(&f);
}
END_TEST

START_TEST(without_messages_there_are_calendars)
{
	struct trace_files f;

	begin(0, 0, 0);
	begin(1, 3 * S, 0);
	begin(2, 0, 0);
	travel(0, 2, MS, 5000);
	f = read_all();

	for (unsigned i = 1; i < NODES; i++) {
		ck_assert_uint_eq(f.clocks.hosts[i].parent, i);
		ck_assert_int_eq(ocr_trace_when(&f.file[i], 0), i * 7 * S);
	}
	done(&f);
}
END_TEST

START_TEST(what_was_not_noted_is_not_counted_on)
{
	struct trace_files f;

	begin(0, 0, 0);
	begin(1, 3 * S, 0);
	begin(2, 0, 0);
	note(1, OCR_TRACE_GET, 0, MS);
	travel(0, 1, 2 * MS, 5000);
	travel(1, 0, 2 * MS, 5000);
	f = read_all();

	ck_assert_uint_eq(f.clocks.messages, 1);
	ck_assert_uint_eq(f.clocks.hosts[1].parent, 1);
	done(&f);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("trace_clock");
	TCase *tc = tcase_create("clocks");

	tcase_add_test(tc, clocks_that_differ_are_set_by_what_travelled);
	tcase_add_test(tc, clocks_that_run_faster_are_found);
	tcase_add_test(tc, what_hides_behind_the_way_is_part_of_the_error);
	tcase_add_test(tc, without_messages_there_are_calendars);
	tcase_add_test(tc, what_was_not_noted_is_not_counted_on);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
