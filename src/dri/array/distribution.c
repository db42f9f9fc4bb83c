/* SPDX-License-Identifier: BSD-3-Clause */
/* distribution.c - an array, split over a group and stored by it, as one
 * process sees it. */
#include "src/dri/array/distribution.h"

#include "src/dri/array/global_data.h"
#include "src/dri/array/layout.h"
#include "src/dri/array/overlap.h"
#include "src/dri/array/partition.h"
#include "src/dri/handle/say.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What the two create calls have in common; layouts NULL: the simple one. */
struct request {
	const char *call;
	int group_size;
	int rank;
	const int *group_dims;
	const DRI_Partition *parts;
	const DRI_Layout *layouts;
};

static void
destroy(struct dri_object *o)
{
	struct dri_distribution *d = (struct dri_distribution *)o;

	for (int i = 0; i < d->shape.ndims; i++) {
		/* The program may have destroyed them, or there is none. */
		ocr_dri_handle_close(DRI_KIND_OVERLAP, d->left[i]);
		ocr_dri_handle_close(DRI_KIND_OVERLAP, d->right[i]);
	}
	free(d);
}

/* -- Creating -- */

static int
read_dims(const struct request *r, struct dri_shape_spec *spec)
{
	for (int d = 0; d < spec->ndims; d++) {
		struct dri_shape_dim *dim = &spec->dim[d];
		DRI_Layout layout = r->layouts ? r->layouts[d]
					       : DRI_LAYOUT_PACKED((intptr_t)d);
		int rc = ocr_dri_partition_read(r->parts[d], &dim->split);

		if (rc != DRI_SUCCESS)
			return ocr_dri_refuse(rc, "%s: parts[%d]", r->call, d);
		rc = ocr_dri_layout_read(layout, dim);
		if (rc != DRI_SUCCESS)
			return ocr_dri_refuse(rc, "%s: layouts[%d]", r->call,
					      d);
		dim->split.procs = r->group_dims ? r->group_dims[d] : 0;
	}
	return DRI_SUCCESS;
}

static int
check_group(const struct request *r)
{
	if (r->group_size < 1)
		return ocr_dri_refuse(DRI_ERR_SIZE, "%s: group_size is %d",
				      r->call, r->group_size);
	if (r->rank < 0 || r->rank >= r->group_size)
		return ocr_dri_refuse(DRI_ERR_RANK,
				      "%s: myrank is %d of a group of %d",
				      r->call, r->rank, r->group_size);
	return DRI_SUCCESS;
}

/* Which dimension cannot be, and by which numbers. */
static int
refuse_shape(const struct request *r, const struct dri_distribution *d, int rc,
	     const char *why)
{
	const struct dri_split_spec *p = NULL;
	const char *text;
	struct dri_split s;
	int i;

	for (i = 0; i < d->spec.ndims; i++) {
		p = &d->spec.dim[i].split;
		if (ocr_dri_split_make(&s, p, &text) != DRI_SUCCESS)
			break;
	}
	if (i == d->spec.ndims)
		return ocr_dri_refuse(rc, "%s: global data '%s': %s", r->call,
				      d->name, why);
	if (rc == DRI_ERR_PARTITION && p->mod > 1 && p->size % p->mod)
		return ocr_dri_refuse(rc,
				      "%s: mod %lld does not divide the %lld "
				      "elements of dimension %d of global data "
				      "'%s'",
				      r->call, (long long)p->mod,
				      (long long)p->size, i, d->name);
	return ocr_dri_refuse(
		rc,
		"%s: dimension %d of global data '%s' (%lld elements over %d "
		"processes; minsz %lld, mod %lld, blksz %lld, overlaps of %lld "
		"and %lld): %s",
		r->call, i, d->name, (long long)p->size, p->procs,
		(long long)p->minsz, (long long)p->mod, (long long)p->blksz,
		(long long)p->left, (long long)p->right, why);
}

static int
make_shape(const struct request *r, struct dri_distribution *d)
{
	const char *why = "";
	int rc = check_group(r);

	if (rc == DRI_SUCCESS)
		rc = read_dims(r, &d->spec);
	if (rc != DRI_SUCCESS)
		return rc;
	rc = ocr_dri_shape_choose(&d->spec, r->group_size);
	if (rc != DRI_SUCCESS)
		return ocr_dri_refuse(rc, "%s: a group of %d", r->call,
				      r->group_size);
	rc = ocr_dri_shape_make(&d->shape, &d->spec, &why);
	if (rc != DRI_SUCCESS)
		return refuse_shape(r, d, rc, why);
	return DRI_SUCCESS;
}

/* Handles of its own for DRI_Blockdim, since those of the partition may be
 * destroyed. */
static int
open_overlaps(const struct request *r, struct dri_distribution *d)
{
	for (int i = 0; i < d->shape.ndims; i++) {
		const struct dri_split_spec *p = &d->shape.split[i].spec;

		d->left[i] = ocr_dri_overlap_open(p->left_type, p->left);
		d->right[i] = ocr_dri_overlap_open(p->right_type, p->right);
		if (!d->left[i] || !d->right[i])
			return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", r->call);
	}
	return DRI_SUCCESS;
}

/* The caller destroys what was made of it if this fails. */
static int
build(const struct request *r, const struct dri_global_data *g,
      struct dri_distribution *d)
{
	int rc;

	d->spec.ndims = g->ndims;
	for (int i = 0; i < g->ndims; i++)
		d->spec.dim[i].split.size = g->size[i];
	d->rank = r->rank;
	memcpy(d->name, g->name, sizeof(d->name));
	rc = make_shape(r, d);
	return rc == DRI_SUCCESS ? open_overlaps(r, d) : rc;
}

static int
create(const struct request *r, DRI_Global_Data gdo, DRI_Distribution *disth)
{
	struct dri_object *g;
	struct dri_distribution *d;
	DRI_Distribution handle = DRI_DISTRIBUTION_NULL;
	int rc;

	if (!r->parts || !disth)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: %s", r->call,
				      disth ? "parts" : "disth");
	g = ocr_dri_handle_get(DRI_KIND_GLOBAL_DATA, gdo, &rc);
	if (!g)
		return ocr_dri_refuse(rc, "%s: gdo", r->call);
	d = calloc(1, sizeof(*d));
	rc = d ? build(r, (struct dri_global_data *)g, d)
	       : ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", r->call);
	ocr_dri_object_put(g);
	if (rc == DRI_SUCCESS) {
		handle = ocr_dri_handle_open(&d->object, DRI_KIND_DISTRIBUTION,
					     destroy);
		if (!handle)
			rc = ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", r->call);
	}
	if (rc == DRI_SUCCESS)
		*disth = handle;
	else if (d)
		destroy(&d->object);
	return rc;
}

int
DRI_Distribution_create(DRI_Global_Data gdo, int group_size, int myrank,
			const int *group_dims, const DRI_Partition *parts,
			const DRI_Layout *layouts, DRI_Distribution *disth)
{
	struct request r = {.call = __func__,
			    .group_size = group_size,
			    .rank = myrank,
			    .group_dims = group_dims,
			    .parts = parts,
			    .layouts = layouts};

	if (!layouts)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: layouts", __func__);
	return create(&r, gdo, disth);
}

int
DRI_Distribution_create_simple(DRI_Global_Data gdo, int group_size, int myrank,
			       const int *group_dims,
			       const DRI_Partition *parts,
			       DRI_Distribution *disth)
{
	struct request r = {.call = __func__,
			    .group_size = group_size,
			    .rank = myrank,
			    .group_dims = group_dims,
			    .parts = parts};

	return create(&r, gdo, disth);
}

int
DRI_Distribution_destroy(DRI_Distribution *disth)
{
	return ocr_dri_handle_destroy(DRI_KIND_DISTRIBUTION, disth, __func__);
}

/* -- Asking -- */

/* A reference to the distribution, if there is one and a place for the
 * answer. */
static const struct dri_distribution *
hold(const char *call, DRI_Distribution disth, const void *out, int *status)
{
	struct dri_object *o = NULL;

	*status = DRI_ERR_NULL;
	if (out)
		o = ocr_dri_handle_get(DRI_KIND_DISTRIBUTION, disth, status);
	if (!o) {
		ocr_dri_refuse(*status, "%s: %s", call,
			       out ? "disth" : "no place for the answer");
		return NULL;
	}
	*status = DRI_SUCCESS;
	return (const struct dri_distribution *)o;
}

static void
let_go(const struct dri_distribution *d)
{
	ocr_dri_object_put((struct dri_object *)&d->object);
}

/* The caller's blocks in each dimension; returns their product, INT64_MAX if it
 * is more. */
static int64_t
count_blocks(const struct dri_distribution *d, const int coord[],
	     int64_t blocks[])
{
	int64_t all = 1;
	int is_empty = 0;

	for (int i = 0; i < d->shape.ndims; i++) {
		blocks[i] = ocr_dri_split_local_blocks(&d->shape.split[i],
						       coord[i]);
		is_empty |= blocks[i] == 0;
		if (__builtin_mul_overflow(all, blocks[i], &all))
			all = INT64_MAX;
	}
	return is_empty ? 0 : all;
}

int
DRI_Distribution_get_numblocks(DRI_Distribution disth, int *nblocks)
{
	int64_t blocks[DRI_MAX_DIMS], n;
	int coord[DRI_MAX_DIMS], rc;
	const struct dri_distribution *d = hold(__func__, disth, nblocks, &rc);

	if (!d)
		return rc;
	ocr_dri_shape_coords(&d->shape, d->rank, coord);
	n = count_blocks(d, coord, blocks);
	let_go(d);
	if (n > INT_MAX)
		return ocr_dri_refuse(DRI_ERR_SIZE,
				      "%s: more blocks than int counts",
				      __func__);
	*nblocks = (int)n;
	return DRI_SUCCESS;
}

static void
describe_block(const struct dri_distribution *d, const int coord[],
	       const int64_t blocks[], int64_t block_num, DRI_Blockinfo *info)
{
	int64_t stride[DRI_MAX_DIMS];

	memset(info, 0, sizeof(*info));
	info->ndims = d->shape.ndims;
	ocr_dri_shape_strides(&d->shape, d->rank, stride);
	for (int i = 0; i < info->ndims; i++) {
		struct dri_block b;

		ocr_dri_split_block(&d->shape.split[i], coord[i],
				    block_num % blocks[i], &b);
		block_num /= blocks[i];
		info->first_offset += (b.pos + b.left) * stride[i];
		info->dims[i].lov = d->left[i];
		info->dims[i].rov = d->right[i];
		info->dims[i].global_begin_ix = b.begin;
		info->dims[i].length = b.len;
		info->dims[i].stride = stride[i];
	}
}

int
DRI_Distribution_get_blockinfo(DRI_Distribution disth, int block_num,
			       DRI_Blockinfo *blockinfo)
{
	int64_t blocks[DRI_MAX_DIMS], n;
	int coord[DRI_MAX_DIMS], rc;
	const struct dri_distribution *d =
		hold(__func__, disth, blockinfo, &rc);

	if (!d)
		return rc;
	ocr_dri_shape_coords(&d->shape, d->rank, coord);
	n = count_blocks(d, coord, blocks);
	if (block_num < 0 || block_num >= n)
		rc = ocr_dri_refuse(DRI_ERR_BLOCK,
				    "%s: block_num is %d of %lld", __func__,
				    block_num, (long long)n);
	else
		describe_block(d, coord, blocks, block_num, blockinfo);
	let_go(d);
	return rc;
}

int
DRI_Distribution_get_local_count(DRI_Distribution disth, int64_t *local_count)
{
	int64_t stride[DRI_MAX_DIMS];
	const struct dri_distribution *d;
	int rc;

	d = hold(__func__, disth, local_count, &rc);
	if (!d)
		return rc;
	*local_count = ocr_dri_shape_strides(&d->shape, d->rank, stride);
	let_go(d);
	return DRI_SUCCESS;
}
