/* SPDX-License-Identifier: BSD-3-Clause */
/* numa.c - see numa.h. */
#include "fabric/numa.h"

#include <errno.h>
#include <hwloc.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct ocr_numa {
	/* Fixed after open: */
	hwloc_topology_t hwloc;
	unsigned n;
	hwloc_obj_t node[OCR_NUMA_MAX];
	/* By distance from each, itself first. */
	uint8_t order[OCR_NUMA_MAX][OCR_NUMA_MAX];
	uint8_t fastest[OCR_NUMA_MAX];
};

/* How far each is from each: greater is further, in no unit. */
struct distances {
	uint64_t far[OCR_NUMA_MAX][OCR_NUMA_MAX];
};

/* A value of NUMA node `to`, seen from the processing units of `from`. */
static bool
attribute(const struct ocr_numa *n, hwloc_memattr_id_t id, unsigned from,
	  unsigned to, uint64_t *value)
{
	struct hwloc_location l = {.type = HWLOC_LOCATION_TYPE_CPUSET};
	hwloc_uint64_t v;

	l.location.cpuset = n->node[from]->cpuset;
	if (l.location.cpuset == NULL || hwloc_bitmap_iszero(l.location.cpuset))
		return false;
	if (hwloc_memattr_get_value(n->hwloc, id, n->node[to], &l, 0, &v) != 0)
		return false;
	*value = v;
	return true;
}

/* False: not all are known. */
static bool
measure_by_latency(const struct ocr_numa *n, struct distances *d)
{
	for (unsigned i = 0; i < n->n; i++)
		for (unsigned k = 0; k < n->n; k++)
			if (!attribute(n, HWLOC_MEMATTR_ID_LATENCY, i, k,
				       &d->far[i][k]))
				return false;
	return true;
}

static bool
measure_by_firmware(const struct ocr_numa *n, struct distances *d)
{
	struct hwloc_distances_s *s = NULL;
	unsigned count = 1;
	bool all = true;

	if (hwloc_distances_get_by_name(n->hwloc, "NUMALatency", &count, &s,
					0) != 0 ||
	    count == 0)
		return false;
	for (unsigned i = 0; i < n->n; i++) {
		for (unsigned k = 0; k < n->n; k++) {
			int a = hwloc_distances_obj_index(s, n->node[i]);
			int b = hwloc_distances_obj_index(s, n->node[k]);

			all = all && a >= 0 && b >= 0;
			if (all)
				d->far[i][k] =
					s->values[(unsigned)a * s->nbobjs +
						  (unsigned)b];
		}
	}
	hwloc_distances_release(n->hwloc, s);
	return all;
}

/* What a NUMA node hangs on. */
static hwloc_obj_t
carrier(hwloc_obj_t o)
{
	while (o->parent != NULL && !hwloc_obj_type_is_normal(o->type))
		o = o->parent;
	return o;
}

static void
measure_by_tree(const struct ocr_numa *n, struct distances *d)
{
	int depth = hwloc_topology_get_depth(n->hwloc);

	for (unsigned i = 0; i < n->n; i++) {
		for (unsigned k = 0; k < n->n; k++) {
			hwloc_obj_t o = hwloc_get_common_ancestor_obj(
				n->hwloc, carrier(n->node[i]),
				carrier(n->node[k]));

			d->far[i][k] = (uint64_t)(depth - o->depth);
		}
	}
}

/* Those at the same distance stay in the order of their numbers. */
static void
sort(struct ocr_numa *n, const struct distances *d, unsigned from)
{
	uint8_t *order = n->order[from];
	unsigned used = 1;

	order[0] = (uint8_t)from;
	for (unsigned k = 0; k < n->n; k++) {
		unsigned at;

		if (k == from)
			continue;
		for (at = used++;
		     at > 1 && d->far[from][order[at - 1]] > d->far[from][k];
		     at--)
			order[at] = order[at - 1];
		order[at] = (uint8_t)k;
	}
}

/* Of those that are equally fast the nearest. */
static void
find_fastest(struct ocr_numa *n, unsigned from)
{
	uint64_t best = 0, v;

	n->fastest[from] = (uint8_t)from;
	for (unsigned k = 0; k < n->n; k++) {
		unsigned to = n->order[from][k];

		if (!attribute(n, HWLOC_MEMATTR_ID_BANDWIDTH, from, to, &v) ||
		    v <= best)
			continue;
		best = v;
		n->fastest[from] = (uint8_t)to;
	}
}

int
ocr_numa_open(struct ocr_numa **out, struct hwloc_topology *hwloc)
{
	int count = hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_NUMANODE);
	struct distances *d;
	struct ocr_numa *n;

	*out = NULL;
	if (count < 2 || (unsigned)count > OCR_NUMA_MAX)
		return 0;
	n = calloc(1, sizeof(*n));
	d = malloc(sizeof(*d));
	if (n == NULL || d == NULL) {
		free(n);
		free(d);
		return -ENOMEM;
	}
	n->hwloc = hwloc;
	n->n = (unsigned)count;
	for (unsigned i = 0; i < n->n; i++)
		n->node[i] =
			hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, i);
	if (!measure_by_latency(n, d) && !measure_by_firmware(n, d))
		measure_by_tree(n, d);
	for (unsigned i = 0; i < n->n; i++) {
		sort(n, d, i);
		find_fastest(n, i);
	}
	free(d);
	*out = n;
	return 0;
}

void
ocr_numa_close(struct ocr_numa *n)
{
	free(n);
}

unsigned
ocr_numa_count(const struct ocr_numa *n)
{
	return n->n;
}

unsigned
ocr_numa_nearest(const struct ocr_numa *n, unsigned from, unsigned k)
{
	return n->order[from][k];
}

unsigned
ocr_numa_choose(const struct ocr_numa *n, unsigned from,
		enum ocr_memory_kind kind)
{
	switch (kind) {
	case OCR_MEMORY_INTER:
		return n->order[from][(n->n - 1) / 2];
	case OCR_MEMORY_FAR:
		return n->order[from][n->n - 1];
	case OCR_MEMORY_HIGHBW:
		return n->fastest[from];
	default:
		return from;
	}
}

unsigned
ocr_numa_by_os(const struct ocr_numa *n, unsigned os)
{
	for (unsigned i = 0; i < n->n; i++)
		if (n->node[i]->os_index == os)
			return i;
	return 0;
}

int
ocr_numa_bind(const struct ocr_numa *n, unsigned to, void *base, size_t len)
{
	/* Not strict: whoever finds the NUMA node full would be killed. */
	return hwloc_set_area_membind(n->hwloc, base, len, n->node[to]->nodeset,
				      HWLOC_MEMBIND_BIND,
				      HWLOC_MEMBIND_BYNODESET)
		       ? -errno
		       : 0;
}

void
ocr_numa_print(const struct ocr_numa *n, FILE *out)
{
	if (n == NULL) {
		fprintf(out, "  one kind of it: the hints NEAR, INTER, FAR and "
			     "HIGHBW of blocks do nothing\n");
		return;
	}
	for (unsigned i = 0; i < n->n; i++)
		fprintf(out,
			"  NUMA node %u: %" PRIu64 " MiB; from there near %u, "
			"inter %u, far %u, fastest %u\n",
			n->node[i]->os_index,
			(uint64_t)n->node[i]->attr->numanode.local_memory >> 20,
			n->node[ocr_numa_choose(n, i, OCR_MEMORY_NEAR)]
				->os_index,
			n->node[ocr_numa_choose(n, i, OCR_MEMORY_INTER)]
				->os_index,
			n->node[ocr_numa_choose(n, i, OCR_MEMORY_FAR)]
				->os_index,
			n->node[ocr_numa_choose(n, i, OCR_MEMORY_HIGHBW)]
				->os_index);
}
