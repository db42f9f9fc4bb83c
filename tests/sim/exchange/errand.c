/* SPDX-License-Identifier: BSD-3-Clause */
/* errand.c - a task of another node with few parameters, which as a rule is
 * created in brief: its slots, who waits for it, and what is said in between.
 *
 * A few have what no such creation has room for: more words, more slots, a slot
 * with a block or in another mode, another who waits, by a slot far behind or
 * on a third node.  Some are destroyed before they are whole.
 */
#include "tests/sim/exchange/exchange.h"

#define WORDS_MOST 9
#define SLOTS_MOST 9

/* Parameters of each; more words may follow. */
struct errand {
	ocrGuid_t end;
	u64 slot; /* of the last task */
	u64 id;
};
#define LEAST (sizeof(struct errand) / sizeof(u64))

/* Who waits; `value` is what its block says, or 0. */
struct waiter {
	ocrGuid_t end;
	u64 slot, value;
};

/* Who meets the last slot from elsewhere. */
struct rest {
	ocrGuid_t away, output;
	struct waiter waiter; /* with a slot: one more waits */
	ocrGuid_t home;	      /* the template for it */
	u64 slot, r;
};

/* All of an errand; `id` has what its body must find. */
struct plan {
	const struct job *j;
	u64 tile, step, r, id;
	u32 words, slots;
	unsigned waiters, here; /* these are told by the step itself */
	bool is_doomed, is_late, has_output, tells;
	u64 blocks; /* these slots have one */
	ocrGuid_t away, output;
	ocrGuid_t early; /* who waits, and was there before; or NULL_GUID */
};

static u64
draw(u64 *r, u64 below)
{
	*r = *r * 6364136223846793005u + 1442695040888963407u;
	return (*r >> 33) % below;
}

/* -- What it is -------------------------------------------------------------
 */

static u64
id_of(const struct plan *p)
{
	return p->words | (u64)p->slots << 8 | (u64)p->tells << 16 |
	       p->blocks << 24 | (p->r >> 44) << 44;
}

static void
choose(struct plan *p, const struct job *j, u64 tile, u64 step)
{
	*p = (struct plan){.j = j, .tile = tile, .step = step};
	p->early = p->output = NULL_GUID;
	p->r = exchange_pick(j, tile, step, 1000, UINT64_MAX);
	p->words = LEAST + (u32)draw(&p->r, WORDS_MOST + 1 - LEAST);
	p->slots = (u32)draw(&p->r, draw(&p->r, 3) ? 3 : SLOTS_MOST + 1);
	p->is_doomed = p->slots && !draw(&p->r, 12);
	/* Without slots it may have ended before anybody waits for it. */
	if (p->slots && !p->is_doomed)
		p->waiters = (unsigned)draw(&p->r, WAITERS + 1);
	p->is_late = p->slots && !draw(&p->r, 4);
	p->has_output = p->waiters || draw(&p->r, 2);
	p->tells = p->waiters == 1 && draw(&p->r, 2);
	for (u32 i = 0; i + p->is_late < p->slots; i++)
		if (!draw(&p->r, 20) && !p->is_doomed)
			p->blocks |= UINT64_C(1) << i;
	p->here = p->waiters;
	if (p->is_late && p->waiters && draw(&p->r, 2))
		p->here--;
	p->id = id_of(p);
}

bool
exchange_has_errand(const struct job *j, u64 tile, u64 step, unsigned thing)
{
	struct plan p;

	if (!exchange_pick(j, tile, step, 1001, 3))
		return false;
	choose(&p, j, tile, step);
	return thing == AWAY ? !p.is_doomed : thing - HOME < p.waiters;
}

/* -- Bodies ------------------------------------------------------------------
 */

ocrGuid_t
exchange_away(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct errand *e = PARAM(struct errand);
	u64 blocks = e->id >> 24 & 0xffff;

	CHECK_EQ("parameters", paramc, e->id & 0xff);
	CHECK_EQ("slots", depc, e->id >> 8 & 0xff);
	for (u32 i = LEAST; i < paramc; i++)
		CHECK_EQ("parameter", paramv[i], conf_word(e->id, i));
	for (u32 i = 0; i < depc; i++) {
		CHECK_EQ("a block", depv[i].ptr != NULL, blocks >> i & 1);
		if (!depv[i].ptr)
			continue;
		CHECK_EQ("its word", conf_value(&depv[i]), e->id + i);
		OK(ocrDbDestroy(depv[i].guid));
	}
	conf_start(e->end, (u32)e->slot);
	return e->id >> 16 & 1 ? conf_number(e->id >> 44, e->id) : NULL_GUID;
}

ocrGuid_t
exchange_home(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct waiter *w = PARAM(struct waiter);

	(void)paramc;
	for (u32 i = 0; i + 1 < depc; i++)
		CHECK(!depv[i].ptr, "a block from nowhere");
	CHECK_EQ("a block", depv[depc - 1].ptr != NULL, w->value != 0);
	if (w->value) {
		CHECK_EQ("its word", conf_value(&depv[depc - 1]), w->value);
		OK(ocrDbDestroy(depv[depc - 1].guid));
	}
	conf_start(w->end, (u32)w->slot);
	return NULL_GUID;
}

/* -- Who waits ---------------------------------------------------------------
 */

static struct waiter
waiter_of(const struct plan *p, unsigned nth)
{
	return (struct waiter){
		p->j->end, exchange_slot(p->j, p->tile, p->step, HOME + nth),
		p->tells ? p->id : 0};
}

/* One more waits, on some node; as ever, a block that it gets goes to a slot
 * whose mode reads. */
static void
follow(ocrGuid_t tmpl, const struct waiter *w, ocrGuid_t output, u64 *r)
{
	ocrHint_t where = conf_edt_hint(draw(r, 8));
	u32 slots = draw(r, 12) ? (u32)draw(r, 4) + 1 : FAR_SLOT + 1;
	u64 way = draw(r, 8);
	ocrGuid_t home;

	if (way < 3) {
		OK(ocrEdtCreate(&home, tmpl, PARAMV(*w), 1, &output,
				EDT_PROP_NONE, way ? &where : NULL_HINT, NULL));
		return;
	}
	OK(ocrEdtCreate(&home, tmpl, PARAMV(*w), slots, NULL, EDT_PROP_NONE,
			way < 5 ? &where : NULL_HINT, NULL));
	conf_link(output, home, slots - 1,
		  way == 7 ? DB_MODE_CONST : DB_DEFAULT_MODE);
	for (u32 i = 0; i + 1 < slots; i++)
		conf_start(home, i);
}

static void
make_early(struct plan *p)
{
	ocrHint_t where = conf_edt_hint(draw(&p->r, 8));
	struct waiter w;

	if (!p->here || draw(&p->r, 2))
		return;
	w = waiter_of(p, 0);
	OK(ocrEdtCreate(&p->early, p->j->home, PARAMV(w), 1, NULL,
			EDT_PROP_NONE, draw(&p->r, 4) ? &where : NULL_HINT,
			NULL));
}

static void
follow_here(struct plan *p, unsigned nth)
{
	struct waiter w = waiter_of(p, nth);

	if (!nth && !ocrGuidIsNull(p->early))
		conf_link(p->output, p->early, 0, DB_DEFAULT_MODE);
	else
		follow(p->j->home, &w, p->output, &p->r);
}

/* The last slot, and one more that waits, from some node. */
ocrGuid_t
exchange_rest(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct rest l = *PARAM(struct rest);

	(void)paramc, (void)depc, (void)depv;
	if (l.waiter.slot)
		follow(l.home, &l.waiter, l.output, &l.r);
	conf_start(l.away, (u32)l.slot);
	return NULL_GUID;
}

static void
leave_rest(struct plan *p)
{
	struct rest l = {.away = p->away,
			 .output = p->output,
			 .home = p->j->home,
			 .slot = p->slots - 1,
			 .r = p->r};
	ocrHint_t where = conf_edt_hint(draw(&p->r, 8));

	if (p->here < p->waiters)
		l.waiter = waiter_of(p, p->here);
	OK(ocrEdtCreate(NULL, p->j->rest, PARAMV(l), 0, NULL, EDT_PROP_NONE,
			&where, NULL));
}

/* -- The errand --------------------------------------------------------------
 */

static void
meet(struct plan *p, u32 slot)
{
	ocrDbAccessMode_t mode =
		draw(&p->r, 12) ? DB_DEFAULT_MODE : DB_MODE_CONST;
	ocrGuid_t source = NULL_GUID, event;

	if (p->blocks >> slot & 1)
		source = conf_number(draw(&p->r, 8), p->id + slot);
	/* What an event tells comes whenever it comes: too late for who is
	 * destroyed. */
	if (draw(&p->r, 16) || p->is_doomed) {
		conf_link(source, p->away, slot, mode);
		return;
	}
	event = conf_event(OCR_EVENT_ONCE_T);
	conf_link(event, p->away, slot, mode);
	OK(ocrEventSatisfy(event, source));
}

/* Something else, to some node. */
static void
chat(struct plan *p)
{
	if (!draw(&p->r, 12))
		OK(ocrDbDestroy(conf_number(draw(&p->r, 8), 7)));
}

static void
make(struct plan *p)
{
	ocrHint_t there = conf_edt_hint(draw(&p->r, 8));
	bool is_silent = !p->slots && draw(&p->r, 2);
	bool says_none = p->slots == 1 && draw(&p->r, 2);
	ocrGuid_t none = UNINITIALIZED_GUID;
	u64 words[WORDS_MOST];
	const struct errand e = {
		.end = p->j->end,
		.slot = p->is_doomed
				? 0
				: exchange_slot(p->j, p->tile, p->step, AWAY),
		.id = p->id,
	};

	memcpy(words, &e, sizeof(e));
	for (u32 i = LEAST; i < p->words; i++)
		words[i] = conf_word(p->id, i);
	OK(ocrEdtCreate(is_silent ? NULL : &p->away, p->j->away, p->words,
			words, p->slots, says_none ? &none : NULL,
			EDT_PROP_NONE, &there,
			p->has_output ? &p->output : NULL));
}

/* Who waits has to be told before the last slot is. */
void
exchange_errand(const struct job *j, u64 tile, u64 step)
{
	unsigned waiters = 0;
	struct plan p;
	u32 met = 0;

	if (!exchange_pick(j, tile, step, 1001, 3))
		return;
	choose(&p, j, tile, step);
	make_early(&p);
	make(&p);
	while (waiters < p.here || met + 1 < p.slots) {
		chat(&p);
		if (waiters < p.here && (met + 1 >= p.slots || draw(&p.r, 2)))
			follow_here(&p, waiters++);
		else
			meet(&p, met++);
	}
	chat(&p);
	if (p.is_doomed)
		OK(ocrEdtDestroy(p.away));
	else if (p.is_late)
		leave_rest(&p);
	else if (p.slots)
		meet(&p, met);
}
