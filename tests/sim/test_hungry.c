/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hungry.c - nodes with little memory for blocks: acquisitions wait for
 * it, and all go on in the end.
 *
 * A job of three simulated nodes.  Each has room for one copy of every block
 * and a single one more, which --wrap sees to.  As each task has one block
 * only, somebody can go on with all of these seeds.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "fabric/memory.h"
#include "src/boot/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/starved.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define NODES  3
#define BLOCKS 2
#define TASKS  40
#define WORDS  640 /* too many for a grant */
#define FEW    40  /* go along, or come ahead, of every other seed */
#define ROUNDS 3
#define SEEDS  400

/* What blocks have taken, of the one thread that runs the job: */
#define MOST 256
static struct {
	void *p;
	size_t len;
	ocr_node_t node;
} taken[MOST];
static bool scarce; /* or nothing is kept account of */
static size_t used[NODES], room[NODES];
static unsigned refused;

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

	if (!scarce)
		return __real_ocr_memory_alloc_kind(m, len, kind);
	if (used[node] + len > room[node]) {
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

	while (scarce && i < MOST && taken[i].p != p)
		i++;
	if (!scarce) {
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

/* Of each node, its readers that have given their grants back, and wait for
 * memory; and whose bytes they were. */
static unsigned aside[NODES][NODES];
/* How often that was so of two nodes at once; and of each other's blocks. */
static unsigned two, crossed;

void __real_ocr_starved_add(struct ocr_runtime *rt,
			    const struct ocr_msg_grant *m);
bool __real_ocr_acquire_anew(struct ocr_runtime *rt,
			     const struct ocr_msg_grant *m);
void __wrap_ocr_starved_add(struct ocr_runtime *rt,
			    const struct ocr_msg_grant *m);
bool __wrap_ocr_acquire_anew(struct ocr_runtime *rt,
			     const struct ocr_msg_grant *m);

void
__wrap_ocr_starved_add(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	ocr_node_t other;

	__real_ocr_starved_add(rt, m);
	if (!(m->flags & OCR_GRANT_AGAIN) || aside[rt->self][m->holder]++)
		return;
	for (other = 0; other < NODES; other++) {
		if (other == rt->self)
			continue;
		for (ocr_node_t from = 0; from < NODES; from++)
			two += aside[other][from] != 0;
		crossed += other == m->holder && aside[other][rt->self];
	}
}

bool
__wrap_ocr_acquire_anew(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	bool done = __real_ocr_acquire_anew(rt, m);

	aside[rt->self][m->holder] -= done;
	return done;
}

static u64
draw(u64 *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *state >> 33;
}

static u64 seed;	  /* of the program */
static u64 words = WORDS; /* of a block */

/* For so many copies, and not quite for another. */
static size_t
room_for(u64 n)
{
	return n * words * sizeof(u64) + words * sizeof(u64) / 2;
}

static bool
is_torn(const u64 *p)
{
	for (u64 i = 1; i < words; i++)
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
	for (u64 i = 0; i < words; i++)
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

/* What satisfies a slot with the block is where its bytes may be. */
TASK(pass_on)
{
	return *PARAM(ocrGuid_t);
}

/* The block goes to the task now, or when another has ended. */
static void
feed(u64 *state, ocrGuid_t db, ocrGuid_t task, ocrDbAccessMode_t mode,
     const ocrGuid_t *outs, u32 n)
{
	ocrGuid_t passer, out;

	if (words == WORDS || !n || !(draw(state) % 4)) {
		conf_link(db, task, 0, mode);
		return;
	}
	passer = conf_task(pass_on, draw(state), PARAMS(db), 1, &out);
	conf_link(out, task, 0, mode);
	conf_link(outs[draw(state) % n], passer, 0, DB_MODE_NULL);
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
		ocrHint_t h = conf_db_hint(draw(&state));
		void *p;

		if (words == FEW && draw(&state) % 2)
			OK(ocrSetHintValue(&h, OCR_HINT_DB_EAGER, 1));
		OK(ocrDbCreate(&all.blocks[i], &p, words * sizeof(u64),
			       DB_PROP_NONE, &h, NO_ALLOC));
		memset(p, 0, words * sizeof(u64));
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
	for (u32 i = TASKS; i--;)
		feed(&state, all.blocks[which[i]], tasks[i], modes[mode[i]],
		     outs, i);
	return NULL_GUID;
}

/* Who waits for memory, and what comes then. */
static struct ocr_msg_grant
reading(ocrGuid_t db, uint64_t version)
{
	return (struct ocr_msg_grant){
		.op = OCR_OP(OCR_MSG_GRANT, struct ocr_msg_grant),
		.db = db,
		.size = 8,
		.version = version,
		.flags = OCR_GRANT_FRESH,
	};
}

static void
count(void *ctx, const struct ocr_msg_grant *m)
{
	(void)m;
	++*(unsigned *)ctx;
}

/* Of three readers the first waits for memory, the second for him; the third
 * for nobody, since his version has come by itself. */
TASK(three_edt)
{
	struct ocr_runtime *rt = ocr_self->rt;
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 1);
	struct ocr_msg_grant first = reading(g, 5), second = reading(g, 6),
			     third = reading(g, 7);
	struct ocr_block *b = ocr_block_get(rt, g, 8, 0);
	unsigned waiting = 0;
	struct ocr_copy *c;

	ocr_self->depth++; /* as in a handler */
	ocr_starved_add(rt, &first);
	c = ocr_copy_add_locked(rt, b, 7);
	*c = (struct ocr_copy){c->data, 7, 0, OCR_COPY_READY};
	third.flags = 0;
	ocr_acquire_grant_locked(rt, b, &second);
	ocr_acquire_grant_locked(rt, b, &third);
	ocr_starved_each(rt, count, &waiting);
	ck_assert_uint_eq(waiting, 2);
	ck_assert_uint_eq(b->copy.version, 7);
	ck_assert_uint_eq(b->copy.refs, 1);
	ocr_starved_fini(rt);
	atomic_store(&rt->data->starved.n, 0);
	ocr_block_unlock(rt, b);
	ocr_self->depth--;
	ocr_run_delayed(rt);
	ocrShutdown();
	return NULL_GUID;
}

/* -- A task that has one block and waits for memory for another -------------
 *
 * Node 0 has room for one block, node 1 for two, node 2 for all.  The first
 * block, of node 0, is read on node 1 by a task that wants another as well; it
 * moves to node 2; then node 0 has room for a third, and when that was there
 * the large one goes that has filled node 1.
 */

enum { FIRST, SECOND, THIRD, LARGE, ALL };

static u64
size_of(u64 i)
{
	return (i == LARGE ? 2 : 1) * WORDS * sizeof(u64);
}

TASK(make)
{
	ocrGuid_t g = NULL_GUID;

	memset(conf_block(&g, conf_here(), size_of(paramv[0])), 0,
	       size_of(paramv[0]));
	return g;
}

TASK(destroy_large)
{
	OK(ocrDbDestroy(((const ocrGuid_t *)(const void *)paramv)[LARGE]));
	return NULL_GUID;
}

TASK(end)
{
	const ocrGuid_t *blocks = (const ocrGuid_t *)(const void *)paramv;

	for (u32 i = 0; i < LARGE; i++)
		OK(ocrDbDestroy(blocks[i]));
	ocrShutdown();
	return NULL_GUID;
}

TASK(one_after_another)
{
	ocrGuid_t blocks[ALL], reader, mover, third, large, last;
	ocrGuid_t read, moved, was_there, gone;

	for (u32 i = 0; i < ALL; i++)
		blocks[i] = depv[i].guid;
	room[0] = size_of(FIRST);
	room[1] = size_of(LARGE);
	reader = conf_task(conf_nothing, 1, NO_PARAMS, 2, &read);
	mover = conf_task(conf_nothing, 2, NO_PARAMS, 1, &moved);
	third = conf_task(conf_nothing, 0, NO_PARAMS, 2, &was_there);
	large = conf_task(destroy_large, 1, PARAMS(blocks), 1, &gone);
	last = conf_task(end, 0, PARAMS(blocks), 2, NULL);
	conf_link(read, last, 0, DB_MODE_NULL);
	conf_link(gone, last, 1, DB_MODE_NULL);
	conf_link(moved, third, 0, DB_MODE_NULL);
	conf_link(was_there, large, 0, DB_MODE_NULL);
	conf_link(blocks[FIRST], reader, 0, DB_MODE_CONST);
	conf_link(blocks[SECOND], reader, 1, DB_MODE_RW);
	conf_link(blocks[FIRST], mover, 0, DB_MODE_RW);
	conf_link(blocks[THIRD], third, 1, DB_MODE_RW);
	return NULL_GUID;
}

TASK(lend_edt)
{
	static const u64 home[] = {0, 2, 2, 1};
	ocrGuid_t next, out;

	OK(ocrDbDestroy(depv[0].guid));
	next = conf_task(one_after_another, 0, NO_PARAMS, ALL, NULL);
	for (u64 i = 0; i < ALL; i++) {
		ocrGuid_t t = conf_task(make, home[i], PARAMS(i), 1, &out);

		conf_link(out, next, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

/* -- Two homes without room -------------------------------------------------
 *
 * Nodes 0 and 1 have room for one block, the one whose home they are, and read
 * each other's; node 2 writes both, and then there is room.
 */

TASK(end_short)
{
	for (u32 i = 0; i < 2; i++) {
		CHECK_EQ("writes", *(const u64 *)depv[i].ptr, ROUNDS);
		OK(ocrDbDestroy(depv[i].guid));
	}
	ocrShutdown();
	return NULL_GUID;
}

TASK(look_short)
{
	ocrGuid_t t = conf_task(end_short, 2, NO_PARAMS, 2, NULL);

	for (u32 i = 0; i < 2; i++)
		conf_link(((const ocrGuid_t *)(const void *)paramv)[i], t, i,
			  DB_MODE_CONST);
	return NULL_GUID;
}

/* Its bytes stay where they were written last: else they could come back for
 * good. */
TASK(make_lazy)
{
	ocrHint_t h = conf_db_hint(conf_here());
	ocrGuid_t g = NULL_GUID;
	void *p;

	OK(ocrSetHintValue(&h, OCR_HINT_DB_LAZY, 1));
	OK(ocrDbCreate(&g, &p, size_of(FIRST), DB_PROP_NONE, &h, NO_ALLOC));
	memset(p, 0, size_of(FIRST));
	return g;
}

TASK(read_each_other)
{
	const u32 n = 2 * 2 * ROUNDS;
	ocrGuid_t blocks[2] = {depv[0].guid, depv[1].guid}, out, t;
	ocrGuid_t last = conf_task(look_short, 2, PARAMS(blocks), n, NULL);

	room[0] = room[1] = room_for(1);
	for (u32 i = 0; i < n; i++) {
		bool reads = i % 4 < 2;

		t = conf_task(reads ? read : write, reads ? i % 2 : 2,
			      NO_PARAMS, 1, &out);
		conf_link(out, last, i, DB_MODE_NULL);
		conf_link(blocks[reads ? 1 - i % 2 : i % 2], t, 0,
			  reads ? DB_MODE_CONST : DB_MODE_EW);
	}
	return NULL_GUID;
}

TASK(short_edt)
{
	ocrGuid_t next, out;

	OK(ocrDbDestroy(depv[0].guid));
	next = conf_task(read_each_other, 2, NO_PARAMS, 2, NULL);
	for (u64 i = 0; i < 2; i++) {
		ocrGuid_t t = conf_task(make_lazy, i, NO_PARAMS, 1, &out);

		conf_link(out, next, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

/* -- Their jobs ------------------------------------------------------------ */

static struct sim_result
run(size_t bytes, ocrEdt_t body)
{
	struct sim_job_config c = {
		.n_nodes = NODES,
		.n_workers = 2,
		.protocol = (uint32_t)seed % 4,
		.seed = seed,
		.leaks = bytes > 0,
	};

	scarce = bytes > 0;
	for (unsigned i = 0; i < NODES; i++)
		room[i] = bytes;
	return one_job_run(c, body);
}

/* Of many seeds, each begins with so many bytes a node. */
static void
run_all(u64 n_seeds, size_t bytes, ocrEdt_t body)
{
	refused = two = crossed = 0;
	for (seed = 1; seed <= n_seeds; seed++) {
		struct sim_result r;

		memset(aside, 0, sizeof(aside));
		r = run(bytes, body);
		ck_assert_msg(r.outcome == SIM_ENDED && !r.status && !r.leaks &&
				      !r.violations,
			      "seed %d: outcome %d, status %u, leaks %d",
			      (int)seed, (int)r.outcome, r.status,
			      (int)r.leaks);
	}
	/* Or it has shown nothing. */
	ck_assert_uint_gt(refused, n_seeds);
}

START_TEST(with_little_memory_all_go_on)
{
	run_all(SEEDS, room_for(BLOCKS + 1), main_edt);
}
END_TEST

START_TEST(what_comes_unasked_stays_for_who_counts_on_it)
{
	words = FEW;
	run_all(4 * SEEDS, room_for(BLOCKS), main_edt);
}
END_TEST

START_TEST(who_waits_for_memory_keeps_none_of_another_node)
{
	run_all(SEEDS, SIZE_MAX / 2, lend_edt);
}
END_TEST

START_TEST(two_homes_without_room_do_not_wait_for_each_other)
{
	words = WORDS;
	run_all(SEEDS, SIZE_MAX / 2, short_edt);
	ck_assert_uint_gt(two, SEEDS / 4);
	ck_assert_uint_gt(crossed, SEEDS / 8);
}
END_TEST

START_TEST(who_has_the_bytes_does_not_wait_for_memory)
{
	ck_assert_int_eq(run(0, three_edt).outcome, SIM_ENDED);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("hungry");
	TCase *t = tcase_create("hungry");

	tcase_add_test(t, with_little_memory_all_go_on);
	tcase_add_test(t, what_comes_unasked_stays_for_who_counts_on_it);
	tcase_add_test(t, who_waits_for_memory_keeps_none_of_another_node);
	tcase_add_test(t, two_homes_without_room_do_not_wait_for_each_other);
	tcase_add_test(t, who_has_the_bytes_does_not_wait_for_memory);
	tcase_set_timeout(t, 300);
	suite_add_tcase(s, t);
	return run_suite(s);
}
