/* SPDX-License-Identifier: BSD-3-Clause */
/* parts.c - blocks are cut into parts, which are used and destroyed.
 *
 * Only one task at a time may cut a block: who created it, then who comes after
 * the end of all parts.  The other tasks that know the block wait for that end
 * when they ask for it, and need no event to do so.
 *
 * Nobody waits for ever: who knows parts of a block knows no other blocks but
 * those that were made with or under them, and no events from outside.  Shared
 * parts belong to a tree of tasks with a latch `done` of its own, and who
 * destroys them waits for that; a private part is used by the task that
 * destroys it, at once.  The latch `over` counts those who destroy.
 */
#include "tests/sim/blocks/blocks.h"

#include "extensions/ocr-db-partitioning.h"
#include "extensions/ocr-file.h"

#define PIECES 5 /* at most so many parts at a time; less than BLOCKS_OWN */

struct piece {
	ocrGuid_t db;
	u64 first, words;
	u64 is_private;
};

struct cut {
	ocrGuid_t block;
	u64 is_file;
	ocrGuid_t over;
	ocrGuid_t done;
	/* More parts may be made where some were destroyed. */
	u64 again;
	u64 n;
	struct piece pieces[PIECES];
};

/* Parameters of who destroys parts: those of the cut that it got. */
struct closer {
	struct args a;
	struct cut c;
};

ocrGuid_t
blocks_latch(u64 count)
{
	ocrEventParams_t p = {.EVENT_LATCH = {.counter = count}};

	return conf_event_with(OCR_EVENT_LATCH_T, &p);
}

void
blocks_count(ocrGuid_t latch, u32 slot)
{
	OK(ocrEventSatisfySlot(latch, NULL_GUID, slot));
}

/* -- Where parts are ------------------------------------------------------- */

static void
shuffle(struct me *m, struct cut *c)
{
	for (u64 i = c->n; i > 1; i--) {
		u64 other = draw(m, i);
		struct piece p = c->pieces[other];

		c->pieces[other] = c->pieces[i - 1];
		c->pieces[i - 1] = p;
	}
}

/* Some of the words from `first` on, with holes; in any order. */
static void
lay_out(struct me *m, struct cut *c, u64 first, u64 words, u64 most)
{
	u64 end = first + words;

	c->n = 1 + draw(m, most);
	for (u64 i = 0; i < c->n; i++) {
		u64 hole = draw(m, 3) ? 0 : draw(m, (end - first) / 4 + 2);
		u64 n;

		if (hole > end - first)
			hole = 0;
		first += hole;
		n = draw(m, 3) ? (end - first) / (c->n - i)
			       : draw(m, end - first + 1);
		c->pieces[i] = (struct piece){.first = first, .words = n};
		first += n;
	}
	shuffle(m, c);
}

static void
make_chunks(struct cut *c, u64 from, u64 to)
{
	for (u64 i = from; i < to; i++) {
		struct piece *p = &c->pieces[i];

		OK(ocrFileGetChunk(&p->db, c->block, 8 * p->first,
				   8 * p->words));
	}
}

static void
make_some(struct cut *c, u64 from, u64 to, u32 properties)
{
	ocrDbPart_t parts[PIECES];

	for (u64 i = from; i < to; i++)
		parts[i - from] =
			(ocrDbPart_t){8 * c->pieces[i].first,
				      8 * c->pieces[i].words, NULL_GUID};
	if (from == to)
		return;
	if (c->is_file) {
		make_chunks(c, from, to);
		return;
	}
	OK(ocrDbPartition(c->block, (u32)(to - from), parts, properties));
	for (u64 i = from; i < to; i++)
		c->pieces[i].db = parts[i - from].guid;
}

/* All at once, or in two calls. */
static void
make_parts(struct me *m, struct cut *c, bool may_be_static)
{
	u64 n = draw(m, 2) ? c->n : 1 + draw(m, c->n);
	bool is_static = may_be_static && !draw(m, 3);

	if (is_static)
		c->again = 0;
	make_some(c, 0, n, is_static && n == c->n);
	if (n == c->n)
		return;
	blocks_pause(m);
	make_some(c, n, c->n, is_static);
}

/* -- Who destroys them ----------------------------------------------------- */

static ocrGuid_t close_parts(u32 paramc, u64 *paramv, u32 depc,
			     ocrEdtDep_t depv[]);

static void
forget(struct args *a)
{
	a->n_known = a->n_events = a->n_duties = a->n_own = 0;
	a->trash = NULL_GUID;
	a->n_loans = 0;
	a->depth++;
}

/* Its output event counts `last`. */
ocrGuid_t
blocks_spawn_last(struct me *m, ocrEdt_t body, u32 paramc, const void *params,
		  u32 slots)
{
	ocrGuid_t last = m->a.last, tmpl = conf_template(body), t;

	blocks_count(last, OCR_EVENT_LATCH_INCR_SLOT);
	t = conf_spawn(tmpl, blocks_place(m, BLOCKS_SPREAD), paramc, params,
		       slots, EDT_PROP_OEVT_VALID, &last);
	OK(ocrEdtTemplateDestroy(tmpl));
	return t;
}

struct args
blocks_args_of_helper(struct me *m)
{
	struct args a = m->a;

	forget(&a);
	a.id = conf_word(m->a.id, (UINT64_C(1) << 34) + ++m->children);
	a.budget = 0;
	return a;
}

/* Parameters of who reads a part that is destroyed meanwhile. */
struct witness {
	struct args a;
	ocrGuid_t over, there;
};

/* Slot: the part. */
TASK(watch)
{
	const struct witness *w = PARAM(struct witness);
	struct me m = {.a = w->a};

	m.rng = m.a.id;
	blocks_acquired(&m, &depv[0]);
	if (draw(&m, 2))
		blocks_touch(&m);
	blocks_count(w->there, OCR_EVENT_LATCH_DECR_SLOT);
	blocks_count(w->over, OCR_EVENT_LATCH_DECR_SLOT);
	for (u64 n = draw(&m, 20); n; n--)
		blocks_pause(&m);
	blocks_read_all(&m, 0);
	return NULL_GUID;
}

/* Some who read them and need not be waited for; `there` counts those who have
 * theirs. */
static void
add_witnesses(struct me *m, const struct cut *c, u64 from, u64 to,
	      ocrGuid_t there, u64 n)
{
	struct witness w = {.over = c->over, .there = there};
	ocrGuid_t t;

	for (; n; n--) {
		w.a = blocks_args_of_helper(m);
		blocks_count(c->over, OCR_EVENT_LATCH_INCR_SLOT);
		t = blocks_spawn_last(m, watch, PARAMS(w), 1);
		conf_link(c->pieces[from + draw(m, to - from)].db, t, 0,
			  blocks_read_mode(m));
	}
}

/* For the parts from..to - 1, all private or all shared. */
static void
add_closer(struct me *m, const struct cut *c, u64 from, u64 to)
{
	bool is_private = c->pieces[from].is_private;
	u64 witnesses = is_private && draw(m, 2) ? 1 + draw(m, 2) : 0;
	ocrGuid_t gate = is_private ? NULL_GUID : c->done;
	struct closer k = {.a = blocks_args_of_helper(m), .c = *c};
	ocrGuid_t t;

	k.a.done = c->over;
	k.c.n = to - from;
	for (u64 i = from; i < to; i++)
		k.c.pieces[i - from] = c->pieces[i];
	blocks_count(c->over, OCR_EVENT_LATCH_INCR_SLOT);
	t = blocks_spawn_last(m, close_parts, PARAMS(k), (u32)(1 + k.c.n));
	for (u64 i = 0; i < k.c.n; i++) {
		const struct piece *p = &k.c.pieces[i];

		if (p->is_private)
			conf_link(p->db, t, (u32)(1 + i),
				  draw(m, 2) ? DB_MODE_EW : blocks_mode(m));
		else
			conf_link(draw(m, 4) ? p->db : NULL_GUID, t,
				  (u32)(1 + i), blocks_mode(m));
	}
	if (witnesses)
		gate = blocks_latch(witnesses);
	conf_link(gate, t, 0, DB_DEFAULT_MODE);
	add_witnesses(m, c, from, to, gate, witnesses);
}

static void
add_closers(struct me *m, const struct cut *c)
{
	u64 to;

	for (u64 from = 0; from < c->n; from = to) {
		to = from + 1;
		while (to < c->n && draw(m, 2) &&
		       c->pieces[to].is_private == c->pieces[from].is_private)
			to++;
		add_closer(m, c, from, to);
	}
}

/* Parts in the place of one that was destroyed. */
static void
cut_again(struct me *m, const struct cut *old, const struct piece *where)
{
	struct cut c = {.block = old->block,
			.is_file = old->is_file,
			.over = old->over,
			.again = m->a.depth < BLOCKS_DEPTH};

	lay_out(m, &c, where->first, where->words, 2);
	for (u64 i = 0; i < c.n; i++)
		c.pieces[i].is_private = 1;
	make_parts(m, &c, false);
	add_closers(m, &c);
}

static void
use(struct me *m, const struct piece *p)
{
	for (u64 n = draw(m, 4); n; n--)
		blocks_touch(m);
	if (m->a.depth < BLOCKS_DEPTH && !draw(m, 4)) {
		m->a.own[m->a.n_own++] = (struct own){p->db, p->words, 0};
		blocks_cut(m, true);
	}
}

/* Slots: `done`; the parts, some of them.  Parameters: struct closer. */
TASK(close_parts)
{
	const struct closer *k = PARAM(struct closer);
	struct me m = {.a = k->a};
	struct cut c = k->c;

	m.rng = m.a.id;
	for (u32 i = 1; i < depc; i++)
		if (!ocrGuidIsNull(depv[i].guid))
			blocks_acquired(&m, &depv[i]);
	for (unsigned i = 0; i < m.n_held; i++)
		blocks_read_all(&m, i);
	shuffle(&m, &c);
	for (u64 i = 0; i < c.n; i++) {
		const struct piece *p = &c.pieces[i];

		if (p->is_private)
			use(&m, p);
		if (!draw(&m, 3))
			blocks_let_go(&m);
		blocks_destroy(&m, p->db);
		blocks_pause(&m);
		if (c.again && !draw(&m, 3))
			cut_again(&m, &c, p);
	}
	blocks_count(c.over, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

/* -- Who uses them --------------------------------------------------------- */

/* The first of the tree of tasks that know the shared parts, and no others. */
static void
add_root(struct me *m, const struct cut *c)
{
	struct args a = m->a;
	u32 slots = 1 + (u32)draw(m, 3);
	ocrGuid_t t;

	forget(&a);
	a.id = conf_word(m->a.id, (UINT64_C(1) << 34) + ++m->children);
	a.budget = draw(m, m->a.budget);
	m->a.budget -= 1 + a.budget;
	a.done = c->done;
	a.inside = a.returns = 0;
	a.counts = 1;
	for (u64 i = 0; i < c->n; i++) {
		const struct piece *p = &c->pieces[i];

		if (p->is_private)
			continue;
		a.known[a.n_known++] = p->db;
		a.own[a.n_own++] = (struct own){p->db, p->words, 0};
	}
	t = conf_spawn(m->a.tmpl, blocks_place(m, BLOCKS_SPREAD), PARAMS(a),
		       slots, EDT_PROP_NONE, NULL);
	for (u32 i = 1; i < slots; i++)
		conf_link(a.known[draw(m, a.n_known)], t, i, blocks_mode(m));
	blocks_pause(m);
	conf_start(t, 0);
}

static u64
draw_sharing(struct me *m, struct cut *c)
{
	u64 n = 0;

	for (u64 i = 0; i < c->n; i++) {
		c->pieces[i].is_private = !m->a.budget || !draw(m, 3);
		n += !c->pieces[i].is_private;
	}
	return n;
}

/* Takes one of the blocks that it may cut. */
static struct own
take_own(struct me *m)
{
	struct own *o = &m->a.own[draw(m, m->a.n_own)], taken = *o;

	*o = m->a.own[--m->a.n_own];
	return taken;
}

void
blocks_cut(struct me *m, bool doomed)
{
	struct kid after = {.taken = 2};
	struct cut c = {.n = 0};
	bool has_after, late;
	struct own o;
	u64 shared;

	if (!m->a.n_own || m->a.depth == BLOCKS_DEPTH)
		return;
	o = take_own(m);
	c.block = o.db;
	c.is_file = o.is_file;
	has_after = m->a.budget > 1 && draw(m, 4);
	lay_out(m, &c, 0, o.words, PIECES);
	shared = draw_sharing(m, &c);
	/* The block may be asked for the last time while parts live. */
	late = !has_after && shared && !o.is_file && draw(m, 2);
	c.again = !late && !doomed;
	make_parts(m, &c, true);
	c.over = blocks_latch(1);
	c.done = shared ? blocks_latch(1) : NULL_GUID;
	blocks_count(m->a.done, OCR_EVENT_LATCH_INCR_SLOT);
	conf_link(late ? c.done : c.over, m->a.done, OCR_EVENT_LATCH_DECR_SLOT,
		  DB_DEFAULT_MODE);
	if (has_after) {
		after.own = &o;
		blocks_create_kid(m, &after, shared > 0);
		conf_link(c.over, after.task, 1, DB_DEFAULT_MODE);
		conf_link(draw(m, 2) && !o.is_file ? o.db : NULL_GUID,
			  after.task, 2, blocks_mode(m));
		blocks_open_kid(m, &after);
	}
	add_closers(m, &c);
	if (shared)
		add_root(m, &c);
	blocks_count(c.over, OCR_EVENT_LATCH_DECR_SLOT);
}
