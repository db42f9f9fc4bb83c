/* SPDX-License-Identifier: BSD-3-Clause */
/* dataspec.c - the data types. */
#include "src/dri/array/dataspec.h"

#include "src/dri/handle/say.h"

#include <stdio.h>

/* By the numbers in dri.h. */
static const struct row {
	struct dri_type type;
	int split; /* the type that has the same numbers in two parts; 0: none
		    */
} rows[] = {
	{{"", 0, 0}, 0},
	{{"DRI_FLOAT", sizeof(float), 1}, 0},
	{{"DRI_DOUBLE", sizeof(double), 1}, 0},
	{{"DRI_COMPLEX", sizeof(float[2]), 1}, 5},
	{{"DRI_DOUBLE_COMPLEX", sizeof(double[2]), 1}, 6},
	{{"DRI_COMPLEX_SPLIT", sizeof(float), 2}, 0},
	{{"DRI_DOUBLE_COMPLEX_SPLIT", sizeof(double), 2}, 0},
	{{"DRI_INTEGER", sizeof(int), 1}, 0},
	{{"DRI_SHORT", sizeof(short), 1}, 0},
	{{"DRI_UNSIGNED_SHORT", sizeof(unsigned short), 1}, 0},
	{{"DRI_LONG", sizeof(long), 1}, 0},
	{{"DRI_UNSIGNED_LONG", sizeof(unsigned long), 1}, 0},
	{{"DRI_INT8", sizeof(int8_t), 1}, 0},
	{{"DRI_UINT8", sizeof(uint8_t), 1}, 0},
	{{"DRI_UNSIGNED_INTEGER", sizeof(unsigned), 1}, 0},
	{{"DRI_INT64", sizeof(int64_t), 1}, 0},
	{{"DRI_UINT64", sizeof(uint64_t), 1}, 0},
	{{"DRI_COMPLEX_INT8", sizeof(int8_t[2]), 1}, 19},
	{{"DRI_COMPLEX_INT16", sizeof(int16_t[2]), 1}, 20},
	{{"DRI_COMPLEX_INT8_SPLIT", sizeof(int8_t), 2}, 0},
	{{"DRI_COMPLEX_INT16_SPLIT", sizeof(int16_t), 2}, 0},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

bool
ocr_dri_type(DRI_Dataspec dataspec, struct dri_type *out)
{
	uintptr_t n = (uintptr_t)dataspec, bytes = n - DRI_OPAQUE_0;

	if (n > 0 && n < ROWS) {
		*out = rows[n].type;
		return true;
	}
	/* Below DRI_OPAQUE_0 it is more than any number of bytes. */
	if (bytes == 0 || bytes > DRI_MAX_OPAQUE)
		return false;
	out->part_bytes = bytes;
	out->parts = 1;
	snprintf(out->name, sizeof(out->name), "DRI_OPAQUE(%d)", (int)bytes);
	return true;
}

bool
ocr_dri_type_is_split_of(DRI_Dataspec split, DRI_Dataspec joined)
{
	uintptr_t n = (uintptr_t)joined;

	return n < ROWS && rows[n].split &&
	       (uintptr_t)rows[n].split == (uintptr_t)split;
}

int
DRI_Dataspec_get_size(DRI_Dataspec dataspec, int64_t *nbytes)
{
	struct dri_type type;

	if (!nbytes)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: nbytes", __func__);
	if (!dataspec)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: dataspec", __func__);
	if (!ocr_dri_type(dataspec, &type))
		return ocr_dri_refuse(DRI_ERR_DATASPEC, "%s: dataspec %lld",
				      __func__, (long long)(intptr_t)dataspec);
	*nbytes = (int64_t)type.part_bytes * type.parts;
	return DRI_SUCCESS;
}
