/* SPDX-License-Identifier: BSD-3-Clause */
/* label_calls.c - ranges of GUIDs that programs compute: OCR 1.1.0, B.2.
 *
 * The GUID of a range says all about it, so that its elements are computed
 * anywhere without asking anybody:
 *
 *   upper  kind MAP : 8 | kind of the elements : 4 | 0 : 4 | how : 24 |
 *          creator : 24
 *   lower  number of the map : 24 | number of elements, less 1 : 40
 */
#include "src/api/api.h"

#include "src/reduce/collective.h"
#include "src/stream/stream.h"
#include "src/task/ask.h"
#include "src/task/edt_side.h"

static const enum ocr_guid_kind kinds[] = {
	[GUID_USER_DB] = OCR_GUID_DB,
	[GUID_USER_EDT] = OCR_GUID_EDT,
	[GUID_USER_EDT_TEMPLATE] = OCR_GUID_TEMPLATE,
#define OCR_EVENT_KIND(kind, ...)                                              \
	[GUID_USER_EVENT_##kind] = OCR_GUID_EVENT_##kind,
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
};

/* The kind of its elements is in a map's flags. */
static_assert(OCR_GUID_MAPPED < 16, "a map has four bits for a kind");

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static enum ocr_guid_kind
element_kind(ocrGuid_t map)
{
	return (enum ocr_guid_kind)(ocr_guid_flags(map) >> 4);
}

u64
ocr_api_count(ocrGuid_t map)
{
	return ocr_label_index(map) + 1;
}

static bool
is_map(ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_MAP;
}

enum ocr_guid_kind
ocr_api_kind(ocrGuidUserKind kind)
{
	return (unsigned)kind < KINDS ? kinds[kind] : OCR_GUID_NULL;
}

bool
ocr_api_is_creator_map(ocrGuid_t g)
{
	return is_map(g) && element_kind(g) == OCR_GUID_MAPPED;
}

u8
ocr_api_new_map(struct ocr_runtime *rt, enum ocr_guid_kind kind, u64 n,
		ocrGuid_t *map)
{
	uint32_t number;

	if (!n || n - 1 > OCR_LABEL_INDEX_MASK)
		return ocr_refuse(OCR_EINVAL,
				  "numberGuid=%" PRIu64
				  "|1 to 2^%u elements are possible",
				  n, OCR_LABEL_INDEX_BITS);
	/* Relaxed: only the value matters. */
	number = atomic_fetch_add_explicit(&rt->names->n_maps, 1,
					   memory_order_relaxed);
	if (number > OCR_LABEL_MAP_MASK)
		return OCR_ENOMEM;
	*map = ocr_guid_make(OCR_GUID_MAP, (unsigned)kind << 4,
			     ocr_label_blocked(n, rt->size), rt->self,
			     (uint64_t)number << OCR_LABEL_INDEX_BITS |
				     (n - 1));
	return 0;
}

ocrGuid_t
ocr_api_element(ocrGuid_t map, u64 i)
{
	enum ocr_guid_kind kind = element_kind(map);
	unsigned flags = kind == OCR_GUID_MAPPED	? OCR_GUID_OF_MAP
			 : ocr_guid_kind_is_event(kind) ? OCR_GUID_TAKES_ARG
							: 0;

	return ocr_label_make(kind, flags, ocr_guid_creator(map),
			      ocr_guid_owner(map), ocr_label_map(map), i);
}

static u8
create_range(ocrGuid_t *rangeGuid, u64 numberGuid, ocrGuidUserKind kind)
{
	if (!ocr_self)
		return ocr_why_no_task();
	if (!rangeGuid)
		return ocr_why_null("rangeGuid");
	if (!ocr_api_kind(kind))
		return ocr_why_user_kind(kind);
	return ocr_api_new_map(ocr_self->rt, kinds[kind], numberGuid,
			       rangeGuid);
}

static u8
spread(ocrGuid_t *mapGuid, const ocrHint_t *hint)
{
	s64 block;
	u8 code;

	if (!mapGuid)
		return ocr_why_null("mapGuid");
	if (!is_map(*mapGuid))
		return ocr_why_kind(OCR_EINVAL, "mapGuid", *mapGuid,
				    "a range or a map");
	code = ocrGetHintValue(hint, OCR_HINT_GROUP_BLOCK, &block);
	if (code)
		return code == OCR_ENOENT ? 0 : code;
	if (block < 1 || (u64)block - 1 > OCR_LABEL_INDEX_MASK)
		return ocr_refuse(OCR_EINVAL,
				  "OCR_HINT_GROUP_BLOCK=%" PRId64
				  "|1 or more is expected",
				  (int64_t)block);
	*mapGuid = ocr_guid_make(OCR_GUID_MAP, ocr_guid_flags(*mapGuid),
				 ocr_label_blocked((u64)block, 1),
				 ocr_guid_creator(*mapGuid), mapGuid->lower);
	return 0;
}

static u8
from_index(ocrGuid_t *outGuid, ocrGuid_t rangeGuid, u64 idx)
{
	if (!outGuid)
		return ocr_why_null("outGuid");
	/* An index of a map is the last one. */
	if (!is_map(rangeGuid) || element_kind(rangeGuid) == OCR_GUID_MAPPED ||
	    idx > ocr_label_index(rangeGuid))
		return ocr_why_index(rangeGuid, idx, false);
	*outGuid = ocr_api_element(rangeGuid, idx);
	return 0;
}

static ocrGuidUserKind
user_kind(enum ocr_guid_kind kind)
{
	for (unsigned i = GUID_USER_DB; i < KINDS; i++)
		if (kinds[i] == kind)
			return (ocrGuidUserKind)i;
	return GUID_USER_NONE;
}

/* The GUIDs that name objects with an owner. */
static bool
may_name(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_owner_of(rt, g) < rt->size &&
	       (ocr_guid_kind(g) == OCR_GUID_MAPPED ||
		user_kind(ocr_guid_kind(g)) != GUID_USER_NONE);
}

/* Before it is answered, what the task has asked for must have happened. */
static int
find_kind(struct ocr_edt *t, ocrGuid_t g, enum ocr_guid_kind *kind)
{
	struct ocr_answer a = {.value = OCR_GUID_NULL};
	int err = 0;

	if (ocr_guid_kind(g) == OCR_GUID_EVENT_COLLECTIVE)
		a.value = ocr_collective_is_left(t->rt, g)
				  ? OCR_GUID_EVENT_COLLECTIVE
				  : OCR_GUID_NULL;
	else if (ocr_owner_of(t->rt, g) == t->rt->self &&
		 ocr_stream_flows(&t->now->stream))
		a.value = ocr_ask_kind_here(t->rt, g);
	else
		err = ocr_ask(t, "ocrGetGuidKind", g, OCR_ASK_KIND, &a);
	*kind = (enum ocr_guid_kind)a.value;
	return err;
}

static u8
get_kind(ocrGuidUserKind *outKind, ocrGuid_t guid)
{
	struct ocr_edt *t = ocr_api_task();
	enum ocr_guid_kind kind = OCR_GUID_NULL;
	int err = 0;

	if (!t)
		return OCR_EPERM;
	if (!outKind)
		return OCR_EINVAL;
	if (ocr_edt_has_moved(t))
		guid = ocr_edt_side_now(t, guid);
	if (may_name(t->rt, guid))
		err = find_kind(t, guid, &kind);
	*outKind = user_kind(kind);
	return ocr_err_code(err);
}

u8
ocrGetGuidKind(ocrGuidUserKind *outKind, ocrGuid_t guid)
{
	OCR_API_CALL(0, guid, get_kind(outKind, guid));
}

u8
ocrGuidRangeCreate(ocrGuid_t *rangeGuid, u64 numberGuid, ocrGuidUserKind kind)
{
	OCR_API_CALL(0, NULL_GUID, create_range(rangeGuid, numberGuid, kind));
}

u8
ocrGuidMapSpread(ocrGuid_t *mapGuid, const ocrHint_t *hint)
{
	OCR_API_CALL(0, NULL_GUID, spread(mapGuid, hint));
}

u8
ocrGuidFromIndex(ocrGuid_t *outGuid, ocrGuid_t rangeGuid, u64 idx)
{
	OCR_API_CALL(0, NULL_GUID, from_index(outGuid, rangeGuid, idx));
}
