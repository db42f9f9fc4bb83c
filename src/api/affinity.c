/* SPDX-License-Identifier: BSD-3-Clause */
/* affinity.c - affinities: an affinity is the GUID of a node, or of a NUMA
 * domain of it (guidmap/guid.h). */
#include "src/api/api.h"

#include "include/extensions/ocr-affinity.h"
#include "src/sched/sched.h"

#include <inttypes.h>

static ocrGuid_t
affinity_of(ocr_node_t node)
{
	return ocr_guid_make(OCR_GUID_AFFINITY, 0, node, 0, 0);
}

static ocrGuid_t
domain_of(ocr_node_t node, unsigned domain)
{
	return ocr_guid_make(OCR_GUID_AFFINITY, 0, node, domain + 1, 0);
}

/* How many there are of a kind. */
static u8
count_of(ocrAffinityKind kind, u64 *n)
{
	if (!ocr_self)
		return ocr_why_no_task();
	switch (kind) {
	case AFFINITY_CURRENT:
	case AFFINITY_PD_MASTER:
		*n = 1;
		return 0;
	case AFFINITY_PD:
		*n = ocr_self->rt->size;
		return 0;
	case AFFINITY_NUMA:
		*n = ocr_self->rt->sched->domains
			     ? ocr_self->rt->sched->n_domains
			     : 1;
		return 0;
	default:
		return ocr_refuse(OCR_EINVAL, "kind=%u|there is no such kind",
				  (unsigned)kind);
	}
}

static ocrGuid_t
nth(ocrAffinityKind kind, u64 i)
{
	switch (kind) {
	case AFFINITY_NUMA:
		return domain_of(ocr_self->rt->self, (unsigned)i);
	case AFFINITY_CURRENT:
		return affinity_of(ocr_self->rt->self);
	default:
		return affinity_of((ocr_node_t)i);
	}
}

static u8
count_all(ocrAffinityKind kind, u64 *count)
{
	return count ? count_of(kind, count) : ocr_why_null("count");
}

static u8
get(ocrAffinityKind kind, u64 *count, ocrGuid_t *affinities)
{
	u64 n = 0;
	u8 err = count && affinities
			 ? count_of(kind, &n)
			 : ocr_why_null(count ? "affinities" : "count");

	if (err)
		return err;
	if (*count > n)
		*count = n;
	for (u64 i = 0; i < *count; i++)
		affinities[i] = nth(kind, i);
	return 0;
}

static u8
get_at(ocrAffinityKind kind, u64 index, ocrGuid_t *affinity)
{
	u64 n = 0;
	u8 err = affinity ? count_of(kind, &n) : ocr_why_null("affinity");

	if (err)
		return err;
	if (index >= n)
		return ocr_refuse(OCR_EINVAL,
				  "index=%" PRIu64 "|there are %" PRIu64
				  " of this kind",
				  index, n);
	*affinity = nth(kind, index);
	return 0;
}

static u8
get_current(ocrGuid_t *affinity)
{
	return get_at(AFFINITY_CURRENT, 0, affinity);
}

/* A worker of this node is in a domain as well. */
static bool
find_domain(const struct ocr_runtime *rt, ocrGuid_t g, ocrGuid_t *domain)
{
	if (ocr_guid_kind(g) != OCR_GUID_WORKER ||
	    ocr_guid_owner(g) != rt->self || g.lower >= rt->sched->n_workers)
		return false;
	*domain = domain_of(rt->self, rt->sched->workers[g.lower].domain);
	return true;
}

/* Workers, affinities and maps are in no table. */
static bool
is_forged(struct ocr_runtime *rt, ocrGuid_t g)
{
	switch (ocr_guid_kind(g)) {
	case OCR_GUID_WORKER:
	case OCR_GUID_AFFINITY:
	case OCR_GUID_MAP:
		return false;
	default:
		return ocr_names_is_forged(rt, g);
	}
}

static u8
query(ocrGuid_t guid, u64 *count, ocrGuid_t *affinities)
{
	struct ocr_runtime *rt;

	if (!ocr_self)
		return ocr_why_no_task();
	rt = ocr_self->rt;
	if (!count || !affinities)
		return ocr_why_null(count ? "affinities" : "count");
	if (!*count)
		return ocr_refuse(OCR_EINVAL,
				  "count=0|room for 1 or more is expected");
	/* Of the caller, so to speak. */
	if (ocr_guid_is_null(guid))
		guid = affinity_of(rt->self);
	if (ocr_guid_kind(guid) >= OCR_GUID_KINDS ||
	    ocr_owner_of(rt, guid) >= rt->size || is_forged(rt, guid))
		return ocr_why_kind(OCR_EINVAL, "guid", guid,
				    "the GUID of an object");
	affinities[0] = affinity_of(ocr_owner_of(rt, guid));
	*count = *count > 1 && find_domain(rt, guid, &affinities[1]) ? 2 : 1;
	return 0;
}

/* The upper half says it all, so a value that is no affinity is recognised. */
u64
ocrAffinityToHintValue(ocrGuid_t affinity)
{
	return affinity.upper;
}

u8
ocrAffinityCount(ocrAffinityKind kind, u64 *count)
{
	OCR_API_CALL(0, NULL_GUID, count_all(kind, count));
}

u8
ocrAffinityGet(ocrAffinityKind kind, u64 *count, ocrGuid_t *affinities)
{
	OCR_API_CALL(0, NULL_GUID, get(kind, count, affinities));
}

u8
ocrAffinityGetAt(ocrAffinityKind kind, u64 index, ocrGuid_t *affinity)
{
	OCR_API_CALL(0, NULL_GUID, get_at(kind, index, affinity));
}

u8
ocrAffinityGetCurrent(ocrGuid_t *affinity)
{
	OCR_API_CALL(0, NULL_GUID, get_current(affinity));
}

u8
ocrAffinityQuery(ocrGuid_t guid, u64 *count, ocrGuid_t *affinities)
{
	OCR_API_CALL(0, guid, query(guid, count, affinities));
}
