/* SPDX-License-Identifier: BSD-3-Clause */
/* test_seen.c - when a block is no more, who has read it gives its copy up.
 *
 * Blocks of node 0 are read elsewhere and destroyed, behind their readers or
 * while they read; then a task on each node looks whether copies are left
 * there.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-legacy.h"
#include "fabric/memory.h"
#include "src/base/runtime.h"
#include "src/data/seen.h"
#include "src/sched/worker.h"

#include <check.h>

#define BLOCKS 5
#define BYTES  (2 * OCR_SEEN_LEAST)
#define WORDS  (BYTES / sizeof(u64))
#define SEEDS  40

/* What blocks have taken, of the one thread that runs the job: */
#define MOST 256
static struct {
	void *p;
	ocr_node_t node;
} taken[MOST];
static unsigned most_copies;

/* What a run does. */
static u64 readers;	/* of each block */
static bool while_read; /* blocks are destroyed while they are */

void *__real_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void __real_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len);
void *__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void __wrap_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len);

static unsigned
find(const void *p)
{
	unsigned i = 0;

	while (i < MOST && taken[i].p != p)
		i++;
	return i;
}

void *
__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
			     enum ocr_memory_kind kind)
{
	void *p = __real_ocr_memory_alloc_kind(m, len, kind);
	unsigned i = find(NULL);

	if (!p || len != BYTES)
		return p;
	ck_assert_uint_lt(i, MOST);
	taken[i].p = p;
	taken[i].node = ocr_self->rt->self;
	return p;
}

void
__wrap_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len)
{
	unsigned i = find(p);

	if (len == BYTES) {
		ck_assert_uint_lt(i, MOST);
		taken[i].p = NULL;
	}
	__real_ocr_memory_free_sized(m, p, len);
}

static unsigned
copies_on(u64 node)
{
	unsigned n = 0;

	for (unsigned i = 0; i < MOST; i++)
		n += taken[i].p && taken[i].node == node;
	return n;
}

struct args {
	u64 i;
	ocrGuid_t block[BLOCKS];
};

TASK(end_edt)
{
	ocrShutdown();
	return NULL_GUID;
}

TASK(judge_edt)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("copies of what is no more", copies_on(a->i), 0);
	return NULL_GUID;
}

TASK(ask_edt)
{
	return NULL_GUID;
}

/* One task on each node but 0; `then` runs after all of them. */
static void
on_all(ocrEdt_t func, struct args a, ocrEdt_t then)
{
	u64 n = conf_nodes();
	ocrGuid_t last = conf_task(then, 0, PARAMS(a), (u32)n - 1, NULL);
	ocrGuid_t task, output;

	for (a.i = 1; a.i < n; a.i++) {
		task = conf_task(func, a.i, PARAMS(a), 1, &output);
		conf_link(output, last, (u32)a.i - 1, DB_MODE_NULL);
		conf_start(task, 0);
	}
}

/* They come to their nodes the way that the end of the blocks went. */
TASK(asked_edt)
{
	on_all(judge_edt, *PARAM(struct args), end_edt);
	return NULL_GUID;
}

TASK(destroy_edt)
{
	const struct args *a = PARAM(struct args);

	for (u64 i = 0; i < BLOCKS && !while_read; i++)
		CHECK_OK(ocrDbDestroy(a->block[i]));
	/* Where leases are recalled first, that is answered then. */
	on_all(ask_edt, *a, asked_edt);
	return NULL_GUID;
}

struct end_of {
	ocrGuid_t block, event;
};

TASK(destroy_one_edt)
{
	const struct end_of *e = PARAM(struct end_of);

	CHECK_OK(ocrDbDestroy(e->block));
	CHECK_OK(ocrEventSatisfy(e->event, NULL_GUID));
	return NULL_GUID;
}

/* Returns when the home has destroyed the block, and said so. */
static void
have_destroyed(ocrGuid_t block)
{
	struct end_of e = {.block = block};
	ocrGuid_t none;
	void *p;
	u64 size;

	OK(ocrEventCreate(&e.event, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	conf_start(conf_task(destroy_one_edt, 0, PARAMS(e), 1, NULL), 0);
	OK(ocrLegacyBlockProgress(e.event, &none, &p, &size, LEGACY_PROP_NONE));
	OK(ocrEventDestroy(e.event));
}

TASK(read_edt)
{
	const struct args *a = PARAM(struct args);
	unsigned n = copies_on(ocr_self->rt->self);

	if (n > most_copies)
		most_copies = n;
	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, a->i), WORDS);
	if (!while_read)
		return NULL_GUID;
	have_destroyed(depv[0].guid);
	/* The block is no more for all but this task. */
	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, a->i), WORDS);
	return NULL_GUID;
}

TASK(main_edt)
{
	u64 n = BLOCKS * readers;
	struct args a = {0};
	ocrGuid_t destroy, read, output;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < BLOCKS; i++) {
		conf_fill(conf_block(&a.block[i], 0, BYTES), WORDS, i);
		CHECK_OK(ocrDbRelease(a.block[i]));
	}
	destroy = conf_task(destroy_edt, 0, PARAMS(a), (u32)n, NULL);
	for (u64 i = 0; i < n; i++) {
		a.i = i % BLOCKS;
		read = conf_task(read_edt, 1 + i % (conf_nodes() - 1),
				 PARAMS(a), 1, &output);
		conf_link(output, destroy, (u32)i, DB_MODE_NULL);
		conf_link(a.block[a.i], read, 0, DB_MODE_CONST);
	}
	return NULL_GUID;
}

static struct sim_result
run(int seed, uint32_t n_nodes)
{
	struct sim_job_config c = {
		.n_nodes = n_nodes,
		.n_workers = 1 + (unsigned)seed % 2,
		.seed = (uint64_t)seed + 1,
		.protocol = (uint32_t)seed % 4,
		.leaks = true,
	};

	return one_job_run(c, main_edt);
}

static void
check(uint32_t n_nodes)
{
	most_copies = 0;
	for (int seed = 0; seed < SEEDS; seed++) {
		struct sim_result r = run(seed, n_nodes);

		ck_assert_int_eq(r.outcome, SIM_ENDED);
		ck_assert_uint_eq(r.status, 0);
		ck_assert_uint_eq(r.errors, 0);
		ck_assert_uint_eq(r.violations, 0);
		ck_assert_uint_eq(r.leaks, 0);
	}
	/* There was something to give up. */
	ck_assert_uint_gt(most_copies, 0);
}

/* So many that they are told apart by bits, and by a number. */
static const uint32_t sizes[] = {3, OCR_BLOCK_SEEN_BITS,
				 OCR_BLOCK_SEEN_BITS + 1};

START_TEST(who_has_read_a_block_hears_of_its_end)
{
	readers = 1;
	while_read = false;

	check(sizes[_i]);
}
END_TEST

START_TEST(who_still_reads_it_gives_it_up_then)
{
	readers = 1;
	while_read = true;

	check(sizes[_i]);
}
END_TEST

START_TEST(of_few_nodes_all_hear_it)
{
	readers = 4;
	while_read = false;

	check(sizes[_i]);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("seen");
	TCase *t = tcase_create("seen");

	tcase_add_loop_test(t, who_has_read_a_block_hears_of_its_end, 0, 3);
	tcase_add_loop_test(t, who_still_reads_it_gives_it_up_then, 0, 3);
	tcase_add_loop_test(t, of_few_nodes_all_hear_it, 0, 2);
	suite_add_tcase(s, t);
	return run_suite(s);
}
