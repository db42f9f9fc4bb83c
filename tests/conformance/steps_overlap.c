/* SPDX-License-Identifier: BSD-3-Clause */
/* steps_overlap.c - tiles that need each other's borders in each step.  A step
 * links the next one, then it sends, and stops in between: the next one, which
 * waits for nothing of that, may begin and send meanwhile.  So both write to
 * blocks and send to channels of their own, two sets in turn, and no border
 * comes a step too early, nor changes while it is read. */
#include "tests/conformance/pause.h"

#include "extensions/ocr-labeling.h"

#define TILES  5
#define OTHERS (TILES - 1)
#define STEPS  6
#define WORDS  5 /* of a border */

struct tile {
	ocrGuid_t template, end;
	ocrGuid_t channels; /* TILES x 2 x OTHERS labels, of those who listen */
	ocrGuid_t border[2][OTHERS];
	u64 number, step;
};

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
	ocrGuid_t step = conf_spawn(t->template, t->number, PARAMS(*t),
				    2 * OTHERS, EDT_PROP_NONE, NULL);

	for (u32 w = 0; w < OTHERS; w++)
		conf_link(t->border[t->step % 2][w], step, OTHERS + w,
			  DB_MODE_EW);
	for (u32 w = 0; w < OTHERS; w++)
		conf_link(t->step ? channel_of(t, t->number, t->step - 1, w)
				  : NULL_GUID,
			  step, w, DB_MODE_CONST);
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

static void
send_border(const struct tile *t, u64 w, const ocrEdtDep_t *border)
{
	u64 to = (t->number + 1 + w) % TILES;
	u64 *word = border->ptr;

	for (u64 i = 0; i < WORDS; i++)
		word[i] = t->step * TILES + t->number;
	OK(ocrDbRelease(border->guid));
	conf_pause();
	OK(ocrEventSatisfy(channel_of(t, to, t->step, OTHERS - 1 - w),
			   border->guid));
}

/* In the last step: each border of the step before has one reader. */
static void
clear_away(const struct tile *t, const ocrEdtDep_t depv[])
{
	for (u64 i = 0; i < 2 * OTHERS; i++) {
		OK(ocrDbDestroy(depv[i].guid));
		OK(ocrEventDestroy(
			channel_of(t, t->number, i / OTHERS, i % OTHERS)));
	}
	conf_start(t->end, (u32)t->number);
}

TASK(step)
{
	const struct tile *t = PARAM(struct tile);
	struct tile next = *t;

	for (u64 w = 0; t->step && w < OTHERS; w++)
		CHECK_EQ("words of a border as it comes",
			 wrong_word(t, depv[w].ptr, w), WORDS);
	if (t->step == STEPS) {
		clear_away(t, depv);
		return NULL_GUID;
	}
	next.step++;
	make_step(&next);
	for (u64 w = 0; w < OTHERS; w++)
		send_border(t, w, &depv[OTHERS + w]);
	for (u64 w = 0; t->step && w < OTHERS; w++)
		CHECK_EQ("words of a border that is still read",
			 wrong_word(t, depv[w].ptr, w), WORDS);
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

	for (u64 k = 0; k < 2 * OTHERS; k++) {
		listen_to(&t, k / OTHERS, k % OTHERS);
		conf_block(&t.border[k / OTHERS][k % OTHERS], t.number,
			   WORDS * sizeof(u64));
		OK(ocrDbRelease(t.border[k / OTHERS][k % OTHERS]));
	}
	make_step(&t);
	return NULL_GUID;
}

TASK(end)
{
	const struct tile *t = PARAM(struct tile);

	CHECK_OK(ocrEdtTemplateDestroy(t->template));
	CHECK_OK(ocrGuidMapDestroy(t->channels));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct tile t = {.template = conf_template(step)};
	ocrHint_t hint;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrGuidRangeCreate(&t.channels, TILES * 2 * OTHERS,
				    GUID_USER_EVENT_CHANNEL));
	CHECK_OK(ocrHintInit(&hint, OCR_HINT_GROUP_T));
	CHECK_OK(ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 2 * OTHERS));
	CHECK_OK(ocrGuidMapSpread(&t.channels, &hint));
	t.end = conf_task(end, 0, PARAMS(t), TILES, NULL);
	for (t.number = 0; t.number < TILES; t.number++)
		conf_start(conf_task(begin, t.number, PARAMS(t), 1, NULL), 0);
	return NULL_GUID;
}
