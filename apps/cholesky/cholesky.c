/* SPDX-License-Identifier: BSD-3-Clause */
/* cholesky.c - factors a matrix, A = L L^T, tile by tile on all nodes of a job.
 *
 * Each tile on or below the diagonal is a data block on its home node, and has
 * a chain of tasks there, one for each column of tiles up to its own:
 *
 *	tile (i, j) of A
 *	   |  gemm: minus L(i,0) L(j,0)^T       (syrk if i = j)
 *	   |  gemm: minus L(i,1) L(j,1)^T
 *	   |  ...                                up to column j - 1
 *	   |  trsm: times L(j,j)^-T             (potrf if i = j)
 *	   v
 *	tile (i, j) of L ---> its sticky event, for all tasks that need it
 *
 * A task of a chain waits for the tile as the task before it left it, and for
 * the events of two tiles of L.  It creates the next one: there is no barrier
 * and no step of the whole matrix, and a tile has one task at a time, however
 * many there are in all.
 *
 * The residual is computed the same way: chains that begin with a second copy
 * of A and go on to column j give A - L L^T.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"

#include "apps/cholesky/chain.h"
#include "apps/cholesky/end.h"
#include "apps/cholesky/kernels.h"
#include "apps/cholesky/matrix.h"
#include "apps/cholesky/options.h"
#include "apps/cholesky/plan.h"
#include "apps/common/clock.h"
#include "apps/common/command.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Fills a block with a tile of the matrix from the file. */
static void
fill_tile(struct tile *t, const struct plan *p, const struct matrix *m, u64 row,
	  u64 column)
{
	*t = (struct tile){
		.rows = plan_rows(p, row),
		.columns = plan_rows(p, column),
	};
	for (u64 j = 0; j < t->columns; j++)
		for (u64 i = 0; i < t->rows; i++) {
			u64 r = row * p->tile + i, c = column * p->tile + j;

			t->cell[i + j * t->rows] =
				r < c ? 0 : matrix_get(m, r, c);
		}
}

/* Creates a block for a tile at its home; from a file it gets its content. */
static u8
create_tile(ocrGuid_t *block, const struct plan *p, const struct matrix *m,
	    u64 row, u64 column)
{
	bool fill = m->packed;
	struct tile *t;
	ocrGuid_t node;
	ocrHint_t hint;
	u8 err = chain_find_home(p, row, column, &node);

	ocrHintInit(&hint, OCR_HINT_DB_T);
	ocrSetHintValue(&hint, OCR_HINT_DB_AFFINITY,
			ocrAffinityToHintValue(node));
	if (!err)
		err = ocrDbCreate(block, (void **)&t,
				  plan_tile_bytes(p, row, column),
				  fill ? DB_PROP_NONE : DB_PROP_NO_ACQUIRE,
				  &hint, NO_ALLOC);
	if (err || !fill)
		return err;
	fill_tile(t, p, m, row, column);
	return ocrDbRelease(*block);
}

/* Creates what belongs to a tile. */
static u8
create_place(struct plan *p, const struct matrix *m, u64 row, u64 column,
	     bool checked)
{
	struct place *place = &p->place[plan_index(row, column)];
	u8 err = create_tile(&place->block, p, m, row, column);

	place->original = NULL_GUID;
	if (!err && checked)
		err = create_tile(&place->original, p, m, row, column);
	return err;
}

/* Reserves the names of the tiles' events, each on the node of its tile. */
static u8
create_finals(struct plan *p)
{
	ocrHint_t hint;
	u8 err = ocrGuidRangeCreate(&p->finals, plan_tiles(p) * p->nodes,
				    GUID_USER_EVENT_STICKY);

	ocrHintInit(&hint, OCR_HINT_GROUP_T);
	ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 1);
	if (!err)
		err = ocrGuidMapSpread(&p->finals, &hint);
	return err;
}

/* Creates all that the plan names, and a block with the plan. */
static u8
create_all(struct plan *p, ocrGuid_t *plan_block, const struct matrix *m,
	   bool checked)
{
	struct plan *copy;
	u8 err = chain_create_templates(p);

	if (!err)
		err = create_finals(p);
	for (u64 row = 0; row < p->side; row++)
		for (u64 column = 0; column <= row && !err; column++)
			err = create_place(p, m, row, column, checked);
	if (!err)
		err = ocrDbCreate(plan_block, (void **)&copy,
				  plan_bytes(p->side), DB_PROP_NONE, NULL_HINT,
				  NO_ALLOC);
	if (err)
		return err;
	memcpy(copy, p, plan_bytes(p->side));
	return ocrDbRelease(*plan_block);
}

/* Starts it all. */
static u8
start(struct plan *p, const struct matrix *m, struct job *job,
      ocrGuid_t job_block)
{
	bool checked = !job->options.unchecked;
	ocrGuid_t plan_block, last;
	u8 err = create_all(p, &plan_block, m, checked);

	PRINTF("cholesky: %" PRIu64 " rows in tiles of %" PRIu64
	       ", %u x %u nodes, %s kernels\n",
	       p->size, p->tile, p->layout_rows, p->layout_columns,
	       p->blas ? kernels_blas()->name : kernels_own.name);
	job->start_ns = clock_now_ns();
	if (!err)
		err = ocrDbRelease(job_block);
	if (!err)
		err = chain_find_final(p, p->side - 1, p->side - 1, &last);
	if (!err)
		err = end_create(last, plan_block, job_block);
	if (!err)
		err = chain_start_factor(p, plan_block, !m->packed);
	return err;
}

/* Rows and columns of nodes, as square as their number allows. */
static void
choose_layout(struct options *o, u64 nodes)
{
	u64 rows = 1;

	for (u64 r = 1; r * r <= nodes; r++)
		if (nodes % r == 0)
			rows = r;
	o->layout_rows = (u32)rows;
	o->layout_columns = (u32)(nodes / rows);
}

/* Whether what the options say fits together; a line in `why` if not. */
static bool
check(struct options *o, struct cli_error *why)
{
	u64 nodes = 1, side = (o->size + o->tile - 1) / o->tile;

	ocrAffinityCount(AFFINITY_PD, &nodes);
	if (!o->layout_rows)
		choose_layout(o, nodes);
	if ((u64)o->layout_rows * o->layout_columns > nodes)
		return cli_fail(why,
				"a layout of %ux%u needs %" PRIu64
				" nodes, and there are %" PRIu64,
				o->layout_rows, o->layout_columns,
				(u64)o->layout_rows * o->layout_columns, nodes);
	if (side > OPTIONS_MAX_SIDE)
		return cli_fail(why,
				"tiles of %" PRIu64 " are too small: %" PRIu64
				" rows need at least --tile %" PRIu64,
				o->tile, o->size,
				(o->size + OPTIONS_MAX_SIDE - 1) /
					OPTIONS_MAX_SIDE);
	return true;
}

/* Decides on everything before anything is computed.  0, or the exit status
 * after a line in `why`. */
static u8
prepare(struct options *o, struct matrix *m, struct cli_error *why)
{
	if (o->in[0]) {
		if (!matrix_read(m, o->in, why))
			return 1;
		o->size = m->size;
	}
	if (!check(o, why))
		return 2;
	return o->out[0] && !outfile_check(o->out, why) ? 1 : 0;
}

/* The plan for these options, without any object; NULL without memory. */
static struct plan *
make_plan(const struct options *o)
{
	u64 side = (o->size + o->tile - 1) / o->tile;
	struct plan *p = calloc(1, plan_bytes(side));

	if (!p)
		return NULL;
	p->size = o->size;
	p->tile = o->tile;
	p->side = side;
	p->seed = o->seed;
	p->layout_rows = o->layout_rows;
	p->layout_columns = o->layout_columns;
	p->blas = o->blas;
	ocrAffinityCount(AFFINITY_PD, &p->nodes);
	p->node0_tasks = plan_count_tasks(p, !o->unchecked);
	return p;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct plan *plan = NULL;
	struct matrix m = {0};
	struct cli_error why;
	ocrGuid_t job_block;
	struct job *job;
	u8 err, status;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&job_block, (void **)&job, sizeof(*job), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	if (err) {
		quit_failed("cholesky", err);
		return NULL_GUID;
	}
	if (!command_take(&options_cli, &job->options, depv[0].ptr))
		return NULL_GUID;
	status = prepare(&job->options, &m, &why);
	if (status) {
		fprintf(stderr, "cholesky: %s\n", why.text);
		ocrAbort(status);
	} else {
		progress_start("cholesky", "tasks on node 0",
			       job->options.progress);
		plan = make_plan(&job->options);
		err = plan ? start(plan, &m, job, job_block) : OCR_ENOMEM;
		if (err)
			quit_failed("cholesky", err);
	}
	free(plan);
	matrix_fini(&m);
	return NULL_GUID;
}
