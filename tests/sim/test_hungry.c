/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hungry.c - nodes with little memory for blocks: acquisitions wait for
 * it, and all go on in the end; the cache gives its memory back.
 *
 * A job of three simulated nodes.  Each has room for one copy of every block
 * and a single one more, which --wrap sees to.  As each task has one block
 * only, somebody can go on with all of these seeds.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/sim_job.h"

#include "fabric/memory.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/data/cache.h"
#include "src/data/data.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

#define NODES  3
#define BLOCKS 2
#define TASKS  40
#define WORDS  640 /* too many for a grant */
#define SEEDS  400
#define CACHED 200000

/* What blocks have taken, of the one thread that runs the job: */
#define MOST 256
static struct {
	void *p;
	size_t len;
	ocr_node_t node;
} taken[MOST];
static size_t used[NODES], room; /* 0: no limit */
static unsigned refused;
static long live; /* without a limit */

void *__real_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void __real_ocr_memory_free(struct ocr_memory *m, void *p);
void *__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void *__wrap_ocr_memory_alloc(struct ocr_memory *m, size_t len);
void __wrap_ocr_memory_free(struct ocr_memory *m, void *p);
void __wrap_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len);

void *
__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
			     enum ocr_memory_kind kind)
{
	ocr_node_t node = ocr_self->rt->self;
	unsigned i = 0;

	if (!room) {
		live++;
		return __real_ocr_memory_alloc_kind(m, len, kind);
	}
	if (used[node] + len > room) {
		refused++;
		return NULL;
	}
	while (i < MOST && taken[i].p)
		i++;
	ck_assert_uint_lt(i, MOST);
	taken[i].p = __real_ocr_memory_alloc_kind(m, len, kind);
	taken[i].len = len;
	taken[i].node = node;
	used[node] += len;
	return taken[i].p;
}

void *
__wrap_ocr_memory_alloc(struct ocr_memory *m, size_t len)
{
	return __wrap_ocr_memory_alloc_kind(m, len, OCR_MEMORY_NEAR);
}

void
__wrap_ocr_memory_free(struct ocr_memory *m, void *p)
{
	unsigned i = 0;

	while (room && i < MOST && taken[i].p != p)
		i++;
	if (!room) {
		live--;
		__real_ocr_memory_free(m, p);
		return;
	}
	ck_assert_uint_lt(i, MOST);
	used[taken[i].node] -= taken[i].len;
	taken[i].p = NULL;
	__real_ocr_memory_free(m, p);
}

void
__wrap_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len)
{
	(void)len;
	__wrap_ocr_memory_free(m, p);
}

static u64
draw(u64 *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *state >> 33;
}

static u64 seed; /* of the program */

static bool
is_torn(const u64 *p)
{
	for (u64 i = 1; i < WORDS; i++)
		if (p[i] != p[0])
			return true;
	return false;
}

TASK(read)
{
	CHECK(!is_torn(depv[0].ptr), "a block changes while it is read");
	return NULL_GUID;
}

TASK(write)
{
	u64 *p = depv[0].ptr;

	CHECK(!is_torn(p), "a writer begins with half of another's work");
	for (u64 i = 0; i < WORDS; i++)
		p[i]++;
	return NULL_GUID;
}

TASK(check)
{
	for (u32 i = 0; i < BLOCKS; i++) {
		const u64 *p = depv[i].ptr;

		CHECK(!is_torn(p), "a block is torn in the end");
		CHECK_EQ("writers", p[0], paramv[i]);
		OK(ocrDbDestroy(depv[i].guid));
	}
	ocrShutdown();
	return NULL_GUID;
}

/* Those whose blocks are not there in the end begin here. */
TASK(collect)
{
	ocrGuid_t t = conf_task(check, 0, paramc, paramv, BLOCKS, NULL);

	for (u32 i = 0; i < BLOCKS; i++)
		conf_link(((const ocrGuid_t *)(const void *)&paramv[BLOCKS])[i],
			  t, i, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(main_edt)
{
	static const ocrDbAccessMode_t modes[] = {
		DB_MODE_CONST,
		DB_MODE_RO,
		DB_MODE_EW,
		DB_MODE_RW,
	};
	struct {
		u64 writes[BLOCKS];
		ocrGuid_t blocks[BLOCKS];
	} all = {.writes = {0}};
	u64 state = seed, which[TASKS], mode[TASKS];
	ocrGuid_t tasks[TASKS], outs[TASKS], last;

	OK(ocrDbDestroy(depv[0].guid));
	for (u32 i = 0; i < BLOCKS; i++) {
		u64 *p = conf_block(&all.blocks[i], draw(&state),
				    WORDS * sizeof(*p));

		for (u64 k = 0; k < WORDS; k++)
			p[k] = 0;
		OK(ocrDbRelease(all.blocks[i]));
	}
	for (u32 i = 0; i < TASKS; i++) {
		mode[i] = draw(&state) % 4;
		which[i] = draw(&state) % BLOCKS;
		all.writes[which[i]] += mode[i] >= 2;
		tasks[i] = conf_task(mode[i] < 2 ? read : write, draw(&state),
				     NO_PARAMS, 1, &outs[i]);
	}
	last = conf_task(collect, 0, PARAMS(all), TASKS, NULL);
	for (u32 i = 0; i < TASKS; i++)
		conf_link(outs[i], last, i, DB_MODE_NULL);
	for (u32 i = 0; i < TASKS; i++)
		conf_link(all.blocks[which[i]], tasks[i], 0, modes[mode[i]]);
	return NULL_GUID;
}

/* A block of another node that somebody here has read. */
static void
leave_in_cache(struct ocr_runtime *rt, u64 i)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, i + 1);
	struct ocr_block *b = ocr_block_get(rt, g, 8, 0);
	struct ocr_copy *c = ocr_copy_add_locked(rt, b, 0);

	c->flags = OCR_COPY_READY;
	c->refs = 0;
	ocr_copy_settle_locked(rt, b, c);
	ocr_block_unlock(rt, b);
}

/* One large block may drive out very many small ones. */
TASK(cache_edt)
{
	struct ocr_runtime *rt = ocr_self->rt;
	long before = live;

	rt->data->cache.limit = CACHED * 8;
	for (u64 i = 0; i < CACHED; i++)
		leave_in_cache(rt, i);
	ck_assert_int_eq(live - before, CACHED);
	rt->data->cache.limit = 0;
	ocr_cache_trim(rt);
	ck_assert_int_eq(live - before, 0);
	ck_assert_uint_eq(ocr_blocks_used(rt), 0);
	ocrShutdown();
	return NULL_GUID;
}

static struct sim_result
run(size_t bytes, ocrEdt_t body)
{
	static char name[] = "hungry";
	char *argv[] = {name, NULL};
	struct sim_job_config c = {
		.n_nodes = NODES,
		.n_workers = 2,
		.protocol = (uint32_t)seed % 3,
		.seed = seed,
		.max_steps = 1000000,
		.leaks = bytes > 0,
	};

	room = bytes;
	return sim_job_run(&c, 1, argv, body);
}

START_TEST(with_little_memory_all_go_on)
{
	size_t block = WORDS * sizeof(u64);

	for (seed = 1; seed <= SEEDS; seed++) {
		struct sim_result r =
			run((BLOCKS + 1) * block + block / 2, main_edt);

		ck_assert_msg(r.outcome == SIM_ENDED && !r.status && !r.leaks &&
				      !r.violations,
			      "seed %d: outcome %d, status %u, leaks %d",
			      (int)seed, (int)r.outcome, r.status,
			      (int)r.leaks);
	}
	/* Or it has shown nothing. */
	ck_assert_uint_gt(refused, SEEDS);
}
END_TEST

START_TEST(the_cache_gives_up_all_at_once)
{
	struct sim_result r = run(0, cache_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("hungry");
	TCase *t = tcase_create("hungry");

	tcase_add_test(t, with_little_memory_all_go_on);
	tcase_add_test(t, the_cache_gives_up_all_at_once);
	tcase_set_timeout(t, 300);
	suite_add_tcase(s, t);
	return run_suite(s);
}
