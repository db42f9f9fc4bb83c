/* SPDX-License-Identifier: BSD-3-Clause */
/* guid.c - GUIDs for people to read. */
#include "guidmap/guid.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#define OCR_EVENT_KIND(kind, name, dependence, satisfaction, slots, ...)       \
	static_assert((slots) <= OCR_EVENT_MOST_SLOTS, name);
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND

const char *
ocr_guid_kind_name(enum ocr_guid_kind k)
{
	switch (k) {
	case OCR_GUID_NULL:
		return "null";
	case OCR_GUID_DB:
		return "db";
	case OCR_GUID_EDT:
		return "edt";
	case OCR_GUID_TEMPLATE:
		return "template";
#define OCR_EVENT_KIND(kind, name, ...)                                        \
	case OCR_GUID_EVENT_##kind:                                            \
		return name;
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
	case OCR_GUID_AFFINITY:
		return "affinity";
	case OCR_GUID_MAP:
		return "map";
	case OCR_GUID_MAPPED:
		return "mapped object";
	case OCR_GUID_FILE:
		return "file";
	case OCR_GUID_WORKER:
		return "worker";
	case OCR_GUID_SCOPE:
		return "finish scope";
	case OCR_GUID_UNINITIALIZED:
		return "uninitialized";
	case OCR_GUID_ERROR:
		return "error";
	case OCR_GUID_KINDS:
		break;
	}
	return "unknown"; /* the wire may carry any byte */
}

const char *
ocr_guid_late(ocrGuid_t g)
{
	switch (ocr_guid_kind(g)) {
#define OCR_EVENT_KIND(kind, name, dependence, satisfaction, slots, carries,   \
		       late)                                                   \
	case OCR_GUID_EVENT_##kind:                                            \
		return late;
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
	default:
		return NULL;
	}
}

char *
ocr_guid_text(ocrGuid_t g, char *buf)
{
	const char *kind = ocr_guid_kind_name(ocr_guid_kind(g));

	if (ocr_guid_is_null(g))
		snprintf(buf, OCR_GUID_TEXT, "%s", kind);
	else if (ocr_guid_kind(g) == OCR_GUID_MAP)
		snprintf(buf, OCR_GUID_TEXT, "%s %u.%u", kind,
			 (unsigned)ocr_guid_creator(g),
			 (unsigned)(g.lower >> OCR_LABEL_INDEX_BITS));
	else if (ocr_guid_flags(g) & OCR_GUID_LABELED)
		snprintf(buf, OCR_GUID_TEXT, "%s %u.%u[%" PRIu64 "]", kind,
			 (unsigned)ocr_guid_creator(g),
			 (unsigned)(g.lower >> OCR_LABEL_INDEX_BITS),
			 g.lower & OCR_LABEL_INDEX_MASK);
	else
		snprintf(buf, OCR_GUID_TEXT, "%s %u:%u.%s%" PRIu64, kind,
			 (unsigned)ocr_guid_owner(g),
			 (unsigned)ocr_guid_creator(g),
			 ocr_guid_flags(g) & OCR_GUID_HIDDEN ? "n" : "",
			 ocr_guid_counter(g));
	return buf;
}
