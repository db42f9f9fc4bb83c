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

/* -- GUIDs -------------------------------------------------------------- */

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
	table = random_table(g, gate->ptr);
	for (unsigned i = 0; i < m->env.n; i++)
		m->env.guids[i] = table[plan_find(g, m->env.ids[i])];
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
		data = random_block(m, (unsigned)op->seed, 8 * (u64)op->words,
				    op->seed);
		OK(ocrDbRelease(data));
	} else if (op->b != PLAN_NONE) {
		data = random_guid(m, op->b);
	}
	OK(ocrEventSatisfy(random_guid(m, op->a), data));
}

static void
open_gate(struct me *m, const struct plan_op *op)
{
	const struct plan_task *t = &m->p->tasks[m->p->objs[op->a].task];

	conf_link(t->slots[0].kind == PLAN_SLOT_NULL ? NULL_GUID
						     : m->board_guid,
		  random_guid(m, op->a), 0, op->mode);
}

/* Who is about to use an event that several tasks create may be one of them:
 * the event cannot be gone before. */
static void
create_first(struct me *m, const struct plan_op *op)
{
	bool uses = op->kind == PLAN_SATISFY || op->kind == PLAN_FRESH_SAT ||
		    op->kind == PLAN_INCR || op->kind == PLAN_DECR;

	if (uses && m->p->objs[op->a].name == PLAN_CHECK &&
	    (plan_mark(m->p, m->nr) >> op->a % 32 & 1))
		random_create(m, op->a);
}

static void
act(struct me *m, const struct plan_op *op)
{
	switch (op->kind) {
	case PLAN_CREATE:
	case PLAN_CREATE_TOO:
		random_create(m, op->a);
		break;
	case PLAN_LINK:
	case PLAN_TAKE:
		conf_link(random_guid(m, op->a), random_guid(m, op->b),
			  op->slot, op->mode);
		break;
	case PLAN_SATISFY:
	case PLAN_FRESH_SAT:
	case PLAN_SEND:
		satisfy(m, op);
		break;
	case PLAN_REDUCTION:
		random_reduce(op->seed, random_guid(m, op->a),
			      random_guid(m, op->b), op->slot);
		break;
	case PLAN_INCR:
		OK(ocrEventSatisfySlot(random_guid(m, op->a), NULL_GUID,
				       OCR_EVENT_LATCH_INCR_SLOT));
		break;
	case PLAN_DECR:
		OK(ocrEventSatisfySlot(random_guid(m, op->a), NULL_GUID,
				       OCR_EVENT_LATCH_DECR_SLOT));
		break;
	case PLAN_DESTROY:
		destroy(m, op->a, random_guid(m, op->a));
		break;
	case PLAN_GATE:
		open_gate(m, op);
		break;
	case PLAN_RELEASE:
		m->board = NULL;
		OK(ocrDbRelease(m->board_guid));
	}
}

static void
perform(struct me *m, const struct plan_op *op)
{
	create_first(m, op);
	act(m, op);
}

/* The same of a task's own, which others may do. */
static void
perform_duty(struct me *m, const struct plan_op *op)
{
	create_first(m, op);
	if (!random_small_does(m, op))
		act(m, op);
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
	next = ocrGuidIsNull(a.kept)
		       ? conf_task(random_work, g->nodes[stage], PARAMS(a), 1,
				   NULL)
		       : conf_spawn(a.kept, g->nodes[stage], PARAMS(a), 1,
				    EDT_PROP_NONE, NULL);
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
	memcpy(m->env.guids, random_table(g, board->ptr),
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
		random_table(g, board)[i] = random_guid(m, g->ids[i]);
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
	memcpy(guids, random_table(g, board->ptr), g->n_own * sizeof(*guids));
	if (plan_mark(m->p, m->nr) & 1)
		OK(ocrDbDestroy(board->guid));
	for (unsigned i = 0; i < g->n_own; i++)
		if (m->p->objs[g->ids[i]].janitor)
			destroy(m, g->ids[i], guids[i]);
	if (!(plan_mark(m->p, m->nr) & 1))
		OK(ocrDbDestroy(board->guid));
	if (m->t->sub == 0)
		random_names_destroy(m->args);
}

/* -- Tasks -------------------------------------------------------------- */

static ocrGuid_t
result(struct me *m)
{
	switch (m->t->ret) {
	case PLAN_RET_FRESH:
		return random_block(m, m->nr, 8 * (u64)m->t->fresh_words,
				    m->t->fresh_seed);
	case PLAN_RET_BLOCK:
	case PLAN_RET_EVENT:
		return random_guid(m, m->t->ret_obj);
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
	memcpy(m->env.guids, random_table(g, depv[0].ptr),
	       g->n_ids * sizeof(ocrGuid_t));
}

ocrGuid_t
random_work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct args *a = PARAM(struct args);
	struct me m = {.p = plan_get(a->seed, (u32)a->size, (u32)a->features),
		       .args = a,
		       .nr = (unsigned)a->task};
	const ocrEdtDep_t *sub;
	ocrGuid_t ret;

	(void)paramc;
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
		perform_duty(&m, &m.p->ops[o]);
	random_small_more(&m);
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
	random_names_create(p, &a);
	m.t = &none;
	m.env.n = 6;
	memcpy(m.env.ids,
	       (uint16_t[]){p->acc, root->board, p->tasks[root->first].obj,
			    p->tasks[root->first].output,
			    p->tasks[root->janitor].obj,
			    p->tasks[root->janitor].output},
	       6 * sizeof(uint16_t));
	acc = conf_number(p->objs[p->acc].node, 0);
	random_learn(&m, p->acc, acc);
	random_create(&m, root->board);
	random_create(&m, p->tasks[root->first].obj);
	random_create(&m, p->tasks[root->janitor].obj);
	board = random_guid(&m, root->board);
	first = random_guid(&m, p->tasks[root->first].obj);
	janitor = random_guid(&m, p->tasks[root->janitor].obj);
	last = conf_end(1);
	conf_link(random_guid(&m, p->tasks[root->janitor].output), last, 0,
		  DB_DEFAULT_MODE);
	conf_link(random_guid(&m, p->tasks[root->first].output), janitor, 0,
		  DB_DEFAULT_MODE);
	conf_link(board, janitor, 1, DB_MODE_CONST);
	conf_link(acc, janitor, 2, DB_MODE_CONST);
	conf_link(board, first, 1, DB_MODE_RW);
	conf_start(first, 0);
	return NULL_GUID;
}
