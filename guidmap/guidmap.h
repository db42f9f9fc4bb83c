/* SPDX-License-Identifier: BSD-3-Clause */
/* guidmap.h - from GUID to object, at the owner.
 *
 * For one (creator, owner, class) the counters are dense, so the map is no
 * hash table: it is a window of chunks indexed by counter.  Each slot is in
 * one of four states:
 *
 *   NEVER --> PARKED --> LIVE --> DEAD
 *     |          |        ^        ^
 *     +----------|--------+        |     NEVER -> LIVE    publish
 *     +----------+-----------------+     NEVER -> DEAD    kill before birth
 *
 *   NEVER -> PARKED  ocr_guidmap_find_or_park   an op came before its object
 *   NEVER -> DEAD    ocr_guidmap_skip           it lived and died unknown
 *   PARKED -> LIVE   ocr_guidmap_publish        after all parked ops ran
 *   PARKED -> DEAD   ocr_guidmap_kill           they are dropped
 *   LIVE -> DEAD     ocr_guidmap_kill, ocr_guidmap_bury
 *
 * A chunk whose slots are all dead is given back (the one that a thread buries
 * in, when it buries in another); its counters read DEAD for ever.  So memory
 * is in proportion to the chunks in which something lives, however many GUIDs
 * there have been.  Knows nothing of what an object is: a
 * pointer of 48 bits whose two lowest are clear.  Knows no labeled GUIDs: BAD.
 * Promise: an object is found by its own GUID only, be it that another kind or
 * flag was forged or came from the wire; looking up what is LIVE is a few loads
 * and takes no lock; a parked op is applied exactly once, in the order of
 * parking, before anything that comes after the object is live, or dropped
 * because the object was killed. Threads: all functions from any thread.  An
 * object returned by find may be killed by another thread: objects are
 * type-stable, and their users check the GUID under the object's lock.
 */
#ifndef GUIDMAP_GUIDMAP_H
#define GUIDMAP_GUIDMAP_H

#include "fabric/fabric.h"
#include "guidmap/guid.h"

struct ocr_guidmap;

enum ocr_slot_state {
	OCR_SLOT_NEVER,
	OCR_SLOT_PARKED,
	OCR_SLOT_LIVE,
	OCR_SLOT_DEAD,
	OCR_SLOT_BAD, /* not a GUID of this owner, or a counter that no honest
		       * creator can have reached, or of what lives under that
		       * counter but for kind or flags */
	OCR_SLOT_FULL, /* of what is to be parked: there is no memory */
};

int ocr_guidmap_create(struct ocr_guidmap **m, ocr_node_t self, uint32_t size);
/* Objects are not touched; parked ops are freed. */
void ocr_guidmap_destroy(struct ocr_guidmap *m);

/* *obj is set when LIVE is returned. */
enum ocr_slot_state ocr_guidmap_find(struct ocr_guidmap *m, ocrGuid_t g,
				     void **obj);

/* The object of g, if that is soon found to be LIVE; NULL: ask find. */
void *ocr_guidmap_live(struct ocr_guidmap *m, ocrGuid_t g);

/* As find; where there is no object yet, keeps a copy of `op` that came from
 * `from`, and returns PARKED. */
enum ocr_slot_state ocr_guidmap_find_or_park(struct ocr_guidmap *m, ocrGuid_t g,
					     ocr_node_t from,
					     const struct ocr_op *op,
					     void **obj);

/* Applies one parked op to obj.  It was parked for the same counter: that it is
 * for the same GUID is not known. */
typedef void ocr_guidmap_apply_fn(void *ctx, void *obj, ocr_node_t from,
				  const struct ocr_op *op);

/* Makes obj the object of g: applies what is parked, in order, while more may
 * be parked behind it, then goes LIVE.  apply may kill g, and so may others:
 * then the rest is dropped, counted in the stats, and g stays DEAD.  No lock
 * is held in apply.
 * 0; -EEXIST: already LIVE, or another thread is at it; -ESTALE: DEAD;
 * -EINVAL: BAD; -ENOMEM.  After an error obj is still the caller's alone. */
int ocr_guidmap_publish(struct ocr_guidmap *m, ocrGuid_t g, void *obj,
			ocr_guidmap_apply_fn *apply, void *ctx);

/* The same for g of a kind other than a template, without a label, where
 * nothing is parked.  False: nothing has been done. */
bool ocr_guidmap_put(struct ocr_guidmap *m, ocrGuid_t g, void *obj);

/* The object of g is gone for ever.  Returns how many parked ops were dropped
 * (they were sent to an object that was destroyed); -ESTALE: DEAD already;
 * -EINVAL: BAD; -ENOMEM.  The caller knows that g is the GUID of what lives. */
long ocr_guidmap_kill(struct ocr_guidmap *m, ocrGuid_t g);

/* Slots that one thread has buried, and whose chunk does not know it yet: they
 * are given back together.  Begins as zeros; may be dropped with the map. */
struct ocr_lane;
struct ocr_chunk;
struct ocr_guidmap_dead {
	struct ocr_lane *lane;
	struct ocr_chunk *chunk;
	unsigned n;
};

/* The same for g that has gone LIVE with obj, from the one that ends it: nobody
 * else kills g now or later.  Of one that is still being published, too.
 * `dead` is the calling thread's. */
long ocr_guidmap_bury(struct ocr_guidmap *m, ocrGuid_t g, void *obj,
		      struct ocr_guidmap_dead *dead);

/* Gives back what is kept in `dead`: for a thread that rests. */
void ocr_guidmap_settle(struct ocr_guidmap_dead *dead);

/* NEVER -> DEAD, of a GUID that was made for an object, but no template, which
 * nobody can have asked for.  False: somebody has, or there is no memory, and
 * nothing has happened. */
bool ocr_guidmap_skip(struct ocr_guidmap *m, ocrGuid_t g,
		      struct ocr_guidmap_dead *dead);

/* Visits every LIVE slot; the map must not change meanwhile.  The map does not
 * know the counts of templates: they are zero. */
void ocr_guidmap_each(struct ocr_guidmap *m,
		      void (*fn)(void *ctx, ocrGuid_t g, void *obj), void *ctx);

/* Visits every parked op; the map must not change meanwhile. */
void ocr_guidmap_each_parked(struct ocr_guidmap *m,
			     void (*fn)(void *ctx, ocr_node_t from,
					const struct ocr_op *op),
			     void *ctx);

struct ocr_guidmap_stats {
	uint64_t chunks;      /* held now */
	uint64_t chunks_back; /* given back so far */
	uint64_t parked;      /* ops parked now */
	uint64_t dropped;     /* parked ops whose object was killed, so far */
	uint64_t bytes;	      /* memory of the map itself */
};
void ocr_guidmap_get_stats(const struct ocr_guidmap *m,
			   struct ocr_guidmap_stats *s);

#endif
