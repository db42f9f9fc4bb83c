/* SPDX-License-Identifier: BSD-3-Clause */
/* home_ops.c - what a task does to a block whose home is here, by a call; and
 * the runtime, with blocks that it makes itself. */
#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/right.h"
#include "src/data/seen.h"
#include "src/names/names.h"
#include "src/stream/direct.h"

int
ocr_home_new(struct ocr_stream *s, struct ocr_msg_create_db *m)
{
	int err;

	if (!ocr_direct_ok(s))
		return ocr_stream_submit(s, s->rt->self, &m->op);
	OCR_DIRECT_BEGIN(s, &m->op);
	err = ocr_home_create(s->rt, s->rt->self, m, NULL);
	ocr_direct_end(s->rt);
	return err;
}

int
ocr_home_release(struct ocr_stream *s, struct ocr_msg_release *m)
{
	struct ocr_block *b = ocr_names_direct(s, m->db);
	int err;

	if (!b)
		return ocr_stream_submit(s, ocr_right_release_to(s->rt, m->db),
					 &m->op);
	OCR_DIRECT_BEGIN(s, &m->op);
	err = ocr_home_release_at(s->rt, b, s->rt->self, m);
	ocr_direct_end(s->rt);
	return err;
}

/* Would the reference go back, and leave nothing to be done before the release?
 * The bytes are the home's, whose trust keeps them, and nobody waits for them.
 */
static inline bool
may_put_locked(struct ocr_runtime *rt, const struct ocr_block *b, ocrGuid_t g,
	       const void *data)
{
	if (!ocr_guid_eq(b->guid, g) || b->flags & OCR_BLOCK_ORPHAN ||
	    b->copy.data != data || !(b->copy.flags & OCR_COPY_PINNED) ||
	    !OCR_STARVED_NONE(rt) ||
	    atomic_load_explicit(&rt->data->parts.todo, memory_order_relaxed))
		return false;
	return b->busy ? b->busy->home.writers &&
				 b->busy->home.writer == rt->self
		       : (b->flags & OCR_BLOCK_WRITING) != 0;
}

bool
ocr_home_put(struct ocr_stream *s, struct ocr_block *b, const void *data,
	     struct ocr_msg_release *m)
{
	struct ocr_runtime *rt = s->rt;

	if (ocr_owner_of(rt, m->db) != rt->self || ocr_label_is(m->db) ||
	    !ocr_direct_ok(s))
		return false;
	ocr_block_lock(b);
	if (__builtin_expect(!may_put_locked(rt, b, m->db, data), 0)) {
		ocr_unlock(&b->lock, OCR_LOCK_DB);
		return false;
	}
	OCR_DIRECT_BEGIN(s, &m->op);
	b->copy.refs--;
	/* That he writes has been seen. */
	ocr_home_release_locked(rt, b, rt->self, m);
	if (b->busy) {
		ocr_home_pump_locked(rt, b);
		ocr_block_unlock(rt, b);
	} else {
		ocr_unlock(&b->lock, OCR_LOCK_DB);
	}
	ocr_direct_end(rt);
	return true;
}

void
ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g,
		const void *data)
{
	struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = g,
		.offset = ocr_memory_offset(rt->memory, data),
	};

	ocr_block_put(rt, b, data);
	if (ocr_home_release_at(rt, b, rt->self, &m))
		ocr_bug("a block was not taken that is given back");
}

/* The next of its label may be created behind this, not below its lock. */
static inline bool
end_at_once(struct ocr_stream *s, struct ocr_block *b,
	    const struct ocr_msg_destroy *m)
{
	bool ended;

	ocr_delay_begin();
	ended = ocr_home_end(s->rt, b, m->guid);
	if (ended && __builtin_expect(s->rt->observer != NULL, 0)) {
		ocr_direct_show(s, &m->op);
		OCR_OBSERVE(s->rt, end);
	}
	ocr_delay_end(s->rt);
	return ended;
}

int
ocr_home_destroy(struct ocr_stream *s, struct ocr_block *b, ocrGuid_t g)
{
	struct ocr_msg_destroy m = OCR_DESTROY(g);
	int err;

	if (!b || ocr_label_is(g) || !ocr_direct_ok(s))
		b = ocr_names_direct(s, g);
	if (!b)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g), &m.op);
	if (end_at_once(s, b, &m)) {
		ocr_data_freed(s->rt);
		return 0;
	}
	b = ocr_names_direct(s, g);
	if (!b)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g), &m.op);
	OCR_DIRECT_BEGIN(s, &m.op);
	err = ocr_home_destroy_at(s->rt, b, g);
	ocr_direct_end(s->rt);
	return err;
}

void
ocr_home_end_doomed(struct ocr_runtime *rt, struct ocr_block *b)
{
	void *data = b->copy.data;

	ocr_delay_begin(); /* as above */
	if (ocr_seen_any(b))
		ocr_seen_tell_locked(rt, b, OCR_NODE_NONE);
	ocr_names_bury(rt, b->guid, b);
	b->copy.data = NULL;
	b->guid = NULL_GUID;
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	ocr_memory_free_sized(rt->memory, data, b->size);
	ocr_pool_put(&rt->data->homes, &ocr_self->homes, b);
	ocr_data_freed(rt);
	ocr_delay_end(rt);
}

int
ocr_home_publish(struct ocr_runtime *rt, struct ocr_block *b)
{
	int err = ocr_names_put(rt, b->guid, b, ocr_home_apply_parked);

	if (err)
		ocr_home_undo(rt, b, false);
	return err;
}

void
ocr_home_discard(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_block *b = ocr_guidmap_live(rt->guids, g);
	struct ocr_msg_destroy m = OCR_DESTROY(g);
	int err;

	if (!b) {
		ocr_emit(rt, rt->self, &m.op);
		return;
	}
	err = ocr_home_destroy_at(rt, b, g);
	if (err)
		ocr_dispatch_report(rt, rt->self, &m.op, err);
}
