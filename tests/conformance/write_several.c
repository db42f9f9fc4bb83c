/* SPDX-License-Identifier: BSD-3-Clause */
/* write_several.c - chains of tasks that write several blocks: each two of one
 * other node and, of every other chain, one of its own; now and then a task
 * elsewhere takes a turn, or reads.  Each finds what the one before has written.
 * And on all nodes tasks that count in the same blocks, in any order of their
 * slots: none gets lost, and nobody waits for ever. */
#include "tests/conformance/conf.h"

#define CHAINS 4
#define STEPS  80
#define WORDS  24
#define BYTES  (WORDS * sizeof(u64))
#define BLOCKS 3
#define COUNTS 40 /* tasks of each node */

struct args {
	ocrGuid_t block[BLOCKS];
	u64 n; /* blocks */
	u64 chain, step, writes;
};

/* Of each chain its blocks, and those that all count in. */
struct all {
	ocrGuid_t chain[CHAINS][BLOCKS], count[BLOCKS];
};

static u64
blocks_of(u64 chain)
{
	return BLOCKS - 1 + chain % 2;
}

static u64
node_of(const struct args *a)
{
	return a->chain + (a->step % 24 == 23) + 2 * (a->step % 40 == 39);
}

/* Beside the chain: of each block what is there now, or later. */
TASK(look)
{
	for (u32 i = 0; i < depc; i++) {
		const u64 *p = depv[i].ptr;
		u64 writes = *paramv;

		while (writes <= STEPS && conf_match(p, WORDS, writes) < WORDS)
			writes++;
		CHECK(writes <= STEPS,
		      "what is read was never written, or is older");
	}
	return NULL_GUID;
}

TASK(step);

static void
make_step(const struct args *a)
{
	ocrGuid_t t = conf_task(step, node_of(a), PARAMS(*a), (u32)a->n, NULL);

	for (u32 i = 0; i < a->n; i++)
		conf_link(a->block[i], t, i,
			  (a->step + i) % 5 ? DB_MODE_EW : DB_MODE_RW);
}

TASK(step)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t;

	for (u32 i = 0; i < a.n; i++) {
		CHECK_EQ("words", conf_match(depv[i].ptr, WORDS, a.writes),
			 WORDS);
		conf_fill(depv[i].ptr, WORDS, a.writes + 1);
		/* Or when the body has returned, behind the next step. */
		if (a.step % 3)
			CHECK_OK(ocrDbRelease(a.block[i]));
	}
	a.writes++;
	if (++a.step == STEPS)
		return NULL_GUID;
	make_step(&a);
	if (a.step % 17 == 3) {
		t = conf_task(look, a.chain + a.step % 3, PARAMS(a.writes),
			      (u32)a.n, NULL);
		for (u32 i = 0; i < a.n; i++)
			conf_link(a.block[i], t, i, DB_MODE_RO);
	}
	return NULL_GUID;
}

struct counts {
	ocrGuid_t block[BLOCKS];
	u64 node, left;
};

TASK(count);

/* Each task leaves another block out, and has the others in another order. */
static void
make_count(const struct counts *c)
{
	u32 n = BLOCKS - 1;
	ocrGuid_t t = conf_task(count, c->node, PARAMS(*c), n, NULL);

	for (u32 i = 0; i < n; i++)
		conf_link(c->block[(c->left + i) % BLOCKS], t,
			  c->left % 2 ? i : n - 1 - i, DB_MODE_EW);
}

TASK(count)
{
	struct counts c = *PARAM(struct counts);

	for (u32 i = 0; i < depc; i++)
		++*(u64 *)depv[i].ptr;
	if (--c.left)
		make_count(&c);
	return NULL_GUID;
}

TASK(start)
{
	const struct all *all = PARAM(struct all);
	struct counts c = {.left = COUNTS};

	for (u64 i = 0; i < CHAINS; i++) {
		struct args a = {.chain = i, .n = blocks_of(i)};

		memcpy(a.block, all->chain[i], sizeof(a.block));
		make_step(&a);
	}
	memcpy(c.block, all->count, sizeof(c.block));
	for (; c.node < conf_nodes(); c.node++)
		make_count(&c);
	return NULL_GUID;
}

TASK(sum)
{
	u64 n = 0;

	for (u32 i = 0; i < depc; i++) {
		n += *(const u64 *)depv[i].ptr;
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	}
	CHECK_EQ("counted", n, conf_nodes() * COUNTS * (BLOCKS - 1));
	ocrShutdown();
	return NULL_GUID;
}

/* All of them have ended. */
TASK(finish)
{
	const struct all *all = PARAM(struct all);
	ocrGuid_t t = conf_task(sum, 1, NO_PARAMS, BLOCKS, NULL);

	for (u64 i = 0; i < CHAINS; i++)
		for (u64 b = 0; b < blocks_of(i); b++)
			CHECK_OK(ocrDbDestroy(all->chain[i][b]));
	for (u32 i = 0; i < BLOCKS; i++)
		conf_link(all->count[i], t, i, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	struct all all = {0};
	ocrGuid_t end, t, done;

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < BLOCKS; i++)
		all.count[i] = conf_number(i, 0);
	for (u64 i = 0; i < CHAINS; i++) {
		for (u64 b = 0; b < blocks_of(i); b++) {
			conf_fill(conf_block(&all.chain[i][b],
					     i + (b < BLOCKS - 1), BYTES),
				  WORDS, 0);
			CHECK_OK(ocrDbRelease(all.chain[i][b]));
		}
	}
	end = conf_task(finish, 0, PARAMS(all), 1, NULL);
	t = conf_finish_task(start, 0, PARAMS(all), 1, &done);
	conf_link(done, end, 0, DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}
