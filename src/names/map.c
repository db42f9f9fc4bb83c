/* SPDX-License-Identifier: BSD-3-Clause */
/* map.c - the maps of a node, and elements that are created on first use. */
#include "src/names/map.h"

#include "fabric/log.h"
#include "src/base/code.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/names/mapped.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static uint64_t
count_of(ocrGuid_t map)
{
	return ocr_label_index(map) + 1;
}

/* Its function creates elements, and does not compute GUIDs. */
static bool
has_creator(const struct ocr_map *m)
{
	return ocr_guid_flags(m->guid) >> 4 == OCR_GUID_MAPPED;
}

static bool
is_same(const struct ocr_map *m, ocrGuid_t g)
{
	return ocr_label_map(m->guid) == ocr_label_map(g) &&
	       ocr_guid_creator(m->guid) == ocr_guid_creator(g);
}

static struct ocr_map **
bucket(struct ocr_maps *t, ocrGuid_t g)
{
	return &t->buckets[(ocr_label_map(g) * 31 + ocr_guid_creator(g)) %
			   OCR_MAP_BUCKETS];
}

static void
free_map(struct ocr_map *m)
{
	ocr_once_fini(&m->started);
	free(m);
}

void
ocr_maps_fini(struct ocr_maps *t)
{
	struct ocr_map *m;

	for (unsigned i = 0; i < OCR_MAP_BUCKETS; i++)
		while ((m = t->buckets[i])) {
			t->buckets[i] = m->next;
			free_map(m);
		}
	/* Their creators never ran. */
	while ((m = t->gone)) {
		t->gone = m->next;
		free_map(m);
	}
	ocr_once_fini(&t->ended);
}

static struct ocr_map **
place_locked(struct ocr_maps *t, ocrGuid_t g)
{
	struct ocr_map **p = bucket(t, g);

	while (*p && !is_same(*p, g))
		p = &(*p)->next;
	return p;
}

static void
unlink_gone_locked(struct ocr_maps *t, struct ocr_map *m)
{
	struct ocr_map **p = &t->gone;

	while (*p != m)
		p = &(*p)->next;
	*p = m->next;
}

struct ocr_map *
ocr_map_get(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_map *m;

	ocr_lock(&rt->names->maps.lock, OCR_LOCK_MAP);
	m = *place_locked(&rt->names->maps, g);
	if (m)
		m->refs++;
	ocr_unlock(&rt->names->maps.lock, OCR_LOCK_MAP);
	return m;
}

ocrGuid_t
ocr_map_default(struct ocr_runtime *rt)
{
	ocrGuid_t g;

	ocr_lock(&rt->names->maps.lock, OCR_LOCK_MAP);
	g = rt->names->maps.by_default;
	ocr_unlock(&rt->names->maps.lock, OCR_LOCK_MAP);
	return g;
}

void
ocr_map_put(struct ocr_runtime *rt, struct ocr_map *m)
{
	bool last;

	ocr_lock(&rt->names->maps.lock, OCR_LOCK_MAP);
	last = !--m->refs;
	if (last && m->destroyed)
		unlink_gone_locked(&rt->names->maps, m);
	ocr_unlock(&rt->names->maps.lock, OCR_LOCK_MAP);
	if (last)
		free_map(m);
}

/* All in one piece of memory. */
static struct ocr_map *
make_map(const struct ocr_msg_create_map *m)
{
	size_t values = m->paramc + 2 * (size_t)m->guidc;
	struct ocr_map *map =
		calloc(1, sizeof(*map) + values * sizeof(uint64_t));

	if (!map)
		return NULL;
	map->guid = m->map;
	map->code = m->code;
	map->paramc = m->paramc;
	map->guidc = m->guidc;
	map->paramv = (uint64_t *)(map + 1);
	map->guidv = (ocrGuid_t *)(void *)(map->paramv + m->paramc);
	map->refs = 1;
	memcpy(map->paramv, m->values, values * sizeof(uint64_t));
	return map;
}

int
ocr_map_on_create(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_create_map *m = (const void *)op;
	uint64_t room = (m->op.len_bytes - sizeof(*m)) / sizeof(uint64_t);
	struct ocr_map *map, **p;

	if (ocr_guid_kind(m->map) != OCR_GUID_MAP ||
	    ocr_guid_creator(m->map) != from ||
	    m->paramc + 2 * (uint64_t)m->guidc > room ||
	    !ocr_code_function(&m->code))
		return -EINVAL;
	map = make_map(m);
	if (!map)
		return -ENOMEM;
	ocr_lock(&rt->names->maps.lock, OCR_LOCK_MAP);
	p = place_locked(&rt->names->maps, m->map);
	if (!*p) {
		*p = map;
		map = NULL;
		if (m->is_default)
			rt->names->maps.by_default = m->map;
	}
	ocr_unlock(&rt->names->maps.lock, OCR_LOCK_MAP);
	free(map);
	return map ? -EEXIST : 0;
}

/* A range is nothing but its number, which its creator knows; so is what is
 * left of a map that was destroyed. */
static int
end_locked(struct ocr_runtime *rt, ocrGuid_t g, bool found)
{
	int r;

	if (ocr_guid_creator(g) != rt->self)
		return found ? 0 : -ENOENT;
	/* Relaxed: what was never made may come from the wire alone. */
	if (ocr_label_map(g) >=
	    atomic_load_explicit(&rt->names->n_maps, memory_order_relaxed))
		return -EINVAL;
	r = ocr_once_add(&rt->names->maps.ended, ocr_label_map(g));
	return r == 1 ? 0 : r ? r : -ENOENT;
}

int
ocr_map_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	struct ocr_map *map, **p;
	int err;

	(void)from;
	ocr_lock(&rt->names->maps.lock, OCR_LOCK_MAP);
	p = place_locked(&rt->names->maps, m->guid);
	map = *p;
	err = end_locked(rt, m->guid, map);
	if (map && !err) {
		*p = map->next;
		map->destroyed = true;
		map->next = rt->names->maps.gone;
		rt->names->maps.gone = map;
	}
	ocr_unlock(&rt->names->maps.lock, OCR_LOCK_MAP);
	if (map && !err)
		ocr_map_put(rt, map);
	return err;
}

/* -- Elements ------------------------------------------------------------ */

static void
spawn_creator(struct ocr_runtime *rt, struct ocr_map *map, ocrGuid_t g)
{
	union {
		struct ocr_msg_create_edt m;
		unsigned char bytes[sizeof(struct ocr_msg_create_edt) +
				    OCR_MAP_PARAMS * sizeof(uint64_t)];
	} c;
	char text[OCR_GUID_TEXT];

	memset(&c, 0, sizeof(c));
	c.m.op.len_bytes = sizeof(c);
	c.m.op.type = OCR_MSG_CREATE_EDT;
	c.m.edt = ocr_guid_new(ocr_self->guids, OCR_GUID_EDT, 0, rt->self);
	if (ocr_guid_is_null(c.m.edt)) {
		ocr_fail(rt, "no memory to create %s", ocr_guid_text(g, text));
		return;
	}
	c.m.code = map->code;
	c.m.flags = OCR_EDT_CREATOR;
	c.m.paramc = OCR_MAP_PARAMS;
	c.m.paramv[OCR_MAP_ELEMENT_UPPER] = g.upper;
	c.m.paramv[OCR_MAP_ELEMENT_LOWER] = g.lower;
	c.m.paramv[OCR_MAP_ITSELF] = (uint64_t)(uintptr_t)map;
	ocr_emit(rt, rt->self, &c.m.op);
}

static bool
is_element(struct ocr_runtime *rt, ocrGuid_t g)
{
	unsigned of_map = OCR_GUID_LABELED | OCR_GUID_OF_MAP;

	return (ocr_guid_flags(g) & of_map) == of_map &&
	       (ocr_guid_kind(g) != OCR_GUID_MAPPED ||
		ocr_guid_flags(g) == of_map) &&
	       ocr_owner_of(rt, g) == rt->self;
}

/* The first op for an element: gets its creator going.  0; -ENOENT: there is
 * no such map; -EINVAL: no such element; -ENOMEM. */
static int
touch(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_map *map;
	int r = -ENOENT;

	ocr_lock(&rt->names->maps.lock, OCR_LOCK_MAP);
	map = *place_locked(&rt->names->maps, g);
	if (map)
		r = has_creator(map) && ocr_label_index(g) < count_of(map->guid)
			    ? ocr_once_add(&map->started, ocr_label_index(g))
			    : -EINVAL;
	if (r == 1 && ocr_labels_expect(rt->labels, g)) {
		ocr_once_remove(&map->started, ocr_label_index(g));
		r = -ENOMEM;
	}
	if (r == 1)
		map->refs++;
	ocr_unlock(&rt->names->maps.lock, OCR_LOCK_MAP);
	if (r == 1)
		spawn_creator(rt, map, ocr_mapped_shown(g));
	return r < 0 ? r : 0;
}

int
ocr_map_on_touch(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;

	(void)from;
	return is_element(rt, m->guid) ? touch(rt, m->guid) : -EINVAL;
}

enum ocr_slot_state
ocr_map_find_or_park(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
		     const struct ocr_op *op, void **obj)
{
	if (!is_element(rt, g))
		return OCR_SLOT_BAD;
	if (ocr_labels_find(rt->labels, g, obj) == OCR_SLOT_LIVE)
		return OCR_SLOT_LIVE;
	switch (touch(rt, g)) {
	case 0:
	case -ENOENT: /* what exists outlives its map */
		return ocr_labels_find_or_park(rt->labels, g, from, op, true,
					       obj);
	case -ENOMEM:
		return OCR_SLOT_FULL;
	default:
		return OCR_SLOT_BAD;
	}
}
