/* SPDX-License-Identifier: BSD-3-Clause */
/* dataspec.h - what a data type is made of. */
#ifndef SRC_DRI_ARRAY_DATASPEC_H
#define SRC_DRI_ARRAY_DATASPEC_H

#include "dri.h"

#include <stdbool.h>
#include <stddef.h>

struct dri_type {
	char name[32];	   /* "DRI_COMPLEX" */
	size_t part_bytes; /* of an element, or of a half of a split one */
	int parts;	   /* 1, or 2 in a split type */
};

/* False: no such data type. */
bool ocr_dri_type(DRI_Dataspec dataspec, struct dri_type *out);

/* Does the first have in two parts what the second has side by side? */
bool ocr_dri_type_is_split_of(DRI_Dataspec split, DRI_Dataspec joined);

#endif
