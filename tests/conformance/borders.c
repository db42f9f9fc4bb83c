/* SPDX-License-Identifier: BSD-3-Clause */
/* borders.c - tiles that need each other's borders in each step: who has read
 * one gives it back with the border that goes the other way.  Beside that each
 * step writes a note, its one block to write, which in some steps somebody on
 * another node keeps without a look while the next step writes the next one; so
 * what is wanted when a border is back is another block, which is lent still.
 * Nobody may find an older note than the border that he has says. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"

#define TILES  3
#define OTHERS (TILES - 1)
#define STEPS  12
#define TURN   3 /* so many steps later there is such a task again */
#define TURNS  (STEPS / TURN)
#define WORDS  6 /* of a border */

struct tile {
	ocrGuid_t template, look, late, end;
	ocrGuid_t channels; /* TILES x 2 x OTHERS labels, of those who listen */
	ocrGuid_t notes[TILES];
	ocrGuid_t border[2][OTHERS];
	ocrGuid_t kept; /* who has the note of the step before */
	u64 number, step;
};

enum { IN, NOTE = OTHERS, SLOTS };

/* Where borders of step `step` of the w-th behind the listener come. */
static ocrGuid_t
channel_of(const struct tile *t, u64 listener, u64 step, u64 w)
{
	ocrGuid_t channel = NULL_GUID;

	OK(ocrGuidFromIndex(&channel, t->channels,
			    (listener * 2 + step % 2) * OTHERS + w));
	return channel;
}

static void
make_step(const struct tile *t)
{
	ocrGuid_t step = conf_spawn(t->template, t->number, PARAMS(*t), SLOTS,
				    EDT_PROP_NONE, NULL);

	conf_link(t->notes[t->number], step, NOTE, DB_MODE_EW);
	for (u32 w = 0; w < OTHERS; w++)
		conf_link(t->step ? channel_of(t, t->number, t->step - 1, w)
				  : NULL_GUID,
			  step, IN + w, DB_MODE_CONST);
}

/* Where a border differs from what was sent in the step before, or WORDS. */
static u64
wrong_word(const struct tile *t, const u64 *border, u64 w)
{
	u64 from = (t->number + 1 + w) % TILES, i = 0;

	while (i < WORDS && border[i] == (t->step - 1) * TILES + from)
		i++;
	return i;
}

/* That of two steps ago was read before what this step has was written. */
static void
make_border(struct tile *t, u64 w)
{
	ocrGuid_t *border = &t->border[t->step % 2][w];
	u64 *word;

	if (t->step > 1)
		OK(ocrDbDestroy(*border));
	word = conf_block(border, t->number, WORDS * sizeof(*word));
	for (u64 i = 0; i < WORDS; i++)
		word[i] = t->step * TILES + t->number;
	OK(ocrDbRelease(*border));
}

static void
send_border(const struct tile *t, u64 w, const struct tile *next)
{
	u64 to = (t->number + 1 + w) % TILES;

	OK(ocrEventSatisfy(channel_of(t, to, t->step, OTHERS - 1 - w),
			   next->border[t->step % 2][w]));
}

/* Of a step that may have been written over since. */
TASK(late)
{
	const struct tile *t = PARAM(struct tile);

	CHECK(conf_value(&depv[0]) >= t->step, "a note of step %ju is older",
	      (uintmax_t)t->step);
	conf_start(t->end, (u32)(TILES + t->number * TURNS + t->step / TURN));
	return NULL_GUID;
}

/* Beside step `step`: the note of the tile whose border of the step before that
 * has. */
TASK(look)
{
	const struct tile *t = PARAM(struct tile);

	CHECK(conf_value(&depv[0]) + 1 >= t->step,
	      "in step %ju: the note of an older one", (uintmax_t)t->step);
	conf_start(t->end,
		   (u32)(TILES + (TILES + t->number) * TURNS + t->step / TURN));
	return NULL_GUID;
}

static void
look_at_note(const struct tile *t)
{
	ocrGuid_t g = conf_spawn(t->look, t->number, PARAMS(*t), 1,
				 EDT_PROP_NONE, NULL);

	conf_link(t->notes[(t->number + 1) % TILES], g, 0, DB_MODE_CONST);
}

/* Somebody on another node has the note in one slot, and waits for the next
 * turn in the other. */
static void
send_note(struct tile *t, const ocrEdtDep_t *note)
{
	u64 to = (t->number + OTHERS) % TILES;

	*(u64 *)note->ptr = t->step;
	OK(ocrDbRelease(note->guid));
	if (t->step % TURN != 2)
		return;
	if (!ocrGuidIsNull(t->kept))
		conf_start(t->kept, 1);
	t->kept = conf_spawn(t->late, to, PARAMS(*t), 2, EDT_PROP_NONE, NULL);
	conf_link(note->guid, t->kept, 0, DB_MODE_CONST);
}

/* In the last step: each border of the step before has one reader. */
static void
clear_away(const struct tile *t, const ocrEdtDep_t depv[])
{
	for (u64 w = 0; w < OTHERS; w++) {
		OK(ocrDbDestroy(t->border[t->step % 2][w]));
		OK(ocrDbDestroy(depv[IN + w].guid));
		OK(ocrEventDestroy(channel_of(t, t->number, 0, w)));
		OK(ocrEventDestroy(channel_of(t, t->number, 1, w)));
	}
	conf_start(t->kept, 1);
	conf_start(t->end, (u32)t->number);
}

TASK(step)
{
	const struct tile *t = PARAM(struct tile);
	struct tile next = *t;

	for (u64 w = 0; t->step && w < OTHERS; w++)
		CHECK_EQ("words of a border as it comes",
			 wrong_word(t, depv[IN + w].ptr, w), WORDS);
	if (t->step == STEPS) {
		clear_away(t, depv);
		return NULL_GUID;
	}
	if (t->step % TURN == 1)
		look_at_note(t);
	send_note(&next, &depv[NOTE]);
	for (u64 w = 0; w < OTHERS; w++)
		make_border(&next, w);
	next.step++;
	make_step(&next);
	for (u64 w = 0; w < OTHERS; w++)
		send_border(t, w, &next);
	return NULL_GUID;
}

static void
listen_to(const struct tile *t, u64 step, u64 w)
{
	const ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = 1, .nbSat = 1, .nbDeps = 1},
	};
	ocrGuid_t channel = channel_of(t, t->number, step, w);

	OK(ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T,
				GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG,
				&params));
}

/* On the node of the tile. */
TASK(begin)
{
	struct tile t = *PARAM(struct tile);

	for (u64 k = 0; k < 2 * OTHERS; k++)
		listen_to(&t, k / OTHERS, k % OTHERS);
	make_step(&t);
	return NULL_GUID;
}

TASK(end)
{
	const struct tile *t = PARAM(struct tile);

	for (u32 i = 0; i < TILES; i++)
		CHECK_OK(ocrDbDestroy(t->notes[i]));
	CHECK_OK(ocrEdtTemplateDestroy(t->template));
	CHECK_OK(ocrEdtTemplateDestroy(t->look));
	CHECK_OK(ocrEdtTemplateDestroy(t->late));
	CHECK_OK(ocrGuidMapDestroy(t->channels));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct tile t = {.template = conf_template(step),
			 .look = conf_template(look),
			 .late = conf_template(late)};
	ocrHint_t hint;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrGuidRangeCreate(&t.channels, TILES * 2 * OTHERS,
				    GUID_USER_EVENT_CHANNEL));
	CHECK_OK(ocrHintInit(&hint, OCR_HINT_GROUP_T));
	CHECK_OK(ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 2 * OTHERS));
	CHECK_OK(ocrGuidMapSpread(&t.channels, &hint));
	for (u32 i = 0; i < TILES; i++)
		t.notes[i] = conf_number(i, 0);
	t.end = conf_task(end, 0, PARAMS(t), TILES + 2 * TILES * TURNS, NULL);
	for (t.number = 0; t.number < TILES; t.number++)
		conf_start(conf_task(begin, t.number, PARAMS(t), 1, NULL), 0);
	return NULL_GUID;
}
