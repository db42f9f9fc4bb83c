/* SPDX-License-Identifier: BSD-3-Clause */
/* rider.c - see rider.h. */
#include "src/stream/rider.h"

#include "guidmap/guid.h"
#include "src/base/observer.h"
#include "src/stream/brief.h"
#include "src/stream/direct.h"

#include <errno.h>
#include <stdlib.h>

/* The next ops may be for this one.  A creation that is cut in pieces, or has
 * left, takes none; ocr_fabric_extend() knows. */
static inline uint64_t
bear(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_msg_create_edt *m)
{
	struct ocr_worker *w = ocr_self;

	/* Of another stream, which goes on in the midst of a body. */
	if (w->bearer.stays)
		ocr_rider_tell(w->bearer.stays);
	w->bearer.edt = m->edt;
	w->bearer.output =
		m->flags & OCR_EDT_OUTPUT_GIVEN ? NULL_GUID : m->output;
	w->bearer.node = to;
	w->bearer.brief = false;
	w->bearer.seq = ocr_fabric_send(rt->fabric, to, &m->op);
	return w->bearer.seq;
}

/* Behind what has no room in a brief one nothing goes into it, so that all is
 * handled in its order. */
static inline bool
extend(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_msg_rider *r)
{
	struct ocr_worker *w = ocr_self;

	if (!ocr_fabric_extend(rt->fabric, to, w->bearer.seq, r, sizeof(*r)))
		return false;
	w->bearer.brief = false;
	return true;
}

/* Joins the last creation, or goes by itself. */
static inline uint64_t
ride(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op,
     const struct ocr_msg_rider *r)
{
	return extend(rt, to, r) ? ocr_self->bearer.seq
				 : ocr_fabric_send(rt->fabric, to, op);
}

uint64_t
ocr_rider_join(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *s = (const void *)op;
	const struct ocr_msg_add_dep *d = (const void *)op;
	struct ocr_worker *w = ocr_self;

	if (op->type == OCR_MSG_CREATE_EDT)
		return bear(rt, to, (const void *)op);
	if (op->type == OCR_MSG_SATISFY_EDT &&
	    ocr_guid_eq(s->edt, w->bearer.edt) && !(s->mode & OCR_RIDER_WAITS))
		return ride(rt, to, op,
			    &(struct ocr_msg_rider){s->data, s->slot, s->mode});
	if (op->type == OCR_MSG_ADD_DEP &&
	    ocr_guid_eq(d->event, w->bearer.output) &&
	    !(d->mode & OCR_RIDER_WAITS))
		return ride(rt, to, op,
			    &(struct ocr_msg_rider){d->dest, d->slot,
						    d->mode | OCR_RIDER_WAITS});
	return ocr_fabric_send(rt->fabric, to, op);
}

/* An observer sees it as any other op. */
static __attribute__((cold, noinline)) void
show(struct ocr_stream *s, const struct ocr_msg_rider *r)
{
	const struct ocr_msg_create_edt m = {
		.edt = ocr_self->bearer.edt,
		.output = ocr_self->bearer.output,
	};
	union ocr_rider_op u;

	ocr_rider_unfold(&m, r, &u);
	OCR_OBSERVE(s->rt, issue, s, &u.op);
	OCR_OBSERVE(s->rt, leave, s, s->rt->self, ocr_self->bearer.node, &u.op);
}

/* Who has to wait goes by himself. */
static inline bool
may_leave(const struct ocr_stream *s, ocr_node_t to)
{
	return !s->untold && ocr_stream_flows(s) &&
	       !(s->skip | (s->ways & OCR_STREAM_EAGER)) &&
	       (!s->owed.n || ocr_stream_owes_there(s, to));
}

bool
ocr_rider_create(struct ocr_stream *s, ocr_node_t to,
		 const struct ocr_msg_create_edt *m)
{
	struct ocr_runtime *rt = s->rt;
	uint64_t seq;

	if (!may_leave(s, to) || !m->code.module ||
	    __builtin_expect(rt->observer != NULL, 0))
		return false;
	seq = bear(rt, to, m);
	/* Nobody can see that it is not there yet: order.h. */
	if (!ocr_protocol_is_relaxed(rt->protocol))
		ocr_ledger_open(&s->owed, to)->seq = seq;
	return true;
}

/* An observer sees one that says all, on which nothing rides yet. */
static __attribute__((cold, noinline)) void
show_brief(struct ocr_stream *s, ocr_node_t to,
	   const struct ocr_msg_create_brief *m)
{
	struct ocr_msg_create_edt *shown = ocr_brief_unfold(to, s->rt->self, m);

	OCR_OBSERVE(s->rt, issue, s, &shown->op);
	OCR_OBSERVE(s->rt, leave, s, s->rt->self, to, &shown->op);
	free(shown);
}

/* The one that was created last leaves, with others unless it is the first. */
static inline void
send_brief(struct ocr_runtime *rt, struct ocr_worker *w, bool first)
{
	const struct ocr_op *op = (const void *)w->bearer.words;

	w->bearer.seq = first ? ocr_fabric_send_first(rt->fabric,
						      w->bearer.node, op)
			      : ocr_fabric_send(rt->fabric, w->bearer.node, op);
}

static inline void
tell(struct ocr_stream *s, bool first)
{
	struct ocr_worker *w = ocr_self;

	s->untold = NULL;
	w->bearer.stays = NULL;
	send_brief(s->rt, w, first);
	if (w->bearer.waits)
		ocr_ledger_open(&s->owed, w->bearer.node)->seq = w->bearer.seq;
}

void
ocr_rider_tell(struct ocr_stream *s)
{
	tell(s, false);
}

void
ocr_rider_tell_whole(struct ocr_stream *s)
{
	struct ocr_worker *w = ocr_self;
	/* Whoever waits for its output event has not said so yet. */
	bool awaits = !w->bearer.waits && !ocr_guid_is_null(w->bearer.output);
	bool first = w->bearer.left_in != w->counted.tasks;

	w->bearer.left_in = w->counted.tasks;
	tell(s, first && !awaits);
}

bool
ocr_rider_may_create(struct ocr_stream *s, ocr_node_t to)
{
	ocr_stream_tell_task(s);
	return may_leave(s, to);
}

/* Until it is whole nobody can run it, and until its creator asks for something
 * else nobody can know of it.  An observer sees it leave. */
static inline bool
may_stay(const struct ocr_runtime *rt, const struct ocr_worker *w)
{
	return w->bearer.unmet && ocr_protocol_is_relaxed(rt->protocol) &&
	       !rt->observer && !ocr_direct_by_message(rt);
}

void
ocr_rider_create_brief(struct ocr_stream *s, ocr_node_t to,
		       const struct ocr_msg_create_brief *m)
{
	struct ocr_runtime *rt = s->rt;
	struct ocr_worker *w = ocr_self;
	unsigned depc = m->counts >> 4;

	w->bearer.edt = m->edt;
	w->bearer.output = m->flags & OCR_BRIEF_OUTPUT
				   ? ocr_brief_output(m->edt)
				   : NULL_GUID;
	w->bearer.node = to;
	w->bearer.brief = true;
	w->bearer.waits = false;
	w->bearer.unmet = (uint8_t)((1u << depc) - 1);
	if (__builtin_expect(may_stay(rt, w), 1)) {
		s->untold = OCR_STREAM_UNTOLD_TASK;
		w->bearer.stays = s;
		w->bearer.seq = 0; /* no op yet that could be added to */
		return;
	}
	if (__builtin_expect(rt->observer != NULL, 0))
		show_brief(s, to, m);
	send_brief(rt, w, false);
	if (!ocr_protocol_is_relaxed(rt->protocol))
		ocr_ledger_open(&s->owed, to)->seq = w->bearer.seq;
}

static inline bool
ride_brief(struct ocr_runtime *rt, struct ocr_worker *w, ocrGuid_t guid,
	   uint32_t slot, uint32_t mode)
{
	struct ocr_brief_bits bits;

	if (!ocr_rider_has_room(rt, w, guid, slot, mode, &bits) ||
	    !ocr_fabric_amend(rt->fabric, w->bearer.node, w->bearer.seq,
			      OCR_BRIEF_AT, bits.word, OCR_BRIEF_WORDS))
		return false;
	ocr_rider_take_room(w, slot, mode);
	return true;
}

static __attribute__((noinline)) bool
ride_behind(struct ocr_runtime *rt, ocrGuid_t guid, uint32_t slot,
	    uint32_t mode)
{
	return extend(rt, ocr_self->bearer.node,
		      &(struct ocr_msg_rider){guid, slot, mode});
}

bool
ocr_rider_ride_sent(struct ocr_stream *s, ocrGuid_t guid, uint32_t slot,
		    uint32_t mode)
{
	struct ocr_worker *w = ocr_self;
	struct ocr_runtime *rt = s->rt;

	if (!may_leave(s, w->bearer.node))
		return false;
	if (!(w->bearer.brief && ride_brief(rt, w, guid, slot, mode)) &&
	    !ride_behind(rt, guid, slot, mode))
		return false;
	if (mode & OCR_RIDER_WAITS || !ocr_protocol_is_relaxed(rt->protocol))
		ocr_ledger_open(&s->owed, w->bearer.node)->seq = w->bearer.seq;
	if (__builtin_expect(rt->observer != NULL, 0))
		show(s, &(struct ocr_msg_rider){guid, slot, mode});
	return true;
}

int
ocr_rider_count(const struct ocr_msg_create_edt *m)
{
	uint64_t room = m->op.len_bytes - sizeof(*m);
	uint64_t hint = m->flags & OCR_EDT_HINTS ? sizeof(ocrHint_t) : 0;

	if (room < hint || m->paramc > (room - hint) / sizeof(uint64_t))
		return -EINVAL;
	room -= hint + m->paramc * sizeof(uint64_t);
	return room % sizeof(struct ocr_msg_rider)
		       ? -EINVAL
		       : (int)(room / sizeof(struct ocr_msg_rider));
}

void
ocr_rider_unfold(const struct ocr_msg_create_edt *m,
		 const struct ocr_msg_rider *r, union ocr_rider_op *u)
{
	if (r->mode & OCR_RIDER_WAITS)
		u->add_dep = (struct ocr_msg_add_dep){
			.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_add_dep),
			.event = m->output,
			.dest = r->guid,
			.slot = r->slot,
			.mode = r->mode & ~OCR_RIDER_WAITS,
		};
	else
		u->satisfy_edt = (struct ocr_msg_satisfy_edt){
			.op = OCR_OP(OCR_MSG_SATISFY_EDT,
				     struct ocr_msg_satisfy_edt),
			.edt = m->edt,
			.data = r->guid,
			.slot = r->slot,
			.mode = r->mode,
		};
}

const struct ocr_msg_rider *
ocr_rider_behind(const struct ocr_msg_push *m, unsigned *n)
{
	uint64_t room = m->op.len_bytes - sizeof(*m);
	uint64_t rest = room - ((m->size + 7) & ~UINT64_C(7));
	const void *end = (const char *)m + m->op.len_bytes;
	const struct ocr_msg_rider *first;

	*n = 0;
	if (m->size <= room && rest <= 2 * sizeof(*first) &&
	    rest % sizeof(*first) == 0)
		*n = (unsigned)(rest / sizeof(*first));
	first = (const struct ocr_msg_rider *)end - *n;
	if (*n == 2 && !ocr_rider_returns(first))
		*n = 0;
	return first;
}

void
ocr_rider_unfold_behind(const struct ocr_msg_push *m,
			const struct ocr_msg_rider *r, union ocr_rider_op *u)
{
	if (ocr_guid_kind(r->guid) == OCR_GUID_EDT)
		u->satisfy_edt = (struct ocr_msg_satisfy_edt){
			.op = OCR_OP(OCR_MSG_SATISFY_EDT,
				     struct ocr_msg_satisfy_edt),
			.edt = r->guid,
			.data = m->db,
			.slot = r->slot,
			.mode = r->mode,
		};
	else
		u->satisfy = (struct ocr_msg_satisfy){
			.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
			.event = r->guid,
			.data = m->db,
			.slot = r->slot,
		};
}
