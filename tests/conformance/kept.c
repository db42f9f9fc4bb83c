/* SPDX-License-Identifier: BSD-3-Clause */
/* kept.c - templates that are kept: task after task is made from each, on all
 * nodes, some with names and some without, of few and many parameters and
 * slots, in finish scopes of few and many members; some wait, some are
 * destroyed, some are refused.  All have ended when their finish scope has, and
 * none after the end of its template is made from it. */
#include "tests/conformance/conf.h"

#define ROUNDS 2
#define STEPS  28
#define MANY   9
#define ALONE  4
#define MOST   16 /* parameters */

/* What main keeps for all. */
struct args {
	ocrGuid_t event;	  /* idempotent: all satisfy it */
	ocrGuid_t none, one, any; /* two parameters; so many slots */
	ocrGuid_t relay, once, alone[ALONE];
	u64 seed;
};

/* The first two parameters are the event; of the others each says which it is.
 * In a slot is nothing, or a block of that number. */
#define NUMBER 77

TASK(leaf)
{
	ocrGuid_t event;

	CHECK(paramc >= 2 && paramc <= MOST, "%u parameters", paramc);
	for (u32 i = 2; i < paramc; i++)
		CHECK_EQ("parameter", paramv[i], conf_word(paramc, i));
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) ||
			      conf_value(&depv[i]) == NUMBER,
		      "slot %u of %u is wrong", i, depc);
	memcpy(&event, paramv, sizeof(event));
	CHECK(!ocrGuidIsNull(event), "it was destroyed, and runs");
	for (u32 i = 0; i < depc; i++)
		if (depv[i].ptr)
			CHECK_OK(ocrDbDestroy(depv[i].guid));
	CHECK_OK(ocrEventSatisfy(event, NULL_GUID));
	return NULL_GUID;
}

/* Parameters of a leaf. */
static const u64 *
words(u64 *w, u32 n, ocrGuid_t event)
{
	memcpy(w, &event, sizeof(event));
	for (u32 i = 2; i < n; i++)
		w[i] = conf_word(n, i);
	return w;
}

/* By its creator's template, so that it knows no other way. */
static void
make(ocrGuid_t *g, ocrGuid_t tmpl, u32 n, ocrGuid_t event, u32 slots, u16 flags,
     ocrGuid_t *output)
{
	u64 w[MOST];

	OK(ocrEdtCreate(g, tmpl, n, words(w, n, event), slots, NULL, flags,
			NULL_HINT, output));
}

/* Some leaves.  Parameters: the event, and their template. */
static void
make_leaves(const u64 *paramv, unsigned n)
{
	ocrGuid_t event, tmpl, g, output;

	memcpy(&event, paramv, sizeof(event));
	memcpy(&tmpl, paramv + 2, sizeof(tmpl));
	for (unsigned i = 0; i < n; i++)
		make(i % 2 ? &g : NULL, tmpl, 2, event, 0,
		     i % 3 != 2 ? EDT_PROP_NONE : EDT_PROP_FINISH,
		     i % 4 == 3 ? &output : NULL);
}

TASK(branch_few)
{
	make_leaves(paramv, 2);
	return NULL_GUID;
}

TASK(branch_many)
{
	make_leaves(paramv, MANY);
	return NULL_GUID;
}

static void
branch(const struct args *a, u64 r)
{
	struct {
		ocrGuid_t event, leaves;
	} p = {a->event, r % 2 ? a->none : a->any};
	ocrGuid_t tmpl, g;

	OK(ocrEdtTemplateCreate(&tmpl, r % 4 < 2 ? branch_few : branch_many, 4,
				0));
	for (unsigned i = 0; i < 3; i++)
		OK(ocrEdtCreate(i % 2 ? &g : NULL, tmpl, PARAMV(p), 0, NULL,
				(r + i) % 3 ? EDT_PROP_FINISH : EDT_PROP_NONE,
				NULL_HINT, NULL));
	OK(ocrEdtTemplateDestroy(tmpl));
}

/* Slots are satisfied in any order, with a block or none. */
static void
wait_a_little(const struct args *a, u64 r)
{
	u32 slots = 1 + r % 3, params = 2 + r / 3 % 4;
	ocrGuid_t g, db, out, heard, last = NULL_GUID;
	bool hears = r % 5 == 0;

	make(&g, slots == 1 && params == 2 ? a->one : a->any, params, a->event,
	     slots, EDT_PROP_NONE, hears ? &out : NULL);
	if (hears) {
		make(&heard, a->one, 2, a->event, 1, EDT_PROP_NONE, &last);
		conf_link(out, heard, 0, DB_MODE_NULL);
	}
	for (u32 i = 0; i < slots; i++) {
		if ((r + i) % 4) {
			conf_start(g, (i + (u32)r) % slots);
			continue;
		}
		db = conf_number(r, NUMBER);
		conf_link(db, g, (i + (u32)r) % slots, DB_MODE_CONST);
	}
}

/* Neither of these will run. */
static void
unmake(const struct args *a, u64 r)
{
	ocrGuid_t g, out;

	make(&g, r % 2 ? a->one : a->any, 2, NULL_GUID, 1,
	     r % 3 ? EDT_PROP_NONE : EDT_PROP_FINISH, r % 5 ? NULL : &out);
	OK(ocrEdtDestroy(g));
}

/* What does not agree with the template makes nothing. */
static u8
misfit(const struct args *a, unsigned how)
{
	u64 w[MOST];
	const u64 *p = words(w, 3, NULL_GUID);
	ocrGuid_t g = NULL_GUID;

	switch (how) {
	case 0:
		return ocrEdtCreate(&g, a->none, 3, p, 0, NULL, EDT_PROP_NONE,
				    NULL_HINT, NULL);
	case 1:
		return ocrEdtCreate(&g, a->none, 1, p, 0, NULL, EDT_PROP_NONE,
				    NULL_HINT, NULL);
	case 2:
		return ocrEdtCreate(NULL, a->none, 2, NULL, 0, NULL,
				    EDT_PROP_NONE, NULL_HINT, NULL);
	case 3:
		return ocrEdtCreate(&g, a->none, 2, p, 1, NULL, EDT_PROP_NONE,
				    NULL_HINT, NULL);
	case 4:
		return ocrEdtCreate(&g, a->any, EDT_PARAM_DEF, p, 0, NULL,
				    EDT_PROP_NONE, NULL_HINT, NULL);
	default:
		return ocrEdtCreate(&g, a->any, 0, p, 0, NULL, EDT_PROP_NONE,
				    NULL_HINT, NULL);
	}
}

static u8
misfits(const struct args *a)
{
	for (unsigned how = 0; how < 6; how++)
		if (misfit(a, how) != OCR_EINVAL)
			return OCR_EFAULT;
	return 0;
}

/* A template ends while tasks of it wait, and another is created, which may
 * get its memory.  Whether it has ended is known at once where no other node is
 * waited for. */
static u8
replace(const struct args *a, u64 r)
{
	ocrGuid_t tmpl, next, g[3];
	u64 w[MOST];
	u8 code = OCR_EINVAL;

	OK(ocrEdtTemplateCreate(&tmpl, leaf, 2, EDT_PARAM_UNK));
	for (unsigned i = 0; i < 3; i++)
		make(&g[i], tmpl, 2, a->event, r % 2, EDT_PROP_NONE, NULL);
	OK(ocrEdtTemplateDestroy(tmpl));
	OK(ocrEdtTemplateCreate(&next, leaf, 3, EDT_PARAM_UNK));
	make(NULL, next, 3, a->event, 0, EDT_PROP_NONE, NULL);
	if (conf_nodes() == 1)
		code = ocrEdtCreate(&g[0], tmpl, 2, words(w, 2, a->event), 0,
				    NULL, EDT_PROP_NONE, NULL_HINT, NULL);
	for (unsigned i = 0; r % 2 && i < 3; i++)
		conf_start(g[i], 0);
	OK(ocrEdtTemplateDestroy(next));
	return code;
}

/* Parameters: an event, and a template of leaves.  Another node satisfies it.
 */
TASK(relay)
{
	ocrGuid_t tmpl;

	memcpy(&tmpl, paramv + 2, sizeof(tmpl));
	if (paramv[0] | paramv[1])
		conf_start(conf_spawn(tmpl, conf_here() + 1, 2, paramv, 1,
				      EDT_PROP_NONE, NULL),
			   0);
	return NULL_GUID;
}

/* A leaf waits for the event, which may be on another node; a task that is made
 * after that lets it be satisfied, by a third node. */
static void
wait_and_relay(const struct args *a)
{
	struct {
		ocrGuid_t event, leaves;
	} p = {NULL_GUID, a->one};
	ocrGuid_t g;

	OK(ocrEdtCreate(NULL, a->relay, PARAMV(p), 0, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
	make(&g, a->one, 2, a->event, 1, EDT_PROP_NONE, NULL);
	conf_link(a->once, g, 0, DB_MODE_NULL);
	p.event = a->once;
	OK(ocrEdtCreate(a->seed % 4 < 2 ? &g : NULL, a->relay, PARAMV(p), 0,
			NULL, EDT_PROP_NONE, NULL_HINT, NULL));
}

/* Whoever satisfies the event from here on is refused. */
TASK(after)
{
	ocrGuid_t event;

	memcpy(&event, paramv, sizeof(event));
	CHECK_OK(ocrEventDestroy(event));
	return NULL_GUID;
}

TASK(branch_one)
{
	make_leaves(paramv, 1);
	return NULL_GUID;
}

/* Scopes whose only task has said something to another node, perhaps, and to a
 * third one that it is done. */
static void
leave_alone(const struct args *a)
{
	struct {
		ocrGuid_t event, leaves;
	} p = {NULL_GUID, a->none};
	ocrGuid_t tmpl, g, out;

	OK(ocrEdtTemplateCreate(&tmpl, branch_one, 4, 1));
	for (unsigned i = 0; i < ALONE; i++) {
		p.event = a->alone[i];
		OK(ocrEdtCreate(&g, tmpl, PARAMV(p), 1, NULL, EDT_PROP_FINISH,
				NULL_HINT, &out));
		conf_link(out,
			  conf_task(after, conf_here() + 1, PARAMS(p.event), 1,
				    NULL),
			  0, DB_MODE_NULL);
		conf_start(g, 0);
	}
	OK(ocrEdtTemplateDestroy(tmpl));
}

static u8
step(const struct args *a, u64 r)
{
	u64 w[MOST];
	const u64 *p = words(w, 2, a->event);
	ocrGuid_t g, out;

	switch (r / 64 % 12) {
	case 0:
		make(NULL, a->none, 2, a->event, 0, EDT_PROP_NONE, NULL);
		break;
	case 1:
		make(&g, a->none, 2, a->event, 0, EDT_PROP_NONE, NULL);
		break;
	case 2:
		make(r % 2 ? &g : NULL, a->none, 2, a->event, 0,
		     r % 3 ? EDT_PROP_FINISH : EDT_PROP_NONE, &out);
		break;
	case 3:
		make(r % 2 ? &g : NULL, a->none, 2, a->event, 0,
		     EDT_PROP_FINISH, NULL);
		break;
	case 4:
		OK(ocrEdtCreate(&g, a->none, EDT_PARAM_DEF, p, EDT_PARAM_DEF,
				NULL, EDT_PROP_NONE, NULL_HINT, NULL));
		break;
	case 5:
		make(r % 2 ? &g : NULL, a->any, 2 + r % (MOST - 2), a->event, 0,
		     EDT_PROP_NONE, NULL);
		break;
	case 6:
	case 7:
		wait_a_little(a, r);
		break;
	case 8:
		unmake(a, r);
		break;
	case 9:
		return misfits(a);
	case 10:
		return replace(a, r) == OCR_EINVAL ? 0 : OCR_EFAULT;
	default:
		branch(a, r);
	}
	return 0;
}

/* Now and then the same once more, which finds the template as it was. */
TASK(maker)
{
	const struct args *a = PARAM(struct args);

	wait_and_relay(a);
	leave_alone(a);
	for (u64 i = 0; i < STEPS; i++) {
		u64 r = conf_word(a->seed, i);

		CHECK_OK(step(a, r));
		if (r / 8 % 2)
			CHECK_OK(step(a, r + 1));
	}
	return NULL_GUID;
}

/* In every other round the event is one of this node.  Slots: the first lets it
 * begin. */
TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t out, t, ended;

	if (ocrGuidIsNull(a.event))
		a.event = conf_event(OCR_EVENT_IDEM_T);
	t = conf_finish_task(maker, conf_here(), PARAMS(a), 1, &out);
	ended = conf_task(after, conf_here() + a.seed % 3, PARAMS(a.event), 1,
			  NULL);
	conf_link(out, ended, 0, DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(end)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEdtTemplateDestroy(a->none));
	CHECK_OK(ocrEdtTemplateDestroy(a->one));
	CHECK_OK(ocrEdtTemplateDestroy(a->any));
	CHECK_OK(ocrEdtTemplateDestroy(a->relay));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	u32 n = ROUNDS * (u32)conf_nodes();
	ocrGuid_t last, out, t;
	struct args a = {0};

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrEdtTemplateCreate(&a.none, leaf, 2, 0));
	CHECK_OK(ocrEdtTemplateCreate(&a.one, leaf, 2, 1));
	CHECK_OK(ocrEdtTemplateCreate(&a.any, leaf, EDT_PARAM_UNK,
				      EDT_PARAM_UNK));
	CHECK_OK(ocrEdtTemplateCreate(&a.relay, relay, 4, 0));
	last = conf_task(end, 0, PARAMS(a), n, NULL);
	for (u32 i = 0; i < n; i++) {
		a.seed = i;
		a.once = conf_event(OCR_EVENT_ONCE_T);
		for (unsigned k = 0; k < ALONE; k++)
			a.alone[k] = conf_event(OCR_EVENT_IDEM_T);
		a.event = i % 2 ? conf_event(OCR_EVENT_IDEM_T) : NULL_GUID;
		t = conf_finish_task(begin, i / ROUNDS, PARAMS(a), 1, &out);
		conf_link(out, last, i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
