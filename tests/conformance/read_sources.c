/* SPDX-License-Identifier: BSD-3-Clause */
/* read_sources.c - blocks that were written elsewhere are read by several tasks
 * of each node at once, of the block's home too, so that it can be had from two
 * places; and from many blocks on, nodes do not keep what they have read.
 */
#include "tests/conformance/conf.h"

#define ROUNDS	4
#define READERS 3 /* on each node, of each block */
#define BLOCKS	12
#define SMALL	120 /* words: a node may keep some of these */
#define LARGE	700

struct args {
	ocrGuid_t dbs[BLOCKS];
	u64 round, block;
};

static u64
words(u64 block)
{
	return block % 3 ? SMALL : LARGE;
}

/* Slot: the block. */
TASK(look)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("words of this round",
		 conf_match(depv[0].ptr, words(a->block),
			    conf_word(a->block, a->round)),
		 words(a->block));
	return NULL_GUID;
}

/* Slots: the block; who has read before. */
TASK(change)
{
	const struct args *a = PARAM(struct args);

	CHECK(depv[0].ptr, "there is no block");
	conf_fill(depv[0].ptr, words(a->block), conf_word(a->block, a->round));
	return NULL_GUID;
}

/* So that not all begin at the same time. */
static ocrGuid_t
pass_on(ocrGuid_t event, u64 node)
{
	ocrGuid_t out;

	conf_link(event, conf_task(conf_nothing, node, NO_PARAMS, 1, &out), 0,
		  DB_DEFAULT_MODE);
	return out;
}

TASK(turn);

/* Each block is written on another node, and then read. */
static void
begin(struct args a, ocrGuid_t before)
{
	u32 n = (u32)conf_nodes(), slot = 0;
	ocrGuid_t end, tmpl = conf_template(look), next, t, out;
	struct args first = a;

	end = conf_task(turn, a.round, PARAMS(first), BLOCKS * READERS * n,
			NULL);
	for (a.block = 0; a.block < BLOCKS; a.block++) {
		next = conf_task(change, a.block + a.round, PARAMS(a), 2, &out);
		for (u32 i = 0; i < READERS * n; i++) {
			ocrGuid_t read;

			if (i && i % n == 0)
				out = pass_on(out, a.block + i / n);
			t = conf_spawn(tmpl, i, PARAMS(a), 2, EDT_PROP_NONE,
				       &read);
			conf_link(read, end, slot++, DB_DEFAULT_MODE);
			conf_link(a.dbs[a.block], t, 0,
				  i % 2 ? DB_MODE_RO : DB_MODE_CONST);
			conf_link(out, t, 1, DB_DEFAULT_MODE);
		}
		conf_link(a.dbs[a.block], next, 0, DB_MODE_EW);
		conf_link(before, next, 1, DB_DEFAULT_MODE);
	}
	OK(ocrEdtTemplateDestroy(tmpl));
}

/* Slots: all have read. */
TASK(turn)
{
	struct args a = *PARAM(struct args);

	if (++a.round < ROUNDS) {
		begin(a, NULL_GUID);
		return NULL_GUID;
	}
	for (u64 i = 0; i < BLOCKS; i++)
		CHECK_OK(ocrDbDestroy(a.dbs[i]));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.round = 0};

	CHECK_OK(ocrDbDestroy(depv[0].guid)); /* the arguments */
	for (u64 i = 0; i < BLOCKS; i++) {
		CHECK(conf_block(&a.dbs[i], i, words(i) * sizeof(u64)),
		      "there is no block");
		CHECK_OK(ocrDbRelease(a.dbs[i]));
	}
	begin(a, NULL_GUID);
	return NULL_GUID;
}
