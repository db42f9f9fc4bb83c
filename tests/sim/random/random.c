/* SPDX-License-Identifier: BSD-3-Clause */
/* random.c - a random OCR program: carries out a plan (plan.h), and judges
 * itself by it.
 *
 *	random SEED [SIZE [FEATURES]]
 */
#include "tests/sim/random/random.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SIZE 150
#define SIZE	 30

TASK(work);

/* -- GUIDs -------------------------------------------------------------- */

static ocrGuid_t *
table_of(const struct plan_group *g, void *board)
{
	return (ocrGuid_t *)((u64 *)board + 1 + g->n_kids);
}

static ocrGuid_t
guid_of(struct me *m, unsigned obj)
{
	for (unsigned i = 0; i < m->env.n; i++)
		if (m->env.ids[i] == obj)
			return m->env.guids[i];
	WRONG(m, "object %u is not known", obj);
	return NULL_GUID;
}

static void
learn(struct me *m, unsigned obj, ocrGuid_t g)
{
	unsigned i = 0;

	while (i < m->env.n && m->env.ids[i] != obj)
		i++;
	m->env.guids[i] = g;
	if (m->board)
		table_of(&m->p->groups[m->t->sub], m->board)[i] = g;
}

/* From the parameters, or from the board of the parent. */
static void
read_guids(struct me *m, const u64 *paramv, const ocrEdtDep_t *gate)
{
	const struct plan_group *g;
	const ocrGuid_t *table;

	m->env.n = plan_uses(m->p, m->nr, m->env.ids);
	if (m->t->by_params) {
		memcpy(m->env.guids, paramv + sizeof(struct args) / 8,
		       m->env.n * sizeof(ocrGuid_t));
		return;
	}
	g = &m->p->groups[m->t->group];
	table = table_of(g, gate->ptr);
	for (unsigned i = 0; i < m->env.n; i++)
		m->env.guids[i] = table[plan_find(g, m->env.ids[i])];
}

/* -- Creation ----------------------------------------------------------- */

static ocrGuid_t
template_for(struct me *m)
{
	unsigned sub = m->t->sub;

	if (m->t->role == PLAN_GROUP && m->p->groups[sub].tmpl != PLAN_NONE)
		return guid_of(m, m->p->groups[sub].tmpl);
	return conf_template(work);
}

static void
template_done(struct me *m, ocrGuid_t tmpl)
{
	unsigned sub = m->t->sub;

	if (m->t->role != PLAN_GROUP || m->p->groups[sub].tmpl == PLAN_NONE)
		OK(ocrEdtTemplateDestroy(tmpl));
}

static void
create_task(struct me *m, const struct plan_obj *o)
{
	const struct plan_task *t = &m->p->tasks[o->task];
	u64 params[sizeof(struct args) / 8 + 2 * PLAN_IDS];
	struct args a = *m->args;
	unsigned n = sizeof(a) / 8;
	uint16_t ids[PLAN_IDS];
	ocrGuid_t tmpl = template_for(m), guid, output = NULL_GUID;

	a.task = o->task;
	a.stage = 0;
	memcpy(params, &a, sizeof(a));
	if (t->by_params) {
		unsigned uses = plan_uses(m->p, o->task, ids);

		for (unsigned i = 0; i < uses; i++, n += 2) {
			guid = guid_of(m, ids[i]);
			memcpy(&params[n], &guid, sizeof(guid));
		}
	}
	guid = conf_spawn(tmpl, t->node, n, params, t->n_slots,
			  t->finish ? EDT_PROP_FINISH : EDT_PROP_NONE,
			  t->output == PLAN_NONE ? NULL : &output);
	learn(m, t->obj, guid);
	if (t->output != PLAN_NONE)
		learn(m, t->output, output);
	template_done(m, tmpl);
}

static ocrGuid_t
create_block(unsigned node, u64 bytes, bool unheld, u64 seed)
{
	ocrHint_t h = conf_db_hint(node);
	ocrGuid_t g = NULL_GUID;
	void *ptr = NULL;

	if (unheld) {
		OK(ocrDbCreate(&g, &ptr, bytes, DB_PROP_NO_ACQUIRE, &h,
			       NO_ALLOC));
		return g;
	}
	ptr = conf_block(&g, node, bytes);
	conf_fill(ptr, bytes / 8, seed);
	return g;
}

static ocrGuid_t
create_event(const struct plan_obj *o)
{
	static const ocrEventTypes_t types[] = {
		[PLAN_OBJ_ONCE] = OCR_EVENT_ONCE_T,
		[PLAN_OBJ_STICKY] = OCR_EVENT_STICKY_T,
		[PLAN_OBJ_IDEM] = OCR_EVENT_IDEM_T,
		[PLAN_OBJ_LATCH] = OCR_EVENT_LATCH_T,
		[PLAN_OBJ_COUNTED] = OCR_EVENT_COUNTED_T,
		[PLAN_OBJ_CHANNEL] = OCR_EVENT_CHANNEL_T,
	};
	ocrEventParams_t p;
	ocrGuid_t g = NULL_GUID;

	memset(&p, 0, sizeof(p));
	if (o->kind == PLAN_OBJ_LATCH)
		p.EVENT_LATCH.counter = o->count;
	/* A doomed one expects nobody. */
	if (o->kind == PLAN_OBJ_COUNTED)
		p.EVENT_COUNTED.nbDeps = o->count ? o->count : 1;
	if (o->kind == PLAN_OBJ_CHANNEL) {
		p.EVENT_CHANNEL.maxGen =
			o->max_gen ? o->max_gen : EVENT_CHANNEL_UNBOUNDED;
		p.EVENT_CHANNEL.nbSat = o->nb_sat;
		p.EVENT_CHANNEL.nbDeps = o->nb_deps;
	}
	OK(ocrEventCreateParams(&g, types[o->kind],
				o->kind == PLAN_OBJ_LATCH ? EVT_PROP_NONE
							  : EVT_PROP_TAKES_ARG,
				&p));
	return g;
}

static void
create(struct me *m, unsigned obj)
{
	const struct plan_obj *o = &m->p->objs[obj];
	u64 bytes = 8 * (u64)o->words;
	ocrGuid_t g = NULL_GUID;

	switch (o->kind) {
	case PLAN_OBJ_TASK:
		create_task(m, o);
		return;
	case PLAN_OBJ_TEMPLATE:
		g = conf_template(work);
		break;
	case PLAN_OBJ_BLOCK:
		if (o->task != PLAN_NONE)
			bytes = plan_board_bytes(
				&m->p->groups[m->p->tasks[o->task].sub]);
		g = create_block(o->node, bytes, o->unheld,
				 plan_version(m->p, obj, 0));
		if (!o->unheld)
			OK(ocrDbRelease(g));
		break;
	default:
		g = create_event(o);
	}
	learn(m, obj, g);
}

static void
destroy(struct me *m, unsigned obj, ocrGuid_t g)
{
	switch (m->p->objs[obj].kind) {
	case PLAN_OBJ_BLOCK:
		OK(ocrDbDestroy(g));
		break;
	case PLAN_OBJ_TASK:
		OK(ocrEdtDestroy(g));
		break;
	case PLAN_OBJ_TEMPLATE:
		OK(ocrEdtTemplateDestroy(g));
		break;
	default:
		OK(ocrEventDestroy(g));
	}
}

/* -- Ops ---------------------------------------------------------------- */

static void
satisfy(struct me *m, const struct plan_op *op)
{
	ocrGuid_t data = NULL_GUID;

	if (op->kind == PLAN_FRESH_SAT ||
	    (op->kind == PLAN_SEND && op->words)) {
		data = create_block((unsigned)op->seed, 8 * (u64)op->words,
				    false, op->seed);
		OK(ocrDbRelease(data));
	} else if (op->b != PLAN_NONE) {
		data = guid_of(m, op->b);
	}
	OK(ocrEventSatisfy(guid_of(m, op->a), data));
}

static void
open_gate(struct me *m, const struct plan_op *op)
{
	const struct plan_task *t = &m->p->tasks[m->p->objs[op->a].task];

	conf_link(t->slots[0].kind == PLAN_SLOT_NULL ? NULL_GUID
						     : m->board_guid,
		  guid_of(m, op->a), 0, op->mode);
}

static void
perform(struct me *m, const struct plan_op *op)
{
	switch (op->kind) {
	case PLAN_CREATE:
		create(m, op->a);
		break;
	case PLAN_LINK:
	case PLAN_TAKE:
		conf_link(guid_of(m, op->a), guid_of(m, op->b), op->slot,
			  op->mode);
		break;
	case PLAN_SATISFY:
	case PLAN_FRESH_SAT:
	case PLAN_SEND:
		satisfy(m, op);
		break;
	case PLAN_INCR:
		OK(ocrEventSatisfySlot(guid_of(m, op->a), NULL_GUID,
				       OCR_EVENT_LATCH_INCR_SLOT));
		break;
	case PLAN_DECR:
		OK(ocrEventSatisfySlot(guid_of(m, op->a), NULL_GUID,
				       OCR_EVENT_LATCH_DECR_SLOT));
		break;
	case PLAN_DESTROY:
		destroy(m, op->a, guid_of(m, op->a));
		break;
	case PLAN_GATE:
		open_gate(m, op);
		break;
	case PLAN_RELEASE:
		m->board = NULL;
		OK(ocrDbRelease(m->board_guid));
	}
}

/* -- Groups ------------------------------------------------------------- */

/* The next stage goes on with the board. */
static void
start_stage(struct me *m, unsigned stage)
{
	const struct plan_group *g = &m->p->groups[m->t->sub];
	struct args a = *m->args;
	ocrGuid_t next;

	m->board = NULL;
	OK(ocrDbRelease(m->board_guid));
	a.task = m->nr;
	a.stage = stage;
	next = conf_task(work, g->nodes[stage], PARAMS(a), 1, NULL);
	conf_link(m->board_guid, next, 0,
		  (a.seed + stage) & 1 ? DB_MODE_EW : DB_MODE_RW);
}

static void
build(struct me *m, const ocrEdtDep_t *board)
{
	const struct plan_group *g = &m->p->groups[m->t->sub];
	unsigned stage = (unsigned)m->args->stage;

	m->board = board->ptr;
	m->board_guid = board->guid;
	m->env.n = g->n_ids;
	memcpy(m->env.ids, g->ids, g->n_ids * sizeof(*g->ids));
	memcpy(m->env.guids, table_of(g, board->ptr),
	       g->n_ids * sizeof(ocrGuid_t));
	for (unsigned i = g->begin[stage]; i < g->begin[stage + 1]; i++)
		perform(m, &m->p->ops[m->p->sorted[i]]);
	if (stage + 1 < g->n_stages)
		start_stage(m, stage + 1);
}

/* A board without results: what the children must be told. */
static void
begin_board(struct me *m, u64 *board)
{
	const struct plan_group *g = &m->p->groups[m->t->sub];

	memset(board, 0, plan_board_bytes(g));
	for (unsigned i = g->n_own; i < g->n_ids; i++)
		table_of(g, board)[i] = guid_of(m, g->ids[i]);
}

static bool
is_board_right(struct me *m, const u64 *board)
{
	const struct plan_group *g = &m->p->groups[m->t->sub];
	u64 sum = 0;

	for (unsigned i = 0; i < g->n_kids; i++) {
		const struct plan_task *t = &m->p->tasks[g->kids[i]];
		u64 mark = plan_mark(m->p, g->kids[i]);

		if (board[1 + i] != (t->word ? mark : 0)) {
			WRONG(m, "its child %u has left %" PRIx64, g->kids[i],
			      board[1 + i]);
			return false;
		}
		if (t->word && t->slots[0].mode == DB_MODE_EW)
			sum += mark;
	}
	if (board[0] == sum)
		return true;
	WRONG(m, "additions are lost");
	return false;
}

static void
clean_up(struct me *m, const ocrEdtDep_t *board)
{
	const struct plan_group *g = &m->p->groups[m->t->sub];
	ocrGuid_t guids[PLAN_IDS];

	if (!is_board_right(m, board->ptr))
		return;
	memcpy(guids, table_of(g, board->ptr), g->n_own * sizeof(*guids));
	if (plan_mark(m->p, m->nr) & 1)
		OK(ocrDbDestroy(board->guid));
	for (unsigned i = 0; i < g->n_own; i++)
		if (m->p->objs[g->ids[i]].janitor)
			destroy(m, g->ids[i], guids[i]);
	if (!(plan_mark(m->p, m->nr) & 1))
		OK(ocrDbDestroy(board->guid));
}

/* -- Tasks -------------------------------------------------------------- */

static ocrGuid_t
result(struct me *m)
{
	switch (m->t->ret) {
	case PLAN_RET_FRESH:
		return create_block((unsigned)m->nr, 8 * (u64)m->t->fresh_words,
				    false, m->t->fresh_seed);
	case PLAN_RET_BLOCK:
	case PLAN_RET_EVENT:
		return guid_of(m, m->t->ret_obj);
	}
	return NULL_GUID;
}

static const ocrEdtDep_t *
sub_board(struct me *m, const ocrEdtDep_t *depv)
{
	for (unsigned i = 0; i < m->t->n_slots; i++)
		if (m->t->slots[i].kind == PLAN_SLOT_SUB)
			return &depv[i];
	return NULL;
}

static void
read_janitor_guids(struct me *m, const u64 *paramv, const ocrEdtDep_t *depv)
{
	const struct plan_group *g = &m->p->groups[m->t->sub];

	if (g->finish) {
		read_guids(m, paramv, &depv[0]);
		return;
	}
	m->env.n = g->n_ids;
	memcpy(m->env.ids, g->ids, g->n_ids * sizeof(*g->ids));
	memcpy(m->env.guids, table_of(g, depv[0].ptr),
	       g->n_ids * sizeof(ocrGuid_t));
}

TASK(work)
{
	const struct args *a = PARAM(struct args);
	struct me m = {.p = plan_get(a->seed, (u32)a->size, (u32)a->features),
		       .args = a,
		       .nr = (unsigned)a->task};
	const ocrEdtDep_t *sub;
	ocrGuid_t ret;

	m.t = &m.p->tasks[m.nr];
	if (a->stage) {
		build(&m, &depv[0]);
		return NULL_GUID;
	}
	CHECK(m.t->role != PLAN_DOOM, "task %u was destroyed, and runs", m.nr);
	CHECK_EQ("slots", depc, m.t->n_slots);
	if (m.t->role == PLAN_JANITOR)
		read_janitor_guids(&m, paramv, depv);
	else
		read_guids(&m, paramv, &depv[0]);
	for (u32 i = 0; i < depc; i++)
		CHECK(random_take(&m, i, &depv[i]),
		      "seed %" PRIu64 ": task %u finds in slot %u what should "
		      "not be there",
		      a->seed, m.nr, i);
	sub = sub_board(&m, depv);
	if (m.t->role == PLAN_GROUP)
		begin_board(&m, sub->ptr);
	for (u32 i = 0; i < depc; i++)
		random_let_go(&m, i, &depv[i]);
	if (m.t->role == PLAN_JANITOR)
		clean_up(&m, sub);
	for (unsigned o = m.t->duties; o != PLAN_NONE; o = m.p->ops[o].next)
		perform(&m, &m.p->ops[o]);
	ret = result(&m);
	if (m.t->role == PLAN_GROUP)
		build(&m, sub);
	return ret;
}

static u64
number(const void *args, u64 i, u64 otherwise)
{
	return i < getArgc(args) ? strtoull(getArgv(args, i), NULL, 0)
				 : otherwise;
}

/* The objects of mainEdt: the accumulator, the board of the first group, its
 * first task and its janitor. */
MAIN_TASK
{
	struct args a = {.seed = number(depv[0].ptr, 1, 1),
			 .size = number(depv[0].ptr, 2, SIZE),
			 .features = number(depv[0].ptr, 3, PLAN_ALL)};
	const struct plan *p;
	const struct plan_group *root;
	struct me m = {.args = &a};
	struct plan_task none = {.role = PLAN_LEAF, .sub = PLAN_NONE};
	ocrGuid_t acc, board, first, janitor, last;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK(a.size <= MAX_SIZE, "the size is at most %u", MAX_SIZE);
	p = m.p = plan_get(a.seed, (u32)a.size, (u32)a.features);
	root = &p->groups[0];
	m.t = &none;
	m.env.n = 6;
	memcpy(m.env.ids,
	       (uint16_t[]){p->acc, root->board, p->tasks[root->first].obj,
			    p->tasks[root->first].output,
			    p->tasks[root->janitor].obj,
			    p->tasks[root->janitor].output},
	       6 * sizeof(uint16_t));
	acc = conf_number(p->objs[p->acc].node, 0);
	learn(&m, p->acc, acc);
	create(&m, root->board);
	create(&m, p->tasks[root->first].obj);
	create(&m, p->tasks[root->janitor].obj);
	board = guid_of(&m, root->board);
	first = guid_of(&m, p->tasks[root->first].obj);
	janitor = guid_of(&m, p->tasks[root->janitor].obj);
	last = conf_end(1);
	conf_link(guid_of(&m, p->tasks[root->janitor].output), last, 0,
		  DB_DEFAULT_MODE);
	conf_link(guid_of(&m, p->tasks[root->first].output), janitor, 0,
		  DB_DEFAULT_MODE);
	conf_link(board, janitor, 1, DB_MODE_CONST);
	conf_link(acc, janitor, 2, DB_MODE_CONST);
	conf_link(board, first, 1, DB_MODE_RW);
	conf_start(first, 0);
	return NULL_GUID;
}
