/* SPDX-License-Identifier: BSD-3-Clause */
/* parted.c - see parted.h. */
#include "src/data/parted.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/data/data.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"

#include <errno.h>
#include <stdlib.h>

struct ocr_parted {
	struct ocr_parted *next;
	struct ocr_stream *stream;
	ocrGuid_t db;
	uint64_t number;
};

uint64_t
ocr_parted_await(struct ocr_runtime *rt, struct ocr_stream *s, ocrGuid_t db)
{
	struct ocr_parted *w = malloc(sizeof(*w));

	if (!w)
		return 0;
	w->stream = s;
	w->db = db;
	ocr_parts_lock(&rt->data->parts);
	w->number = ++rt->data->parts.n_awaited;
	w->next = rt->data->parts.awaited;
	rt->data->parts.awaited = w;
	ocr_parts_unlock(&rt->data->parts);
	return w->number;
}

void
ocr_parted_tell(struct ocr_runtime *rt, ocrGuid_t db, ocr_node_t node,
		uint64_t wait)
{
	struct ocr_msg_parted m = {
		.op = OCR_OP(OCR_MSG_PARTED, struct ocr_msg_parted),
		.db = db,
		.wait = wait,
	};

	if (wait)
		ocr_emit(rt, node, &m.op);
}

/* Ours alone; NULL: nobody awaits that. */
static struct ocr_parted *
take(struct ocr_parts *p, const struct ocr_msg_parted *m)
{
	struct ocr_parted **at, *w;

	ocr_parts_lock(p);
	at = &p->awaited;
	while (*at &&
	       !((*at)->number == m->wait && ocr_guid_eq((*at)->db, m->db)))
		at = &(*at)->next;
	w = *at;
	if (w)
		*at = w->next;
	ocr_parts_unlock(p);
	return w;
}

int
ocr_parted_on_parted(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_parted *m = (const void *)op;
	struct ocr_parted *w;

	if (ocr_guid_kind(m->db) != OCR_GUID_DB ||
	    ocr_owner_of(rt, m->db) != from)
		return -EINVAL;
	w = take(&rt->data->parts, m);
	if (!w)
		return -EINVAL;
	/* A stream waits for all its answers before it ends. */
	ocr_stream_answered(w->stream);
	free(w);
	return 0;
}

void
ocr_parted_fini(struct ocr_parts *p)
{
	struct ocr_parted *w;

	while ((w = p->awaited)) {
		p->awaited = w->next;
		free(w);
	}
}
