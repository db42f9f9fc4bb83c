/* SPDX-License-Identifier: BSD-3-Clause */
/* partition.c - ways to split a dimension, of whatever size. */
#include "src/dri/array/partition.h"

#include "src/dri/array/overlap.h"
#include "src/dri/handle/handle.h"
#include "src/dri/handle/say.h"

#include <inttypes.h>
#include <stdlib.h>

struct partition {
	struct dri_object object;
	struct dri_split_spec spec; /* size and procs are 0 */
};

static void
destroy(struct dri_object *o)
{
	free(o);
}

int
ocr_dri_partition_read(DRI_Partition part, struct dri_split_spec *spec)
{
	struct dri_split_spec whole = {.kind = DRI_SPLIT_WHOLE}, *from = &whole;
	struct dri_object *object = NULL;
	int64_t size = spec->size;
	int32_t procs = spec->procs;
	int rc = DRI_SUCCESS;

	if (part != DRI_PARTITION_WHOLE) {
		object = ocr_dri_handle_get(DRI_KIND_PARTITION, part, &rc);
		if (!object)
			return rc;
		from = &((struct partition *)object)->spec;
	}
	*spec = *from;
	spec->size = size;
	spec->procs = procs;
	if (object)
		ocr_dri_object_put(object);
	return DRI_SUCCESS;
}

/* One end's overlap.  Of no elements, all kinds are the same. */
static int
read_overlap(const char *call, const char *which, DRI_Overlap ov, int32_t *type,
	     int64_t *num_pos)
{
	int rc = ocr_dri_overlap_read(ov, type, num_pos);

	if (rc != DRI_SUCCESS)
		return ocr_dri_refuse(rc, "%s: %s", call, which);
	if (*num_pos == 0)
		*type = 0;
	return DRI_SUCCESS;
}

static int
check(const char *call, const struct dri_split_spec *p)
{
	if (p->minsz < 0 || p->mod < 1)
		return ocr_dri_refuse(DRI_ERR_PARTITION,
				      "%s: minsz is %" PRId64
				      " and mod %" PRId64,
				      call, p->minsz, p->mod);
	if (p->kind != DRI_SPLIT_CYCLIC)
		return DRI_SUCCESS;
	if (p->blksz < 1 || p->minsz > p->blksz || p->blksz % p->mod != 0)
		return ocr_dri_refuse(DRI_ERR_PARTITION,
				      "%s: blksz is %" PRId64 ", minsz %" PRId64
				      " and mod %" PRId64,
				      call, p->blksz, p->minsz, p->mod);
	return DRI_SUCCESS;
}

static int
create(const char *call, struct dri_split_spec spec, DRI_Overlap lov,
       DRI_Overlap rov, DRI_Partition *part)
{
	struct partition *p;
	DRI_Partition handle;
	int rc;

	if (!part)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: part", call);
	rc = read_overlap(call, "lov", lov, &spec.left_type, &spec.left);
	if (rc == DRI_SUCCESS)
		rc = read_overlap(call, "rov", rov, &spec.right_type,
				  &spec.right);
	if (rc == DRI_SUCCESS)
		rc = check(call, &spec);
	if (rc != DRI_SUCCESS)
		return rc;
	p = calloc(1, sizeof(*p));
	if (!p)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", call);
	p->spec = spec;
	handle = ocr_dri_handle_open(&p->object, DRI_KIND_PARTITION, destroy);
	if (!handle) {
		free(p);
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", call);
	}
	*part = handle;
	return DRI_SUCCESS;
}

int
DRI_Partition_create_block(int64_t minsz, int64_t mod, DRI_Overlap lov,
			   DRI_Overlap rov, DRI_Partition *part)
{
	struct dri_split_spec spec = {
		.kind = DRI_SPLIT_BLOCK, .minsz = minsz, .mod = mod};

	return create(__func__, spec, lov, rov, part);
}

int
DRI_Partition_create_blockcyclic(int64_t minsz, int64_t mod, DRI_Overlap lov,
				 DRI_Overlap rov, int64_t blksz,
				 DRI_Partition *part)
{
	struct dri_split_spec spec = {.kind = DRI_SPLIT_CYCLIC,
				      .minsz = minsz,
				      .mod = mod,
				      .blksz = blksz};

	return create(__func__, spec, lov, rov, part);
}

int
DRI_Partition_create_whole(DRI_Partition *part)
{
	if (!part)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: part", __func__);
	*part = DRI_PARTITION_WHOLE;
	return DRI_SUCCESS;
}

int
DRI_Partition_destroy(DRI_Partition *part)
{
	return ocr_dri_handle_destroy(DRI_KIND_PARTITION, part, __func__);
}
