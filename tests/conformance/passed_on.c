/* SPDX-License-Identifier: BSD-3-Clause */
/* passed_on.c - blocks that each node in turn writes, and passes on.
 *
 * The next task gets the block in a slot, or by an event of its node; at once,
 * or before or after another slot; on the next node, or twice on the same.  Now
 * and then others look at the block meanwhile, or want to write it too, alone.
 * Nobody misses what was written before him.
 */
#include "tests/conformance/conf.h"

#define TOKENS 3
#define HOPS   30
#define WORDS  100 /* of a small one */

struct token {
	ocrGuid_t hop, look, add; /* templates */
	ocrGuid_t open;		  /* a latch: who may use it still */
	u64 seed, n, words;
};

/* All words are the same; which, the others change. */
TASK(look)
{
	const struct token *t = PARAM(struct token);
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < t->words; i++)
		CHECK_EQ("a word", p[i], p[0]);
	CHECK(p[0] >= t->n, "%" PRIu64 " of %" PRIu64 " are missed", p[0],
	      t->n);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfySlot(t->open, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

TASK(add)
{
	const struct token *t = PARAM(struct token);
	u64 *p = depv[0].ptr;

	CHECK(p[0] >= t->n, "%" PRIu64 " of %" PRIu64 " are missed", p[0],
	      t->n);
	for (u64 i = 0; i < t->words; i++)
		p[i]++;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfySlot(t->open, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

TASK(close_up)
{
	const struct token *t = PARAM(struct token);

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrEdtTemplateDestroy(t->hop));
	CHECK_OK(ocrEdtTemplateDestroy(t->look));
	CHECK_OK(ocrEdtTemplateDestroy(t->add));
	return NULL_GUID;
}

/* Somebody else, on node `node`, who is counted. */
static void
let(const struct token *t, ocrGuid_t template, u64 node, ocrGuid_t db,
    ocrDbAccessMode_t mode)
{
	ocrGuid_t g;

	OK(ocrEventSatisfySlot(t->open, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	g = conf_spawn(template, node, PARAMS(*t), 1, EDT_PROP_NONE, NULL);
	conf_link(db, g, 0, mode);
}

static void
pass(const struct token *t, ocrGuid_t db)
{
	u64 r = conf_word(t->seed, t->n), node = t->seed + t->n;
	u32 slots = 1 + r % 4 / 3;
	ocrDbAccessMode_t mode = r / 4 % 2 ? DB_MODE_RW : DB_MODE_EW;
	ocrGuid_t g, event;

	if (r / 8 % 5 == 0)
		node--; /* the same again */
	/* Before the last task can be done. */
	if (r / 256 % 4 == 0)
		let(t, t->look, node + r / 1024, db, DB_MODE_CONST);
	if (r / 512 % 8 == 0)
		let(t, t->add, node + r / 2048, db, DB_MODE_EW);
	g = conf_spawn(t->hop, node, PARAMS(*t), slots, EDT_PROP_NONE, NULL);
	if (slots == 2 && r / 64 % 2)
		conf_start(g, 1);
	if (r / 128 % 2) {
		event = conf_event(OCR_EVENT_ONCE_T);
		conf_link(event, g, 0, mode);
		OK(ocrEventSatisfy(event, db));
	} else {
		conf_link(db, g, 0, mode);
	}
	if (slots == 2 && r / 64 % 2 == 0)
		conf_start(g, 1);
}

TASK(hop)
{
	struct token t = *PARAM(struct token);
	ocrGuid_t db = depv[0].guid;
	u64 *p = depv[0].ptr;

	CHECK(p[0] >= t.n, "%" PRIu64 " of %" PRIu64 " are missed", p[0], t.n);
	for (u64 i = 0; i < t.words; i++) {
		CHECK_EQ("a word", p[i], i ? p[0] - 1 : p[0]);
		p[i]++;
	}
	t.n++;
	CHECK_OK(ocrDbRelease(db));
	if (t.n < HOPS)
		pass(&t, db);
	else
		CHECK_OK(ocrEventSatisfySlot(t.open, NULL_GUID,
					     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

static void
start(u64 i, ocrGuid_t end)
{
	struct token t = {
		.hop = conf_template(hop),
		.look = conf_template(look),
		.add = conf_template(add),
		.seed = i,
		.words = i == 1 ? 1 : i * i * WORDS + 2,
	};
	ocrGuid_t db, g, out;
	u64 *p = conf_block(&db, i, t.words * sizeof(*p));

	memset(p, 0, t.words * sizeof(*p));
	OK(ocrDbRelease(db));
	OK(ocrEventCreate(&t.open, OCR_EVENT_LATCH_T, EVT_PROP_NONE));
	g = conf_task(close_up, i, PARAMS(t), 2, &out);
	conf_link(out, end, (u32)i, DB_MODE_NULL);
	conf_link(db, g, 0, DB_MODE_EW);
	conf_link(t.open, g, 1, DB_MODE_NULL);
	OK(ocrEventSatisfySlot(t.open, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	pass(&t, db);
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(TOKENS);

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < TOKENS; i++)
		start(i, end);
	return NULL_GUID;
}
