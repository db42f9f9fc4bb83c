/* SPDX-License-Identifier: BSD-3-Clause */
/* names.h - from GUID to object on this node, be it a label or not.
 *
 * Ordinary GUIDs are kept in the guidmap, labels in their table.  What differs
 * is only what comes after the end of an object: see labeled/labels.h.
 */
#ifndef SRC_NAMES_NAMES_H
#define SRC_NAMES_NAMES_H

#include "src/base/runtime.h"
#include "src/names/label.h"
#include "src/names/map.h"
#include "src/names/mapped.h"
#include "src/stream/direct.h"

#include <errno.h>

/* What a node has for them. */
struct ocr_names {
	struct ocr_label_waits waits;
	struct ocr_maps maps;
	_Atomic uint32_t n_maps; /* numbers given to maps of this node */
	_Atomic uint64_t n_labeled_blocks; /* created by this node */
};

/* Anything may come from the wire. */
static inline bool
ocr_names_is_ours(const struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_owner_of(rt, g) == rt->self &&
	       ocr_guid_creator(g) < rt->size &&
	       ocr_guid_kind(g) > OCR_GUID_NULL &&
	       ocr_guid_kind(g) < OCR_GUID_KINDS;
}

/* Can it be satisfied?  Anything may come from the wire. */
static inline bool
ocr_names_is_dest(const struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_owner_of(rt, g) < rt->size &&
	       (ocr_guid_kind(g) == OCR_GUID_EDT ||
		ocr_guid_kind(g) == OCR_GUID_MAPPED ||
		ocr_guid_is_single_event(g));
}

static inline enum ocr_slot_state
ocr_names_find(struct ocr_runtime *rt, ocrGuid_t g, void **obj)
{
	return ocr_label_is(g) ? ocr_labels_find(rt->labels, g, obj)
			       : ocr_guidmap_find(rt->guids, g, obj);
}

/* The object, if it lives; not of a template. */
void *ocr_names_live_any(struct ocr_runtime *rt, ocrGuid_t g)
	__attribute__((cold, noinline));
static inline void *
ocr_names_live(struct ocr_runtime *rt, ocrGuid_t g)
{
	void *obj = ocr_label_is(g) ? NULL : ocr_guidmap_live(rt->guids, g);

	return __builtin_expect(obj != NULL, 1) ? obj
						: ocr_names_live_any(rt, g);
}

/* Does this node know that no object has this GUID, since its counter belongs
 * to one of another kind, or with other flags? */
static inline bool
ocr_names_is_forged(struct ocr_runtime *rt, ocrGuid_t g)
{
	void *obj;

	return ocr_owner_of(rt, g) == rt->self && !ocr_guid_is_null(g) &&
	       ocr_names_find(rt, g, &obj) == OCR_SLOT_BAD;
}

/* The object of the next op of a task, if that may be a call (stream/direct.h):
 * it lives here, and by this name alone.  NULL: it must be a message. */
static inline void *
ocr_names_direct(struct ocr_stream *s, ocrGuid_t g)
{
	return !ocr_label_is(g) && ocr_direct_ok(s)
		       ? ocr_guidmap_live(s->rt->guids, g)
		       : NULL;
}

static inline enum ocr_slot_state
ocr_names_find_or_park(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
		       const struct ocr_op *op, void **obj)
{
	if (!ocr_label_is(g))
		return ocr_guidmap_find_or_park(rt->guids, g, from, op, obj);
	if (ocr_guid_flags(g) & OCR_GUID_OF_MAP)
		return ocr_map_find_or_park(rt, g, from, op, obj);
	return ocr_names_is_ours(rt, g)
		       ? ocr_labels_find_or_park(rt->labels, g, from, op, false,
						 obj)
		       : OCR_SLOT_BAD;
}

/* What an op does that came before its object.  0, or -errno, which is told. */
typedef int ocr_parked_fn(struct ocr_runtime *rt, void *obj, ocr_node_t from,
			  const struct ocr_op *op);

/* For ocr_names_publish(): a parked op that is for that very object is applied;
 * one for another kind, or other flags, is reported. */
struct ocr_birth {
	struct ocr_runtime *rt;
	ocrGuid_t g;
	ocr_parked_fn *apply;
};
/* One that is for this object. */
void ocr_names_apply_own(const struct ocr_birth *b, void *obj, ocr_node_t from,
			 const struct ocr_op *op);
void ocr_names_apply(void *birth, void *obj, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_names_publish_label(struct ocr_birth *b, void *obj);

/* As ocr_guidmap_publish(). */
static inline int
ocr_names_publish(struct ocr_runtime *rt, ocrGuid_t g, void *obj,
		  ocr_parked_fn *apply)
{
	struct ocr_birth b = {rt, g, apply};

	return ocr_label_is(g) ? ocr_names_publish_label(&b, obj)
			       : ocr_guidmap_publish(rt->guids, g, obj,
						     ocr_names_apply, &b);
}

/* The same of an object that can be no template. */
static inline int
ocr_names_put(struct ocr_runtime *rt, ocrGuid_t g, void *obj,
	      ocr_parked_fn *apply)
{
	return !ocr_label_is(g) && ocr_guidmap_put(rt->guids, g, obj)
		       ? 0
		       : ocr_names_publish(rt, g, obj, apply);
}

/* An op that was parked is not for what its object turned out to be. */
void ocr_names_refuse(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op, int err);

/* Returns how many parked ops were dropped, or -errno. */
static inline long
ocr_names_kill(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_label_is(g) ? ocr_labels_kill(rt->labels, g)
			       : ocr_guidmap_kill(rt->guids, g);
}

/* The same by the only one that ends the life of obj. */
static inline long
ocr_names_bury(struct ocr_runtime *rt, ocrGuid_t g, void *obj)
{
	return ocr_label_is(g)
		       ? ocr_labels_kill(rt->labels, g)
		       : ocr_guidmap_bury(rt->guids, g, obj, &ocr_self->dead);
}

/* For handlers: the object that `op`, which came from `from`, is about.  NULL:
 * the op is parked until there is one (*err 0), the object is gone (-ENOENT),
 * or g was never a GUID of this node (-EINVAL). */
void *ocr_names_object_or_park(struct ocr_runtime *rt, ocrGuid_t g,
			       ocr_node_t from, const struct ocr_op *op,
			       int *err) __attribute__((noinline));
static inline void *
ocr_names_object_of(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
		    const struct ocr_op *op, int *err)
{
	void *obj = ocr_label_is(g) || ocr_guid_kind(g) == OCR_GUID_TEMPLATE
			    ? NULL
			    : ocr_guidmap_live(rt->guids, g);

	*err = 0;
	return __builtin_expect(obj != NULL, 1)
		       ? obj
		       : ocr_names_object_or_park(rt, g, from, op, err);
}

#endif
