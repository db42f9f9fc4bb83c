/* SPDX-License-Identifier: BSD-3-Clause */
/* carried.c - a block's home satisfies events of another node with it, and
 * somebody writes again before all who were given it begin: whoever waits for
 * that too reads what was written last, who does not, either; some want the
 * block to write, some do not look at it.
 *
 * In a round the home writes 2 * round + 1 to all words, passes the block on,
 * and somebody writes 2 * round + 2.  After ROUNDS of them there is another
 * block, of the next size: what goes along to nodes of the same host, and to
 * others, and more than that; what comes with a grant to read, and more than
 * that (src/data/along.h).
 */
#include "tests/conformance/conf.h"

#define ROUNDS 24

static const u64 sizes[] = {40, 1920, 1921, 8194, 8320, 8321, 32896, 32897};
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

struct args {
	ocrGuid_t db;
	ocrGuid_t given;  /* the event that brings the block */
	ocrGuid_t again;  /* the task that writes once more */
	ocrGuid_t reader; /* the task that waits for it */
	u64 round, home;
	u64 size; /* sizes[size] words */
};

static const ocrEventTypes_t types[] = {OCR_EVENT_STICKY_T, OCR_EVENT_ONCE_T,
					OCR_EVENT_IDEM_T};

static u64
first_of(const struct args *a)
{
	return 2 * a->round + 1;
}

static u64
reader_of(const struct args *a)
{
	return a->home + 1 + a->round % 3;
}

/* Is it the number in all words? */
#define CHECK_WORDS(a, p)                                                      \
	do {                                                                   \
		for (u64 i_ = 1; i_ < sizes[(a)->size]; i_++)                  \
			CHECK_EQ("a word", (p)[i_], (p)[0]);                   \
	} while (0)

static void
put(const struct args *a, u64 *p, u64 value)
{
	for (u64 i = 0; i < sizes[a->size]; i++)
		p[i] = value;
}

/* Slots: the block as it was passed on. */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	CHECK(p, "there is no block");
	CHECK(p[0] == first_of(a) || p[0] == first_of(a) + 1,
	      "round %" PRIu64 ": %" PRIu64, a->round, p[0]);
	CHECK_WORDS(a, p);
	return NULL_GUID;
}

TASK(pass_again)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a->given, a->db));
	return NULL_GUID;
}

/* In every other round one who asks for it, and one to whom it is passed,
 * look here once more before it is written again. */
TASK(look_beside)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t asks, is_given, t;

	look(paramc, paramv, depc, depv);
	if (a.round % 2 == 0)
		return NULL_GUID;
	a.given = conf_event(OCR_EVENT_ONCE_T);
	t = conf_task(look, reader_of(&a), PARAMS(a), 1, &is_given);
	conf_link(is_given, a.again, 2, DB_DEFAULT_MODE);
	conf_link(a.given, t, 0, DB_MODE_CONST);
	conf_start(conf_task(pass_again, a.home, PARAMS(a), 1, NULL), 0);
	t = conf_task(look, reader_of(&a), PARAMS(a), 1, &asks);
	conf_link(asks, a.again, 1, DB_DEFAULT_MODE);
	conf_link(a.db, t, 0, DB_MODE_RO);
	return NULL_GUID;
}

static void begin_round(const struct args *before);
static ocrGuid_t begin_size(struct args *a);

/* Slots: the block; who has written it again; who looks beside. */
TASK(look_behind)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;

	if (depv[0].mode == DB_MODE_NULL) {
		CHECK(!p, "there is a block");
	} else {
		CHECK(p, "there is no block");
		CHECK_EQ("the number", p[0], first_of(&a) + 1);
		CHECK_WORDS(&a, p);
	}
	if (depv[0].mode == DB_MODE_RW)
		put(&a, p, 0);
	if (p)
		CHECK_OK(ocrDbRelease(a.db));
	if (types[a.round % 3] != OCR_EVENT_ONCE_T)
		CHECK_OK(ocrEventDestroy(a.given));
	if (++a.round < ROUNDS) {
		begin_round(&a);
		return NULL_GUID;
	}
	CHECK_OK(ocrDbDestroy(a.db));
	if (++a.size < SIZES)
		return begin_size(&a);
	ocrShutdown();
	return NULL_GUID;
}

/* Slots: the block; that it was passed on, or was looked at. */
TASK(write_again)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;

	CHECK_EQ("the number", p[0], first_of(a));
	CHECK_WORDS(a, p);
	put(a, p, p[0] + 1);
	return NULL_GUID;
}

/* To a slot as well, perhaps while somebody writes. */
TASK(pass_late)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->db, a->reader, 3,
		  a->round % 2 ? DB_MODE_RO : DB_MODE_CONST);
	return NULL_GUID;
}

/* Slots: the block. */
TASK(pass_on)
{
	const struct args *a = PARAM(struct args);

	put(a, depv[0].ptr, first_of(a));
	CHECK_OK(ocrDbRelease(a->db));
	CHECK_OK(ocrEventSatisfy(a->given, a->db));
	conf_start(conf_task(pass_late, a->home, PARAMS(*a), 1, NULL), 0);
	conf_link(a->db, a->again, 0, DB_MODE_EW);
	if (a->round % 2)
		return NULL_GUID;
	conf_start(a->again, 1);
	conf_start(a->again, 2);
	return NULL_GUID;
}

/* On the node of those who read. */
TASK(make_round)
{
	static const ocrDbAccessMode_t modes[] = {DB_MODE_CONST, DB_MODE_RO,
						  DB_MODE_RW, DB_MODE_NULL};
	struct args a = *PARAM(struct args);
	u64 here = reader_of(&a);
	ocrGuid_t again, beside, t;

	a.given = conf_event(types[a.round % 3]);
	a.reader = conf_task(look_behind, here, PARAMS(a), 4, NULL);
	a.again = conf_task(write_again, a.home + a.round / 3 % 2, PARAMS(a), 3,
			    &again);
	conf_link(again, a.reader, 1, DB_DEFAULT_MODE);
	t = conf_task(look_beside, here, PARAMS(a), 1, &beside);
	conf_link(beside, a.reader, 2, DB_DEFAULT_MODE);
	conf_link(a.given, t, 0, DB_MODE_CONST);
	conf_link(a.given, a.reader, 0, modes[a.round / 4 % 4]);
	t = conf_task(pass_on, a.home, PARAMS(a), 1, NULL);
	conf_link(a.db, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

static void
begin_round(const struct args *a)
{
	conf_start(conf_task(make_round, reader_of(a), PARAMS(*a), 1, NULL), 0);
}

static ocrGuid_t
begin_size(struct args *a)
{
	u64 len_bytes = sizes[a->size] * sizeof(u64);

	a->round = 0;
	put(a, conf_block(&a->db, a->home, len_bytes), 0);
	CHECK_OK(ocrDbRelease(a->db));
	begin_round(a);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.home = 1};

	return begin_size(&a);
}
