/* SPDX-License-Identifier: BSD-3-Clause */
/* push_turns.c - blocks with the hint EAGER go ahead of whoever carries them,
 * while tasks of one node write to them in turns or together, and others read
 * what was there before.
 *
 * In a round two tasks write to a word each, in mode RW, on one node.
 */
#include "tests/conformance/conf.h"

#define ROUNDS 4
#define BLOCKS 3
#define WORDS  40
#define MOST   4 /* readers who are given a block at any time */

struct args {
	ocrGuid_t db[BLOCKS];
	ocrGuid_t reader, end; /* of `carry` */
	u64 round, block, word;
};

/* Of the blocks after the first, fewer and fewer. */
static u64
carried(u64 block)
{
	return MOST >> 2 * block;
}

/* Who writes, and who reads. */
static u64
writers_of(const struct args *a)
{
	return a->block + a->round + 1;
}

static u64
readers_of(const struct args *a)
{
	return a->block + a->round + 2;
}

/* `steps` tasks later, there and back. */
static ocrGuid_t
later(ocrGuid_t event, u64 node, u64 steps)
{
	ocrGuid_t out;

	for (; steps; steps--) {
		conf_link(event,
			  conf_task(conf_nothing, node + steps % 2, NO_PARAMS,
				    1, &out),
			  0, DB_DEFAULT_MODE);
		event = out;
	}
	return event;
}

/* Slots: the block; when to begin. */
TASK(write)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;

	CHECK(p, "there is no block");
	CHECK_EQ("the word of the last round", p[a->word], a->round);
	p[a->word] = a->round + 1;
	return NULL_GUID;
}

/* Slots: the block; one who has written, the other. */
TASK(read_behind)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	CHECK(p, "there is no block");
	CHECK_EQ("the first word", p[0], a->round + 1);
	CHECK_EQ("the second word", p[1], a->round + 1);
	return NULL_GUID;
}

/* Beside those who write. */
TASK(read_beside)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	CHECK(p, "there is no block");
	for (u64 i = 0; i < 2; i++)
		CHECK(p[i] == a->round || p[i] == a->round + 1,
		      "word %" PRIu64 " of round %" PRIu64 ": %" PRIu64, i,
		      a->round, p[i]);
	return NULL_GUID;
}

/* Slots: when to begin; the block, if it is one that has read it. */
TASK(carry)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->db[a->block], a->reader, 0,
		  a->word % 2 ? DB_MODE_RO : DB_MODE_CONST);
	return NULL_GUID;
}

/* Who reads what was written, and who carries it there, with the block or
 * without. */
static void
give(struct args a, ocrGuid_t begin, const ocrGuid_t *written, u32 has)
{
	ocrGuid_t out, t;

	a.reader = conf_task(read_behind, readers_of(&a), PARAMS(a), 3, &out);
	conf_link(out, a.end, OCR_EVENT_LATCH_DECR_SLOT, DB_DEFAULT_MODE);
	conf_link(written[0], a.reader, 1, DB_DEFAULT_MODE);
	conf_link(written[1], a.reader, 2, DB_DEFAULT_MODE);
	t = conf_task(carry, writers_of(&a), PARAMS(a), 1 + has, NULL);
	if (has)
		conf_link(a.db[a.block], t, 1, DB_MODE_CONST);
	conf_link(begin, t, 0, DB_DEFAULT_MODE);
}

static void
look_beside(const struct args *a, ocrGuid_t begin)
{
	ocrGuid_t out, t;

	t = conf_task(read_beside, readers_of(a), PARAMS(*a), 2, &out);
	conf_link(out, a->end, OCR_EVENT_LATCH_DECR_SLOT, DB_DEFAULT_MODE);
	conf_link(a->db[a->block], t, 0, DB_MODE_CONST);
	conf_link(begin, t, 1, DB_DEFAULT_MODE);
}

static ocrGuid_t
write_word(const struct args *a, ocrGuid_t begin)
{
	ocrGuid_t out, t;

	t = conf_task(write, writers_of(a), PARAMS(*a), 2, &out);
	conf_link(a->db[a->block], t, 0, DB_MODE_RW);
	conf_link(begin, t, 1, DB_DEFAULT_MODE);
	return out;
}

static void
write_and_read(struct args a)
{
	ocrGuid_t begin = conf_event(OCR_EVENT_ONCE_T), out[2];
	u64 node = writers_of(&a);

	for (a.word = 0; a.word < 2; a.word++)
		out[a.word] = write_word(&a, later(begin, node, 2 * a.word));
	for (a.word = 0; a.word < carried(a.block); a.word++)
		give(a, later(begin, node, 1 + a.word), out, 0);
	for (a.word = 0; a.word <= carried(a.block); a.word++)
		look_beside(&a, later(begin, node + 1, a.word));
	/* Who has seen what the last one wrote. */
	give(a, out[1], out, 1);
	OK(ocrEventSatisfy(begin, NULL_GUID));
}

/* Slot: the end of the last round. */
TASK(turn)
{
	struct args a = *PARAM(struct args);
	ocrEventParams_t p = {.EVENT_LATCH = {.counter = 2 * BLOCKS}};

	if (++a.round == ROUNDS) {
		ocrShutdown();
		return NULL_GUID;
	}
	for (u64 i = 0; i < BLOCKS; i++)
		p.EVENT_LATCH.counter += 2 * carried(i);
	a.end = conf_event_with(OCR_EVENT_LATCH_T, &p);
	conf_link(a.end, conf_task(turn, a.round, PARAMS(a), 1, NULL), 0,
		  DB_DEFAULT_MODE);
	for (a.block = 0; a.block < BLOCKS; a.block++)
		write_and_read(a);
	return NULL_GUID;
}

/* The first round is number 0. */
MAIN_TASK
{
	struct args a = {.round = UINT64_MAX};
	ocrHint_t h;

	for (u64 i = 0; i < BLOCKS; i++) {
		void *p;

		h = conf_db_hint(i);
		CHECK_OK(ocrSetHintValue(&h, OCR_HINT_DB_EAGER, 1));
		CHECK_OK(ocrDbCreate(&a.db[i], &p, WORDS * sizeof(u64),
				     DB_PROP_NONE, &h, NO_ALLOC));
		memset(p, 0, WORDS * sizeof(u64));
		CHECK_OK(ocrDbRelease(a.db[i]));
	}
	conf_start(conf_task(turn, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
