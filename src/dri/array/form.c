/* SPDX-License-Identifier: BSD-3-Clause */
/* form.c - two data types, and what they have in common. */
#include "src/dri/array/form.h"

#include "src/dri/array/dataspec.h"

bool
ocr_dri_form(DRI_Dataspec send, DRI_Dataspec receive, struct dri_form *out)
{
	const DRI_Dataspec both[2] = {send, receive};
	struct dri_form form = {.unit_bytes = 0};
	struct dri_type type;
	int split = DRI_SEND; /* the side that has more parts, or any */

	if (send != receive) {
		split = ocr_dri_type_is_split_of(send, receive) ? DRI_SEND
								: DRI_RECEIVE;
		if (!ocr_dri_type_is_split_of(both[split], both[!split]))
			return false;
		form.is_joined[!split] = true;
	}
	if (!ocr_dri_type(both[split], &type))
		return false;
	form.unit_bytes = type.part_bytes;
	form.parts = type.parts;
	*out = form;
	return true;
}
