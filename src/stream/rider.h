/* SPDX-License-Identifier: BSD-3-Clause */
/* rider.h - what follows a creation at once goes along in it.
 *
 * A task of another node is created, something waits for its output event, and
 * its slots are satisfied: three ops and more, one behind the other, to one
 * node.  As long as the first is the last op in a packet that has not left, the
 * others are put into it, and are handled with it (PROTOCOL.md, 4.17).
 * In the same way a satisfaction rides on the bytes of its block (PUSH), and
 * what gives a block back (RETURNED) on the bytes that go the same way.
 * Knows which ops ride on which, and what they look like; does not know what
 * they do.  Promise: the order of ops between two nodes is as without.
 * Threads: who submits; who handles.
 */
#ifndef SRC_STREAM_RIDER_H
#define SRC_STREAM_RIDER_H

#include "src/base/delivery.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/sched/worker.h"
#include "src/stream/brief.h"
#include "src/stream/stream.h"

#include <stdbool.h>

/* As ocr_fabric_send(), of an op of a stream.  Returns its number, or that of
 * the creation in which it leaves. */
uint64_t ocr_rider_join(struct ocr_runtime *rt, ocr_node_t to,
			const struct ocr_op *op);
static inline uint64_t
ocr_rider_send(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op)
{
	return op->type == OCR_MSG_CREATE_EDT || op->type == OCR_MSG_ADD_DEP ||
			       op->type == OCR_MSG_SATISFY_EDT
		       ? ocr_rider_join(rt, to, op)
		       : ocr_fabric_send(rt->fabric, to, op);
}

/* A satisfaction, as it rides on the bytes of its block.  False: it goes by
 * itself. */
static inline bool
ocr_rider_of_satisfaction(const struct ocr_op *op, struct ocr_msg_rider *r)
{
	/* An event and its slot are where a task and its slot are. */
	const struct ocr_msg_satisfy_edt *m = (const void *)op;
	bool is_task = op->type == OCR_MSG_SATISFY_EDT;

	*r = (struct ocr_msg_rider){m->edt, m->slot, is_task ? m->mode : 0};
	/* The kind says which of the two it is, but of an element of a map. */
	return ocr_guid_kind(m->edt) != OCR_GUID_MAPPED;
}

/* The next op of a stream: a task is made on that other node, of code that is
 * known.  True: it has left, without the questions that any op is asked
 * (ocr_stream_submit()).  False: nothing has been done. */
bool ocr_rider_create(struct ocr_stream *s, ocr_node_t to,
		      const struct ocr_msg_create_edt *m)
	__attribute__((noinline));

/* The same in brief, in two steps, as names are taken between them; m is in
 * the worker (bearer.words).  It stays there, `untold` by the stream, while a
 * slot of it is not satisfied: so what follows goes into it at no cost. */
bool ocr_rider_may_create(struct ocr_stream *s, ocr_node_t to);
void ocr_rider_create_brief(struct ocr_stream *s, ocr_node_t to,
			    const struct ocr_msg_create_brief *m);

/* It leaves. */
void ocr_rider_tell(struct ocr_stream *s) __attribute__((noinline));

/* It is whole, so somebody can run it at once: the first such of a body does
 * not gather, unless its output event may be asked for next, which rides. */
void ocr_rider_tell_whole(struct ocr_stream *s) __attribute__((noinline));

/* Has a brief creation room for it, once for each?  Then these are the bits. */
static inline __attribute__((always_inline)) bool
ocr_rider_has_room(const struct ocr_runtime *rt, const struct ocr_worker *w,
		   ocrGuid_t guid, uint32_t slot, uint32_t mode,
		   struct ocr_brief_bits *bits)
{
	if (mode & OCR_RIDER_WAITS)
		return !w->bearer.waits &&
		       ocr_brief_waits(rt->self, guid, slot,
				       mode & ~OCR_RIDER_WAITS, bits);
	return ocr_brief_meets(w->bearer.unmet, guid, slot, mode, bits);
}

static inline void
ocr_rider_take_room(struct ocr_worker *w, uint32_t slot, uint32_t mode)
{
	if (mode & OCR_RIDER_WAITS)
		w->bearer.waits = true;
	else
		w->bearer.unmet &= (uint8_t) ~(1u << slot);
}

/* As ocr_rider_ride(), on one that has left. */
bool ocr_rider_ride_sent(struct ocr_stream *s, ocrGuid_t guid, uint32_t slot,
			 uint32_t mode) __attribute__((noinline));

/* The next op of a stream, about the task that was created last: one of its
 * slots is satisfied with the block `guid`; or, with OCR_RIDER_WAITS, that slot
 * of `guid` waits for its output event.  True: it rides.  False: nothing has
 * been done. */
static inline __attribute__((always_inline)) bool
ocr_rider_ride(struct ocr_stream *s, ocrGuid_t guid, uint32_t slot,
	       uint32_t mode)
{
	struct ocr_worker *w = ocr_self;
	struct ocr_brief_bits bits;

	if (s->untold != OCR_STREAM_UNTOLD_TASK)
		return ocr_rider_ride_sent(s, guid, slot, mode);
	if (!ocr_rider_has_room(s->rt, w, guid, slot, mode, &bits)) {
		ocr_rider_tell(s);
		return ocr_rider_ride_sent(s, guid, slot, mode);
	}
	for (uint32_t i = 0; i < OCR_BRIEF_WORDS; i++)
		w->bearer.words[OCR_BRIEF_AT / 8 + i] |= bits.word[i];
	ocr_rider_take_room(w, slot, mode);
	if (!w->bearer.unmet)
		ocr_rider_tell_whole(s);
	return true;
}

/* The same, if `edt` is that task, and with no block; or if `output` is that
 * event. */
static inline bool
ocr_rider_satisfies(struct ocr_stream *s, ocrGuid_t edt, ocrGuid_t data,
		    uint32_t slot, uint32_t mode)
{
	return ocr_guid_eq(edt, ocr_self->bearer.edt) &&
	       ocr_guid_is_null(data) && !(mode & OCR_RIDER_WAITS) &&
	       ocr_rider_ride(s, data, slot, mode);
}
static inline bool
ocr_rider_waits(struct ocr_stream *s, ocrGuid_t output,
		const struct ocr_waiter *w)
{
	return ocr_guid_eq(output, ocr_self->bearer.output) &&
	       !(w->mode & OCR_RIDER_WAITS) &&
	       ocr_rider_ride(s, w->dest, w->slot, w->mode | OCR_RIDER_WAITS);
}

/* How many ride on it.  -EINVAL: it has not the length that it says.  Anything
 * may come from the wire. */
int ocr_rider_count(const struct ocr_msg_create_edt *m);

/* The first of n. */
static inline const struct ocr_msg_rider *
ocr_rider_first(const struct ocr_msg_create_edt *m, int n)
{
	const void *end = (const char *)m + m->op.len_bytes;

	return (const struct ocr_msg_rider *)end - n;
}

/* An op as it would have come by itself. */
union ocr_rider_op {
	struct ocr_op op;
	struct ocr_msg_add_dep add_dep;
	struct ocr_msg_satisfy_edt satisfy_edt;
	struct ocr_msg_satisfy satisfy;
};
void ocr_rider_unfold(const struct ocr_msg_create_edt *m,
		      const struct ocr_msg_rider *r, union ocr_rider_op *u);

/* What rides on the bytes: `n` of them, 0 to 2; the first of two gives a block
 * back.  Anything may come from the wire. */
const struct ocr_msg_rider *ocr_rider_behind(const struct ocr_msg_push *m,
					     unsigned *n);

/* RETURNED of the bytes that came with PUSH, as a rider; which is known by its
 * GUID. */
static inline struct ocr_msg_rider
ocr_rider_of_returned(ocrGuid_t db, uint64_t version)
{
	return (struct ocr_msg_rider){db, (uint32_t)version,
				      (uint32_t)(version >> 32)};
}
static inline bool
ocr_rider_returns(const struct ocr_msg_rider *r)
{
	return ocr_guid_kind(r->guid) == OCR_GUID_DB;
}
static inline uint64_t
ocr_rider_version(const struct ocr_msg_rider *r)
{
	return (uint64_t)r->mode << 32 | r->slot;
}

/* It satisfies a slot with the block. */
void ocr_rider_unfold_behind(const struct ocr_msg_push *m,
			     const struct ocr_msg_rider *r,
			     union ocr_rider_op *u);

#endif
