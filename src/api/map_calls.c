/* SPDX-License-Identifier: BSD-3-Clause */
/* map_calls.c - maps with functions: OCR 1.1.0, B.2; and "OCR extensions",
 * sections 3 and 4.
 */
#include "src/api/api.h"

#include "src/base/code.h"
#include "src/names/map.h"
#include "src/stream/dispatch.h"
#include "src/stream/spread.h"
#include "src/stream/stream.h"

#include <stdlib.h>
#include <string.h>

/* A map whose elements have this kind, with a function that all nodes know. */
static u8
create(ocrGuid_t *out, enum ocr_guid_kind kind, u64 n, void (*fn)(void),
       u32 paramc, const void *paramv, u32 guidc, const ocrGuid_t *guidv,
       bool is_default)
{
	size_t params = paramc * sizeof(u64), guids = guidc * sizeof(*guidv);
	struct ocr_msg_create_map *m;
	struct ocr_edt *t = ocr_api_task();
	u8 code;

	if (!t)
		return ocr_why_no_task();
	if (!out || !fn || (paramc && !paramv) || (guidc && !guidv))
		return ocr_why_null(!out    ? "mapGuid"
				    : !fn   ? "function"
				    : guidc ? "guidv"
					    : "params");
	if (sizeof(*m) + params + guids > OCR_SPREAD_MAX_BYTES)
		return ocr_refuse(OCR_EINVAL,
				  "numParams=%u|parameters may have %u MiB",
				  paramc, (unsigned)(OCR_OP_MAX_BYTES >> 20));
	m = calloc(1, sizeof(*m) + params + guids);
	if (!m)
		return OCR_ENOMEM;
	m->op.len_bytes = (uint32_t)(sizeof(*m) + params + guids);
	m->op.type = OCR_MSG_CREATE_MAP;
	m->paramc = paramc;
	m->guidc = guidc;
	m->is_default = is_default;
	if (params)
		memcpy(m->values, paramv, params);
	if (guids)
		memcpy(m->values + paramc, guidv, guids);
	code = ocr_code_of((ocrEdt_t)fn, &m->code)
		       ? OCR_EINVAL
		       : ocr_api_new_map(t->rt, kind, n, &m->map);
	/* It is applied here at once, so that the caller can go on with the
	 * map. */
	if (!code)
		code = ocr_err_code(ocr_spread(&t->now->stream, &m->op, false));
	if (!code)
		*out = m->map;
	free(m);
	return code;
}

/* Does the map of g have a function? */
static struct ocr_map *
find(ocrGuid_t g)
{
	return ocr_self && ocr_guid_kind(g) == OCR_GUID_MAP
		       ? ocr_map_get(ocr_self->rt, g)
		       : NULL;
}

/* Every node has a function; a range is a value, of which its creator alone
 * knows that it was destroyed, as it does of a map that was. */
static u8
destroy(ocrGuid_t guid)
{
	struct ocr_msg_destroy m = OCR_DESTROY(guid);
	struct ocr_edt *t = ocr_api_task();
	struct ocr_map *map;
	int err;

	if (!t)
		return ocr_why_no_task();
	if (ocr_guid_kind(guid) != OCR_GUID_MAP ||
	    ocr_guid_creator(guid) >= t->rt->size)
		return ocr_why_kind(OCR_EINVAL, "mapGuid", guid, "a map");
	map = find(guid);
	if (!map)
		return ocr_api_submit(t, ocr_guid_creator(guid), &m.op);
	ocr_map_put(t->rt, map);
	/* This node first: if it is gone here, the others are not asked. */
	err = ocr_spread(&t->now->stream, &m.op, true);
	return err ? ocr_why_op(&m.op, err) : 0;
}

static u8
create_labels(ocrGuid_t *mapGuid, u32 numParams, ocrGuidMapFunc_t mapFunc,
	      const s64 *params, u64 numberGuid, ocrGuidUserKind kind)
{
	enum ocr_guid_kind k = ocr_api_kind(kind);

	return k ? create(mapGuid, k, numberGuid, (void (*)(void))mapFunc,
			  numParams, params, 0, NULL, false)
		 : ocr_why_user_kind(kind);
}

static u8
set_default(u32 numParams, ocrGuidMapFunc_t mapFunc, const s64 *params,
	    u64 numberGuid, ocrGuidUserKind kind)
{
	enum ocr_guid_kind k = ocr_api_kind(kind);
	ocrGuid_t map;

	return k ? create(&map, k, numberGuid, (void (*)(void))mapFunc,
			  numParams, params, 0, NULL, true)
		 : ocr_why_user_kind(kind);
}

static u8
destroy_labels(ocrGuid_t mapGuid)
{
	return destroy(mapGuid);
}

static u8
from_label(ocrGuid_t *outGuid, ocrGuid_t mapGuid, const s64 *tuple)
{
	ocrGuidMapFunc_t fn;
	struct ocr_map *map;
	ocrGuid_t g;

	if (ocr_self && ocr_guid_is_null(mapGuid))
		mapGuid = ocr_map_default(ocr_self->rt);
	map = find(mapGuid);
	if (!map)
		return ocr_why_kind(OCR_EINVAL, "mapGuid", mapGuid,
				    "a map with a function");
	/* A function of another type, which only its caller knows. */
	fn = (ocrGuidMapFunc_t)(void (*)(void))ocr_code_function(&map->code);
	g = outGuid && !ocr_api_is_creator_map(mapGuid)
		    ? fn(ocr_api_element(mapGuid, 0), 1, (s64 *)map->paramv,
			 (s64 *)(uintptr_t)tuple)
		    : NULL_GUID;
	ocr_map_put(ocr_self->rt, map);
	if (ocr_guid_is_null(g) ||
	    ocr_label_index(g) >= ocr_api_count(mapGuid) ||
	    !ocr_guid_eq(g, ocr_api_element(mapGuid, ocr_label_index(g))))
		return ocr_refuse(OCR_EINVAL,
				  "mapGuid=%s|the function of the map has "
				  "given no element of it",
				  ocr_refuse_guid(mapGuid));
	*outGuid = g;
	return 0;
}

static u8
create_objects(ocrGuid_t *mapGuid, u64 size, ocrCreator_t creatorFunc,
	       u32 paramc, const u64 *paramv, u32 guidc, const ocrGuid_t *guidv)
{
	return create(mapGuid, OCR_GUID_MAPPED, size,
		      (void (*)(void))creatorFunc, paramc, paramv, guidc, guidv,
		      false);
}

static u8
destroy_objects(ocrGuid_t mapGuid)
{
	return ocr_api_is_creator_map(mapGuid)
		       ? destroy(mapGuid)
		       : ocr_why_index(mapGuid, 0, true);
}

static u8
get(ocrGuid_t *lid, ocrGuid_t mapGuid, u64 index)
{
	struct ocr_msg_touch m = {
		.op = OCR_OP(OCR_MSG_TOUCH, struct ocr_msg_touch),
	};
	struct ocr_edt *t = ocr_api_task();

	if (!t)
		return ocr_why_no_task();
	if (!lid)
		return ocr_why_null("lid");
	if (!ocr_api_is_creator_map(mapGuid) || index >= ocr_api_count(mapGuid))
		return ocr_why_index(mapGuid, index, true);
	*lid = m.element = ocr_api_element(mapGuid, index);
	return ocr_api_submit(t, ocr_owner_of(t->rt, m.element), &m.op);
}

ocrIdType
ocrGetIdType(ocrGuid_t id)
{
	enum ocr_guid_kind kind = ocr_guid_kind(id);

	return kind > OCR_GUID_NULL && kind < OCR_GUID_KINDS ? OCR_ID_GUID
							     : OCR_ID_UNK;
}

static u8
get_guid(ocrGuid_t *guid, ocrGuid_t sourceId)
{
	if (!guid)
		return ocr_why_null("guid");
	if (ocrGetIdType(sourceId) == OCR_ID_UNK)
		return ocr_why_kind(OCR_EINVAL, "sourceId", sourceId,
				    "an identifier");
	*guid = sourceId;
	return 0;
}

u8
ocrGuidMapCreate(ocrGuid_t *mapGuid, u32 numParams, ocrGuidMapFunc_t mapFunc,
		 const s64 *params, u64 numberGuid, ocrGuidUserKind kind)
{
	OCR_API_CALL(0, NULL_GUID,
		     create_labels(mapGuid, numParams, mapFunc, params,
				   numberGuid, kind));
}

u8
ocrGuidMapSetDefaultMap(u32 numParams, ocrGuidMapFunc_t mapFunc,
			const s64 *params, u64 numberGuid, ocrGuidUserKind kind)
{
	OCR_API_CALL(0, NULL_GUID,
		     set_default(numParams, mapFunc, params, numberGuid, kind));
}

u8
ocrGuidMapDestroy(ocrGuid_t mapGuid)
{
	OCR_API_CALL(0, mapGuid, destroy_labels(mapGuid));
}

u8
ocrGuidFromLabel(ocrGuid_t *outGuid, ocrGuid_t mapGuid, const s64 *tuple)
{
	OCR_API_CALL(0, mapGuid, from_label(outGuid, mapGuid, tuple));
}

u8
ocrMapCreate(ocrGuid_t *mapGuid, u64 size, ocrCreator_t creatorFunc, u32 paramc,
	     const u64 *paramv, u32 guidc, const ocrGuid_t *guidv)
{
	OCR_API_CALL(0, NULL_GUID,
		     create_objects(mapGuid, size, creatorFunc, paramc, paramv,
				    guidc, guidv));
}

u8
ocrMapDestroy(ocrGuid_t mapGuid)
{
	OCR_API_CALL(0, mapGuid, destroy_objects(mapGuid));
}

u8
ocrMapGet(ocrGuid_t *lid, ocrGuid_t mapGuid, u64 index)
{
	OCR_API_CALL(0, mapGuid, get(lid, mapGuid, index));
}

u8
ocrGetGuid(ocrGuid_t *guid, ocrGuid_t sourceId)
{
	OCR_API_CALL(0, NULL_GUID, get_guid(guid, sourceId));
}
