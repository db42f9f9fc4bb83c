/* SPDX-License-Identifier: BSD-3-Clause */
/* affinity.c - affinities: an affinity is the GUID of a node. */
#include "src/api/api.h"

#include "include/extensions/ocr-affinity.h"

static ocrGuid_t
affinity_of(ocr_node_t node)
{
	return ocr_guid_make(OCR_GUID_AFFINITY, 0, node, 0, 0);
}

/* The nodes of a kind are first .. first + n - 1. */
static u8
range(ocrAffinityKind kind, u64 *first, u64 *n)
{
	if (!ocr_self)
		return OCR_EPERM;
	switch (kind) {
	case AFFINITY_CURRENT:
		*first = ocr_self->rt->self;
		*n = 1;
		return 0;
	case AFFINITY_PD:
		*first = 0;
		*n = ocr_self->rt->size;
		return 0;
	case AFFINITY_PD_MASTER:
		*first = 0;
		*n = 1;
		return 0;
	default:
		return OCR_EINVAL;
	}
}

u8
ocrAffinityCount(ocrAffinityKind kind, u64 *count)
{
	u64 first;

	return count ? range(kind, &first, count) : OCR_EINVAL;
}

u8
ocrAffinityGet(ocrAffinityKind kind, u64 *count, ocrGuid_t *affinities)
{
	u64 first, n;
	u8 err = count && affinities ? range(kind, &first, &n) : OCR_EINVAL;

	if (err)
		return err;
	if (*count > n)
		*count = n;
	for (u64 i = 0; i < *count; i++)
		affinities[i] = affinity_of((ocr_node_t)(first + i));
	return 0;
}

u8
ocrAffinityGetAt(ocrAffinityKind kind, u64 index, ocrGuid_t *affinity)
{
	u64 first, n;
	u8 err = affinity ? range(kind, &first, &n) : OCR_EINVAL;

	if (err)
		return err;
	if (index >= n)
		return OCR_EINVAL;
	*affinity = affinity_of((ocr_node_t)(first + index));
	return 0;
}

u8
ocrAffinityGetCurrent(ocrGuid_t *affinity)
{
	return ocrAffinityGetAt(AFFINITY_CURRENT, 0, affinity);
}

u8
ocrAffinityQuery(ocrGuid_t guid, u64 *count, ocrGuid_t *affinities)
{
	if (!ocr_self)
		return OCR_EPERM;
	if (!count || !*count || !affinities || ocr_guid_is_null(guid) ||
	    ocr_guid_kind(guid) >= OCR_GUID_KINDS ||
	    ocr_owner_of(ocr_self->rt, guid) >= ocr_self->rt->size)
		return OCR_EINVAL;
	*count = 1;
	affinities[0] = affinity_of(ocr_owner_of(ocr_self->rt, guid));
	return 0;
}

/* The upper half says it all, so a value that is no affinity is recognised. */
u64
ocrAffinityToHintValue(ocrGuid_t affinity)
{
	return affinity.upper;
}
