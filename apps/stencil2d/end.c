/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - see end.h. */
#include "apps/stencil2d/end.h"

#include "extensions/ocr-labeling.h"

#include "apps/common/clock.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"
#include "apps/stencil2d/tile.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounding errors are far below this part of the norm. */
#define MAX_ERROR 1e-8

/* Whether the tile has the bits of the serial loop. */
static bool
compare_tile(const struct options *o, u32 tile, const double *cell,
	     const double *serial)
{
	struct area a =
		tile_area(o->size, o->tile_rows, o->tile_columns,
			  tile / o->tile_columns, tile % o->tile_columns);

	for (u32 y = 0; y < a.height; y++)
		for (u32 x = 0; x < a.width; x++) {
			const double *s =
				serial + (size_t)(a.y + y) * o->size + a.x + x;

			if (memcmp(cell, s, sizeof(*s)) == 0) {
				cell++;
				continue;
			}
			fprintf(stderr,
				"stencil2d: row %u, column %u is %.17g, and "
				"%.17g by the serial loop\n",
				a.y + y, a.x + x, *cell, *s);
			return false;
		}
	return true;
}

/* Whether all tiles have the bits of the serial loop. */
static bool
compare(const struct plan *p, const ocrEdtDep_t depv[])
{
	const struct options *o = &p->options;
	double *serial = stencil_run(o->size, o->radius, o->iterations + 1);
	bool same = true;

	if (!serial) {
		fprintf(stderr, "stencil2d: out of memory for the serial "
				"loop\n");
		return false;
	}
	for (u32 i = 0; i < p->parts.n && same; i++) {
		const struct result *r = depv[i].ptr;

		same = compare_tile(o, i, r->cell, serial);
	}
	free(serial);
	if (same)
		PRINTF("stencil2d: the same as the serial loop, bit for bit\n");
	return same;
}

/* Whether the mean of |out| is what it must be: 2 for each iteration. */
static bool
check_norm(const struct plan *p, const ocrEdtDep_t depv[])
{
	const struct options *o = &p->options;
	double inside = o->size - 2.0 * o->radius;
	double want = 2.0 * (double)(o->iterations + 1), norm = 0;

	for (u32 i = 0; i < p->parts.n; i++) {
		const struct result *r = depv[i].ptr;

		norm += r->sum;
	}
	norm /= inside * inside;
	PRINTF("stencil2d: the norm is %.12g, and should be %.12g\n", norm,
	       want);
	if (fabs(norm - want) <= MAX_ERROR * want)
		return true;
	fprintf(stderr, "stencil2d: the norm is wrong: %.17g, not %.17g\n",
		norm, want);
	return false;
}

ocrGuid_t
report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[depc - 1].ptr;
	const struct options *o = &p->options;
	double seconds = (double)(clock_now_ns() - p->start_ns) * 1e-9;
	double inside = o->size - 2.0 * o->radius;
	/* As they are counted there: two for each point of the star, one for
	 * the addition to `in`. */
	double flop = (2 * (4 * o->radius + 1) + 1) * inside * inside *
		      (double)(o->iterations + 1);
	bool ok;
	u8 err;

	(void)paramc;
	(void)paramv;
	progress_end();
	PRINTF("stencil2d: %.3f s, %.1f MFlop/s\n", seconds,
	       flop / seconds * 1e-6);
	ok = check_norm(p, depv);
	if (ok && o->verify)
		ok = compare(p, depv);
	ocrEdtTemplateDestroy(p->step_template);
	ocrGuidMapDestroy(p->parts.channels);
	for (u32 i = 0; i < depc; i++)
		ocrDbDestroy(depv[i].guid);
	if (!ok) {
		ocrAbort(1);
		return NULL_GUID;
	}
	err = quit_after_all();
	if (err)
		quit_failed("stencil2d", err);
	return NULL_GUID;
}
