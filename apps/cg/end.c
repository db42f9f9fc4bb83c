/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - see end.h. */
#include "apps/cg/end.h"

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"

#include "apps/cg/part.h"
#include "apps/cg/serial.h"
#include "apps/common/clock.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much larger the true residual may be than the one that the iteration
 * believes in: each adds rounding errors. */
#define MAX_DRIFT 100

/*
 * Judgement
 */

/* Puts x together; NULL without memory. */
static double *
gather(const struct plan *p, const ocrEdtDep_t depv[])
{
	double *x = malloc(p->rows * sizeof(*x));
	u64 first, rows;

	for (u64 i = 0; x && i < p->parts; i++) {
		const struct result *r = depv[i].ptr;

		part_rows(p->rows, p->parts, i, &first, &rows);
		memcpy(x + first, r->x, rows * sizeof(*x));
	}
	return x;
}

static bool
check_residual(const struct plan *p, const struct matrix *m, const double *x)
{
	double residual = serial_residual(m, x);

	PRINTF("cg: the true residual is %.3g\n", residual);
	if (residual <= MAX_DRIFT * p->options.tolerance)
		return true;
	fprintf(stderr,
		"cg: the true residual is %.3g, more than %d times the "
		"tolerance\n",
		residual, MAX_DRIFT);
	return false;
}

static bool
compare(const struct plan *p, const struct matrix *m, const struct result *r,
	const double *x)
{
	const struct order order = {p->nodes, p->options.per_node, PLAN_ARITY};
	struct solution s;
	bool same;

	if (!serial_solve(m, &order, p->options.tolerance,
			  p->options.iterations, &s)) {
		fprintf(stderr, "cg: out of memory for the serial solution\n");
		return false;
	}
	same = s.iterations == r->iterations &&
	       !memcmp(&s.rr, &r->rr, sizeof(s.rr)) &&
	       !memcmp(s.x, x, p->rows * sizeof(*x));
	if (same)
		PRINTF("cg: the same as the serial loop, bit for bit\n");
	else
		fprintf(stderr,
			"cg: differs from the serial loop, which needs "
			"%" PRIu64 " iterations to a residual of %.17g\n",
			s.iterations, sqrt(s.rr / s.bb));
	free(s.x);
	return same;
}

static bool
write_x(const struct plan *p, const double *x)
{
	struct cli_error why;
	struct outfile out;
	bool ok = outfile_open(&out, p->options.out, &why);

	if (ok) {
		fprintf(out.file,
			"%%%%MatrixMarket matrix array real general\n%" PRIu64
			" 1\n",
			p->rows);
		for (u64 i = 0; i < p->rows; i++)
			fprintf(out.file, "%.17g\n", x[i]);
		ok = outfile_close(&out, &why);
	}
	if (ok)
		PRINTF("cg: wrote %s\n", p->options.out);
	else
		fprintf(stderr, "cg: %s\n", why.text);
	return ok;
}

static bool
judge(const struct plan *p, const struct matrix *m, const struct result *r,
      const double *x)
{
	double residual = sqrt(r->rr / r->bb);

	if (r->not_definite) {
		fprintf(stderr,
			"cg: the matrix is not positive definite: p A p is "
			"%.3g in iteration %" PRIu64 "\n",
			r->bad, r->iterations + 1);
		return false;
	}
	if (!is_solved(r->rr, r->bb, p->options.tolerance)) {
		fprintf(stderr,
			"cg: no solution in %" PRIu64
			" iterations: the residual is %.3g\n",
			r->iterations, residual);
		return false;
	}
	PRINTF("cg: %" PRIu64 " iterations, residual %.3g, %.3f s\n",
	       r->iterations, residual,
	       (double)(clock_now_ns() - p->start_ns) * 1e-9);
	return check_residual(p, m, x) &&
	       (p->options.unchecked || compare(p, m, r, x)) &&
	       (!p->options.out[0] || write_x(p, x));
}

/*
 * Tidying up
 */

/* All nodes have left. */
static ocrGuid_t
last_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)depc;
	(void)depv;
	if (paramv[0])
		ocrShutdown();
	else
		ocrAbort(1);
	return NULL_GUID;
}

/* On each node: its share of the reduction event. */
static ocrGuid_t
leave_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t sum;

	(void)paramc;
	(void)depc;
	(void)depv;
	memcpy(&sum, paramv, sizeof(sum));
	ocrEventDestroy(sum);
	return NULL_GUID;
}

/* The task of a node that waits for the gate, and is waited for. */
static u8
leave(ocrGuid_t template, u64 node, ocrGuid_t sum, ocrGuid_t gate,
      ocrGuid_t last)
{
	ocrGuid_t at, task, out;
	u64 params[2];
	ocrHint_t hint;
	u8 err = ocrAffinityGetAt(AFFINITY_PD, node, &at);

	memcpy(params, &sum, sizeof(sum));
	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(at));
	if (!err)
		err = ocrEdtCreate(&task, template, EDT_PARAM_DEF, params,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   &out);
	if (!err)
		err = ocrAddDependence(out, last, (u32)node, DB_MODE_NULL);
	return err ? err : ocrAddDependence(gate, task, 0, DB_MODE_NULL);
}

/* Ends the job, well or not, when every node has destroyed what is its own.
 * The gate is opened last: nothing may be left to do then. */
static u8
leave_all(u64 nodes, ocrGuid_t sum, bool ok)
{
	ocrGuid_t last_template, leave_template, last, gate;
	u64 good = ok;
	u8 err = ocrEdtTemplateCreate(&last_template, last_edt, 1, (u32)nodes);

	if (!err)
		err = ocrEdtCreate(&last, last_template, EDT_PARAM_DEF, &good,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   NULL_HINT, NULL);
	if (!err)
		err = ocrEdtTemplateDestroy(last_template);
	if (!err)
		err = ocrEventCreate(&gate, OCR_EVENT_ONCE_T, EVT_PROP_NONE);
	if (!err)
		err = ocrEdtTemplateCreate(&leave_template, leave_edt, 2, 1);
	for (u64 i = 0; i < nodes && !err; i++)
		err = leave(leave_template, i, sum, gate, last);
	if (!err)
		err = ocrEdtTemplateDestroy(leave_template);
	return err ? err : ocrEventSatisfy(gate, NULL_GUID);
}

/* A slot for each part's result, one for the matrix, one for the plan. */
static ocrGuid_t
end_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[depc - 1].ptr;
	u64 nodes = p->nodes;
	double *x = gather(p, depv);
	struct matrix m;
	bool ok = x != NULL;
	ocrGuid_t sum;
	u8 err;

	(void)paramc;
	(void)paramv;
	progress_end();
	matrix_unpack(&m, depv[depc - 2].ptr);
	if (x)
		ok = judge(p, &m, depv[0].ptr, x);
	else
		fprintf(stderr, "cg: out of memory\n");
	free(x);
	ocrEdtTemplateDestroy(p->multiply);
	ocrEdtTemplateDestroy(p->step);
	ocrEdtTemplateDestroy(p->direct);
	err = ocrGuidFromIndex(&sum, p->sums, 0);
	ocrGuidMapDestroy(p->channels);
	ocrGuidMapDestroy(p->sums);
	for (u32 i = 0; i < depc; i++)
		ocrDbDestroy(depv[i].guid);
	if (!err)
		err = leave_all(nodes, sum, ok);
	if (err)
		quit_failed("cg", err);
	return NULL_GUID;
}

u8
end_create(struct plan *p)
{
	ocrGuid_t template;
	u8 err = ocrEdtTemplateCreate(&template, end_edt, 0, (u32)p->parts + 2);

	if (!err)
		err = ocrEdtCreate(&p->end, template, EDT_PARAM_DEF, NULL,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   NULL_HINT, NULL);
	return err ? err : ocrEdtTemplateDestroy(template);
}
