/* SPDX-License-Identifier: BSD-3-Clause */
/* layout.c - how one dimension lies in memory. */
#include "src/dri/array/layout.h"

#include "src/dri/handle/handle.h"
#include "src/dri/handle/say.h"

#include <inttypes.h>
#include <stdlib.h>

struct layout {
	struct dri_object object;
	int order;
	int64_t stride;
};

static void
destroy(struct dri_object *o)
{
	free(o);
}

int
ocr_dri_layout_read(DRI_Layout layout, struct dri_shape_dim *dim)
{
	uintptr_t n = (uintptr_t)layout;
	struct dri_object *object;
	int rc = DRI_SUCCESS;

	if (n >= (uintptr_t)DRI_LAYOUT_PACKED_0 &&
	    n <= (uintptr_t)DRI_LAYOUT_UNIFORM_7) {
		n -= (uintptr_t)DRI_LAYOUT_PACKED_0;
		dim->order = (int32_t)(n % DRI_MAX_DIMS);
		dim->uniform = (int32_t)(n / DRI_MAX_DIMS);
		dim->spacing = 1;
		return DRI_SUCCESS;
	}
	object = ocr_dri_handle_get(DRI_KIND_LAYOUT, layout, &rc);
	if (!object)
		return rc;
	dim->order = ((struct layout *)object)->order;
	dim->uniform = 0;
	dim->spacing = ((struct layout *)object)->stride;
	ocr_dri_object_put(object);
	return DRI_SUCCESS;
}

static int
check(const char *call, int order, const DRI_Layout *layout)
{
	if (!layout)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: layout", call);
	if (order < 0 || order >= DRI_MAX_DIMS)
		return ocr_dri_refuse(DRI_ERR_LAYOUT, "%s: order is %d", call,
				      order);
	return DRI_SUCCESS;
}

int
DRI_Layout_create_packed(int order, DRI_Layout *layout)
{
	int rc = check(__func__, order, layout);

	if (rc == DRI_SUCCESS)
		*layout = DRI_LAYOUT_PACKED((intptr_t)order);
	return rc;
}

int
DRI_Layout_create_uniform(int order, DRI_Layout *layout)
{
	int rc = check(__func__, order, layout);

	if (rc == DRI_SUCCESS)
		*layout = DRI_LAYOUT_UNIFORM((intptr_t)order);
	return rc;
}

int
DRI_Layout_create(int order, int64_t stride, DRI_Layout *layout)
{
	int rc = check(__func__, order, layout);
	DRI_Layout handle;
	struct layout *l;

	if (rc != DRI_SUCCESS)
		return rc;
	if (stride < 1)
		return ocr_dri_refuse(DRI_ERR_LAYOUT, "%s: stride is %" PRId64,
				      __func__, stride);
	l = calloc(1, sizeof(*l));
	if (!l)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", __func__);
	l->order = order;
	l->stride = stride;
	handle = ocr_dri_handle_open(&l->object, DRI_KIND_LAYOUT, destroy);
	if (!handle) {
		free(l);
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", __func__);
	}
	*layout = handle;
	return DRI_SUCCESS;
}

int
DRI_Layout_destroy(DRI_Layout *layout)
{
	return ocr_dri_handle_destroy(DRI_KIND_LAYOUT, layout, __func__);
}
