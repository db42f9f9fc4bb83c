/* SPDX-License-Identifier: BSD-3-Clause */
/* blocks.c - a random OCR program whose tasks read and write blocks (blocks.h).
 *
 *	blocks SEED [SIZE [FEATURES]]
 */
#include "tests/sim/blocks/blocks.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SIZE 1000
#define SIZE	 30
#define SERIES	 7 /* at most so many tasks */

/* In the simulator bodies stop in the middle (tests/sim/notes.h). */
extern const char sim_pauses;
__attribute__((visibility("default"))) const char sim_pauses = 1;

/* With what is not, the same programs as ever. */
#ifndef BLOCKS_FEATURES
#define BLOCKS_FEATURES BLOCKS_ALL
#endif

static ocrGuid_t work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

/* -- Things that last ----------------------------------------------------- */

bool
blocks_may_keep(const struct me *m)
{
	return !m->a.inside && m->n_blocks + m->n_lasting < BLOCKS_THINGS;
}

static void
make_block(struct me *m)
{
	struct own o = {.is_file = 0};

	if (!blocks_may_keep(m) || (is_narrow(m) && m->a.n_known))
		return;
	o.db = blocks_create(m, &o.words);
	m->blocks[m->n_blocks++] = o.db;
	blocks_learn(m, o.db);
	if (m->a.n_own < BLOCKS_OWN)
		m->a.own[m->a.n_own++] = o;
}

/* Slots: `done`; the blocks.  Parameters: struct args, whose `events` are those
 * to be destroyed. */
TASK(janitor)
{
	struct me m = {.a = *PARAM(struct args)};

	m.rng = m.a.id;
	for (u32 i = 1; i < depc; i++)
		blocks_acquired(&m, &depv[i]);
	for (unsigned i = 0; i < m.n_held; i++)
		blocks_read_all(&m, i);
	for (u32 i = 1; i < depc; i++)
		OK(ocrDbDestroy(depv[i].guid));
	for (u64 i = 0; i < m.a.n_events; i++)
		OK(ocrEventDestroy(m.a.events[i]));
	return NULL_GUID;
}

static void
add_janitor(struct me *m, const ocrGuid_t *blocks, u32 n_blocks,
	    const ocrGuid_t *events, unsigned n_events)
{
	ocrGuid_t last = m->a.last, tmpl, g;
	struct args a = m->a;

	a.id = conf_word(m->a.id, (UINT64_C(1) << 33) + n_events);
	a.n_events = n_events;
	memcpy(a.events, events, n_events * sizeof(*events));
	OK(ocrEventSatisfySlot(last, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	tmpl = conf_template(janitor);
	g = conf_spawn(tmpl, blocks_place(m, BLOCKS_SPREAD), PARAMS(a),
		       1 + n_blocks, EDT_PROP_OEVT_VALID, &last);
	OK(ocrEdtTemplateDestroy(tmpl));
	for (u32 i = 0; i < n_blocks; i++)
		conf_link(blocks[i], g, 1 + i, blocks_mode(m));
	conf_link(m->a.done, g, 0, DB_DEFAULT_MODE);
}

static void
add_janitors(struct me *m)
{
	unsigned blocks = 0, lasting = 0;

	while (blocks < m->n_blocks || lasting < m->n_lasting) {
		unsigned b = m->n_blocks - blocks, l = m->n_lasting - lasting;

		b = b < 2 ? b : 1 + (unsigned)draw(m, b);
		l = l < BLOCKS_EVENTS ? l : BLOCKS_EVENTS;
		add_janitor(m, m->blocks + blocks, b, m->lasting + lasting, l);
		blocks += b;
		lasting += l;
	}
}

/* -- Children ------------------------------------------------------------- */

/* It may cut the block, and knows it. */
static void
give(struct args *a, struct own own)
{
	a->own[0] = own;
	if (own.is_file)
		return;
	if (a->n_known == BLOCKS_KNOWN)
		a->n_known--;
	a->known[a->n_known++] = own.db;
}

static struct args
args_of_child(struct me *m, const struct kid *k)
{
	struct args a = m->a;

	a.id = conf_word(m->a.id, (UINT64_C(1) << 32) + ++m->children);
	a.budget = draw(m, m->a.budget);
	m->a.budget -= 1 + a.budget;
	a.inside = m->a.inside || k->finish;
	a.returns = k->has_output;
	a.counts = k->has_output || draw(m, 2);
	a.n_duties = !ocrGuidIsNull(k->duty);
	a.duties[0] = k->duty;
	a.n_own = k->own != NULL;
	if (k->own)
		give(&a, *k->own);
	a.trash = k->trash;
	a.loans_are_back = 1;
	a.n_loans = k->n_loans;
	if (k->loans)
		memcpy(a.loans, k->loans, k->n_loans * sizeof(*a.loans));
	return a;
}

/* In some programs they have no hint, so they may run anywhere. */
static ocrGuid_t
spawn(struct me *m, const struct kid *k, const struct args *a, u16 flags,
      ocrGuid_t *output)
{
	u64 node = k->placed ? k->node : blocks_place(m, BLOCKS_SPREAD);
	ocrGuid_t g = NULL_GUID;

	if (k->placed || conf_word(m->a.seed, 5) % 2)
		return conf_spawn(m->a.tmpl, node, PARAMS(*a), k->slots, flags,
				  output);
	OK(ocrEdtCreate(&g, m->a.tmpl, PARAMV(*a), k->slots, NULL, flags,
			NULL_HINT, output));
	return g;
}

/* Its gate is closed. */
static void
create_kid(struct me *m, struct kid *k)
{
	struct args a = args_of_child(m, k);
	u16 flags = k->finish ? EDT_PROP_FINISH : EDT_PROP_NONE;

	k->output = m->a.done;
	k->slots = 1 + k->taken + (u32)draw(m, 3);
	if (!a.counts)
		flags |= EDT_PROP_OEVT_VALID;
	OK(ocrEventSatisfySlot(m->a.done, NULL_GUID,
			       OCR_EVENT_LATCH_INCR_SLOT));
	k->task = spawn(m, k, &a, flags,
			a.counts && !k->has_output ? NULL : &k->output);
}

static void
fill_slot(struct me *m, const struct kid *k, u32 slot)
{
	ocrGuid_t from = NULL_GUID;

	if (m->a.n_events && !draw(m, 3))
		from = m->a.events[draw(m, m->a.n_events)];
	else if (draw(m, 8))
		from = blocks_pass(m);
	conf_link(from, k->task, slot, blocks_mode(m));
	if (odds(m, BLOCKS_TWICE, 4) && slot + 1 < k->slots)
		conf_link(from, k->task, slot + 1, blocks_mode(m));
	else if (slot + 1 < k->slots)
		conf_start(k->task, slot + 1);
}

void
blocks_create_kid(struct me *m, struct kid *k, unsigned others)
{
	m->a.budget -= others;
	create_kid(m, k);
	m->a.budget += others;
}

void
blocks_open_kid(struct me *m, const struct kid *k)
{
	for (u32 i = 1 + k->taken; i < k->slots; i += 2)
		fill_slot(m, k, i);
	blocks_pause(m);
	conf_link(draw(m, 3) ? NULL_GUID : blocks_pass(m), k->task, 0,
		  blocks_mode(m));
}

static void
plain_child(struct me *m)
{
	struct kid k = {.finish = odds(m, BLOCKS_SCOPES, 8)};

	if (!m->a.budget)
		return;
	create_kid(m, &k);
	blocks_open_kid(m, &k);
}

/* What its output event brings starts another. */
static void
output_arc(struct me *m)
{
	struct kid from = {.has_output = true,
			   .finish = odds(m, BLOCKS_SCOPES, 3)};
	struct kid to = {.taken = 1};

	if (m->a.budget < 2)
		return;
	blocks_create_kid(m, &from, 1);
	create_kid(m, &to);
	conf_link(from.output, to.task, 1, blocks_mode(m));
	blocks_open_kid(m, &from);
	blocks_open_kid(m, &to);
}

/* One after the other reads the same block on the same node; now and then one
 * writes it elsewhere. */
static void
series(struct me *m)
{
	unsigned n = 3 + (unsigned)draw(m, SERIES - 2);
	ocrGuid_t db = blocks_pass(m), before = NULL_GUID;
	u64 node = blocks_place(m, BLOCKS_SPREAD);
	struct kid kids[SERIES];

	if (m->a.budget < n)
		return;
	for (unsigned i = 0; i < n; i++) {
		bool reads = i < 2 || draw(m, 3);

		kids[i] = (struct kid){.taken = 2,
				       .has_output = i + 1 < n,
				       .placed = reads,
				       .node = node};
		blocks_create_kid(m, &kids[i], n - 1 - i);
		conf_link(db, kids[i].task, 1,
			  reads ? blocks_read_mode(m) : blocks_mode(m));
		conf_link(before, kids[i].task, 2, blocks_mode(m));
		before = kids[i].output;
	}
	for (unsigned i = 0; i < n; i++)
		blocks_open_kid(m, &kids[i]);
}

/* -- Events --------------------------------------------------------------- */

struct arc {
	ocrEventTypes_t type;
	unsigned sats, deps;
	bool by_kids;	      /* satisfied by children, not by this task */
	ocrGuid_t head, tail; /* the same, or tail follows head */
};

static void
satisfy(struct me *m, ocrGuid_t event)
{
	OK(ocrEventSatisfy(event, draw(m, 4) ? blocks_pass(m) : NULL_GUID));
}

static void
do_duty(struct me *m)
{
	if (m->a.n_duties)
		satisfy(m, m->a.duties[--m->a.n_duties]);
}

static void
take_duty(struct me *m, ocrGuid_t event)
{
	if (m->a.n_duties == BLOCKS_DUTIES)
		do_duty(m);
	m->a.duties[m->a.n_duties++] = event;
}

static bool
lasts(ocrEventTypes_t type)
{
	return type == OCR_EVENT_STICKY_T || type == OCR_EVENT_IDEM_T ||
	       type == OCR_EVENT_CHANNEL_T;
}

static struct arc
draw_arc(struct me *m)
{
	static const ocrEventTypes_t types[] = {
		OCR_EVENT_ONCE_T,   OCR_EVENT_LATCH_T, OCR_EVENT_COUNTED_T,
		OCR_EVENT_STICKY_T, OCR_EVENT_IDEM_T,  OCR_EVENT_CHANNEL_T,
	};
	bool keep = m->a.features & BLOCKS_LASTING && blocks_may_keep(m) &&
		    m->n_lasting + 2 <= BLOCKS_THINGS;
	struct arc a = {.type = types[draw(m, keep ? 6 : 3)],
			.sats = 1,
			.deps = 1 + (unsigned)draw(m, 2),
			.by_kids = draw(m, 4)};

	if (a.type == OCR_EVENT_LATCH_T || a.type == OCR_EVENT_IDEM_T)
		a.sats = 1 + (unsigned)draw(m, 2);
	else if (a.type == OCR_EVENT_CHANNEL_T)
		a.sats = a.deps;
	return a;
}

/* It lasts: a janitor destroys it, and if it says so anybody may wait for it
 * who is created later. */
static void
keep_event(struct me *m, ocrGuid_t event, bool is_known)
{
	m->lasting[m->n_lasting++] = event;
	if (!is_known)
		return;
	if (m->a.n_events == BLOCKS_EVENTS)
		m->a.events[draw(m, BLOCKS_EVENTS)] = event;
	else
		m->a.events[m->a.n_events++] = event;
}

static void
create_events(struct me *m, struct arc *a)
{
	bool chain =
		a->type != OCR_EVENT_CHANNEL_T && odds(m, BLOCKS_CHAINS, 3);
	ocrEventParams_t p;

	memset(&p, 0, sizeof(p));
	if (a->type == OCR_EVENT_LATCH_T) {
		p.EVENT_LATCH.counter = a->sats;
	} else if (a->type == OCR_EVENT_COUNTED_T) {
		p.EVENT_COUNTED.nbDeps = chain ? 1 : a->deps;
	} else if (a->type == OCR_EVENT_CHANNEL_T) {
		p.EVENT_CHANNEL.maxGen = a->sats;
		p.EVENT_CHANNEL.nbSat = p.EVENT_CHANNEL.nbDeps = 1;
	}
	a->head = a->tail = conf_event_with(a->type, &p);
	if (!chain)
		return;
	a->tail = conf_event(OCR_EVENT_ONCE_T);
	conf_link(a->head, a->tail, 0, DB_DEFAULT_MODE);
}

/* Children wait for an event, which others or this task satisfy. */
static void
event_arc(struct me *m)
{
	struct arc a = draw_arc(m);
	unsigned n_from = a.by_kids ? a.sats : 0, n = n_from + a.deps;
	struct kid kids[4] = {{.taken = 0}};

	if (m->a.budget < n)
		return;
	create_events(m, &a);
	for (unsigned i = 0; i < n; i++) {
		bool waits = i >= n_from;

		kids[i].taken = waits;
		kids[i].duty = waits ? NULL_GUID : a.head;
		blocks_create_kid(m, &kids[i], n - 1 - i);
		if (waits)
			conf_link(a.tail, kids[i].task, 1, blocks_mode(m));
	}
	for (unsigned i = 0, k = (unsigned)draw(m, n); i < n; i++)
		blocks_open_kid(m, &kids[(i + k) % n]);
	for (unsigned i = n_from; i < a.sats; i++)
		take_duty(m, a.head);
	if (lasts(a.type))
		keep_event(m, a.head, a.type != OCR_EVENT_CHANNEL_T);
}

/* -- Tasks ---------------------------------------------------------------- */

static void
start_something(struct me *m)
{
	if (odds(m, BLOCKS_ARCS, 2))
		event_arc(m);
	else if (odds(m, BLOCKS_OUTPUT, 3))
		output_arc(m);
	else if (odds(m, BLOCKS_SERIES, 3))
		series(m);
	else
		plain_child(m);
}

static void
do_something(struct me *m)
{
	if (odds(m, BLOCKS_PARTS, 4)) {
		blocks_cut(m, false);
		return;
	}
	if (odds(m, BLOCKS_COPIES, 6)) {
		blocks_copy(m);
		return;
	}
	if (m->a.n_own < BLOCKS_OWN && blocks_may_keep(m) &&
	    odds(m, BLOCKS_FILES, 10)) {
		blocks_open_file(m);
		return;
	}
	if (odds(m, BLOCKS_LENDS, 8)) {
		blocks_lend(m);
		return;
	}
	switch (draw(m, 10)) {
	case 0:
		do_duty(m);
		break;
	case 1:
		blocks_let_go(m);
		break;
	case 2:
		if (odds(m, BLOCKS_FRESH, 3))
			make_block(m);
		break;
	case 3:
	case 4:
	case 5:
		start_something(m);
		break;
	default:
		blocks_touch(m);
	}
	if (!draw(m, 4))
		blocks_pause(m);
}

/* Returns what the output event is to bring. */
static ocrGuid_t
live(struct me *m)
{
	u64 n = 2 + draw(m, 6);

	for (; n || (m->a.budget && draw(m, 8)); n -= n > 0)
		do_something(m);
	while (m->a.n_duties)
		do_duty(m);
	blocks_touch(m);
	add_janitors(m);
	if (m->a.counts) {
		blocks_release_all(m);
		OK(ocrEventSatisfySlot(m->a.done, NULL_GUID,
				       OCR_EVENT_LATCH_DECR_SLOT));
	}
	return m->a.returns ? blocks_pass(m) : NULL_GUID;
}

TASK(work)
{
	struct me m = {.a = *PARAM(struct args)};

	m.rng = m.a.id;
	blocks_note_loans(&m.a);
	if (!ocrGuidIsNull(m.a.trash))
		OK(ocrEventDestroy(m.a.trash));
	for (u32 i = 0; i < depc; i++) {
		if (ocrGuidIsNull(depv[i].guid) || depv[i].mode == DB_MODE_NULL)
			continue;
		blocks_acquired(&m, &depv[i]);
		blocks_learn(&m, depv[i].guid);
	}
	blocks_pause(&m);
	return live(&m);
}

/* `done` was not the last: its janitors are. */
TASK(close_up)
{
	OK(ocrEventSatisfySlot(*PARAM(ocrGuid_t), NULL_GUID,
			       OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

TASK(finish)
{
	OK(ocrEdtTemplateDestroy(*PARAM(ocrGuid_t)));
	ocrShutdown();
	return NULL_GUID;
}

static u64
number(const void *args, u64 i, u64 otherwise)
{
	return i < getArgc(args) ? strtoull(getArgv(args, i), NULL, 0)
				 : otherwise;
}

MAIN_TASK
{
	struct me m = {.a = {.seed = number(depv[0].ptr, 1, 1),
			     .budget = number(depv[0].ptr, 2, SIZE),
			     .features = number(depv[0].ptr, 3, ~0ull) &
					 (BLOCKS_FEATURES),
			     .counts = 1}};
	ocrEventParams_t p;
	u64 n;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK(m.a.budget <= MAX_SIZE, "the size is at most %u", MAX_SIZE);
	m.rng = m.a.id = conf_word(m.a.seed, 0);
	memset(&p, 0, sizeof(p));
	p.EVENT_LATCH.counter = 1;
	m.a.done = conf_event_with(OCR_EVENT_LATCH_T, &p);
	m.a.last = conf_event_with(OCR_EVENT_LATCH_T, &p);
	m.a.tmpl = conf_template(work);
	conf_link(m.a.last,
		  conf_task(finish, m.rng % 7, PARAMS(m.a.tmpl), 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_link(m.a.done,
		  conf_task(close_up, m.rng % 5, PARAMS(m.a.last), 1, NULL), 0,
		  DB_DEFAULT_MODE);
	for (n = 1 + draw(&m, 3); n; n--)
		make_block(&m);
	live(&m);
	return NULL_GUID;
}
