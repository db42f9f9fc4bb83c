/* SPDX-License-Identifier: BSD-3-Clause */
/* chain.c - see chain.h. */
#include "apps/cholesky/chain.h"

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"

#include "apps/cholesky/kernels.h"
#include "apps/cholesky/matrix.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* The pre-slots of a task of a chain: left and right are tiles of L. */
enum { SLOT_TILE, SLOT_PLAN, SLOT_LEFT, SLOT_RIGHT, STEP_SLOTS };

/* The pre-slots of a task that makes a tile. */
enum { MAKE_TILE, MAKE_ORIGINAL, MAKE_PLAN, MAKE_SLOTS };

enum { FACTOR, RESIDUAL };

/* The parameters of a task of a chain. */
struct step {
	u64 kind;
	u64 row; /* its tile */
	u64 column;
	u64 update;	 /* the column of L that it uses */
	ocrGuid_t reply; /* RESIDUAL: the task for the row's norms */
};

#define STEP_PARAMS (sizeof(struct step) / sizeof(u64))

/* The parameters of the task for a row's norms. */
struct row {
	ocrGuid_t reply;
	u64 slot;
};

#define ROW_PARAMS (sizeof(struct row) / sizeof(u64))

/* Tasks of node 0's tiles that have run: for progress alone. */
static _Atomic u64 done_here;

static bool
is_last(const struct step *s)
{
	return s->update == s->column;
}

u8
chain_find_final(const struct plan *p, u64 row, u64 column, ocrGuid_t *event)
{
	return ocrGuidFromIndex(event, p->finals,
				plan_final_label(p, row, column));
}

u8
chain_find_home(const struct plan *p, u64 row, u64 column, ocrGuid_t *node)
{
	return ocrAffinityGetAt(AFFINITY_PD, plan_home(p, row, column), node);
}

/* Creates a task from the template, where the tile of `s` lives. */
static u8
create_at_home(ocrGuid_t *task, ocrGuid_t from, const struct plan *p,
	       const struct step *s)
{
	u64 params[STEP_PARAMS];
	ocrGuid_t node;
	ocrHint_t hint;
	u8 err = chain_find_home(p, s->row, s->column, &node);

	memcpy(params, s, sizeof(*s));
	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	/* All that is to the right waits for what is to the left. */
	ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, p->side - s->column);
	if (!err)
		err = ocrEdtCreate(task, from, EDT_PARAM_DEF, params,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   NULL);
	return err;
}

/* The events of the tiles of L that a task of a chain uses, or NULL_GUID. */
static u8
find_sources(const struct plan *p, const struct step *s, ocrGuid_t *left,
	     ocrGuid_t *right)
{
	bool diagonal = s->row == s->column;
	u8 err = 0;

	*left = *right = NULL_GUID;
	if (s->kind == FACTOR && is_last(s)) {
		if (!diagonal)
			err = chain_find_final(p, s->column, s->column, left);
		return err;
	}
	err = chain_find_final(p, s->row, s->update, left);
	if (!err && !diagonal)
		err = chain_find_final(p, s->column, s->update, right);
	return err;
}

/* Creates a task of a chain, which waits for its tile. */
static u8
prepare_step(ocrGuid_t *task, const struct plan *p, ocrGuid_t plan_block,
	     const struct step *s)
{
	ocrGuid_t left, right;
	u8 err = create_at_home(task, p->step_template, p, s);

	if (!err)
		err = find_sources(p, s, &left, &right);
	if (!err)
		err = ocrAddDependence(plan_block, *task, SLOT_PLAN,
				       DB_MODE_CONST);
	if (!err)
		err = ocrAddDependence(left, *task, SLOT_LEFT, DB_MODE_CONST);
	if (!err)
		err = ocrAddDependence(right, *task, SLOT_RIGHT, DB_MODE_CONST);
	return err;
}

/* The first task of a chain.  The tile is ready for it. */
static u8
start_chain(const struct plan *p, ocrGuid_t plan_block, const struct step *s)
{
	const struct place *place = &p->place[plan_index(s->row, s->column)];
	ocrGuid_t task;
	u8 err = prepare_step(&task, p, plan_block, s);

	if (!err)
		err = ocrAddDependence(s->kind == FACTOR ? place->block
							 : place->original,
				       task, SLOT_TILE, DB_MODE_EW);
	return err;
}

/* Factors the tile, which is on the diagonal; false after a line on standard
 * error if it is not positive definite. */
static bool
factor(const struct plan *p, u64 row, struct tile *t)
{
	double pivot;
	u64 at = kernels_potrf(t->rows, t->cell, &pivot);

	if (at == t->rows)
		return true;
	fprintf(stderr,
		"cholesky: the matrix is not positive definite: the pivot of "
		"row %" PRIu64 " is %g (row %" PRIu64 " of tile %" PRIu64
		" on the diagonal)\n",
		row * p->tile + at + 1, pivot, at + 1, row + 1);
	return false;
}

/* What a task of a chain does to its tile; false as above. */
static bool
compute(const struct plan *p, const struct step *s, const ocrEdtDep_t depv[])
{
	const struct kernels *k = p->blas ? kernels_blas() : &kernels_own;
	const struct tile *left = depv[SLOT_LEFT].ptr;
	const struct tile *right = depv[SLOT_RIGHT].ptr;
	struct tile *t = depv[SLOT_TILE].ptr;

	if (right)
		k->gemm(t->rows, t->columns, left->columns, left->cell,
			right->cell, t->cell);
	else if (s->kind == FACTOR && is_last(s) && !left)
		return factor(p, s->row, t);
	else if (s->kind == FACTOR && is_last(s))
		k->trsm(t->rows, t->columns, left->cell, t->cell);
	else
		k->syrk(t->rows, left->columns, left->cell, t->cell);
	return true;
}

/* Sends a block with norms to a slot of a task. */
static u8
send_norms(const struct norms *norms, ocrGuid_t task, u64 slot)
{
	struct norms *n;
	ocrGuid_t block;
	u8 err = ocrDbCreate(&block, (void **)&n, sizeof(*n), DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	*n = *norms;
	err = ocrDbRelease(block);
	if (!err)
		err = ocrAddDependence(block, task, (u32)slot, DB_MODE_CONST);
	return err;
}

/* Creates the event that the last task of the chain will satisfy.  Who waits
 * for it already waits under its name. */
static u8
create_final(const struct plan *p, const struct step *s)
{
	ocrGuid_t event;
	u8 err = chain_find_final(p, s->row, s->column, &event);

	if (!err)
		err = ocrEventCreate(&event, OCR_EVENT_STICKY_T,
				     GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG);
	return err;
}

/* Releases what the task has, and lets the next one run: that comes last, so
 * that no block is held by a task of which nobody knows any more. */
static u8
go_on(const struct plan *p, struct step *s, const struct norms *norms,
      const ocrEdtDep_t depv[])
{
	ocrGuid_t tile = depv[SLOT_TILE].guid, next = NULL_GUID;
	bool last = is_last(s);
	u8 err = 0;

	s->update++;
	if (!last)
		err = prepare_step(&next, p, depv[SLOT_PLAN].guid, s);
	else if (s->kind == FACTOR)
		err = chain_find_final(p, s->row, s->column, &next);
	for (u32 i = 0; i < STEP_SLOTS && !err; i++)
		err = ocrDbRelease(depv[i].guid);
	if (err)
		return err;
	if (!last)
		return ocrAddDependence(tile, next, SLOT_TILE, DB_MODE_EW);
	if (s->kind == FACTOR)
		return ocrEventSatisfy(next, tile);
	return send_norms(norms, s->reply, s->column);
}

/* One task of a chain, for both kinds. */
static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[SLOT_PLAN].ptr;
	struct tile *t = depv[SLOT_TILE].ptr;
	struct norms norms = {0};
	struct step s;
	bool diagonal;
	u8 err = 0;

	(void)paramc;
	(void)depc;
	memcpy(&s, paramv, sizeof(s));
	diagonal = s.row == s.column;
	if (s.kind == RESIDUAL && s.update == 0)
		t->norm = tile_norm(t, diagonal);
	if (!compute(p, &s, depv)) {
		ocrAbort(1);
		return NULL_GUID;
	}
	if (plan_home(p, s.row, s.column) == 0)
		progress_tell(1 + atomic_fetch_add_explicit(
					  &done_here, 1, memory_order_relaxed),
			      p->node0_tasks);
	if (s.kind == RESIDUAL && is_last(&s))
		norms = (struct norms){tile_norm(t, diagonal), t->norm};
	if (s.kind == FACTOR && s.update == 0)
		err = create_final(p, &s);
	if (!err)
		err = go_on(p, &s, &norms, depv);
	if (err)
		quit_failed("cholesky", err);
	return NULL_GUID;
}

/* Makes a tile of the matrix of its own, and starts its chain. */
static ocrGuid_t
make_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[MAKE_PLAN].ptr;
	struct tile *t = depv[MAKE_TILE].ptr;
	ocrGuid_t next;
	struct step s;
	u8 err;

	(void)paramc;
	(void)depc;
	memcpy(&s, paramv, sizeof(s));
	*t = (struct tile){
		.rows = plan_rows(p, s.row),
		.columns = plan_rows(p, s.column),
	};
	for (u64 j = 0; j < t->columns; j++)
		for (u64 i = 0; i < t->rows; i++) {
			u64 row = s.row * p->tile + i;
			u64 column = s.column * p->tile + j;

			/* Above the diagonal nobody looks. */
			t->cell[i + j * t->rows] =
				row < column ? 0
					     : matrix_make(p->seed, p->size,
							   row, column);
		}
	if (depv[MAKE_ORIGINAL].ptr)
		memcpy(depv[MAKE_ORIGINAL].ptr, t,
		       plan_tile_bytes(p, s.row, s.column));
	err = prepare_step(&next, p, depv[MAKE_PLAN].guid, &s);
	for (u32 i = 0; i < MAKE_SLOTS && !err; i++)
		err = ocrDbRelease(depv[i].guid);
	if (!err)
		err = ocrAddDependence(depv[MAKE_TILE].guid, next, SLOT_TILE,
				       DB_MODE_EW);
	if (err)
		quit_failed("cholesky", err);
	return NULL_GUID;
}

struct norms
chain_combine(const ocrEdtDep_t depv[], u64 count)
{
	struct norms sum = {0};

	for (u64 i = 0; i < count; i++) {
		const struct norms *n = depv[i].ptr;

		sum.residual = hypot(sum.residual, n->residual);
		sum.matrix = hypot(sum.matrix, n->matrix);
		ocrDbDestroy(depv[i].guid);
	}
	return sum;
}

/* The norms of a row of tiles: one slot for each. */
static ocrGuid_t
row_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct norms sum = chain_combine(depv, depc);
	struct row row;
	u8 err;

	(void)paramc;
	memcpy(&row, paramv, sizeof(row));
	err = send_norms(&sum, row.reply, row.slot);
	if (err)
		quit_failed("cholesky", err);
	return NULL_GUID;
}

/* Starts the chains of a row of tiles that compute its residual. */
static u8
start_row(const struct plan *p, ocrGuid_t plan_block, u64 row, ocrGuid_t report)
{
	struct row r = {.reply = report, .slot = row};
	struct step s = {.kind = RESIDUAL, .row = row};
	u64 params[ROW_PARAMS];
	u8 err;

	memcpy(params, &r, sizeof(r));
	err = ocrEdtCreate(&s.reply, p->row_template, EDT_PARAM_DEF, params,
			   (u32)row + 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
	for (; s.column <= row && !err; s.column++)
		err = start_chain(p, plan_block, &s);
	return err;
}

u8
chain_start_residual(const struct plan *p, ocrGuid_t plan_block,
		     ocrGuid_t report)
{
	u8 err = 0;

	for (u64 row = 0; row < p->side && !err; row++)
		err = start_row(p, plan_block, row, report);
	return err;
}

u8
chain_start_factor(const struct plan *p, ocrGuid_t plan_block, bool make)
{
	ocrGuid_t make_template, task;
	u8 err = ocrEdtTemplateCreate(&make_template, make_edt, STEP_PARAMS,
				      MAKE_SLOTS);

	for (struct step s = {.kind = FACTOR}; s.row < p->side; s.row++)
		for (s.column = 0; s.column <= s.row && !err; s.column++) {
			const struct place *place =
				&p->place[plan_index(s.row, s.column)];

			if (!make) {
				err = start_chain(p, plan_block, &s);
				continue;
			}
			err = create_at_home(&task, make_template, p, &s);
			if (!err)
				err = ocrAddDependence(place->block, task,
						       MAKE_TILE, DB_MODE_EW);
			if (!err)
				err = ocrAddDependence(place->original, task,
						       MAKE_ORIGINAL,
						       DB_MODE_EW);
			if (!err)
				err = ocrAddDependence(plan_block, task,
						       MAKE_PLAN,
						       DB_MODE_CONST);
		}
	if (!err)
		err = ocrEdtTemplateDestroy(make_template);
	return err;
}

u8
chain_create_templates(struct plan *p)
{
	u8 err = ocrEdtTemplateCreate(&p->step_template, step_edt, STEP_PARAMS,
				      STEP_SLOTS);

	if (!err)
		err = ocrEdtTemplateCreate(&p->row_template, row_edt,
					   ROW_PARAMS, EDT_PARAM_UNK);
	return err;
}
