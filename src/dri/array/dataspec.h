/* SPDX-License-Identifier: BSD-3-Clause */
/* dataspec.h - what a data type is made of. */
#ifndef SRC_DRI_ARRAY_DATASPEC_H
#define SRC_DRI_ARRAY_DATASPEC_H

#include "dri.h"

#include <stddef.h>

struct dri_type {
	const char *name;  /* "DRI_COMPLEX" */
	size_t part_bytes; /* of an element, or of a half of a split one */
	int parts;	   /* 1, or 2 in a split type */
};

/* NULL: no such data type. */
const struct dri_type *ocr_dri_type(DRI_Dataspec dataspec);

#endif
