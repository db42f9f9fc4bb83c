/* SPDX-License-Identifier: BSD-3-Clause */
/* finish.c - A.4: a fast Fourier transform, whose steps are finish tasks.
 *
 *	mainEdt
 *	   |
 *	 split (finish) --> split, even half (finish) --+
 *	   |            --> split, odd half (finish) ---+--> combine
 *	  the end
 *
 * The output event of a finish task waits for all tasks that were created
 * inside, so the end waits for the topmost split alone.
 */
#include "apps/examples/example.h"

#include <math.h>
#include <stdbool.h>

#define N      256
#define PERIOD 8  /* of the wave that is transformed */
#define SMALL  16 /* points that one task transforms by itself */

/* The block: input, and the real and imaginary part of the result. */
struct signal {
	double in[N], re[N], im[N];
};

/* Every `step`-th point of the input from `from` on, `size` of them, to the
 * places of the result from `to` on. */
struct part {
	ocrGuid_t db, split, combine;
	u64 size, step, from, to;
};

static const double pi = 3.14159265358979323846;

/* Makes one transform of the two of both halves. */
static void
butterfly(double *re, double *im, u64 size)
{
	u64 half = size / 2;

	for (u64 k = 0; k < half; k++) {
		double c = cos(-2 * pi * (double)k / (double)size);
		double s = sin(-2 * pi * (double)k / (double)size);
		double r = c * re[k + half] - s * im[k + half];
		double i = s * re[k + half] + c * im[k + half];

		re[k + half] = re[k] - r;
		im[k + half] = im[k] - i;
		re[k] += r;
		im[k] += i;
	}
}

static void
transform(struct signal *x, const struct part *p)
{
	struct part half = *p;

	if (p->size == 1) {
		x->re[p->to] = x->in[p->from];
		x->im[p->to] = 0;
		return;
	}
	half.size /= 2;
	half.step *= 2;
	transform(x, &half);
	half.from += p->step;
	half.to += half.size;
	transform(x, &half);
	butterfly(&x->re[p->to], &x->im[p->to], p->size);
}

EDT(combine)
{
	const struct part *p = (const struct part *)(const void *)paramv;
	struct signal *x = depv[0].ptr;

	butterfly(&x->re[p->to], &x->im[p->to], p->size);
	return NULL_GUID;
}

static ocrGuid_t
create(ocrGuid_t tmpl, const struct part *p, u32 depc, u16 flags,
       ocrGuid_t *output)
{
	ocrHint_t hint = place_edt(p->to / SMALL);
	ocrGuid_t edt = NULL_GUID;

	ocrEdtCreate(&edt, tmpl, EDT_PARAM_DEF, (const u64 *)(const void *)p,
		     depc, NULL, flags, &hint, output);
	return edt;
}

EDT(split)
{
	const struct part *p = (const struct part *)(const void *)paramv;
	struct part halves[2] = {*p, *p};
	ocrGuid_t both, half, done;

	if (p->size <= SMALL) {
		transform(depv[0].ptr, p);
		return NULL_GUID;
	}
	/* The halves change the block next. */
	ocrDbRelease(p->db);
	both = create(p->combine, p, 3, EDT_PROP_NONE, NULL);
	for (u32 i = 0; i < 2; i++) {
		halves[i].size /= 2;
		halves[i].step *= 2;
		halves[i].from += i * p->step;
		halves[i].to += i * halves[i].size;
		half = create(p->split, &halves[i], 1, EDT_PROP_FINISH, &done);
		ocrAddDependence(done, both, i + 1, DB_DEFAULT_MODE);
		ocrAddDependence(p->db, half, 0, DB_MODE_RW);
	}
	ocrAddDependence(p->db, both, 0, DB_MODE_RW);
	return NULL_GUID;
}

/* A cosine has two peaks, and is zero elsewhere. */
EDT(the_end)
{
	const struct part *p = (const struct part *)(const void *)paramv;
	const struct signal *x = depv[1].ptr;

	for (u64 k = 0; k < N; k++) {
		bool peak = k == N / PERIOD || k == N - N / PERIOD;

		EXPECT(fabs(x->re[k] - (peak ? N / 2.0 : 0.0)) < 1e-9);
		EXPECT(fabs(x->im[k]) < 1e-9);
	}
	PRINTF("%u points: peaks at %u and %u\n", N, N / PERIOD,
	       N - N / PERIOD);
	ocrEdtTemplateDestroy(p->split);
	ocrEdtTemplateDestroy(p->combine);
	ocrDbDestroy(p->db);
	ocrShutdown();
	return NULL_GUID;
}

EDT(mainEdt)
{
	struct part all = {.size = N, .step = 1};
	ocrGuid_t last, first, done;
	struct signal *x;

	EXPECT(!ocrDbCreate(&all.db, (void **)&x, sizeof(*x), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	for (u64 i = 0; i < N; i++)
		x->in[i] = cos(2 * pi * (double)i / PERIOD);
	ocrDbRelease(all.db);

	ocrEdtTemplateCreate(&all.split, split, PARAMC(struct part), 1);
	ocrEdtTemplateCreate(&all.combine, combine, PARAMC(struct part), 3);
	last = start_edt(the_end, 0, PARAMC(struct part), &all, 2,
			 EDT_PROP_NONE, NULL);
	first = create(all.split, &all, 1, EDT_PROP_FINISH, &done);
	ocrAddDependence(done, last, 0, DB_DEFAULT_MODE);
	ocrAddDependence(all.db, last, 1, DB_MODE_CONST);
	ocrAddDependence(all.db, first, 0, DB_MODE_RW);
	return NULL_GUID;
}
