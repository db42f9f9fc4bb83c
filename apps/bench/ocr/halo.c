/* SPDX-License-Identifier: BSD-3-Clause */
/* halo.c - an iteration of two tiles, on two nodes, that need each other's
 * border, with each kind of event.
 *
 * Step i of a tile waits for the border that the other tile wrote in its step
 * i - 1, writes its own into one of two blocks, and passes that on.  What it
 * is passed on with is
 *
 *	channel  two channel events for each direction, made once, in turn;
 *	counted  an event of one dependence for each step;
 *	sticky   the same, and step i + 1 destroys it;
 *	once     the same, but the step that waits must be linked before anybody
 *		 knows the event.
 *
 * The tile that waits makes the event, two steps ahead, or takes the channel of
 * this step again, and tells the other one in the border.  A step makes and
 * links the next step, then it sends; with -late behind the name, as in
 * `channel-late`, it sends first.  BYTES are those of a border, 1024 if not
 * given, and 16 go along with them.
 *
 * The next step waits for nothing of what this one sends.  With more than one
 * worker it may send before this one has, so they may not send to one channel.
 */
#include "apps/bench/ocr/steps.h"

#define STEPS	   50 /* of one sample */
#define MIN_WORDS  2  /* the second of them says which step it was */
#define MOST_WORDS (UINT64_C(1) << 20)

enum kind { CHANNEL, COUNTED, STICKY, ONCE };

struct border {
	ocrGuid_t next; /* the event for the step after the next */
	u64 word[];	/* tile.words */
};

struct tile {
	ocrGuid_t template;
	ocrGuid_t buffers[2];
	ocrGuid_t next;	 /* the event of the next step */
	ocrGuid_t mine;	 /* of this step; in step 0 the second channel */
	ocrGuid_t other; /* in step 0: the other's event of its next step */
	u64 kind, late;
	u64 words; /* of a border */
	u64 home;  /* on node 0, which measures */
	u64 step, samples;
};

static u8
make_event(u64 kind, ocrGuid_t *event)
{
	static const ocrEventTypes_t types[] = {
		[CHANNEL] = OCR_EVENT_CHANNEL_T,
		[COUNTED] = OCR_EVENT_COUNTED_T,
		[STICKY] = OCR_EVENT_STICKY_T,
		[ONCE] = OCR_EVENT_ONCE_T,
	};
	ocrEventParams_t p;

	memset(&p, 0, sizeof(p));
	if (kind == COUNTED) {
		p.EVENT_COUNTED.nbDeps = 1;
	} else if (kind == CHANNEL) {
		p.EVENT_CHANNEL.maxGen = 1;
		p.EVENT_CHANNEL.nbSat = 1;
		p.EVENT_CHANNEL.nbDeps = 1;
	}
	return ocrEventCreateParams(event, types[kind], EVT_PROP_TAKES_ARG, &p);
}

/* A step that waits for `event`. */
static u8
make_step(const struct tile *t, ocrGuid_t event)
{
	ocrGuid_t step;
	u8 err = ocrEdtCreate(&step, t->template, EDT_PARAM_DEF, (const u64 *)t,
			      EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			      NULL);

	if (!err)
		err = ocrAddDependence(t->buffers[t->step % 2], step, 1,
				       DB_MODE_EW);
	return err ? err : ocrAddDependence(event, step, 0, DB_MODE_CONST);
}

/* The event of the step after the next. */
static u8
make_ahead(const struct tile *t, ocrGuid_t *ahead)
{
	if (t->kind != CHANNEL)
		return make_event(t->kind, ahead);
	*ahead = t->mine;
	return 0;
}

/* What comes after this step: `ahead` is the event that the border names. */
static u8
link_next(const struct tile *t, ocrGuid_t ahead)
{
	struct tile next = *t;

	if (t->kind == ONCE) {
		next.step += 2;
		return make_step(&next, ahead);
	}
	next.step++;
	next.mine = t->next;
	next.next = ahead;
	return make_step(&next, t->next);
}

static u8
send_border(const struct tile *t, ocrGuid_t to, ocrGuid_t ahead,
	    const ocrEdtDep_t *buffer)
{
	struct border *b = buffer->ptr;
	u8 err;

	b->next = ahead;
	for (u64 i = 0; i < t->words; i++)
		b->word[i] = t->step + i;
	err = ocrDbRelease(buffer->guid);
	return err ? err : ocrEventSatisfy(to, buffer->guid);
}

/* depv[0]: the other's border, none in step 0; depv[1]: ours. */
static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile t = *(const struct tile *)(const void *)paramv;
	const struct border *in = depv[0].ptr;
	ocrGuid_t ahead = NULL_GUID;
	u8 err;

	(void)paramc;
	(void)depc;
	if (t.step && in->word[1] != t.step)
		ocr_bench_fail("the border of another step");
	if (t.home && !steps_go_on(t.step, STEPS, t.samples))
		return NULL_GUID;
	err = make_ahead(&t, &ahead);
	if (!err && !t.late)
		err = link_next(&t, ahead);
	if (!err)
		err = send_border(&t, t.step ? in->next : t.other, ahead,
				  &depv[1]);
	if (!err && t.late)
		err = link_next(&t, ahead);
	if (!err && t.kind == STICKY && t.step)
		err = ocrEventDestroy(t.mine);
	if (err)
		ocr_bench_fail("a step was not made");
	return NULL_GUID;
}

static u8
make_buffer(ocrGuid_t *buffer, u64 words)
{
	u64 len_bytes = sizeof(struct border) + words * sizeof(u64);
	void *ptr;
	u8 err = ocrDbCreate(buffer, &ptr, len_bytes, DB_PROP_NONE, NULL_HINT,
			     NO_ALLOC);

	if (err)
		return err;
	memset(ptr, 0, len_bytes);
	return ocrDbRelease(*buffer);
}

/* On each node: returns a block with its tile, ready but for the other's event.
 */
static ocrGuid_t
prepare_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile t = *(const struct tile *)(const void *)paramv, next;
	ocrGuid_t block;
	void *ptr;
	u8 err;

	(void)paramc;
	(void)depc;
	(void)depv;
	err = make_buffer(&t.buffers[0], t.words);
	if (!err)
		err = make_buffer(&t.buffers[1], t.words);
	if (!err)
		err = make_event(t.kind, &t.next);
	if (!err && t.kind == CHANNEL)
		err = make_event(t.kind, &t.mine);
	if (!err && t.kind == ONCE) {
		next = t;
		next.step = 1;
		err = make_step(&next, t.next);
	}
	if (!err)
		err = ocrDbCreate(&block, &ptr, sizeof(t), DB_PROP_NONE,
				  NULL_HINT, NO_ALLOC);
	if (err) {
		ocr_bench_fail("a tile was not made");
		return NULL_GUID;
	}
	memcpy(ptr, &t, sizeof(t));
	return block;
}

/* On each node: the first step.  depv: this node's tile, the other's. */
static ocrGuid_t
begin_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile t = *(const struct tile *)depv[0].ptr;

	(void)paramc;
	(void)paramv;
	(void)depc;
	t.other = ((const struct tile *)depv[1].ptr)->next;
	if (make_step(&t, NULL_GUID))
		ocr_bench_fail("the first step was not made");
	return NULL_GUID;
}

static bool
parse_kind(struct tile *t, const char *what)
{
	static const char *const names[] = {
		[CHANNEL] = "channel",
		[COUNTED] = "counted",
		[STICKY] = "sticky",
		[ONCE] = "once",
	};

	for (u64 k = CHANNEL; k <= ONCE; k++) {
		size_t len = strlen(names[k]);

		if (strncmp(what, names[k], len) != 0)
			continue;
		t->kind = k;
		t->late = strcmp(what + len, "-late") == 0;
		return !what[len] || (t->late && k != ONCE);
	}
	return false;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t prepare, begin, first[2], tile[2], ready[2];
	struct tile t = {0};
	struct bench_args args;
	ocrHint_t there;
	u8 err;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	if (!parse_kind(&t, args.what)) {
		ocr_bench_fail("WHAT is once, sticky, counted or channel, and "
			       "all but the first may have -late behind");
		return NULL_GUID;
	}
	t.words = (args.size_bytes ? args.size_bytes : 1024) / sizeof(u64);
	if (t.words < MIN_WORDS || t.words > MOST_WORDS) {
		ocr_bench_fail("BYTES are 16 to 8388608");
		return NULL_GUID;
	}
	t.samples = STEPS_WARM_UP + (args.quick ? 2 : 200);
	err = ocrEdtTemplateCreate(&t.template, step_edt,
				   OCR_BENCH_PARAMC(struct tile), 2);
	if (!err)
		err = ocrEdtTemplateCreate(&prepare, prepare_edt,
					   OCR_BENCH_PARAMC(struct tile), 1);
	if (!err)
		err = ocrEdtTemplateCreate(&begin, begin_edt, 0, 2);
	for (u64 n = 0; !err && n < 2; n++) {
		t.home = !n;
		if (!ocr_bench_place(&there, n))
			err = OCR_EINVAL;
		if (!err)
			err = ocrEdtCreate(&tile[n], prepare, EDT_PARAM_DEF,
					   (const u64 *)&t, EDT_PARAM_DEF, NULL,
					   EDT_PROP_NONE, &there, &ready[n]);
		if (!err)
			err = ocrEdtCreate(&first[n], begin, 0, NULL,
					   EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
					   &there, NULL);
	}
	for (u32 n = 0; !err && n < 4; n++)
		err = ocrAddDependence(ready[n / 2], first[n % 2],
				       n / 2 != n % 2, DB_MODE_CONST);
	for (u32 n = 0; !err && n < 2; n++)
		err = ocrAddDependence(NULL_GUID, tile[n], 0, DB_DEFAULT_MODE);
	if (err)
		ocr_bench_fail("the tiles were not made");
	return NULL_GUID;
}
