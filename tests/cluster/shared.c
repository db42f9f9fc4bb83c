/* SPDX-License-Identifier: BSD-3-Clause */
/* shared.c - tasks that no hint binds to a node, and some that stay:
 *
 *	shared move    until some of each kind that may go have run elsewhere
 *	shared stay    a few rounds in which none of any kind does, for
 *	               OCR_SHARE=0
 *	shared placed  a few rounds in which all have an affinity
 *
 * Each task writes into its block where it runs, and what it is called.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#include <string.h>

/* By name or without one, with a finish scope; with an affinity; with a block
 * of more bytes than a task may take along. */
enum kind { PLAIN, NAMED, FINISH, PLACED, LARGE, KINDS };
#define GO ((1u << PLAIN) | (1u << NAMED) | (1u << FINISH))

#define EACH	    20
#define TASKS	    (KINDS * EACH)
#define STAY_ROUNDS 10
#define LARGE_BYTES (1u << 20)

struct round {
	ocrGuid_t work_template, child_template;
	u64 stay;   /* none may go */
	u64 placed; /* none of another kind */
	u64 number;
	u64 seen; /* kinds that have run elsewhere */
};

struct work {
	ocrGuid_t child_template;
	u64 kind;
};

/* What a block begins with. */
struct place {
	ocrGuid_t name; /* given by who creates the task, or NULL_GUID */
	u64 node, is_right;
};

/* Long enough that others come to look. */
static u64
compute(u64 seed)
{
	for (unsigned i = 0; i < 20000; i++)
		seed = conf_word(seed, i);
	return seed;
}

TASK(child_edt)
{
	compute(paramv[0]);
	return NULL_GUID;
}

TASK(work_edt)
{
	const struct work *w = PARAM(struct work);
	struct place *p = depv[0].ptr;
	ocrGuid_t name;

	OK(ocrCurrentEdtGet(&name));
	p->node = conf_here();
	p->is_right = (ocrGuidIsNull(p->name) || ocrGuidIsEq(p->name, name)) &&
		      compute(w->kind);
	for (u64 i = 0; w->kind == FINISH && i < 3; i++)
		OK(ocrEdtCreate(NULL, w->child_template, 1, &i, 0, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL));
	return NULL_GUID;
}

/* A task of that kind, whose block and output event go to slots of `gather`. */
static void
start_one(const struct round *r, u64 kind, ocrGuid_t gather, u32 slot)
{
	struct work w = {.child_template = r->child_template, .kind = kind};
	ocrHint_t hint = conf_edt_hint(0);
	ocrGuid_t block, task, done;
	struct place *p;

	p = conf_block(&block, 0, kind == LARGE ? LARGE_BYTES : sizeof(*p));
	p->name = NULL_GUID;
	if (kind == PLAIN)
		OK(ocrDbRelease(block)); /* it may begin at once */
	OK(ocrEdtCreate(kind == PLAIN ? NULL : &task, r->work_template,
			PARAMV(w), 1, kind == PLAIN ? &block : NULL,
			kind == FINISH ? EDT_PROP_FINISH : EDT_PROP_NONE,
			kind == PLACED ? &hint : NULL_HINT, &done));
	conf_link(done, gather, slot, DB_MODE_NULL);
	conf_link(block, gather, TASKS + slot, DB_MODE_RO);
	if (kind == PLAIN)
		return;
	p->name = task;
	OK(ocrDbRelease(block));
	conf_link(block, task, 0, DB_MODE_RW);
}

static ocrGuid_t gather_edt(u32 paramc, u64 *paramv, u32 depc,
			    ocrEdtDep_t depv[]);

static void
start_all(const struct round *r)
{
	ocrGuid_t gather =
		conf_task(gather_edt, 0, PARAMS(*r), 2 * TASKS, NULL);

	for (u32 i = 0; i < TASKS; i++)
		start_one(r, r->placed ? PLACED : i % KINDS, gather, i);
}

TASK(gather_edt)
{
	struct round r = *PARAM(struct round);

	for (u32 i = 0; i < TASKS; i++) {
		const ocrEdtDep_t *d = &depv[TASKS + i];
		const struct place *p = d->ptr;
		u64 kind = r.placed ? PLACED : i % KINDS;

		if (!p->is_right)
			FAIL("a task of kind %u has another name",
			     (unsigned)kind);
		if (p->node)
			r.seen |= 1u << kind;
		OK(ocrDbDestroy(d->guid));
	}
	CHECK((r.seen & ~(r.stay ? 0u : GO)) == 0,
	      "tasks that have to stay have run elsewhere: kinds %#x",
	      (unsigned)r.seen);
	r.number++;
	if (r.stay ? r.number < STAY_ROUNDS : r.seen != GO) {
		start_all(&r);
		return NULL_GUID;
	}
	OK(ocrEdtTemplateDestroy(r.work_template));
	OK(ocrEdtTemplateDestroy(r.child_template));
	PRINTF("shared: as it has to be\n");
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	const char *what = ocrGetArgv(depv[0].ptr, 1);
	struct round r = {
		.work_template = conf_template(work_edt),
		.child_template = conf_template(child_edt),
		.placed = !strcmp(what, "placed"),
		.stay = strcmp(what, "move") != 0,
	};

	start_all(&r);
	return NULL_GUID;
}
