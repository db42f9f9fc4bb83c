/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_op.c - see sim_op.h. */
#include "tests/sim/sim_op.h"

#include "guidmap/guid.h"
#include "src/names/mapped.h"

/* The first field of every message.  An element of a map has one name here,
 * whether its kind is known or not. */
ocrGuid_t
sim_op_object(const struct ocr_op *op)
{
	return ocr_mapped_shown(
		((const struct ocr_msg_destroy *)(const void *)op)->guid);
}

/* Only these are followed outside of streams.  A map is not: each node has its
 * own copy. */
bool
sim_op_has_object(const struct ocr_op *op)
{
	switch ((enum ocr_msg_type)op->type) {
	case OCR_MSG_CREATE_EVENT:
	case OCR_MSG_CREATE_EDT:
	case OCR_MSG_CREATE_DB:
	case OCR_MSG_SATISFY:
	case OCR_MSG_SATISFY_EDT:
	case OCR_MSG_ADD_DEP:
	case OCR_MSG_RELEASE:
	case OCR_MSG_GET_CHUNK:
		return true;
	case OCR_MSG_DESTROY:
		return ocr_guid_kind(sim_op_object(op)) != OCR_GUID_MAP;
	default:
		return false;
	}
}

bool
sim_op_creates(const struct ocr_op *op)
{
	return op->type == OCR_MSG_CREATE_EVENT ||
	       op->type == OCR_MSG_CREATE_EDT || op->type == OCR_MSG_CREATE_DB;
}

/* An op of an element of a map becomes what the element turns out to be. */
bool
sim_op_is_same(const struct ocr_op *sent, const struct ocr_op *come)
{
	return sent->type == come->type ||
	       (sent->type == OCR_MSG_SATISFY_EDT &&
		come->type == OCR_MSG_SATISFY &&
		ocr_guid_kind(sim_op_object(come)) == OCR_GUID_MAPPED);
}
