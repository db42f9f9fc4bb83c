/* SPDX-License-Identifier: BSD-3-Clause */
/* brief.c - see brief.h. */
#include "src/stream/brief.h"

#include "fabric/log.h"

#include <stdlib.h>

#define FLAGS (OCR_BRIEF_OUTPUT | OCR_BRIEF_WAITS | OCR_BRIEF_WAITER_PLACED)

bool
ocr_brief_is_right(ocr_node_t self, ocr_node_t from,
		   const struct ocr_msg_create_brief *m, uint32_t *riders)
{
	uint32_t room = m->op.len_bytes - (uint32_t)sizeof(*m);
	uint32_t params = (m->counts & 15) * (uint32_t)sizeof(uint64_t);
	uint32_t rest = room - params;
	unsigned depc = m->counts >> 4;

	if (depc > OCR_BRIEF_SLOTS || m->met >> depc || room < params ||
	    (rest && rest % sizeof(struct ocr_msg_rider)) ||
	    m->edt.upper !=
		    ocr_guid_make(OCR_GUID_EDT, OCR_GUID_PLACED, self, from, 0)
			    .upper)
		return false;
	if (m->flags & ~(unsigned)FLAGS ||
	    (m->flags & OCR_BRIEF_WAITS && !(m->flags & OCR_BRIEF_OUTPUT)) ||
	    (!(m->flags & OCR_BRIEF_WAITS) &&
	     (m->waiter | m->slot | (m->flags & OCR_BRIEF_WAITER_PLACED))))
		return false;
	*riders = rest ? rest / (uint32_t)sizeof(struct ocr_msg_rider) : 0;
	return true;
}

static struct ocr_msg_rider *
unfold_waiter(ocr_node_t from, const struct ocr_msg_create_brief *m,
	      struct ocr_msg_rider *r)
{
	struct ocr_waiter w;

	if (!(m->flags & OCR_BRIEF_WAITS))
		return r;
	w = ocr_brief_waiter(from, m);
	*r = (struct ocr_msg_rider){w.dest, w.slot, w.mode | OCR_RIDER_WAITS};
	return r + 1;
}

static struct ocr_msg_rider *
unfold_slots(const struct ocr_msg_create_brief *m, struct ocr_msg_rider *r)
{
	for (uint32_t i = 0; i < OCR_BRIEF_SLOTS; i++)
		if (m->met >> i & 1)
			*r++ = (struct ocr_msg_rider){NULL_GUID, i,
						      DB_DEFAULT_MODE};
	return r;
}

struct ocr_msg_create_edt *
ocr_brief_unfold(ocr_node_t self, ocr_node_t from,
		 const struct ocr_msg_create_brief *m)
{
	uint32_t paramc = m->counts & 15, n, bytes;
	struct ocr_msg_create_edt *to;
	struct ocr_msg_rider *r;

	if (!ocr_brief_is_right(self, from, m, &n))
		return NULL;
	bytes = (uint32_t)(sizeof(*to) + paramc * sizeof(uint64_t));
	to = malloc(bytes +
		    (n + 1 + OCR_BRIEF_SLOTS) * sizeof(struct ocr_msg_rider));
	if (!to)
		ocr_no_memory("a creation in brief");
	*to = (struct ocr_msg_create_edt){
		.edt = m->edt,
		.code = {m->module, m->offset},
		.output = m->flags & OCR_BRIEF_OUTPUT ? ocr_brief_output(m->edt)
						      : NULL_GUID,
		.paramc = paramc,
		.depc = m->counts >> 4,
	};
	memcpy(to->paramv, m->paramv, paramc * sizeof(uint64_t));
	r = unfold_waiter(from, m, (void *)(to->paramv + paramc));
	r = unfold_slots(m, r);
	memcpy(r, m->paramv + paramc, n * sizeof(*r));
	to->op.type = OCR_MSG_CREATE_EDT;
	to->op.len_bytes = (uint32_t)((char *)(r + n) - (char *)to);
	return to;
}
