/* SPDX-License-Identifier: BSD-3-Clause */
/* form.h - how the elements of one side become those of the other.
 *
 * Threads: any.
 */
#ifndef SRC_DRI_ARRAY_FORM_H
#define SRC_DRI_ARRAY_FORM_H

#include "dri.h"
#include "src/dri/shape/plan.h"

#include <stdbool.h>
#include <stddef.h>

/* What moves between two sides: units of so many bytes, in one part or two.  A
 * part lies in one piece, or, where both are joined, each unit is followed by
 * that of the other part. */
struct dri_form {
	size_t unit_bytes;
	int parts;
	bool is_joined[2]; /* enum dri_side */
};

/* False: no such data types, or what one side has is not what the other wants.
 */
bool ocr_dri_form(DRI_Dataspec send, DRI_Dataspec receive,
		  struct dri_form *out);

/* Units from an element to the next, times its stride. */
static inline int64_t
ocr_dri_form_step(const struct dri_form *f, enum dri_side side)
{
	return f->is_joined[side] ? f->parts : 1;
}

/* Bytes from a part to the other, in a buffer of `count` elements. */
static inline size_t
ocr_dri_form_part(const struct dri_form *f, enum dri_side side, int64_t count)
{
	return f->unit_bytes * (f->is_joined[side] ? 1 : (size_t)count);
}

#endif
