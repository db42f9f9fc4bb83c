/* SPDX-License-Identifier: BSD-3-Clause */
/* dataspec.c - the data types. */
#include "src/dri/array/dataspec.h"

#include "src/dri/handle/say.h"

/* By the numbers in dri.h. */
static const struct dri_type types[] = {
	{NULL, 0, 0},
	{"DRI_FLOAT", sizeof(float), 1},
	{"DRI_DOUBLE", sizeof(double), 1},
	{"DRI_COMPLEX", sizeof(float[2]), 1},
	{"DRI_DOUBLE_COMPLEX", sizeof(double[2]), 1},
	{"DRI_COMPLEX_SPLIT", sizeof(float), 2},
	{"DRI_DOUBLE_COMPLEX_SPLIT", sizeof(double), 2},
	{"DRI_INTEGER", sizeof(int), 1},
	{"DRI_SHORT", sizeof(short), 1},
	{"DRI_UNSIGNED_SHORT", sizeof(unsigned short), 1},
	{"DRI_LONG", sizeof(long), 1},
	{"DRI_UNSIGNED_LONG", sizeof(unsigned long), 1},
};

const struct dri_type *
ocr_dri_type(DRI_Dataspec dataspec)
{
	uintptr_t n = (uintptr_t)dataspec;

	if (n == 0 || n >= sizeof(types) / sizeof(types[0]))
		return NULL;
	return &types[n];
}

int
DRI_Dataspec_get_size(DRI_Dataspec dataspec, int64_t *nbytes)
{
	const struct dri_type *type = ocr_dri_type(dataspec);

	if (!nbytes)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: nbytes", __func__);
	if (!dataspec)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: dataspec", __func__);
	if (!type)
		return ocr_dri_refuse(DRI_ERR_DATASPEC, "%s: dataspec",
				      __func__);
	*nbytes = (int64_t)type->part_bytes * type->parts;
	return DRI_SUCCESS;
}
