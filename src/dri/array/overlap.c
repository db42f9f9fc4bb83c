/* SPDX-License-Identifier: BSD-3-Clause */
/* overlap.c - kinds and widths of overlaps. */
#include "src/dri/array/overlap.h"

#include "src/dri/handle/handle.h"
#include "src/dri/handle/say.h"

#include <inttypes.h>
#include <stdlib.h>

struct overlap {
	struct dri_object object;
	int32_t type;
	int64_t num_pos;
};

static void
destroy(struct dri_object *o)
{
	free(o);
}

static DRI_Overlap
open_object(int32_t type, int64_t num_pos)
{
	struct overlap *o = calloc(1, sizeof(*o));
	DRI_Overlap handle;

	if (!o)
		return DRI_OVERLAP_NULL;
	o->type = type;
	o->num_pos = num_pos;
	handle = ocr_dri_handle_open(&o->object, DRI_KIND_OVERLAP, destroy);
	if (!handle)
		free(o);
	return handle;
}

DRI_Overlap
ocr_dri_overlap_open(int32_t type, int64_t num_pos)
{
	return num_pos == 0 ? DRI_NO_OVERLAP : open_object(type, num_pos);
}

int
ocr_dri_overlap_read(DRI_Overlap ov, int32_t *type, int64_t *num_pos)
{
	struct dri_object *object;
	int rc = DRI_SUCCESS;

	if (ov == DRI_NO_OVERLAP) {
		*type = DRI_OVERLAP_PAD_TRUNCATE;
		*num_pos = 0;
		return DRI_SUCCESS;
	}
	object = ocr_dri_handle_get(DRI_KIND_OVERLAP, ov, &rc);
	if (!object)
		return rc;
	*type = ((struct overlap *)object)->type;
	*num_pos = ((struct overlap *)object)->num_pos;
	ocr_dri_object_put(object);
	return DRI_SUCCESS;
}

int
DRI_Overlap_create(DRI_Overlap_type ovr_type, int64_t num_pos,
		   DRI_Overlap *overlaph)
{
	DRI_Overlap handle;

	if (!overlaph)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: overlaph", __func__);
	if (ovr_type < DRI_OVERLAP_PAD_TRUNCATE ||
	    ovr_type > DRI_OVERLAP_PAD_REPLICATED)
		return ocr_dri_refuse(DRI_ERR_OVERLAP, "%s: ovr_type is %d",
				      __func__, (int)ovr_type);
	if (num_pos < 0)
		return ocr_dri_refuse(DRI_ERR_OVERLAP,
				      "%s: num_pos is %" PRId64, __func__,
				      num_pos);
	handle = open_object((int32_t)ovr_type, num_pos);
	if (!handle)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", __func__);
	*overlaph = handle;
	return DRI_SUCCESS;
}

int
DRI_Overlap_get_info(DRI_Overlap ov, DRI_Overlap_type *ovr_type,
		     int64_t *num_pos)
{
	int32_t type;
	int64_t n;
	int rc = ocr_dri_overlap_read(ov, &type, &n);

	if (rc != DRI_SUCCESS)
		return ocr_dri_refuse(rc, "%s", __func__);
	if (ovr_type)
		*ovr_type = (DRI_Overlap_type)type;
	if (num_pos)
		*num_pos = n;
	return DRI_SUCCESS;
}

int
DRI_Overlap_destroy(DRI_Overlap *ov)
{
	return ocr_dri_handle_destroy(DRI_KIND_OVERLAP, ov, __func__);
}
