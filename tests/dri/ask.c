/* SPDX-License-Identifier: BSD-3-Clause */
/* ask.c - overlaps, partitions, layouts and the array, for one distribution. */
#include "tests/dri/ask.h"

/* What a distribution is made of. */
struct parts {
	DRI_Global_Data array;
	DRI_Partition partition[DRI_MAX_DIMS];
	DRI_Layout layout[DRI_MAX_DIMS];
};

static int
ask_overlap(int32_t type, int64_t n, DRI_Overlap *out)
{
	*out = DRI_NO_OVERLAP;
	return n ? DRI_Overlap_create((DRI_Overlap_type)type, n, out)
		 : DRI_SUCCESS;
}

static int
ask_partition(const struct dri_split_spec *s, DRI_Partition *out)
{
	DRI_Overlap left, right;
	int status;

	*out = DRI_PARTITION_WHOLE;
	if (s->kind == DRI_SPLIT_WHOLE)
		return DRI_SUCCESS;
	status = ask_overlap(s->left_type, s->left, &left);
	if (!status)
		status = ask_overlap(s->right_type, s->right, &right);
	if (status)
		return status;
	if (s->kind == DRI_SPLIT_BLOCK)
		status = DRI_Partition_create_block(s->minsz, s->mod, left,
						    right, out);
	else
		status = DRI_Partition_create_blockcyclic(
			s->minsz, s->mod, left, right, s->blksz, out);
	DRI_Overlap_destroy(&left);
	DRI_Overlap_destroy(&right);
	return status;
}

static int
ask_layout(const struct dri_shape_dim *d, DRI_Layout *out)
{
	if (d->uniform)
		*out = DRI_LAYOUT_UNIFORM(d->order);
	else if (d->spacing == 1)
		*out = DRI_LAYOUT_PACKED(d->order);
	else
		return DRI_Layout_create(d->order, d->spacing, out);
	return DRI_SUCCESS;
}

static int
ask_parts(const struct dri_shape_spec *s, struct parts *p)
{
	int64_t size[DRI_MAX_DIMS];
	int status = DRI_SUCCESS;

	for (int d = 0; d < s->ndims && !status; d++) {
		size[d] = s->dim[d].split.size;
		status = ask_partition(&s->dim[d].split, &p->partition[d]);
		if (!status)
			status = ask_layout(&s->dim[d], &p->layout[d]);
	}
	return status ? status
		      : DRI_Global_Data_create(s->ndims, size, NULL, &p->array);
}

int
ask_distribution(const struct side *side, int rank, DRI_Distribution *out)
{
	const struct dri_shape_spec *s = &side->asked;
	int procs[DRI_MAX_DIMS];
	struct parts p;
	int status = ask_parts(s, &p);

	if (status)
		return status;
	for (int d = 0; d < s->ndims; d++)
		procs[d] = s->dim[d].split.procs;
	status = DRI_Distribution_create(p.array, side->group_size, rank,
					 side->no_group_dims ? NULL : procs,
					 p.partition, p.layout, out);
	DRI_Global_Data_destroy(&p.array);
	for (int d = 0; d < s->ndims; d++) {
		DRI_Partition_destroy(&p.partition[d]);
		DRI_Layout_destroy(&p.layout[d]);
	}
	return status;
}
