/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange.c - tiles that need each other's borders in each step (exchange.h).
 *
 *	exchange SEED [SIZE]
 *
 * A border is written in two blocks in turn, or in a new one each time, in
 * which case the one before is destroyed; its home is the tile's node, or any.
 * Each step writes a note as well.  Now and then somebody on some node gets
 * one, or a border, who does not look before it was written again, or asks for
 * that of another tile.
 */
#include "tests/sim/exchange/exchange.h"

#include "extensions/ocr-labeling.h"

#define OTHERS (TILES_MOST - 1)
#define WORDS  600
#define KEPT   2 /* so many steps */

/* Each write has a value of its own. */
#define PER_STEP ((u64)TILES_MOST * (OTHERS + 1) * WORDS)

/* In the simulator bodies stop in the middle (tests/sim/notes.h). */
extern const char sim_pauses;
__attribute__((visibility("default"))) const char sim_pauses = 1;

enum what { ERRAND_AT, SHOWS, LOOKS, WHERE, PAUSES, MODE, BUSY, TILES, ALWAYS };

struct tile {
	struct job job;
	ocrGuid_t notes[TILES_MOST];
	ocrGuid_t borders[TILES_MOST][2][OTHERS];
	ocrGuid_t kept; /* who has something and does not look */
	u64 kept_step;
	u64 number, step;
};

/* Who looks at something of a tile. */
struct looker {
	struct job job;
	u64 number, step, words;
};

/* -- What the seed says ----------------------------------------------------- */

u64
exchange_pick(const struct job *j, u64 tile, u64 step, u64 what, u64 n)
{
	u64 x = conf_word(conf_word(j->seed, what), step * TILES_MOST + tile);

	return (x >> 17) % n;
}

static u64
pick(const struct tile *t, enum what what, u64 n)
{
	return exchange_pick(&t->job, t->number, t->step, what, n);
}

/* Of a tile for good, or of its w-th border. */
static u64
always(const struct job *j, u64 tile, u64 w, u64 what, u64 n)
{
	return exchange_pick(j, tile, w, ALWAYS + 16 * what, n);
}

/* Some give each other small borders, and do little else. */
static bool
is_quiet(const struct job *j)
{
	return exchange_pick(j, 0, 0, BUSY, 2);
}

static bool
is_busy(const struct job *j, u64 tile, u64 step)
{
	return !is_quiet(j) || !exchange_pick(j, tile, step, BUSY, 12);
}

static u64
words_of(const struct job *j, u64 tile, u64 w)
{
	static const u64 words[] = {1, 1, 6, 6, 60, WORDS};

	return words[always(j, tile, w, 0, is_quiet(j) ? 4 : 6)];
}

static bool
is_fresh(const struct job *j, u64 tile, u64 w)
{
	return !always(j, tile, w, 1, is_quiet(j) ? 9 : 3);
}

static u64
home_of(const struct job *j, u64 tile, u64 w)
{
	return always(j, tile, w, 2, 4) ? tile : always(j, tile, w, 3, 8);
}

static u64
partner(const struct job *j, u64 tile, u64 w)
{
	return (tile + 1 + w) % j->tiles;
}

/* The place of `tile` among those that `of` has to do with. */
static u64
place(const struct job *j, u64 tile, u64 of)
{
	return (tile + j->tiles - of - 1) % j->tiles;
}

static bool
has(const struct job *j, u64 tile, u64 step, unsigned thing)
{
	if (!is_busy(j, tile, step))
		return false;
	switch (thing) {
	case LATE:
		return step + KEPT < j->steps && step % (KEPT + 1) == 1 &&
		       exchange_pick(j, tile, step, SHOWS, 3);
	case LOOK:
		return step && step < j->steps && j->tiles > 1 &&
		       !exchange_pick(j, tile, step, LOOKS, 3);
	default:
		return step < j->steps &&
		       exchange_has_errand(j, tile, step, thing);
	}
}

u32
exchange_slot(const struct job *j, u64 tile, u64 step, unsigned thing)
{
	u64 last = (tile * j->steps + step) * THINGS + thing, n = j->tiles;

	for (u64 i = 0; i < last; i++)
		n += has(j, i / THINGS / j->steps, i / THINGS % j->steps,
			 i % THINGS);
	return (u32)n;
}

/* -- Words ------------------------------------------------------------------ */

/* Of the w-th border of a tile, or its note; `step` is one more. */
static u64
value_of(u64 tile, u64 w, u64 step, u64 i)
{
	return step * PER_STEP + (tile * (OTHERS + 1) + w) * WORDS + i;
}

static void
write_all(ocrGuid_t g, u64 *words, u64 n, u64 first)
{
	for (u64 i = 0; i < n; i++) {
		words[i] = first + i;
		if (sim_note_write)
			sim_note_write(g, i, first + i);
	}
}

static u64
read_one(const ocrEdtDep_t *d, u64 i)
{
	u64 value = ((const u64 *)d->ptr)[i];

	if (sim_note_read)
		sim_note_read(d->guid, i, value);
	return value;
}

static void
has_block(const ocrEdtDep_t *d, u64 words)
{
	if (sim_note_acquire)
		sim_note_acquire(d->guid, d->mode, words);
}

/* Where words of a block are not those that begin with that one, or n. */
static u64
first_wrong(const ocrEdtDep_t *d, u64 n, u64 first)
{
	u64 i = 0;

	while (i < n && read_one(d, i) == first + i)
		i++;
	return i;
}

static ocrGuid_t
make_block(u64 node, u64 n, u64 first)
{
	ocrGuid_t g = NULL_GUID;
	u64 *words = conf_block(&g, node, n * sizeof(*words));

	if (sim_note_create)
		sim_note_create(g, n);
	write_all(g, words, n, first);
	OK(ocrDbRelease(g));
	return g;
}

static ocrGuid_t
make_border(const struct job *j, u64 tile, u64 w, u64 step)
{
	return make_block(home_of(j, tile, w), words_of(j, tile, w),
			  value_of(tile, w, step, 0));
}

/* -- A step ----------------------------------------------------------------- */

/* Slots of a step: borders of the others, its note, its own borders. */
static u32
slot_in(u64 w)
{
	return (u32)w;
}

static u32
slot_note(const struct job *j)
{
	return (u32)j->tiles - 1;
}

static u32
slot_own(const struct job *j, u64 w)
{
	return (u32)(j->tiles + w);
}

/* Where the border of a step comes from the w-th of the listener. */
static ocrGuid_t
channel_of(const struct job *j, u64 listener, u64 step, u64 w)
{
	ocrGuid_t channel = NULL_GUID;

	OK(ocrGuidFromIndex(&channel, j->channels,
			    (listener * 2 + step % 2) * OTHERS + w));
	return channel;
}

/* What is read of the others, and what of its own is written; of the last step,
 * nothing is. */
static void
make_step(const struct tile *t)
{
	const struct job *j = &t->job;
	ocrGuid_t g = conf_spawn(j->step, t->number, PARAMS(*t),
				 (u32)(2 * j->tiles - 1), EDT_PROP_NONE, NULL);
	ocrDbAccessMode_t mode = pick(t, MODE, 2) ? DB_MODE_EW : DB_MODE_RW;
	bool last = t->step == j->steps;

	conf_link(last ? NULL_GUID : t->notes[t->number], g, slot_note(j),
		  mode);
	for (u64 w = 0; w < j->tiles - 1; w++)
		conf_link(last || is_fresh(j, t->number, w)
				  ? NULL_GUID
				  : t->borders[t->number][t->step % 2][w],
			  g, slot_own(j, w), mode);
	for (u64 w = 0; w < j->tiles - 1; w++)
		conf_link(t->step ? channel_of(j, t->number, t->step - 1, w)
				  : NULL_GUID,
			  g, slot_in(w), DB_MODE_CONST);
}

/* Slots: what has been written since; go. */
TASK(late)
{
	const struct looker *l = PARAM(struct looker);

	has_block(&depv[0], l->words);
	CHECK(read_one(&depv[0], 0) / PER_STEP >= l->step + 1 + KEPT,
	      "in step %ju: what was written before %ju", (uintmax_t)l->step,
	      (uintmax_t)(read_one(&depv[0], 0) / PER_STEP));
	conf_start(l->job.end,
		   exchange_slot(&l->job, l->number, l->step, LATE));
	return NULL_GUID;
}

/* Beside a step: the note of a tile whose border of the step before it has. */
TASK(look)
{
	const struct looker *l = PARAM(struct looker);

	has_block(&depv[0], l->words);
	CHECK(read_one(&depv[0], 0) / PER_STEP >= l->step,
	      "in step %ju: the note of an older one", (uintmax_t)l->step);
	conf_start(l->job.end,
		   exchange_slot(&l->job, l->number, l->step, LOOK));
	return NULL_GUID;
}

static ocrGuid_t
send_looker(const struct tile *t, ocrGuid_t tmpl, u64 words, u32 slots)
{
	struct looker l = {t->job, t->number, t->step, words};

	return conf_spawn(tmpl, pick(t, WHERE, 8), PARAMS(l), slots,
			  EDT_PROP_NONE, NULL);
}

static void
look_somewhere(const struct tile *t)
{
	ocrGuid_t g;

	if (!has(&t->job, t->number, t->step, LOOK))
		return;
	g = send_looker(t, t->job.look, 1, 1);
	conf_link(t->notes[partner(&t->job, t->number, 0)], g, 0,
		  DB_MODE_CONST);
}

/* Somebody has the note or a border of this step, and may look KEPT steps
 * later. */
static void
show(struct tile *t)
{
	bool note = is_fresh(&t->job, t->number, 0) || pick(t, WHERE, 16) < 8;
	u64 words = note ? 1 : words_of(&t->job, t->number, 0);

	if (!ocrGuidIsNull(t->kept) && t->step == t->kept_step + KEPT) {
		conf_start(t->kept, 1);
		t->kept = NULL_GUID;
	}
	if (!has(&t->job, t->number, t->step, LATE))
		return;
	t->kept = send_looker(t, t->job.late, words, 2);
	t->kept_step = t->step;
	conf_link(note ? t->notes[t->number]
		       : t->borders[t->number][t->step % 2][0],
		  t->kept, 0, DB_MODE_CONST);
}

static bool
reads_all(const struct tile *t, const ocrEdtDep_t depv[])
{
	const struct job *j = &t->job;

	for (u64 w = 0; w < j->tiles - 1; w++) {
		u64 from = partner(j, t->number, w);
		u64 of = place(j, t->number, from);
		u64 n = words_of(j, from, of);

		if (first_wrong(&depv[slot_in(w)], n,
				value_of(from, of, t->step, 0)) != n)
			return false;
	}
	return true;
}

static void
write_own(struct tile *t, const ocrEdtDep_t depv[])
{
	const struct job *j = &t->job;
	const ocrEdtDep_t *note = &depv[slot_note(j)], *own;

	write_all(note->guid, note->ptr, 1,
		  value_of(t->number, OTHERS, t->step + 1, 0));
	OK(ocrDbRelease(note->guid));
	for (u64 w = 0; w < j->tiles - 1; w++) {
		ocrGuid_t *g = &t->borders[t->number][t->step % 2][w];

		own = &depv[slot_own(j, w)];
		if (!is_fresh(j, t->number, w)) {
			write_all(own->guid, own->ptr,
				  words_of(j, t->number, w),
				  value_of(t->number, w, t->step + 1, 0));
			OK(ocrDbRelease(own->guid));
			continue;
		}
		if (t->step > 1)
			OK(ocrDbDestroy(*g));
		*g = make_border(j, t->number, w, t->step + 1);
	}
}

static void
send_own(const struct tile *t, const struct tile *next)
{
	const struct job *j = &t->job;

	for (u64 w = 0; w < j->tiles - 1; w++) {
		u64 to = partner(j, t->number, w);

		OK(ocrEventSatisfy(channel_of(j, to, t->step,
					      place(j, t->number, to)),
				   next->borders[t->number][t->step % 2][w]));
	}
}

/* In the last step: what is new in each, and was read. */
static void
clear_away(const struct tile *t, const ocrEdtDep_t depv[])
{
	const struct job *j = &t->job;

	for (u64 w = 0; w < j->tiles - 1; w++) {
		u64 from = partner(j, t->number, w);

		if (is_fresh(j, from, place(j, t->number, from)))
			OK(ocrDbDestroy(depv[slot_in(w)].guid));
		if (is_fresh(j, t->number, w))
			OK(ocrDbDestroy(t->borders[t->number][t->step % 2][w]));
		OK(ocrEventDestroy(channel_of(j, t->number, 0, w)));
		OK(ocrEventDestroy(channel_of(j, t->number, 1, w)));
	}
	conf_start(j->end, (u32)t->number);
}

static void
acquired(const struct tile *t, const ocrEdtDep_t depv[])
{
	const struct job *j = &t->job;

	for (u64 w = 0; t->step && w < j->tiles - 1; w++) {
		u64 from = partner(j, t->number, w);

		has_block(&depv[slot_in(w)],
			  words_of(j, from, place(j, t->number, from)));
	}
	if (t->step == j->steps)
		return;
	has_block(&depv[slot_note(j)], 1);
	for (u64 w = 0; w < j->tiles - 1; w++)
		if (!is_fresh(j, t->number, w))
			has_block(&depv[slot_own(j, w)],
				  words_of(j, t->number, w));
}

static void
errand_at(const struct tile *t, u64 when)
{
	if (t->step < t->job.steps && is_busy(&t->job, t->number, t->step) &&
	    pick(t, ERRAND_AT, 3) == when)
		exchange_errand(&t->job, t->number, t->step);
}

TASK(step)
{
	const struct tile *t = PARAM(struct tile);
	struct tile next = *t;

	acquired(t, depv);
	CHECK(!t->step || reads_all(t, depv),
	      "tile %ju, step %ju: not what was sent", (uintmax_t)t->number,
	      (uintmax_t)t->step);
	if (sim_pause && !pick(t, PAUSES, 4)) {
		sim_pause();
		CHECK(!t->step || reads_all(t, depv),
		      "tile %ju, step %ju: it has changed",
		      (uintmax_t)t->number, (uintmax_t)t->step);
	}
	if (t->step == t->job.steps) {
		clear_away(t, depv);
		return NULL_GUID;
	}
	errand_at(t, 0);
	look_somewhere(t);
	write_own(&next, depv);
	show(&next);
	errand_at(t, 1);
	next.step++;
	make_step(&next);
	send_own(t, &next);
	errand_at(t, 2);
	return NULL_GUID;
}

/* -- The whole -------------------------------------------------------------- */

/* On the node of the tile. */
TASK(begin)
{
	struct tile t = *PARAM(struct tile);
	const struct job *j = &t.job;
	const ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = 1, .nbSat = 1, .nbDeps = 1},
	};

	for (u64 i = 0; i < 2 * (j->tiles - 1); i++) {
		ocrGuid_t channel = channel_of(j, t.number, i % 2, i / 2);

		CHECK_OK(ocrEventCreateParams(
			&channel, OCR_EVENT_CHANNEL_T,
			GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG, &params));
	}
	make_step(&t);
	return NULL_GUID;
}

TASK(end)
{
	const struct tile *t = PARAM(struct tile);

	for (u64 i = 0; i < t->job.tiles; i++) {
		CHECK_OK(ocrDbDestroy(t->notes[i]));
		for (u64 w = 0; w < 2 * (t->job.tiles - 1); w++)
			if (!is_fresh(&t->job, i, w / 2))
				CHECK_OK(ocrDbDestroy(
					t->borders[i][w % 2][w / 2]));
	}
	CHECK_OK(ocrEdtTemplateDestroy(t->job.step));
	CHECK_OK(ocrEdtTemplateDestroy(t->job.late));
	CHECK_OK(ocrEdtTemplateDestroy(t->job.look));
	CHECK_OK(ocrEdtTemplateDestroy(t->job.away));
	CHECK_OK(ocrEdtTemplateDestroy(t->job.home));
	CHECK_OK(ocrEdtTemplateDestroy(t->job.rest));
	CHECK_OK(ocrGuidMapDestroy(t->job.channels));
	ocrShutdown();
	return NULL_GUID;
}

static void
make_channels(struct job *j)
{
	ocrHint_t hint;

	OK(ocrGuidRangeCreate(&j->channels, TILES_MOST * 2 * OTHERS,
			      GUID_USER_EVENT_CHANNEL));
	OK(ocrHintInit(&hint, OCR_HINT_GROUP_T));
	OK(ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 2 * OTHERS));
	OK(ocrGuidMapSpread(&j->channels, &hint));
}

/* Of two blocks the one with the lower GUID is had first. */
static void
make_blocks(struct tile *t)
{
	const struct job *j = &t->job;

	for (u64 i = 0; i < j->tiles; i++)
		t->notes[i] = make_block(i, 1, value_of(i, OTHERS, 0, 0));
	for (u64 i = 0; i < j->tiles; i++)
		for (u64 w = 0; w < 2 * (j->tiles - 1); w++)
			if (!is_fresh(j, i, w / 2))
				t->borders[i][w % 2][w / 2] =
					make_border(j, i, w / 2, 0);
}

static u64
number(void *args, u64 i, u64 otherwise)
{
	return i < ocrGetArgc(args) ? strtoull(ocrGetArgv(args, i), NULL, 0)
				    : otherwise;
}

MAIN_TASK
{
	struct tile t = {.kept = NULL_GUID};
	struct job *j = &t.job;
	u64 size = number(depv[0].ptr, 2, 30);

	*j = (struct job){.step = conf_template(step),
			  .late = conf_template(late),
			  .look = conf_template(look),
			  .away = conf_template(exchange_away),
			  .home = conf_template(exchange_home),
			  .rest = conf_template(exchange_rest),
			  .seed = number(depv[0].ptr, 1, 1)};
	j->tiles = exchange_pick(j, 0, 0, TILES, 2)
			   ? 2
			   : 2 + exchange_pick(j, 0, 1, TILES, TILES_MOST - 1);
	j->steps = 2 + size / j->tiles;
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	make_channels(j);
	make_blocks(&t);
	j->end = conf_task(end, 0, PARAMS(t),
			   exchange_slot(j, j->tiles, 0, 0), NULL);
	for (t.number = 0; t.number < j->tiles; t.number++)
		conf_start(conf_task(begin, t.number, PARAMS(t), 1, NULL), 0);
	return NULL_GUID;
}
