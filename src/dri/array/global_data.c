/* SPDX-License-Identifier: BSD-3-Clause */
/* global_data.c - arrays. */
#include "src/dri/array/global_data.h"

#include "src/dri/handle/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void
destroy(struct dri_object *o)
{
	free(o);
}

static int
check_sizes(const char *call, int ndims, const int64_t *dimsizes)
{
	int64_t n = 1;

	for (int d = 0; d < ndims; d++) {
		if (dimsizes[d] < 1)
			return ocr_dri_refuse(DRI_ERR_SIZE,
					      "%s: dimsizes[%d] is %" PRId64,
					      call, d, dimsizes[d]);
		if (__builtin_mul_overflow(n, dimsizes[d], &n))
			return ocr_dri_refuse(
				DRI_ERR_SIZE,
				"%s: more elements than int64_t counts", call);
	}
	return DRI_SUCCESS;
}

int
DRI_Global_Data_create(int ndims, const int64_t *dimsizes, const char *name,
		       DRI_Global_Data *gdo)
{
	struct dri_global_data *g;
	DRI_Global_Data handle;
	int rc;

	if (!dimsizes || !gdo)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: %s", __func__,
				      gdo ? "dimsizes" : "gdo");
	if (ndims < 1 || ndims > DRI_MAX_DIMS)
		return ocr_dri_refuse(DRI_ERR_NDIMS, "%s: ndims is %d",
				      __func__, ndims);
	rc = check_sizes(__func__, ndims, dimsizes);
	if (rc != DRI_SUCCESS)
		return rc;
	if (name && strnlen(name, DRI_MAX_NAME + 1) > DRI_MAX_NAME)
		return ocr_dri_refuse(DRI_ERR_NAME,
				      "%s: name has more than %d bytes",
				      __func__, DRI_MAX_NAME);
	g = calloc(1, sizeof(*g));
	if (!g)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", __func__);
	g->ndims = ndims;
	memcpy(g->size, dimsizes, (size_t)ndims * sizeof(dimsizes[0]));
	if (name)
		strcpy(g->name, name);
	handle = ocr_dri_handle_open(&g->object, DRI_KIND_GLOBAL_DATA, destroy);
	if (!handle) {
		free(g);
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", __func__);
	}
	*gdo = handle;
	return DRI_SUCCESS;
}

int
DRI_Global_Data_destroy(DRI_Global_Data *gdo)
{
	return ocr_dri_handle_destroy(DRI_KIND_GLOBAL_DATA, gdo, __func__);
}
