/* SPDX-License-Identifier: BSD-3-Clause */
/* align.c - see align.h. */
#include "apps/wavefront/align.h"

#include <stdlib.h>
#include <string.h>

/* Less than every score, and still less after the cost of a gap's letter. */
#define NEVER (INT32_MIN / 2)

/* The three matrices, of (len_a + 1) rows and (len_b + 1) columns. */
struct matrices {
	s32 *h;
	s32 *e;
	s32 *f;
	u64 width;
};

static s32
max(s32 a, s32 b)
{
	return a > b ? a : b;
}

bool
letter_is_certain(u8 letter, bool protein)
{
	const char *certain = protein ? "ACDEFGHIKLMNOPQRSTUVWY" : "ACGTU";

	return letter && strchr(certain, letter);
}

void
letters_encode(u8 *code, const u8 *letter, u64 count, bool protein, bool is_a)
{
	for (u64 i = 0; i < count; i++) {
		if (!letter_is_certain(letter[i], protein))
			code[i] = is_a;
		else if (letter[i] == 'U' && !protein)
			code[i] = 'T';
		else
			code[i] = letter[i];
	}
}

bool
best_is_better(const struct best *x, const struct best *y)
{
	if (x->score != y->score)
		return x->score > y->score;
	if (x->end_a != y->end_a)
		return x->end_a < y->end_a;
	return x->end_b < y->end_b;
}

u64
alignment_size(const struct best *best)
{
	u64 steps = best->score ? best->end_a + best->end_b : 0;

	return sizeof(struct alignment) + steps;
}

static void
fill(struct matrices *m, const u8 *a, u64 len_a, const u8 *b, u64 len_b,
     const struct scoring *s, struct best *best)
{
	u64 w = m->width;

	for (u64 j = 0; j <= len_b; j++) {
		m->h[j] = 0;
		m->e[j] = m->f[j] = NEVER;
	}
	for (u64 i = 1; i <= len_a; i++) {
		const s32 *above = m->h + (i - 1) * w,
			  *f_above = m->f + (i - 1) * w;
		s32 *h = m->h + i * w, *e = m->e + i * w, *f = m->f + i * w;

		h[0] = 0;
		e[0] = f[0] = NEVER;
		for (u64 j = 1; j <= len_b; j++) {
			s32 pair = above[j - 1] +
				   scoring_pair(s, a[i - 1], b[j - 1]);

			e[j] = max(h[j - 1] - s->gap_open, e[j - 1]) -
			       s->gap_extend;
			f[j] = max(above[j] - s->gap_open, f_above[j]) -
			       s->gap_extend;
			h[j] = max(max(0, pair), max(e[j], f[j]));
			if (h[j] > best->score)
				*best = (struct best){h[j], 0, i, j};
		}
	}
}

/* Finds the way back by what could have led to each value. */
static void
trace(const struct matrices *m, const u8 *a, const u8 *b,
      const struct scoring *s, struct alignment *al)
{
	u64 w = m->width, i = al->best.end_a, j = al->best.end_b;
	const s32 *in = m->h;

	while (in != m->h || m->h[i * w + j] > 0) {
		u64 at = i * w + j;
		s32 pair;

		if (in == m->e) {
			al->step[al->steps++] = STEP_GAP_A;
			if (m->e[at] ==
			    m->h[at - 1] - s->gap_open - s->gap_extend)
				in = m->h;
			j--;
			continue;
		}
		if (in == m->f) {
			al->step[al->steps++] = STEP_GAP_B;
			if (m->f[at] ==
			    m->h[at - w] - s->gap_open - s->gap_extend)
				in = m->h;
			i--;
			continue;
		}
		pair = m->h[at - w - 1] + scoring_pair(s, a[i - 1], b[j - 1]);
		if (m->h[at] != pair) {
			in = m->h[at] == m->e[at] ? m->e : m->f;
			continue;
		}
		al->step[al->steps++] = STEP_PAIR;
		i--;
		j--;
	}
}

struct alignment *
align_serial(const u8 *a, u64 len_a, const u8 *b, u64 len_b,
	     const struct scoring *s, bool protein)
{
	size_t cells = (len_a + 1) * (len_b + 1);
	struct matrices m = {
		.h = malloc(cells * sizeof(s32)),
		.e = malloc(cells * sizeof(s32)),
		.f = malloc(cells * sizeof(s32)),
		.width = len_b + 1,
	};
	u8 *code_a = malloc(len_a), *code_b = malloc(len_b);
	struct alignment *al = NULL;
	struct best best = {0};

	if (!m.h || !m.e || !m.f || !code_a || !code_b)
		goto free_all;
	letters_encode(code_a, a, len_a, protein, true);
	letters_encode(code_b, b, len_b, protein, false);
	fill(&m, code_a, len_a, code_b, len_b, s, &best);
	al = malloc(alignment_size(&best));
	if (!al)
		goto free_all;
	al->best = best;
	al->steps = 0;
	if (best.score)
		trace(&m, code_a, code_b, s, al);

free_all:
	free(m.h);
	free(m.e);
	free(m.f);
	free(code_a);
	free(code_b);
	return al;
}

void
alignment_count(const struct alignment *al, const u8 *a, const u8 *b,
		const struct scoring *s, bool protein,
		struct alignment_facts *facts)
{
	u64 i = al->best.end_a, j = al->best.end_b;

	*facts = (struct alignment_facts){0};
	for (u64 k = 0; k < al->steps; k++) {
		u8 step = al->step[k], pair[2];

		if (step == STEP_PAIR) {
			letters_encode(&pair[0], &a[--i], 1, protein, true);
			letters_encode(&pair[1], &b[--j], 1, protein, false);
			facts->score += scoring_pair(s, pair[0], pair[1]);
			if (pair[0] == pair[1])
				facts->matches++;
			else
				facts->mismatches++;
			continue;
		}
		if (step == STEP_GAP_A)
			j--;
		else
			i--;
		if (k == 0 || al->step[k - 1] != step) {
			facts->gaps++;
			facts->score -= s->gap_open;
		}
		facts->gap_letters++;
		facts->score -= s->gap_extend;
	}
	facts->start_a = i + 1;
	facts->start_b = j + 1;
}
