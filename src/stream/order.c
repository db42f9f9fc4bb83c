/* SPDX-License-Identifier: BSD-3-Clause */
/* order.c - the table of ops that trigger, and of ops that are seen. */
#include "src/stream/order.h"

#include "labeled/label.h"
#include "src/base/msg.h"

/* T: triggers.  S: seen. */
#define T OCR_ORDER_TRIGGERS
#define S OCR_ORDER_SEEN

/* The cells of a row. */
#define TRIGGERS T
#define SEEN	 S
#define BOTH	 (T | S)

/* By kind: what of both an op is not, so that whatever is no event is both. */
static const uint8_t dependence_lacks[UINT8_MAX + 1] = {
#define OCR_EVENT_KIND(kind, name, dependence, ...)                            \
	[OCR_GUID_EVENT_##kind] = BOTH ^ (dependence),
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
};

static const uint8_t satisfaction_lacks[UINT8_MAX + 1] = {
#define OCR_EVENT_KIND(kind, name, dependence, satisfaction, ...)              \
	[OCR_GUID_EVENT_##kind] = BOTH ^ (satisfaction),
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
};

static unsigned
dependence(enum ocr_guid_kind event)
{
	return BOTH ^ dependence_lacks[event];
}

static unsigned
satisfaction(enum ocr_guid_kind event)
{
	return BOTH ^ satisfaction_lacks[event];
}

/* Nobody waits for the end of a task but its finish scope. */
static unsigned
end_of_task(const struct ocr_msg_task *m)
{
	return m->joined ? T : 0;
}

/* A label may name one object after the other, so whatever is done to one can
 * be missed by those who use the next. */
static bool
is_labeled(const struct ocr_op *op)
{
	return op->type < OCR_MSG_SCOPE_LEAVE &&
	       ocr_label_is(((const struct ocr_msg_destroy *)(const void *)op)
				    ->guid);
}

static unsigned
flags_of(const struct ocr_op *op)
{
	return ocr_guid_flags(
		((const struct ocr_msg_destroy *)(const void *)op)->guid);
}

unsigned
ocr_order_of(const struct ocr_op *op)
{
	if (is_labeled(op))
		return T | S;
	switch ((enum ocr_msg_type)op->type) {
	case OCR_MSG_CREATE_EVENT:
	case OCR_MSG_CREATE_TEMPLATE:
	case OCR_MSG_CREATE_DB:
	case OCR_MSG_COLLECTIVE_CREATE:
		/* What comes before it is parked. */
		return 0;
	case OCR_MSG_SPREAD:
		/* Whoever knows a map looks it up on his own node; nobody
		 * valid comes after its destruction. */
		return S;
	case OCR_MSG_CREATE_EDT:
		return ((const struct ocr_msg_create_edt *)(const void *)op)
				       ->depc
			       ? 0
			       : T;
	case OCR_MSG_OPEN_FILE:
		/* What comes before it is parked; nothing else can. */
		return 0;
	case OCR_MSG_GET_CHUNK:
		/* The file may be released by whoever comes later. */
		return S;
	case OCR_MSG_DESTROY:
		/* No valid op on the object comes later; but the end of a part
		 * (or of what a copy may have made one) sets its parent free
		 * and its range, and whoever comes later may ask for the same
		 * range of a file again. */
		if (flags_of(op) & OCR_GUID_PART)
			return T | S;
		return flags_of(op) & OCR_GUID_OF_FILE ? S : 0;
	case OCR_MSG_COLLECTIVE_DESTROY:
		return 0;
	case OCR_MSG_SATISFY_EDT:
		return T;
	case OCR_MSG_ADD_DEP:
		return dependence(ocr_guid_kind(
			((const struct ocr_msg_add_dep *)(const void *)op)
				->event));
	case OCR_MSG_SATISFY:
		return satisfaction(ocr_guid_kind(
			((const struct ocr_msg_satisfy *)(const void *)op)
				->event));
	case OCR_MSG_SET_HINT:
		/* The object may be destroyed by whoever comes later. */
		return S;
	case OCR_MSG_ASK:
	case OCR_MSG_CLOSE_FILE:
		/* The answer is told to the program. */
		return T;
	case OCR_MSG_TASK_END:
		return end_of_task((const void *)op);
	default:
		/* RELEASE, the end of a finish task's body; and CONTRIBUTE and
		 * COLLECTIVE_DEP, which can fire and never leave this node. */
		return T | S;
	}
}
