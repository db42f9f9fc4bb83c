/* SPDX-License-Identifier: BSD-3-Clause */
/* border_turns.c - two tiles that need each other's border in each step, and
 * write theirs in two blocks in turn: a border that was read is given back with
 * the one that goes the other way, which starts the step that writes it again.
 * That step writes a note first, likewise one of two.  In some steps somebody
 * on the other node gets it, who does not look before it has been written
 * again: what he finds then is the new one. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"

#define TILES 2
#define STEPS 15
#define TURN  5 /* so many steps later there is such a task again */
#define LATE  (STEPS / TURN)
#define KEPT  2 /* so many steps */

struct tile {
	ocrGuid_t template, late, end;
	ocrGuid_t channels; /* labels, two of each tile */
	ocrGuid_t notes[TILES][2], borders[TILES][2];
	ocrGuid_t kept; /* who has a note and does not look */
	u64 number, step;
};

enum { IN, NOTE, BORDER, SLOTS };

/* Where the border of step `step` of the other one comes. */
static ocrGuid_t
channel_of(const struct tile *t, u64 listener, u64 step)
{
	ocrGuid_t channel = NULL_GUID;

	OK(ocrGuidFromIndex(&channel, t->channels, listener * 2 + step % 2));
	return channel;
}

static void
make_step(const struct tile *t)
{
	ocrGuid_t step = conf_spawn(t->template, t->number, PARAMS(*t), SLOTS,
				    EDT_PROP_NONE, NULL);

	conf_link(t->notes[t->number][t->step % 2], step, NOTE, DB_MODE_EW);
	conf_link(t->borders[t->number][t->step % 2], step, BORDER, DB_MODE_EW);
	conf_link(t->step ? channel_of(t, t->number, t->step - 1) : NULL_GUID,
		  step, IN, DB_MODE_CONST);
}

static void
write_number(const ocrEdtDep_t *block, u64 number)
{
	*(u64 *)block->ptr = number;
	OK(ocrDbRelease(block->guid));
}

/* Made in step `step`; the note has been written again since. */
TASK(late)
{
	const struct tile *t = PARAM(struct tile);

	CHECK(conf_value(&depv[0]) >= t->step + KEPT,
	      "in step %ju: the note of step %ju", (uintmax_t)t->step + KEPT,
	      (uintmax_t)conf_value(&depv[0]));
	conf_start(t->end, (u32)(TILES + t->number * LATE + t->step / TURN));
	return NULL_GUID;
}

static void
show_note(struct tile *t, ocrGuid_t note)
{
	if (t->step % TURN == 1 + KEPT)
		conf_start(t->kept, 1);
	if (t->step % TURN != 1)
		return;
	t->kept = conf_spawn(t->late, t->number + 1, PARAMS(*t), 2,
			     EDT_PROP_NONE, NULL);
	conf_link(note, t->kept, 0, DB_MODE_CONST);
}

TASK(step)
{
	const struct tile *t = PARAM(struct tile);
	struct tile next = *t;

	if (t->step)
		CHECK_EQ("a border as it comes", conf_value(&depv[IN]),
			 t->step - 1);
	if (t->step == STEPS) {
		conf_start(t->end, (u32)t->number);
		return NULL_GUID;
	}
	write_number(&depv[NOTE], t->step);
	write_number(&depv[BORDER], t->step);
	show_note(&next, depv[NOTE].guid);
	next.step++;
	make_step(&next);
	OK(ocrEventSatisfy(channel_of(t, (t->number + 1) % TILES, t->step),
			   depv[BORDER].guid));
	return NULL_GUID;
}

/* On the node of the tile. */
TASK(begin)
{
	const struct tile *t = PARAM(struct tile);
	const ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = 1, .nbSat = 1, .nbDeps = 1},
	};

	for (u64 i = 0; i < 2; i++) {
		ocrGuid_t channel = channel_of(t, t->number, i);

		CHECK_OK(ocrEventCreateParams(
			&channel, OCR_EVENT_CHANNEL_T,
			GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG, &params));
	}
	make_step(t);
	return NULL_GUID;
}

TASK(end)
{
	const struct tile *t = PARAM(struct tile);

	for (u64 i = 0; i < 2 * TILES; i++) {
		CHECK_OK(ocrDbDestroy(t->notes[i / 2][i % 2]));
		CHECK_OK(ocrDbDestroy(t->borders[i / 2][i % 2]));
		CHECK_OK(ocrEventDestroy(channel_of(t, i / 2, i)));
	}
	CHECK_OK(ocrEdtTemplateDestroy(t->template));
	CHECK_OK(ocrEdtTemplateDestroy(t->late));
	CHECK_OK(ocrGuidMapDestroy(t->channels));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct tile t = {.template = conf_template(step),
			 .late = conf_template(late)};
	ocrHint_t hint;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrGuidRangeCreate(&t.channels, 2 * TILES,
				    GUID_USER_EVENT_CHANNEL));
	CHECK_OK(ocrHintInit(&hint, OCR_HINT_GROUP_T));
	CHECK_OK(ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 2));
	CHECK_OK(ocrGuidMapSpread(&t.channels, &hint));
	/* Of two blocks the one with the lower GUID is had first. */
	for (u64 i = 0; i < 2 * TILES; i++)
		t.notes[i / 2][i % 2] = conf_number(i / 2, 0);
	for (u64 i = 0; i < 2 * TILES; i++)
		t.borders[i / 2][i % 2] = conf_number(i / 2, 0);
	t.end = conf_task(end, 0, PARAMS(t), TILES + TILES * LATE, NULL);
	for (t.number = 0; t.number < TILES; t.number++)
		conf_start(conf_task(begin, t.number, PARAMS(t), 1, NULL), 0);
	return NULL_GUID;
}
