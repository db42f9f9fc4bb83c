/* SPDX-License-Identifier: BSD-3-Clause */
/* map.h - maps with a function: from tuple to GUID, or to create an element.
 *
 * Every node has a copy of each map, which its creator sent before anybody
 * could know the map's GUID.  An element of a map with a creator function has
 * a GUID that does not tell its kind (OCR_GUID_MAPPED) as long as the owner
 * alone knows that; the owner runs the function once, when the first op for
 * the element comes, and parks ops until it has created the object.  An element
 * whose object is gone stays gone.
 */
#ifndef SRC_NAMES_MAP_H
#define SRC_NAMES_MAP_H

#include "fabric/lock.h"
#include "guidmap/guidmap.h"
#include "include/extensions/ocr-labeling.h"
#include "include/extensions/ocr-map-creator.h"
#include "labeled/once.h"
#include "src/base/msg.h"

struct ocr_runtime;

/* Fixed once it is in the table, but for what the lock of the table guards. */
struct ocr_map {
	ocrGuid_t guid;
	struct ocr_code code;
	uint32_t paramc, guidc;
	uint64_t *paramv;
	ocrGuid_t *guidv;
	/* Guarded by the lock of the table: */
	struct ocr_map *next;
	uint32_t refs;
	bool destroyed; /* in `gone`, until nobody refers to it */
	struct ocr_once started;
};

#define OCR_MAP_BUCKETS 64

/* The maps that this node knows. */
struct ocr_maps {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_map *buckets[OCR_MAP_BUCKETS];
	struct ocr_map *gone;
	ocrGuid_t by_default; /* NULL_GUID: none */
	/* Numbers of maps and ranges of this node that were destroyed. */
	struct ocr_once ended;
};

void ocr_maps_fini(struct ocr_maps *m);

/* The map with this GUID, or of this element, with a reference; or NULL. */
struct ocr_map *ocr_map_get(struct ocr_runtime *rt, ocrGuid_t g);
/* The GUID of the default map, or NULL_GUID. */
ocrGuid_t ocr_map_default(struct ocr_runtime *rt);
void ocr_map_put(struct ocr_runtime *rt, struct ocr_map *m);

int ocr_map_on_create(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);
int ocr_map_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_map_on_touch(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);

/* As ocr_guidmap_find_or_park(), for an element of a map with a creator: the
 * first op makes the creator run. */
enum ocr_slot_state ocr_map_find_or_park(struct ocr_runtime *rt, ocrGuid_t g,
					 ocr_node_t from,
					 const struct ocr_op *op, void **obj);

/* Parameters of a task that runs a creator (task/creator.h). */
enum ocr_map_param {
	OCR_MAP_ELEMENT_UPPER,
	OCR_MAP_ELEMENT_LOWER,
	OCR_MAP_ITSELF, /* with a reference */
	OCR_MAP_PARAMS,
};

#endif
