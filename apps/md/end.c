/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - see end.h. */
#include "apps/md/end.h"

#include "extensions/ocr-labeling.h"

#include "apps/common/clock.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the total energy may have changed, as a part of what atoms have of it;
 * 300 steps of 0.02 change it by a fiftieth of that. */
#define MAX_CHANGE 0.01
/* Rounding errors are far below: of energies that are added in another order,
 * and of the momentum of an atom. */
#define MAX_ERROR  1e-10

void
give_up_why(const char *why)
{
	fprintf(stderr, "md: %s\n", why);
	ocrAbort(1);
}

/* What all domains say together. */
static struct result
add_up(const struct plan *p, const ocrEdtDep_t depv[])
{
	struct result all = {0};

	for (u32 i = 0; i < p->parts.n; i++) {
		const struct result *r = depv[i].ptr;

		all.n += r->n;
		all.first.potential += r->first.potential;
		all.first.kinetic += r->first.kinetic;
		all.last.potential += r->last.potential;
		all.last.kinetic += r->last.kinetic;
		for (int a = 0; a < AXES; a++)
			all.momentum[a] += r->momentum[a];
	}
	return all;
}

/* Atoms, energy and momentum are what they were in the beginning. */
static bool
check_laws(const struct plan *p, const struct result *all)
{
	double n = (double)box_atoms(&p->cuts.box);
	double before = (all->first.potential + all->first.kinetic) / n;
	double after = (all->last.potential + all->last.kinetic) / n;
	double scale =
		fabs(all->first.potential / n) + fabs(all->last.kinetic / n);

	PRINTF("md: energy of an atom %.9f, was %.9f; temperature %.6f, was "
	       "%.6f\n",
	       after, before, all->last.kinetic / n * 2 / 3,
	       all->first.kinetic / n * 2 / 3);
	if (all->n != box_atoms(&p->cuts.box)) {
		fprintf(stderr,
			"md: %" PRIu64 " atoms are left of %" PRIu64 "\n",
			all->n, box_atoms(&p->cuts.box));
		return false;
	}
	for (int a = 0; a < AXES; a++)
		if (!(fabs(all->momentum[a]) <= MAX_ERROR * n)) {
			fprintf(stderr, "md: the box moves: momentum %g\n",
				all->momentum[a]);
			return false;
		}
	if (fabs(after - before) <= MAX_CHANGE * scale)
		return true;
	fprintf(stderr, "md: the energy is wrong: %.9f an atom, not %.9f\n",
		after, before);
	return false;
}

/* Whether an atom has the bits of the serial loop. */
static bool
compare_atom(const struct atom *a, const struct atom *serial)
{
	if (!memcmp(a, serial, sizeof(*a)))
		return true;
	fprintf(stderr,
		"md: atom %" PRIu64 " is at %.17g %.17g %.17g, and at %.17g "
		"%.17g %.17g by the serial loop\n",
		a->id, a->r[X], a->r[Y], a->r[Z], serial->r[X], serial->r[Y],
		serial->r[Z]);
	return false;
}

static bool
compare_energy(double is, double serial)
{
	if (fabs(is - serial) <= MAX_ERROR * fabs(serial))
		return true;
	fprintf(stderr,
		"md: an energy is %.17g, and %.17g by the serial loop\n", is,
		serial);
	return false;
}

static bool
compare(const struct plan *p, const ocrEdtDep_t depv[],
	const struct result *all)
{
	const struct options *o = &p->options;
	const struct box *b = &p->cuts.box;
	struct atom *serial = malloc(box_atoms(b) * sizeof(*serial));
	struct energy e;
	bool same = serial &&
		    serial_run(b, o->temperature, o->dt, o->steps, serial, &e);

	if (!same)
		fprintf(stderr, "md: out of memory for the serial loop\n");
	same = same && compare_energy(all->last.potential, e.potential) &&
	       compare_energy(all->last.kinetic, e.kinetic);
	for (u32 i = 0; i < p->parts.n && same; i++) {
		const struct result *r = depv[i].ptr;

		for (u64 k = 0; k < r->n && same; k++)
			same = compare_atom(&r->atom[k],
					    &serial[r->atom[k].id]);
	}
	free(serial);
	if (same)
		PRINTF("md: the same as the serial loop, bit for bit\n");
	return same;
}

ocrGuid_t
report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[depc - 1].ptr;
	const struct options *o = &p->options;
	double seconds = (double)(clock_now_ns() - p->start_ns) * 1e-9;
	struct result all = add_up(p, depv);
	bool ok;
	u8 err;

	(void)paramc;
	(void)paramv;
	progress_end();
	PRINTF("md: %.3f s, %.3f million atoms a second\n", seconds,
	       (double)box_atoms(&p->cuts.box) * (double)(o->steps + 1) /
		       seconds * 1e-6);
	ok = check_laws(p, &all) && (!o->verify || compare(p, depv, &all));
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
		quit_failed("md", err);
	return NULL_GUID;
}
