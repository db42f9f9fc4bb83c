/* SPDX-License-Identifier: BSD-3-Clause */
/* graph.h - which task of a step needs the output of which task of the step
 * before: columns of tasks, a column for each point, a row for each step.
 *
 * The patterns are those of Task Bench (Slaughter et al., SC 2020).  Knows no
 * runtime; C and C++.
 */
#ifndef APPS_METG_GRAPH_H
#define APPS_METG_GRAPH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define METG_MAX_WIDTH	64
#define METG_MAX_INPUTS 5
#define METG_MAX_PERIOD 6

enum metg_pattern {
	METG_TRIVIAL, /* nothing */
	METG_STENCIL, /* its neighbours' and its own */
	METG_SPREAD,  /* of five points, as far from each other as possible */
	METG_NEAREST, /* of five points around it */
	METG_FFT,     /* its own, and that of a butterfly's other side */
	METG_TREE,    /* that of its parent, x / 2 */
	METG_DOM,     /* its own and that of its left neighbour */
	METG_PATTERNS
};

static const char *const metg_pattern_names[METG_PATTERNS] = {
	"trivial", "stencil", "spread", "nearest", "fft", "tree", "dom",
};

struct metg_graph {
	enum metg_pattern pattern;
	unsigned width; /* points; a power of two for METG_FFT */
	unsigned steps;
};

/* After so many steps they repeat. */
static inline unsigned
metg_period(const struct metg_graph *g)
{
	unsigned n = 0;

	while (g->pattern == METG_FFT && 2u << n < g->width)
		n++;
	return n + 1;
}

/* From `first` to `last` as far as they are points.  How many. */
static inline unsigned
metg_around(const struct metg_graph *g, int first, int last, unsigned *in)
{
	unsigned n = 0;

	for (int x = first; x <= last; x++)
		if (x >= 0 && x < (int)g->width)
			in[n++] = (unsigned)x;
	return n;
}

/* The points whose output of step - 1 the task `x` of `step` needs, each once.
 * How many; none in step 0. */
static inline unsigned
metg_inputs(const struct metg_graph *g, unsigned step, unsigned x,
	    unsigned in[METG_MAX_INPUTS])
{
	unsigned apart =
		g->width < METG_MAX_INPUTS ? 1 : g->width / METG_MAX_INPUTS;
	unsigned n = 0;

	if (!step)
		return 0;
	switch (g->pattern) {
	case METG_STENCIL:
		return metg_around(g, (int)x - 1, (int)x + 1, in);
	case METG_NEAREST:
		return metg_around(g, (int)x - 2, (int)x + 2, in);
	case METG_DOM:
		return metg_around(g, (int)x - 1, (int)x, in);
	case METG_SPREAD:
		for (; n < METG_MAX_INPUTS && n < g->width; n++)
			in[n] = (x + n * apart) % g->width;
		return n;
	case METG_FFT:
		in[n++] = x;
		if (g->width > 1)
			in[n++] = x ^ 1u << (step - 1) % metg_period(g);
		return n;
	case METG_TREE:
		in[n++] = x / 2;
		return n;
	case METG_TRIVIAL:
	case METG_PATTERNS:
		break;
	}
	return 0;
}

/* Whether task `x` of `step` needs the output of `from`. */
static inline bool
metg_needs(const struct metg_graph *g, unsigned step, unsigned x, unsigned from)
{
	unsigned in[METG_MAX_INPUTS], n = metg_inputs(g, step, x, in);

	for (unsigned i = 0; i < n; i++)
		if (in[i] == from)
			return true;
	return false;
}

/* An output is written two steps later again.  Whether task `x` of `step` has
 * to tell `to` that it has read it, because nothing else does. */
static inline bool
metg_tells(const struct metg_graph *g, unsigned step, unsigned x, unsigned to)
{
	return x != to && metg_needs(g, step, x, to) &&
	       !metg_needs(g, step + 1, to, x);
}

/* The same for all points at once, as sets of points, by (step - 1) modulo the
 * period; nothing of step 0 needs anything. */
struct metg_plan {
	unsigned period;
	uint64_t needs[METG_MAX_PERIOD][METG_MAX_WIDTH];
	uint64_t feeds[METG_MAX_PERIOD][METG_MAX_WIDTH]; /* in the next step */
	uint64_t tells[METG_MAX_PERIOD][METG_MAX_WIDTH];
	/* Whom a point ever gets anything from, but itself. */
	uint64_t hears[METG_MAX_WIDTH];
};

static inline void
metg_plan_make(struct metg_plan *p, const struct metg_graph *g)
{
	memset(p, 0, sizeof(*p));
	p->period = metg_period(g);
	for (unsigned step = 1; step <= p->period; step++) {
		for (unsigned x = 0; x < g->width; x++) {
			for (unsigned y = 0; y < g->width; y++) {
				uint64_t bit = UINT64_C(1) << y;

				if (metg_needs(g, step, x, y))
					p->needs[step - 1][x] |= bit;
				if (metg_needs(g, step + 1, y, x))
					p->feeds[step - 1][x] |= bit;
				if (metg_tells(g, step, x, y))
					p->tells[step - 1][x] |= bit;
				if (x != y && (metg_needs(g, step, x, y) ||
					       metg_tells(g, step, y, x)))
					p->hears[x] |= bit;
			}
		}
	}
}

/* The sets of a step from 1 on. */
static inline unsigned
metg_phase(const struct metg_plan *p, unsigned step)
{
	return (step - 1) % p->period;
}

#endif
