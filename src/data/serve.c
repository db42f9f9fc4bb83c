/* SPDX-License-Identifier: BSD-3-Clause */
/* serve.c - see serve.h. */
#include "src/data/serve.h"

#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/fetch.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>

int
ocr_serve_init(struct ocr_serve *s, uint32_t size, ocr_node_t self,
	       ocr_node_t host, uint64_t min_bytes)
{
	if (!min_bytes)
		return 0;
	s->hosts = malloc(size * sizeof(*s->hosts));
	if (!s->hosts)
		return -ENOMEM;
	for (uint32_t i = 0; i < size; i++)
		atomic_init(&s->hosts[i], i == self ? host : OCR_NODE_NONE);
	s->min_bytes = min_bytes;
	s->host = host;
	s->size = size;
	return 0;
}

void
ocr_serve_fini(struct ocr_serve *s)
{
	free(s->hosts);
}

int
ocr_serve_learn(struct ocr_serve *s, ocr_node_t node, ocr_node_t host)
{
	if (!s->min_bytes)
		return 0;
	if (host >= s->size)
		return -EINVAL;
	atomic_store_explicit(&s->hosts[node], host, memory_order_relaxed);
	return 0;
}

void
ocr_serve_answer(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
		 const void *data)
{
	struct ocr_msg_serves m = {
		.op = OCR_OP(OCR_MSG_SERVES, struct ocr_msg_serves),
		.db = db,
		.version = version,
		.offset = data ? ocr_memory_offset(rt->memory, data) : 0,
		.is_here = data != NULL,
	};

	ocr_emit(rt, ocr_owner_of(rt, db), &m.op);
}

/* What is under way answers when it has come, before it says so. */
static void
serve_locked(struct ocr_runtime *rt, struct ocr_block *b, struct ocr_copy *c)
{
	ocr_copy_pin_locked(rt, b, c);
	c->flags |= OCR_COPY_SERVES;
	if (c->flags & OCR_COPY_READY)
		ocr_serve_answer(rt, b->guid, c->version, c->data);
}

int
ocr_serve_on_serve(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_serve *m = (const void *)op;
	struct ocr_copy *c = NULL;
	struct ocr_block *b;

	if (ocr_guid_kind(m->db) != OCR_GUID_DB ||
	    ocr_owner_of(rt, m->db) != from || from == rt->self)
		return -EINVAL;
	b = ocr_block_find(rt, m->db, m->version);
	if (b)
		c = ocr_copy_find_locked(b, m->version);
	/* Who has it pinned is its holder, or serves already. */
	if (c && !(c->flags & (OCR_COPY_STALE | OCR_COPY_PINNED | OCR_COPY_STAYS)))
		serve_locked(rt, b, c);
	else
		ocr_serve_answer(rt, m->db, m->version, NULL);
	if (b)
		ocr_block_unlock(rt, b);
	return 0;
}
