/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_shape.c - any bytes as the shapes of both sides of a channel, as HELLO
 * and TABLE have them: what is taken makes sense, and can be moved.
 *
 * An input is for each shape a byte for its dimensions, and for each of these
 * nine numbers: a byte, from f0 on of eight more.
 */
#include "src/dri/shape/plan.h"
#include "src/dri/shape/shape.h"
#include "tests/fuzz/target.h"

#include <limits.h>
#include <string.h>

/* So much is looked at one by one. */
#define FEW 64

static int64_t
number(struct source *s)
{
	uint8_t b = take(s);

	return b < 0xf0 ? b : (int64_t)take_word(s);
}

static int32_t
small(struct source *s)
{
	uint8_t b = take(s);

	return b < 0xf0 ? b % 8 : (int32_t)take_word(s);
}

static void
read_spec(struct dri_shape_spec *spec, struct source *s)
{
	uint8_t b = take(s);

	memset(spec, 0, sizeof(*spec));
	spec->ndims = b < 0xf0 ? 1 + b % 3 : (int8_t)take(s);
	for (int d = 0; d < spec->ndims && d < DRI_MAX_DIMS; d++) {
		struct dri_shape_dim *dim = &spec->dim[d];

		dim->split = (struct dri_split_spec){
			.size = number(s),
			.minsz = number(s) / 16,
			.mod = 1 + number(s) / 16,
			.blksz = number(s),
			.left = number(s) / 32,
			.right = number(s) / 32,
			.kind = small(s) % 4,
			.procs = small(s),
			.left_type = take(s) % 8,
			.right_type = take(s) % 8,
		};
		dim->order = d ^ (take(s) & 1);
		dim->uniform = take(s) % 3;
		dim->spacing = 1 + number(s) / 16;
	}
}

static void
look_at_dimension(const struct dri_split *p)
{
	int64_t owned = 0, blocks = 0;

	for (int c = 0; c < p->spec.procs; c++) {
		int64_t n = ocr_dri_split_local_blocks(p, c), pos = 0;

		must(n >= 0 && n <= p->blocks);
		must(ocr_dri_split_extent(p, c) <= ocr_dri_split_max_extent(p));
		blocks += n;
		for (int64_t i = 0; i < n && i < FEW; i++) {
			struct dri_block b;
			int64_t back;
			int coord;

			ocr_dri_split_block(p, c, i, &b);
			must(b.len > 0 && b.begin >= 0 && b.left >= 0 &&
			     b.right >= 0);
			must(b.begin + b.len <= p->spec.size && b.pos == pos);
			pos += b.left + b.len + b.right;
			must(pos <= ocr_dri_split_extent(p, c));
			owned += b.len;
			ocr_dri_split_find(p, b.begin + b.len - 1, &coord,
					   &back);
			must(p->spec.kind == DRI_SPLIT_WHOLE ||
			     (coord == c && back == i));
		}
	}
	if (p->spec.kind == DRI_SPLIT_WHOLE)
		return;
	must(blocks == p->blocks);
	must(blocks > FEW || owned == p->spec.size);
}

static void
look(const struct dri_shape *s)
{
	int64_t stride[DRI_MAX_DIMS];

	for (int d = 0; d < s->ndims; d++)
		if (s->split[d].spec.procs <= FEW)
			look_at_dimension(&s->split[d]);
	for (int r = 0; r < s->group_size && r < FEW; r++)
		must(ocr_dri_shape_strides(s, r, stride) <= INT64_MAX / 64);
	must(ocr_dri_shape_strides(s, s->group_size - 1, stride) >= 0);
}

/* Plans are made block by block, and of what is beyond the ends of an array
 * copy by copy: a process that has so many has memory for them. */
static bool
is_wide(const struct dri_split_spec *s)
{
	return s->size > 4096 || s->left > 4096 || s->right > 4096;
}

static bool
go_together(const struct dri_shape *a, const struct dri_shape *b)
{
	if (a->ndims != b->ndims || a->group_size > FEW || b->group_size > FEW)
		return false;
	for (int d = 0; d < a->ndims; d++)
		if (a->split[d].spec.size != b->split[d].spec.size ||
		    is_wide(&a->split[d].spec) || is_wide(&b->split[d].spec))
			return false;
	return true;
}

/* A pair has as many elements from either side. */
static void
plan(const struct dri_shape shape[2])
{
	int near[FEW] = {0};

	for (int r = 0; r < shape[0].group_size; r++) {
		struct dri_plan p;

		must(!ocr_dri_plan_make(&p, &shape[0], &shape[1], DRI_SEND, r,
					near));
		for (size_t i = 0; i < p.n; i++)
			must(p.pairs[i].elements > 0 &&
			     p.pairs[i].rank < shape[1].group_size);
		ocr_dri_plan_free(&p);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};
	struct dri_shape_spec spec[2];
	struct dri_shape shape[2];
	const char *why = NULL;
	bool both = true;

	for (int i = 0; i < 2; i++) {
		read_spec(&spec[i], &s);
		/* Only arrays of the same size are connected. */
		for (int d = 0; i && d < DRI_MAX_DIMS; d++)
			if (spec[1].dim[d].split.size)
				spec[1].dim[d].split.size =
					spec[0].dim[d].split.size;
		if (ocr_dri_shape_make(&shape[i], &spec[i], &why)) {
			must(why && *why);
			both = false;
		} else {
			look(&shape[i]);
		}
	}
	if (both && go_together(&shape[0], &shape[1]))
		plan(shape);
	return 0;
}
