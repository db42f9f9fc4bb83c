/* SPDX-License-Identifier: BSD-3-Clause */
/* labels.h - from label to object, at the owner.
 *
 * A label (label.h) can name one object after the other, and most of a range
 * never names any, so this is a hash table of what there is now.  A label
 * without an entry names nothing and costs nothing.  An entry is in one of
 * four states:
 *
 *   EMPTY --> CLAIMED --> BUSY --> LIVE --> (no entry, or EMPTY)
 *     |                    ^
 *     +--------------------+
 *
 *   EMPTY             ops have come before the object, and are parked
 *   CLAIMED  claim    somebody is about to create it, and nobody else may
 *   BUSY     publish  the parked ops are applied, in order; more are parked
 *                     behind them
 *   LIVE     publish  nothing was left to apply
 *
 * BUSY and LIVE end with kill.
 *
 * Unlike in the guidmap, what comes after the end of an object is parked: for
 * the next one.  Creations that shall wait for that end are kept apart, and
 * handed to `reborn` one by one.
 *
 * The kind in a GUID does not count: an element of a map has the same entry
 * whether its kind is known or not.  Threads: any.
 */
#ifndef LABELED_LABELS_H
#define LABELED_LABELS_H

#include "guidmap/guidmap.h"
#include "labeled/label.h"

struct ocr_labels;

/* A creation that waited for `label`, which is free now; it may be taken again
 * when this runs.  No lock is held. */
typedef void ocr_labels_reborn_fn(void *ctx, const struct ocr_op *op);

int ocr_labels_create(struct ocr_labels **l, ocr_labels_reborn_fn *reborn,
		      void *ctx);
/* Objects are not touched; parked ops are freed. */
void ocr_labels_destroy(struct ocr_labels *l);

/* LIVE: *obj is set.  NEVER: nothing is there.  PARKED: not yet.  BAD: it is of
 * another kind. */
enum ocr_slot_state ocr_labels_find(struct ocr_labels *l, ocrGuid_t g,
				    void **obj);

/* As find; where there is no object, keeps a copy of `op`, which came from
 * `from`, and returns PARKED.  With `expected`, returns DEAD where there is
 * not even an entry. */
enum ocr_slot_state ocr_labels_find_or_park(struct ocr_labels *l, ocrGuid_t g,
					    ocr_node_t from,
					    const struct ocr_op *op,
					    bool expected, void **obj);

/* Makes an entry without an object, for which ops may be parked.  0;
 * -EEXIST: there is one; -ENOMEM. */
int ocr_labels_expect(struct ocr_labels *l, ocrGuid_t g);

/* The caller is going to create the object.  0; -EEXIST: it exists, or
 * somebody else is; -ENOMEM.  With `op`, a copy of it is kept when that is so,
 * until the object is gone: then -EINPROGRESS. */
int ocr_labels_claim(struct ocr_labels *l, ocrGuid_t g,
		     const struct ocr_op *op);
/* Returns when nobody is at creating the object of g: a claim is short, and its
 * holder waits for nobody. */
void ocr_labels_settle(struct ocr_labels *l, ocrGuid_t g);
/* The creation failed. */
void ocr_labels_unclaim(struct ocr_labels *l, ocrGuid_t g);

/* Makes obj the object of g, as ocr_guidmap_publish.  What is parked is applied
 * until the object is gone; the rest is for the next.  0; -EEXIST; -ENOMEM. */
int ocr_labels_publish(struct ocr_labels *l, ocrGuid_t g, void *obj,
		       ocr_guidmap_apply_fn *apply, void *ctx);

/* The label is free again, at once.  0; -ESTALE: it was.  An element of a map
 * with a creator has no next object: what is parked is dropped, and its number
 * returned. */
long ocr_labels_kill(struct ocr_labels *l, ocrGuid_t g);

/* The object of *g, which gets its kind, even while parked ops are applied to
 * it.  0, -ENOENT. */
int ocr_labels_object(struct ocr_labels *l, ocrGuid_t *g, void **obj);

/* *g, of any kind, by the kind of the object that it names.  0, -ENOENT. */
int ocr_labels_name(struct ocr_labels *l, ocrGuid_t *g);

/* Is it still as ocr_labels_expect() left it? */
bool ocr_labels_is_vacant(struct ocr_labels *l, ocrGuid_t g);

/* Visits the LIVE ones, and the parked ops; nothing may change meanwhile. */
void ocr_labels_each(struct ocr_labels *l,
		     void (*fn)(void *ctx, ocrGuid_t g, void *obj), void *ctx);
void ocr_labels_each_parked(struct ocr_labels *l,
			    void (*fn)(void *ctx, ocr_node_t from,
				       const struct ocr_op *op),
			    void *ctx);
/* How many ops are parked, waiting creations included. */
uint64_t ocr_labels_parked(struct ocr_labels *l);

#endif
