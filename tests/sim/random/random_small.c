/* SPDX-License-Identifier: BSD-3-Clause */
/* random_small.c - small tasks of a kept template: they do what a task hands on
 * to them, or nothing, and are made in all ways that are short.
 *
 * An op may be handed on if whoever waits for it waits for a small task, too:
 * in a finish scope, or where it says that the task itself is done.
 */
#include "tests/sim/random/random.h"

#include <string.h>

/* The first parameter. */
enum { NOTHING, SATISFY, DECR, NEVER, TREE /* and above: its depth */ };
#define PARAMC 3
#define LEAVES 9

struct small {
	u64 what;
	ocrGuid_t g; /* the event; of a tree, the template of all */
};

/* A number for the i-th decision of a task. */
static u64
draw(const struct me *m, unsigned i)
{
	return conf_word(plan_mark(m->p, m->nr), i);
}

static void
grow(u64 depth, ocrGuid_t tmpl)
{
	struct small s = {depth ? TREE + depth - 1 : NOTHING, tmpl};
	unsigned n = depth ? 2 : LEAVES;
	ocrGuid_t g, output;

	for (unsigned i = 0; i < n; i++)
		OK(ocrEdtCreate(i % 2 ? &g : NULL, tmpl, PARAMV(s), 0, NULL,
				i % 4 == 3 ? EDT_PROP_FINISH : EDT_PROP_NONE,
				NULL_HINT, i % 5 ? NULL : &output));
}

TASK(small)
{
	const struct small *s = PARAM(struct small);

	CHECK_EQ("parameters of a small task", paramc, PARAMC);
	CHECK(s->what != NEVER, "a small task was destroyed, and runs");
	if (s->what >= TREE)
		grow(s->what - TREE, s->g);
	if (s->what == SATISFY)
		OK(ocrEventSatisfy(s->g, NULL_GUID));
	if (s->what == DECR)
		OK(ocrEventSatisfySlot(s->g, NULL_GUID,
				       OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

ocrGuid_t
random_small_template(bool counted)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrEdtTemplateCreate(&g, small, counted ? PARAMC : EDT_PARAM_UNK,
				EDT_PARAM_UNK));
	return g;
}

/* In one of the ways that there are. */
static void
make(const struct me *m, const struct small *s, u64 way)
{
	ocrGuid_t tmpl = m->args->small, g, output, event;
	ocrHint_t hint;

	switch (way % 8) {
	case 0:
	case 1:
		OK(ocrEdtCreate(way % 2 ? &g : NULL, tmpl, PARAMV(*s), 0, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL));
		break;
	case 2:
	case 3:
		OK(ocrEdtCreate(way % 2 ? &g : NULL, tmpl, PARAMV(*s), 0, NULL,
				EDT_PROP_FINISH, NULL_HINT,
				way / 8 % 2 ? &output : NULL));
		break;
	case 4:
		OK(ocrEdtCreate(way / 8 % 2 ? &g : NULL, tmpl, PARAMV(*s), 0,
				NULL, EDT_PROP_NONE, NULL_HINT, &output));
		break;
	case 5:
		OK(ocrEdtCreate(&g, tmpl, PARAMV(*s), 1 + way / 8 % 3, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL));
		for (u32 i = 0; i < 1 + way / 8 % 3; i++)
			conf_start(g, i);
		break;
	case 6:
		event = conf_event(OCR_EVENT_ONCE_T);
		OK(ocrEdtCreate(way / 8 % 2 ? &g : NULL, tmpl, PARAMV(*s), 1,
				&event, EDT_PROP_NONE, NULL_HINT, NULL));
		OK(ocrEventSatisfy(event, NULL_GUID));
		break;
	default:
		hint = conf_edt_hint(way / 8);
		OK(ocrEdtCreate(way / 64 % 2 ? &g : NULL, tmpl, PARAMV(*s), 0,
				NULL, EDT_PROP_NONE, &hint, NULL));
	}
}

bool
random_small_does(const struct me *m, const struct plan_op *op)
{
	bool decr = op->kind == PLAN_DECR;
	struct small s = {.what = decr ? DECR : SATISFY};
	u64 way = draw(m, op->a);

	if (ocrGuidIsNull(m->args->small) || m->t->group == PLAN_NONE ||
	    !(decr || (op->kind == PLAN_SATISFY && op->b == PLAN_NONE)) ||
	    way >> 60 < 4)
		return false;
	if (m->t->done != PLAN_DONE_SCOPE &&
	    !(op->next == PLAN_NONE &&
	      m->p->groups[m->p->objs[op->a].group].done == op->a))
		return false;
	s.g = random_guid((struct me *)m, op->a);
	make(m, &s, way);
	return true;
}

static void
doom(const struct me *m, u64 way)
{
	struct small s = {.what = NEVER};
	ocrGuid_t g, output;

	OK(ocrEdtCreate(&g, m->args->small, PARAMV(s), 1, NULL,
			way % 2 ? EDT_PROP_FINISH : EDT_PROP_NONE, NULL_HINT,
			way / 2 % 2 ? &output : NULL));
	OK(ocrEdtDestroy(g));
}

void
random_small_more(const struct me *m)
{
	u64 r = draw(m, PLAN_OBJS), n = r % 4;
	struct small s = {.g = m->args->small};

	/* Nobody waits for those of the map, nor for the last one's. */
	if (ocrGuidIsNull(m->args->small) || m->t->group == PLAN_NONE ||
	    m->p->objs[m->t->obj].name == PLAN_MAPPED)
		return;
	for (u64 i = 0; i < n; i++) {
		u64 way = draw(m, PLAN_OBJS + 1 + (unsigned)i);

		if (way >> 60 == 0) {
			doom(m, way);
			continue;
		}
		s.what = way >> 60 < 3 ? TREE + way % 3 : NOTHING;
		make(m, &s, way);
	}
}
