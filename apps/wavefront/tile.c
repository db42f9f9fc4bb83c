/* SPDX-License-Identifier: BSD-3-Clause */
/* tile.c - see tile.h. */
#include "apps/wavefront/tile.h"

#include <stdlib.h>
#include <string.h>

#define NEVER (INT32_MIN / 2)

/* The direction of a cell: where H comes from, in two bits, and whether its
 * gaps go on, in one each. */
enum { FROM_NOWHERE, FROM_PAIR, FROM_E, FROM_F, FROM_MASK = 3 };
#define E_GOES_ON 4
#define F_GOES_ON 8

/* The row that is being computed: what it needs of the one above, changed in
 * place, and what goes from cell to cell. */
struct row {
	s32 *h; /* h[x + 1]: the cell above, then the cell itself */
	s32 *f;
	const u8 *code_b;
	u32 width;
	s32 diagonal; /* H, one up and one to the left */
	s32 e;
	s32 best;
	u32 best_x;
};

static s32
max(s32 a, s32 b)
{
	return a > b ? a : b;
}

static u64
min(u64 a, u64 b)
{
	return a < b ? a : b;
}

struct area
cut_area(const struct cut *c, u64 row, u64 col)
{
	u64 a = row * c->side, b = col * c->side;

	return (struct area){
		.a = a,
		.b = b,
		.height = (u32)min(c->side, c->len_a - a),
		.width = (u32)min(c->side, c->len_b - b),
	};
}

u64
border_size(u64 letters)
{
	return sizeof(struct border) + (2 * letters + 1) * sizeof(s32) +
	       letters;
}

void
border_init(struct border *b, const struct names *names, u64 letters,
	    const u8 *letter, bool protein, bool is_a)
{
	memset(b, 0, border_size(letters));
	b->names = *names;
	b->letters = letters;
	for (u64 i = 0; i < letters; i++)
		border_gap(b)[i] = NEVER;
	letters_encode(border_code(b), letter, letters, protein, is_a);
}

/* One row of cells.  `direction` is NULL if nobody wants to know: the compiler
 * makes two functions of this one. */
static inline __attribute__((always_inline)) void
compute_row(struct row *r, u8 code_a, s32 h_left, const struct scoring *s,
	    u8 *direction)
{
	const s32 match = s->match, mismatch = -s->mismatch;
	const s32 open = s->gap_open, extend = s->gap_extend;
	s32 diagonal = r->diagonal, e = r->e, h = h_left;

	for (u32 x = 0; x < r->width; x++) {
		s32 e_new = h - open, f_new = r->h[x + 1] - open;
		s32 f = r->f[x];
		s32 pair =
			diagonal + (r->code_b[x] == code_a ? match : mismatch);
		u8 way = 0;

		if (direction)
			way = (u8)((e > e_new ? E_GOES_ON : 0) |
				   (f > f_new ? F_GOES_ON : 0));
		diagonal = r->h[x + 1];
		e = max(e, e_new) - extend;
		f = max(f, f_new) - extend;
		h = max(max(0, pair), max(e, f));
		if (direction) {
			if (h > 0)
				way |= h == pair ? FROM_PAIR
				       : h == e	 ? FROM_E
						 : FROM_F;
			direction[x] = way;
		} else if (h > r->best) {
			r->best = h;
			r->best_x = x;
		}
		r->h[x + 1] = h;
		r->f[x] = f;
	}
	r->e = e;
}

/* The neighbours' borders are the caller's to read only, and these too. */
static struct border *
as_read(const struct border *b)
{
	return (struct border *)(uintptr_t)b;
}

static void
begin_border(struct border *to, const struct border *from)
{
	to->names = from->names;
	to->letters = from->letters;
	memcpy(border_code(to), border_code(as_read(from)), from->letters);
}

static void
take_best(struct best *best, const struct best *other)
{
	if (best_is_better(other, best))
		*best = *other;
}

void
tile_compute(const struct area *area, const struct scoring *s,
	     const struct border *left, const struct border *above,
	     struct border *right, struct border *below, struct best *best)
{
	const s32 *left_h = border_h(as_read(left));
	struct row row = {
		.h = border_h(below),
		.code_b = border_code(as_read(above)),
		.width = area->width,
	};

	begin_border(right, left);
	begin_border(below, above);
	row.f = border_gap(below);
	memcpy(row.h, border_h(as_read(above)),
	       (2 * above->letters + 1) * sizeof(s32));
	*best = left->best;
	take_best(best, &above->best);
	border_h(right)[0] = row.h[area->width];
	for (u32 y = 0; y < area->height; y++) {
		row.diagonal = left_h[y];
		row.e = border_gap(as_read(left))[y];
		row.best = 0;
		compute_row(&row, border_code(as_read(left))[y], left_h[y + 1],
			    s, NULL);
		row.h[0] = left_h[y + 1];
		border_h(right)[y + 1] = row.h[area->width];
		border_gap(right)[y] = row.e;
		if (row.best)
			take_best(best,
				  &(struct best){
					  .score = row.best,
					  .end_a = area->a + y + 1,
					  .end_b = area->b + row.best_x + 1,
				  });
	}
	right->best = below->best = *best;
}

/* The directions of all cells, row by row; to be freed. */
static u8 *
find_directions(const struct area *area, const struct scoring *s,
		const struct border *left, const struct border *above)
{
	const s32 *left_h = border_h(as_read(left));
	u8 *direction = malloc((size_t)area->height * area->width);
	s32 *line = malloc((2 * above->letters + 1) * sizeof(s32));
	struct row row = {
		.h = line,
		.f = line + above->letters + 1,
		.code_b = border_code(as_read(above)),
		.width = area->width,
	};

	if (!direction || !line) {
		free(direction);
		free(line);
		return NULL;
	}
	memcpy(line, border_h(as_read(above)),
	       (2 * above->letters + 1) * sizeof(s32));
	for (u32 y = 0; y < area->height; y++) {
		row.diagonal = left_h[y];
		row.e = border_gap(as_read(left))[y];
		compute_row(&row, border_code(as_read(left))[y], left_h[y + 1],
			    s, direction + (size_t)y * area->width);
	}
	free(line);
	return direction;
}

/* One step back, or a change from H to a gap.  False at the start. */
static bool
go_back(struct walk *w, u8 direction, struct alignment *al)
{
	switch ((enum walk_in)w->in) {
	case WALK_E:
		al->step[al->steps++] = STEP_GAP_A;
		w->in = direction & E_GOES_ON ? WALK_E : WALK_H;
		w->b--;
		return true;
	case WALK_F:
		al->step[al->steps++] = STEP_GAP_B;
		w->in = direction & F_GOES_ON ? WALK_F : WALK_H;
		w->a--;
		return true;
	default:
		break;
	}
	switch (direction & FROM_MASK) {
	case FROM_PAIR:
		al->step[al->steps++] = STEP_PAIR;
		w->a--;
		w->b--;
		return true;
	case FROM_E:
		w->in = WALK_E;
		return true;
	case FROM_F:
		w->in = WALK_F;
		return true;
	default:
		return false;
	}
}

int
tile_trace(const struct area *area, const struct scoring *s,
	   const struct border *left, const struct border *above,
	   struct walk *w, struct alignment *al)
{
	u8 *direction = find_directions(area, s, left, above);
	bool on = true;

	if (!direction)
		return -1;
	while (on && w->a > area->a && w->b > area->b) {
		u64 y = w->a - area->a - 1, x = w->b - area->b - 1;

		on = go_back(w, direction[y * area->width + x], al);
	}
	free(direction);
	/* On the edge every alignment is at its start. */
	return !on || w->a == 0 || w->b == 0;
}
