/* SPDX-License-Identifier: BSD-3-Clause */
/* zeros.c - fills what lies beyond the ends of the array. */
#include "src/dri/move/box.h"
#include "src/dri/move/move.h"

#include <stdbool.h>

struct zeros {
	const struct dri_shape *shape;
	int coord[DRI_MAX_DIMS];
	int order[DRI_MAX_DIMS]; /* dimensions, by stride */
	int64_t stride[DRI_MAX_DIMS];
	size_t elem_bytes;
	char *buf;
};

/* n places from `begin` on along dimension d, of all that is stored in the
 * others. */
static void
fill(const struct zeros *z, int d, int64_t begin, int64_t n)
{
	struct dri_box b = {.elem_bytes = z->elem_bytes};
	int64_t bytes, count;
	int i, e;

	for (i = 0; i < z->shape->ndims; i++) {
		e = z->order[i];
		bytes = z->stride[e] * (int64_t)z->elem_bytes;
		count = ocr_dri_split_extent(&z->shape->split[e], z->coord[e]);
		ocr_dri_box_add(&b, e == d ? n : count, bytes, bytes);
	}
	ocr_dri_box_zero(&b, z->buf + begin * z->stride[d] *
					      (int64_t)z->elem_bytes);
}

static void
fill_left(const struct zeros *z, int d)
{
	const struct dri_split *s = &z->shape->split[d];
	int64_t i, n = ocr_dri_split_local_blocks(s, z->coord[d]);
	struct dri_block b;

	if (s->spec.left_type != DRI_OVERLAP_PAD_ZEROS)
		return;
	for (i = 0; i < n; i++) {
		ocr_dri_split_block(s, z->coord[d], i, &b);
		if (b.begin >= b.left)
			return;
		fill(z, d, b.pos, b.left - b.begin);
	}
}

static void
fill_right(const struct zeros *z, int d)
{
	const struct dri_split *s = &z->shape->split[d];
	int64_t i = ocr_dri_split_local_blocks(s, z->coord[d]), n;
	struct dri_block b;

	if (s->spec.right_type != DRI_OVERLAP_PAD_ZEROS)
		return;
	while (i-- > 0) {
		ocr_dri_split_block(s, z->coord[d], i, &b);
		n = b.begin + b.len + b.right - s->spec.size;
		if (n <= 0)
			return;
		fill(z, d, b.pos + b.left + b.len + b.right - n, n);
	}
}

bool
ocr_dri_has_zeros(const struct dri_shape *s)
{
	for (int i = 0; i < s->ndims; i++)
		if (s->split[i].spec.left_type == DRI_OVERLAP_PAD_ZEROS ||
		    s->split[i].spec.right_type == DRI_OVERLAP_PAD_ZEROS)
			return true;
	return false;
}

void
ocr_dri_fill_zeros(const struct dri_shape *s, int rank, size_t elem_bytes,
		   void *buf)
{
	struct zeros z = {.shape = s, .elem_bytes = elem_bytes, .buf = buf};
	int i, j;

	if (!ocr_dri_has_zeros(s))
		return;
	ocr_dri_shape_strides(s, rank, z.stride);
	ocr_dri_shape_coords(s, rank, z.coord);
	for (i = 0; i < s->ndims; i++) {
		if (ocr_dri_split_extent(&s->split[i], z.coord[i]) == 0)
			return;
		for (j = i; j > 0 && s->order[z.order[j - 1]] > s->order[i];
		     j--)
			z.order[j] = z.order[j - 1];
		z.order[j] = i;
	}
	for (i = 0; i < s->ndims; i++) {
		fill_left(&z, i);
		fill_right(&z, i);
	}
}
