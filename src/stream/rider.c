/* SPDX-License-Identifier: BSD-3-Clause */
/* rider.c - see rider.h. */
#include "src/stream/rider.h"

#include "guidmap/guid.h"
#include "src/base/observer.h"

#include <errno.h>

/* The next ops may be for this one.  A creation that is cut in pieces, or has
 * left, takes none; ocr_fabric_extend() knows. */
static inline uint64_t
bear(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_msg_create_edt *m)
{
	struct ocr_worker *w = ocr_self;

	w->bearer.edt = m->edt;
	w->bearer.output =
		m->flags & OCR_EDT_OUTPUT_GIVEN ? NULL_GUID : m->output;
	w->bearer.node = to;
	w->bearer.seq = ocr_fabric_send(rt->fabric, to, &m->op);
	return w->bearer.seq;
}

/* Joins the last creation, or goes by itself. */
static inline uint64_t
ride(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op,
     const struct ocr_msg_rider *r)
{
	uint64_t seq = ocr_self->bearer.seq;

	return ocr_fabric_extend(rt->fabric, to, seq, r, sizeof(*r))
		       ? seq
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

uint64_t
ocr_rider_follow(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op,
		 uint64_t ahead)
{
	/* An event and its slot are where a task and its slot are. */
	const struct ocr_msg_satisfy_edt *m = (const void *)op;
	bool is_task = op->type == OCR_MSG_SATISFY_EDT;
	const struct ocr_msg_rider r = {m->edt, m->slot, is_task ? m->mode : 0};

	/* The kind says which of the two it is, but of an element of a map. */
	return ocr_guid_kind(m->edt) != OCR_GUID_MAPPED &&
			       ocr_fabric_extend(rt->fabric, to, ahead, &r,
						 sizeof(r))
		       ? ahead
		       : ocr_fabric_send(rt->fabric, to, op);
}

/* An observer sees it as any other op. */
static __attribute__((cold, noinline)) void
show(struct ocr_stream *s, ocr_node_t to, const struct ocr_msg_rider *r)
{
	const struct ocr_msg_create_edt m = {
		.edt = ocr_self->bearer.edt,
		.output = ocr_self->bearer.output,
	};
	union ocr_rider_op u;

	ocr_rider_unfold(&m, r, &u);
	OCR_OBSERVE(s->rt, issue, s, &u.op);
	OCR_OBSERVE(s->rt, leave, s, s->rt->self, to, &u.op);
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

bool
ocr_rider_ride(struct ocr_stream *s, const struct ocr_msg_rider *r)
{
	const struct ocr_worker *w = ocr_self;
	struct ocr_runtime *rt = s->rt;
	ocr_node_t to = w->bearer.node;

	if (!may_leave(s, to))
		return false;
	if (!ocr_fabric_extend(rt->fabric, to, w->bearer.seq, r, sizeof(*r)))
		return false;
	if (r->mode & OCR_RIDER_WAITS || !ocr_protocol_is_relaxed(rt->protocol))
		ocr_ledger_open(&s->owed, to)->seq = w->bearer.seq;
	if (__builtin_expect(rt->observer != NULL, 0))
		show(s, to, r);
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
ocr_rider_behind(const struct ocr_msg_push *m)
{
	uint64_t room = m->op.len_bytes - sizeof(*m);
	const void *end = (const char *)m + m->op.len_bytes;

	return m->size <= room && room - ((m->size + 7) & ~UINT64_C(7)) ==
					  sizeof(struct ocr_msg_rider)
		       ? (const struct ocr_msg_rider *)end - 1
		       : NULL;
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
