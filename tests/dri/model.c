/* SPDX-License-Identifier: BSD-3-Clause */
/* model.c - the memory of all processes of a side, place by place. */
#include "tests/dri/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
fail(const char *what)
{
	printf("model: %s\n", what);
	fflush(stdout);
	abort();
}

static int64_t
modulo(int64_t a, int64_t n)
{
	return ((a % n) + n) % n;
}

/* Which index the place `index` has, which lies beyond an end; `edge` is the
 * length of the block at that end. */
static int64_t
beyond(int64_t index, int64_t size, int type, int64_t width, int64_t edge)
{
	int64_t m = width < edge ? width : edge;

	switch (type) {
	case DRI_OVERLAP_PAD_TOROIDAL:
		return modulo(index, size);
	case DRI_OVERLAP_PAD_REPLICATED:
		/* The sequence 0 .. m-1 again and again, ending at -1; or that
		 * of the last m, beginning at `size`. */
		if (index < 0)
			return modulo(index, m);
		return size - m + modulo(index - size, m);
	default:
		return MODEL_ZEROS;
	}
}

static void
add_place(struct model_axis *a, int64_t from, bool owned)
{
	size_t room = 2 * (size_t)a->n + 1;

	/* n is one less than a power of two: all is used. */
	if (((a->n + 1) & a->n) == 0) {
		a->from = realloc(a->from, room * sizeof(*a->from));
		a->owned = realloc(a->owned, room * sizeof(*a->owned));
		if (a->from == NULL || a->owned == NULL)
			fail("out of memory");
	}
	a->from[a->n] = from;
	a->owned[a->n] = owned;
	a->n++;
}

static void
add_block(struct model_axis *a, const struct dri_split_spec *s,
	  const struct dri_block *b, int64_t first_len, int64_t last_len)
{
	int64_t i, end = b->begin + b->len;

	for (i = b->begin - s->left; i < end + s->right; i++) {
		int64_t from = i;

		if (i < 0) {
			if (s->left_type == DRI_OVERLAP_PAD_TRUNCATE)
				continue;
			from = beyond(i, s->size, s->left_type, s->left,
				      first_len);
		} else if (i >= s->size) {
			if (s->right_type == DRI_OVERLAP_PAD_TRUNCATE)
				continue;
			from = beyond(i, s->size, s->right_type, s->right,
				      last_len);
		}
		add_place(a, from, i >= b->begin && i < end);
	}
}

static void
own(struct model_dim *d, int coord, const struct dri_block *b, int64_t size)
{
	int64_t i;

	for (i = b->begin; i < b->begin + b->len; i++) {
		if (i < 0 || i >= size)
			fail("a block is outside of the array");
		if (d->owner[i] != -1)
			fail("an element has two owners");
		d->owner[i] = coord;
	}
}

static void
make_dim(struct model_dim *d, const struct dri_split *split)
{
	const struct dri_split_spec *s = &split->spec;
	int64_t i, first = 0, last = 0;
	struct dri_block b;
	int c, pass;

	d->procs = s->procs;
	d->owner = malloc((size_t)s->size * sizeof(*d->owner));
	d->axis = calloc((size_t)s->procs, sizeof(*d->axis));
	for (i = 0; i < s->size; i++)
		d->owner[i] = -1;
	for (pass = 0; pass < 2; pass++)
		for (c = 0; c < s->procs; c++)
			for (i = 0; i < ocr_dri_split_local_blocks(split, c);
			     i++) {
				ocr_dri_split_block(split, c, i, &b);
				if (pass == 1) {
					add_block(&d->axis[c], s, &b, first,
						  last);
					continue;
				}
				if (b.begin == 0)
					first = b.len;
				if (b.begin + b.len == s->size)
					last = b.len;
				if (s->kind != DRI_SPLIT_WHOLE)
					own(d, c, &b, s->size);
				else if (b.begin != 0 || b.len != s->size)
					fail("a whole dimension has parts");
			}
	for (c = 0; c < s->procs; c++)
		if (d->axis[c].n > d->most)
			d->most = d->axis[c].n;
	for (i = 0; i < s->size && s->kind != DRI_SPLIT_WHOLE; i++)
		if (d->owner[i] == -1)
			fail("an element has no owner");
}

void
model_make(struct model *m, const struct side *side)
{
	int d;

	memset(m, 0, sizeof(*m));
	m->side = side;
	for (d = 0; d < side->spec.ndims; d++)
		make_dim(&m->dim[d], &side->shape.split[d]);
}

void
model_free(struct model *m)
{
	int d, c;

	for (d = 0; d < m->side->spec.ndims; d++) {
		for (c = 0; c < m->dim[d].procs; c++) {
			free(m->dim[d].axis[c].from);
			free(m->dim[d].axis[c].owned);
		}
		free(m->dim[d].axis);
		free(m->dim[d].owner);
	}
}

void
model_coords(const struct model *m, int rank, int coord[])
{
	int d;

	for (d = 0; d < m->side->spec.ndims; d++) {
		coord[d] = rank % m->dim[d].procs;
		rank /= m->dim[d].procs;
	}
}

int64_t
model_offset(const struct model *m, int rank, const int64_t at[])
{
	const struct dri_shape_spec *s = &m->side->spec;
	int coord[DRI_MAX_DIMS], order, d;
	int64_t offset = 0, stride = 1;

	model_coords(m, rank, coord);
	for (order = 0; order < s->ndims; order++) {
		for (d = 0; s->dim[d].order != order; d++)
			;
		stride *= s->dim[d].spacing;
		offset += at[d] * stride;
		stride *= s->dim[d].uniform ? m->dim[d].most
					    : m->dim[d].axis[coord[d]].n;
	}
	return offset;
}

bool
model_first(const struct model *m, int rank, int64_t at[])
{
	int coord[DRI_MAX_DIMS], d;

	model_coords(m, rank, coord);
	for (d = 0; d < m->side->spec.ndims; d++) {
		at[d] = 0;
		if (m->dim[d].axis[coord[d]].n == 0)
			return false;
	}
	return true;
}

bool
model_next(const struct model *m, int rank, int64_t at[])
{
	int coord[DRI_MAX_DIMS], d;

	model_coords(m, rank, coord);
	for (d = 0; d < m->side->spec.ndims; d++) {
		if (++at[d] < m->dim[d].axis[coord[d]].n)
			return true;
		at[d] = 0;
	}
	return false;
}
