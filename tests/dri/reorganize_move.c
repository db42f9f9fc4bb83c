/* SPDX-License-Identifier: BSD-3-Clause */
/* reorganize_move.c - all ways of moving: directly, packed, or run by run. */
#include "tests/dri/reorganize.h"

#include "src/dri/move/move.h"

#include <string.h>

int
reorganize_step(const struct world *w, enum dri_side side)
{
	return w->r.is_joined[side] ? w->r.parts : 1;
}

unsigned char *
reorganize_part(const struct world *w, enum dri_side side,
		const struct buffer *b, int k)
{
	return b->data + (size_t)generate_at(&w->r, side, b->count, 0, k) *
				 w->r.part_bytes;
}

/* One piece, from memory of its own size. */
static void
move_piece(struct world *w, const struct dri_mover *m, const struct dri_pair *p,
	   int64_t first, int64_t n, const void *src, void *dst)
{
	size_t bytes = (size_t)n * m->elem_bytes, i;
	unsigned char *memory = allocate(1, bytes + 2 * GUARD);
	unsigned char *packed = memory + GUARD;

	memset(memory, 0xa5, bytes + 2 * GUARD);
	ocr_dri_pack(m, p, first, n, src, packed);
	for (i = 0; i < GUARD; i++)
		if (memory[i] != 0xa5 || packed[bytes + i] != 0xa5)
			w->wrong = "packed beyond the piece";
	ocr_dri_unpack(m, p, first, n, packed, dst);
	free(memory);
}

/* Each piece before those that it might touch wrongly, or after them. */
static void
move_packed(struct world *w, const struct dri_mover *m,
	    const struct dri_pair *p, const void *src, void *dst)
{
	int64_t at, n, most = 1 + dice_below(&w->dice, p->elements);
	bool backwards = dice_once_in(&w->dice, 2);

	for (at = 0; at < p->elements; at += n) {
		n = 1 + dice_below(&w->dice, most);
		n = n < p->elements - at ? n : p->elements - at;
		move_piece(w, m, p, backwards ? p->elements - at - n : at, n,
			   src, dst);
	}
}

/* Are the lists so short that locate finds the ends of all runs? */
static bool
are_short(const struct world *w, const struct dri_pair *p)
{
	int d;

	for (d = 0; d < w->r.src.spec.ndims; d++)
		if (p->dim[d].elements > 16)
			return false;
	return true;
}

/* Run by run: those contiguous in both, or those of the receiver. */
static void
move_runs(struct world *w, const struct dri_mover *m, const struct dri_pair *p,
	  const char *src, char *dst, bool both)
{
	int64_t at, n, runs = 0, after = -1;
	char *piece = allocate((size_t)p->elements, m->elem_bytes);
	struct dri_runs count;
	struct dri_place here;

	for (at = 0; at < p->elements; at += n, runs++) {
		ocr_dri_locate(m, p, at, &here);
		n = both ? here.run : here.dst_run;
		if (n < 1 || n > p->elements - at || here.run > here.dst_run) {
			w->wrong = "a run of no elements, or too many";
			break;
		}
		if (here.dst_bytes <= after)
			w->wrong = "not in the order of the receiver's memory";
		after = here.dst_bytes;
		if (both) {
			memcpy(dst + here.dst_bytes, src + here.src_bytes,
			       (size_t)n * m->elem_bytes);
			continue;
		}
		ocr_dri_pack(m, p, at, n, src, piece);
		memcpy(dst + here.dst_bytes, piece, (size_t)n * m->elem_bytes);
	}
	ocr_dri_count_runs(m, p, &count);
	if (are_short(w, p) && runs != (both ? count.both : count.dst))
		w->wrong = "the runs were counted wrongly";
	free(piece);
}

/* Both parts of all elements at once, where they are together on one side. */
static void
move_both(const struct world *w, struct dri_mover *m, const struct dri_pair *p,
	  const struct buffer *s, const struct buffer *d)
{
	const unsigned char *src = reorganize_part(w, DRI_SEND, s, 0);
	unsigned char *dst = reorganize_part(w, DRI_RECEIVE, d, 0);

	m->parts = w->r.parts;
	m->src_part = reorganize_part(w, DRI_SEND, s, 1) - src;
	m->dst_part = reorganize_part(w, DRI_RECEIVE, d, 1) - dst;
	ocr_dri_move(m, p, src, dst);
}

void
reorganize_move(struct world *w, int sender, const struct dri_pair *p)
{
	struct buffer *s = &w->send[sender], *d = &w->receive[p->rank];
	struct dri_mover m = {.ndims = w->r.src.spec.ndims,
			      .elem_bytes = w->r.part_bytes};
	int64_t way = dice_below(&w->dice, 4);
	int k;

	for (k = 0; k < m.ndims; k++) {
		m.src_stride[k] = s->stride[k] * reorganize_step(w, DRI_SEND);
		m.dst_stride[k] =
			d->stride[k] * reorganize_step(w, DRI_RECEIVE);
	}
	if (way == 3 &&
	    w->r.is_joined[DRI_SEND] != w->r.is_joined[DRI_RECEIVE]) {
		move_both(w, &m, p, s, d);
		return;
	}
	for (k = 0; k < w->r.parts; k++) {
		char *src = (char *)reorganize_part(w, DRI_SEND, s, k);
		char *dst = (char *)reorganize_part(w, DRI_RECEIVE, d, k);

		if (way == 0)
			move_packed(w, &m, p, src, dst);
		else if (way == 1)
			move_runs(w, &m, p, src, dst, true);
		else if (way == 2)
			move_runs(w, &m, p, src, dst, false);
		else
			ocr_dri_move(&m, p, src, dst);
	}
}
