/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbours.c - an iteration of nine tiles, on nine nodes, that lie in a
 * square of 3 x 3 whose ends meet: each needs the borders of all others.
 * With four nodes it is 2 x 2, and the eight ways lead to three tiles: to see
 * that it works.
 *
 * Step i of a tile waits for the eight borders of the others' steps i - 1,
 * writes its own into one of two sets of blocks, and tells each neighbour by a
 * channel that the neighbour has made.  Channels have labels: nobody passes
 * GUIDs on. Ways are numbered so that way 7 - w leads back from where way w
 * leads. BYTES are those of a border, 1024 if not given.
 *
 * A step links the next one before it sends.  That waits for nothing of what
 * this one sends, so with more than one worker it may send before this one has:
 * there are two sets of channels as well, in turn.  Step i + 2 waits for what
 * all others send behind all that step i has sent.
 */
#include "apps/bench/ocr/steps.h"
#include "extensions/ocr-labeling.h"

#define STEPS	   20 /* of one sample */
#define WAYS	   8
#define MIN_WORDS  1
#define MOST_WORDS (UINT64_C(1) << 20)

struct tile {
	ocrGuid_t template;
	ocrGuid_t channels; /* tiles x 2 x WAYS labels, of those who listen */
	ocrGuid_t borders[2][WAYS];
	u64 words; /* of a border */
	u64 width; /* of the square */
	u64 number;
	u64 step, samples;
};

/* Where way `w` leads. */
static u64
neighbour(const struct tile *t, u64 w)
{
	u64 place = w < WAYS / 2 ? w : w + 1; /* of 3 x 3, the middle is t */
	u64 x = (t->number % t->width + place % 3 + t->width - 1) % t->width;
	u64 y = (t->number / t->width + place / 3 + t->width - 1) % t->width;

	return y * t->width + x;
}

/* For borders of step `step`. */
static u8
find_channel(const struct tile *t, u64 listener, u64 step, u64 way,
	     ocrGuid_t *channel)
{
	return ocrGuidFromIndex(channel, t->channels,
				(listener * 2 + step % 2) * WAYS + way);
}

static u8
make_step(const struct tile *t)
{
	ocrGuid_t step, from = NULL_GUID;
	u8 err = ocrEdtCreate(&step, t->template, EDT_PARAM_DEF, (const u64 *)t,
			      EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			      NULL);

	for (u32 w = 0; !err && w < WAYS; w++)
		err = ocrAddDependence(t->borders[t->step % 2][w], step,
				       WAYS + w, DB_MODE_EW);
	for (u32 w = 0; !err && w < WAYS; w++) {
		if (t->step)
			err = find_channel(t, t->number, t->step - 1, w, &from);
		if (!err)
			err = ocrAddDependence(from, step, w, DB_MODE_CONST);
	}
	return err;
}

static bool
came_from_before(const struct tile *t, const ocrEdtDep_t *border)
{
	for (u64 w = 0; t->step && w < WAYS; w++)
		if (((const u64 *)border[w].ptr)[0] != t->step - 1)
			return false;
	return true;
}

static u8
send_border(const struct tile *t, u64 w, const ocrEdtDep_t *border)
{
	u64 *word = border->ptr;
	ocrGuid_t to;
	u8 err = find_channel(t, neighbour(t, w), t->step, WAYS - 1 - w, &to);

	for (u64 i = 0; i < t->words; i++)
		word[i] = t->step;
	if (!err)
		err = ocrDbRelease(border->guid);
	return err ? err : ocrEventSatisfy(to, border->guid);
}

/* depv: the others' borders, none in step 0; then our own. */
static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile t = *(const struct tile *)(const void *)paramv;
	struct tile next = t;
	u8 err;

	(void)paramc;
	(void)depc;
	if (!came_from_before(&t, depv))
		ocr_bench_fail("a border of another step");
	if (t.number == 0 && !steps_go_on(t.step, STEPS, t.samples))
		return NULL_GUID;
	next.step++;
	err = make_step(&next);
	for (u64 w = 0; !err && w < WAYS; w++)
		err = send_border(&t, w, &depv[WAYS + w]);
	if (err)
		ocr_bench_fail("a step was not made");
	return NULL_GUID;
}

static u8
make_border(ocrGuid_t *border, u64 words)
{
	void *ptr;
	u8 err = ocrDbCreate(border, &ptr, words * sizeof(u64), DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	return err ? err : ocrDbRelease(*border);
}

static u8
listen_to(const struct tile *t, u64 step, u64 way)
{
	const ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = 1, .nbSat = 1, .nbDeps = 1},
	};
	ocrGuid_t channel;
	u8 err = find_channel(t, t->number, step, way, &channel);

	return err ? err
		   : ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T,
					  GUID_PROP_IS_LABELED |
						  EVT_PROP_TAKES_ARG,
					  &params);
}

/* On each node. */
static ocrGuid_t
begin_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile t = *(const struct tile *)(const void *)paramv;
	u8 err = 0;

	(void)paramc;
	(void)depc;
	(void)depv;
	for (u64 k = 0; k < 2; k++) {
		for (u64 w = 0; !err && w < WAYS; w++) {
			err = listen_to(&t, k, w);
			if (!err)
				err = make_border(&t.borders[k][w], t.words);
		}
	}
	if (!err)
		err = make_step(&t);
	if (err)
		ocr_bench_fail("a tile was not made");
	return NULL_GUID;
}

static u8
reserve_channels(struct tile *t)
{
	ocrHint_t hint;
	u8 err =
		ocrGuidRangeCreate(&t->channels, t->width * t->width * 2 * WAYS,
				   GUID_USER_EVENT_CHANNEL);

	if (!err)
		err = ocrHintInit(&hint, OCR_HINT_GROUP_T);
	if (!err)
		err = ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 2 * WAYS);
	return err ? err : ocrGuidMapSpread(&t->channels, &hint);
}

static u8
start(struct tile *t)
{
	ocrGuid_t begin, task;
	ocrHint_t there;
	u8 err = reserve_channels(t);

	if (!err)
		err = ocrEdtTemplateCreate(&t->template, step_edt,
					   OCR_BENCH_PARAMC(struct tile),
					   2 * WAYS);
	if (!err)
		err = ocrEdtTemplateCreate(&begin, begin_edt,
					   OCR_BENCH_PARAMC(struct tile), 0);
	for (t->number = 0; !err && t->number < t->width * t->width;
	     t->number++) {
		if (!ocr_bench_place(&there, t->number))
			return OCR_EINVAL;
		err = ocrEdtCreate(&task, begin, EDT_PARAM_DEF, (const u64 *)t,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there,
				   NULL);
	}
	return err;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile t = {0};
	struct bench_args args;
	u64 n = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	if (strcmp(args.what, "square") != 0) {
		ocr_bench_fail("arguments are square BYTES [--quick]");
		return NULL_GUID;
	}
	if (ocrAffinityCount(AFFINITY_PD, &n) || (n != 9 && n != 4)) {
		ocr_bench_fail("this one needs nine nodes: ocrrun -n 9");
		return NULL_GUID;
	}
	t.width = n == 9 ? 3 : 2;
	t.words = (args.size_bytes ? args.size_bytes : 1024) / sizeof(u64);
	if (t.words < MIN_WORDS || t.words > MOST_WORDS) {
		ocr_bench_fail("BYTES are 8 to 8388608");
		return NULL_GUID;
	}
	t.samples = STEPS_WARM_UP + (args.quick ? 2 : 60);
	if (start(&t))
		ocr_bench_fail("the tiles were not started");
	return NULL_GUID;
}
