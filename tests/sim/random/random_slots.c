/* SPDX-License-Identifier: BSD-3-Clause */
/* random_slots.c - what a task finds in its slots, against the plan. */
#include "tests/sim/random/random.h"

#include <string.h>

static bool
writes(unsigned mode)
{
	return mode == DB_MODE_RW || mode == DB_MODE_EW;
}

static bool
is_version(struct me *m, const struct plan_slot *s, const u64 *words,
	   unsigned v)
{
	return conf_match(words, s->words, plan_version(m->p, s->obj, v)) ==
	       s->words;
}

/* Some version from lo to hi: all of it, or in RO each word. */
static bool
is_read_right(struct me *m, const struct plan_slot *s, const u64 *words)
{
	unsigned v;

	for (v = s->lo; v <= s->hi; v++)
		if (is_version(m, s, words, v))
			return true;
	if (s->mode != DB_MODE_RO || s->lo == s->hi)
		return false;
	for (u64 i = 0; i < s->words; i++) {
		for (v = s->lo; v <= s->hi; v++)
			if (words[i] ==
			    conf_word(plan_version(m->p, s->obj, v), i))
				break;
		if (v > s->hi)
			return false;
	}
	return true;
}

static bool
take_write(struct me *m, const struct plan_slot *s, u64 *words)
{
	bool blank = !s->lo && m->p->objs[s->obj].unheld;

	if (!blank && !is_version(m, s, words, s->lo))
		return false;
	conf_fill(words, s->words, plan_version(m->p, s->obj, s->lo + 1u));
	return true;
}

static bool
take_acc(struct me *m, const struct plan_slot *s, u64 *sum)
{
	if (s->mode == DB_MODE_CONST)
		return *sum == m->p->acc_sum;
	*sum += plan_mark(m->p, m->nr);
	return true;
}

static bool
take_board(struct me *m, const struct plan_slot *s, u64 *board)
{
	u64 mark = plan_mark(m->p, m->nr);

	if (!m->t->word)
		return true;
	/* Added, not set: who runs twice is seen. */
	board[1 + m->t->index] += mark;
	if (s->mode == DB_MODE_EW)
		board[0] += mark;
	return true;
}

bool
random_take(struct me *m, unsigned i, const ocrEdtDep_t *d)
{
	const struct plan_slot *s = &m->t->slots[i];

	if (s->kind == PLAN_SLOT_NULL)
		return ocrGuidIsNull(d->guid);
	if (s->kind == PLAN_SLOT_BARE)
		return !ocrGuidIsNull(d->guid) && !d->ptr;
	if (ocrGuidIsNull(d->guid) || !d->ptr)
		return false;
	switch (s->kind) {
	case PLAN_SLOT_AGAIN:
		return d->ptr == (d - 1)->ptr;
	case PLAN_SLOT_BOARD:
		return take_board(m, s, d->ptr);
	case PLAN_SLOT_ACC:
		return take_acc(m, s, d->ptr);
	case PLAN_SLOT_READ:
		return is_read_right(m, s, d->ptr);
	case PLAN_SLOT_WRITE:
		return take_write(m, s, d->ptr);
	case PLAN_SLOT_FRESH:
		return conf_match(d->ptr, s->words, s->seed) == s->words;
	}
	return true;
}

void
random_let_go(struct me *m, unsigned i, const ocrEdtDep_t *d)
{
	const struct plan_slot *s = &m->t->slots[i];

	switch (s->kind) {
	case PLAN_SLOT_NULL:
	case PLAN_SLOT_AGAIN:
	case PLAN_SLOT_BARE:
	case PLAN_SLOT_SUB:
		break;
	case PLAN_SLOT_FRESH:
		if (s->last)
			OK(ocrDbRelease(d->guid));
		OK(ocrDbDestroy(d->guid));
		break;
	case PLAN_SLOT_ACC:
		if (s->mode == DB_MODE_CONST)
			OK(ocrDbDestroy(d->guid));
		else
			OK(ocrDbRelease(d->guid));
		break;
	case PLAN_SLOT_WRITE:
		if (s->last)
			OK(ocrDbDestroy(d->guid));
		else
			OK(ocrDbRelease(d->guid));
		break;
	default:
		if (m->t->early || writes(s->mode))
			OK(ocrDbRelease(d->guid));
	}
}
