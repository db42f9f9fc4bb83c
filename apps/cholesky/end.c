/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - see end.h. */
#include "apps/cholesky/end.h"

#include "ocr.h"
#include "extensions/ocr-labeling.h"

#include "apps/cholesky/chain.h"
#include "apps/common/clock.h"
#include "apps/common/here.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <float.h>
#include <inttypes.h>

/* A residual that rounding errors explain is well below this. */
#define MAX_RESIDUAL 30.0

/* The last pre-slots of the tasks on node 0 that lead from one part of the
 * program to the next. */
enum { LAST_PLAN, LAST_JOB, LAST_SLOTS };

/* Creates a task on this node with so many slots before the last. */
static u8
create_next(ocrGuid_t *task, ocrEdt_t body, u32 slots)
{
	return here_create(task, body, slots + LAST_SLOTS, NULL);
}

/* Hands plan and job on to it, as the last thing that a task does with them. */
static u8
hand_on(ocrGuid_t task, u32 slots, ocrGuid_t plan_block, ocrGuid_t job_block)
{
	u8 err = ocrAddDependence(plan_block, task, slots + LAST_PLAN,
				  DB_MODE_CONST);

	if (!err)
		err = ocrAddDependence(job_block, task, slots + LAST_JOB,
				       DB_MODE_CONST);
	return err;
}

/* The same with all that the calling task has: `count` slots. */
static u8
release_and_hand_on(ocrGuid_t task, u32 slots, const ocrEdtDep_t depv[],
		    u32 count)
{
	const ocrEdtDep_t *last = depv + count - LAST_SLOTS;
	u8 err = 0;

	for (u32 i = 0; i < count && !err; i++)
		err = ocrDbRelease(depv[i].guid);
	if (!err)
		err = hand_on(task, slots, last[LAST_PLAN].guid,
			      last[LAST_JOB].guid);
	return err;
}

/* Destroys all that there is, and ends the job.  `last` are the last slots of
 * the calling task. */
static void
finish(const ocrEdtDep_t *last)
{
	const struct plan *p = last[LAST_PLAN].ptr;
	ocrGuid_t event;
	u8 err;

	for (u64 i = 0; i < plan_tiles(p); i++) {
		ocrDbDestroy(p->place[i].block);
		if (!ocrGuidIsNull(p->place[i].original))
			ocrDbDestroy(p->place[i].original);
	}
	for (u64 row = 0; row < p->side; row++)
		for (u64 column = 0; column <= row; column++)
			if (!chain_find_final(p, row, column, &event))
				ocrEventDestroy(event);
	ocrGuidMapDestroy(p->finals);
	ocrEdtTemplateDestroy(p->step_template);
	ocrEdtTemplateDestroy(p->row_template);
	ocrDbDestroy(last[LAST_JOB].guid);
	ocrDbDestroy(last[LAST_PLAN].guid);
	err = quit_after_all();
	if (err)
		quit_failed("cholesky", err);
}

/* Writes the factor in array format: by columns, with zeros above the
 * diagonal.  One slot for each tile. */
static ocrGuid_t
write_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const ocrEdtDep_t *last = depv + depc - LAST_SLOTS;
	const struct plan *p = last[LAST_PLAN].ptr;
	const struct job *job = last[LAST_JOB].ptr;
	struct cli_error why;
	struct outfile out;
	bool ok = outfile_open(&out, job->options.out, &why);

	(void)paramc;
	(void)paramv;
	if (ok) {
		fprintf(out.file,
			"%%%%MatrixMarket matrix array real general\n%" PRIu64
			" %" PRIu64 "\n",
			p->size, p->size);
		for (u64 c = 0; c < p->size; c++)
			for (u64 r = 0; r < p->size; r++) {
				u64 row = r / p->tile, column = c / p->tile;
				const struct tile *t;

				if (r < c) {
					fputs("0\n", out.file);
					continue;
				}
				t = depv[plan_index(row, column)].ptr;
				fprintf(out.file, "%.17g\n",
					t->cell[r % p->tile +
						c % p->tile * t->rows]);
			}
		ok = outfile_close(&out, &why);
	}
	if (ok) {
		PRINTF("cholesky: wrote %s\n", job->options.out);
		finish(last);
	} else {
		fprintf(stderr, "cholesky: %s\n", why.text);
		ocrAbort(1);
	}
	return NULL_GUID;
}

/* Writes the factor if it is wanted; then ends the job.  The calling task has
 * `count` blocks. */
static void
write_or_finish(const ocrEdtDep_t depv[], u32 count)
{
	const ocrEdtDep_t *last = depv + count - LAST_SLOTS;
	const struct plan *p = last[LAST_PLAN].ptr;
	const struct job *job = last[LAST_JOB].ptr;
	u32 tiles = (u32)plan_tiles(p);
	ocrGuid_t task;
	u8 err;

	progress_end();
	if (!job->options.out[0]) {
		finish(last);
		return;
	}
	err = create_next(&task, write_edt, tiles);
	for (u32 i = 0; i < tiles && !err; i++)
		err = ocrAddDependence(p->place[i].block, task, i,
				       DB_MODE_CONST);
	if (!err)
		err = release_and_hand_on(task, tiles, depv, count);
	if (err)
		quit_failed("cholesky", err);
}

/* Looks at the residual: one slot for each row of tiles. */
static ocrGuid_t
report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const ocrEdtDep_t *last = depv + depc - LAST_SLOTS;
	const struct plan *p = last[LAST_PLAN].ptr;
	struct norms sum = chain_combine(depv, p->side);
	double residual =
		sum.residual / sum.matrix / (double)p->size / DBL_EPSILON;

	(void)paramc;
	(void)paramv;
	progress_end();
	PRINTF("cholesky: residual ||A - L L^T|| / (||A|| n eps) is %.3g\n",
	       residual);
	if (residual <= MAX_RESIDUAL) {
		/* The others are gone. */
		write_or_finish(last, LAST_SLOTS);
	} else {
		fprintf(stderr,
			"cholesky: the residual is too large: %g, not at most "
			"%g\n",
			residual, MAX_RESIDUAL);
		ocrAbort(1);
	}
	return NULL_GUID;
}

/* The matrix is factored: the first slot has the last tile. */
static ocrGuid_t
factored_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const ocrEdtDep_t *last = depv + depc - LAST_SLOTS;
	const struct plan *p = last[LAST_PLAN].ptr;
	const struct job *job = last[LAST_JOB].ptr;
	double seconds = (double)(clock_now_ns() - job->start_ns) * 1e-9;
	double n = (double)p->size;
	ocrGuid_t report;
	u32 side;
	u8 err;

	(void)paramc;
	(void)paramv;
	progress_break();
	PRINTF("cholesky: factored in %.3f s, %.3f GFlop/s\n", seconds,
	       n * n * n / 3 / seconds * 1e-9);
	if (job->options.unchecked) {
		write_or_finish(depv, depc);
		return NULL_GUID;
	}
	side = (u32)p->side;
	err = create_next(&report, report_edt, side);
	if (!err)
		err = chain_start_residual(p, last[LAST_PLAN].guid, report);
	if (!err)
		err = release_and_hand_on(report, side, depv, depc);
	if (err)
		quit_failed("cholesky", err);
	return NULL_GUID;
}

u8
end_create(ocrGuid_t last_tile, ocrGuid_t plan_block, ocrGuid_t job_block)
{
	ocrGuid_t factored;
	u8 err = create_next(&factored, factored_edt, 1);

	if (!err)
		err = hand_on(factored, 1, plan_block, job_block);
	if (!err)
		err = ocrAddDependence(last_tile, factored, 0, DB_MODE_CONST);
	return err;
}
