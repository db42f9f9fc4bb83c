/* SPDX-License-Identifier: BSD-3-Clause */
/* newborn.c - see newborn.h.
 *
 * An observer sees a creation, a release and a destruction when the task asks
 * for them; what was parked follows when the block is told.
 */
#include "src/data/newborn.h"

#include "src/base/fail.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/names/names.h"
#include "src/stream/direct.h"

#include <errno.h>

/* -- What an observer sees ------------------------------------------------- */

static void
show(const struct ocr_stream *s, const struct ocr_op *op)
{
	ocr_direct_show(s, op);
	OCR_OBSERVE(s->rt, end);
}

static void __attribute__((cold, noinline))
show_creation(const struct ocr_stream *s, ocrGuid_t g, uint64_t size)
{
	const struct ocr_msg_create_db m = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.db = g,
		.size = size,
	};

	show(s, &m.op);
}

void
ocr_newborn_show_release(const struct ocr_stream *s,
			 const struct ocr_held_block *b)
{
	const struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = b->db,
		.offset = ocr_memory_offset(s->rt->memory, b->data),
	};

	show(s, &m.op);
}

static void __attribute__((cold, noinline))
show_end(const struct ocr_stream *s, const struct ocr_held_block *b)
{
	const struct ocr_msg_destroy m = OCR_DESTROY(b->db);

	if (!b->released)
		ocr_newborn_show_release(s, b);
	show(s, &m.op);
}

/* -- Their life ------------------------------------------------------------ */

/* Gives back what there is of it. */
static __attribute__((cold, noinline)) int
give_up(struct ocr_runtime *rt, struct ocr_block *b, void *data, uint64_t size)
{
	if (b)
		ocr_pool_put(&rt->data->homes, &ocr_self->homes, b);
	ocr_memory_free_sized(rt->memory, data, size);
	return -ENOMEM;
}

int
ocr_newborn_make(struct ocr_stream *s, struct ocr_held *h, ocrGuid_t g,
		 uint64_t size, void **data)
{
	struct ocr_runtime *rt = s->rt;
	void *p = ocr_memory_alloc_kind(rt->memory, size, OCR_MEMORY_NEAR);
	struct ocr_block *b;

	if (__builtin_expect(!p, 0))
		p = ocr_cache_alloc(rt, size, OCR_MEMORY_NEAR);
	b = p ? ocr_pool_get(&rt->data->homes, &ocr_self->homes) : NULL;
	if (__builtin_expect(!b || ocr_held_add(h, g, DB_MODE_RW, b, p), 0))
		return give_up(rt, b, p, size);
	h->blocks[h->n - 1].newborn = true;
	b->size = size;
	b->copy.data = p;
	s->untold = h;
	if (__builtin_expect(rt->observer != NULL, 0))
		show_creation(s, g, size);
	*data = p;
	return 0;
}

bool
ocr_newborn_end(struct ocr_stream *s, struct ocr_held_block *b)
{
	struct ocr_runtime *rt = s->rt;
	struct ocr_held *h = s->untold;
	struct ocr_block *block = b->block;
	void *data = b->data;

	if (__builtin_expect(
		    !ocr_guidmap_skip(rt->guids, b->db, &ocr_self->dead), 0)) {
		ocr_newborn_tell(s);
		return false;
	}
	if (__builtin_expect(rt->observer != NULL, 0))
		show_end(s, b);
	b->newborn = false;
	ocr_held_forget(h, b);
	if (h->n == h->n_sorted || !h->blocks[h->n - 1].newborn)
		s->untold = NULL;
	block->copy.data = NULL;
	ocr_memory_free_sized(rt->memory, data, block->size);
	ocr_pool_put(&rt->data->homes, &ocr_self->homes, block);
	ocr_data_freed(rt);
	return true;
}

static int
publish(struct ocr_runtime *rt, struct ocr_held_block *b)
{
	struct ocr_block *block = b->block;
	bool held = !b->released;
	int err;

	b->newborn = false;
	if (!held)
		b->block = NULL;
	ocr_block_bear(block, b->db, held);
	err = ocr_names_publish(rt, b->db, block, ocr_home_apply_parked);
	if (err)
		ocr_home_undo(rt, block, held);
	return err;
}

void
ocr_newborn_tell(struct ocr_stream *s)
{
	struct ocr_runtime *rt = s->rt;
	struct ocr_held *h = s->untold;
	uint32_t i;

	if (!h)
		return;
	s->untold = NULL;
	for (i = h->n; i > h->n_sorted; i--)
		if (!h->blocks[i - 1].newborn && !h->blocks[i - 1].gone)
			break;
	ocr_delay_begin();
	for (; i < h->n; i++) {
		if (!h->blocks[i].newborn)
			continue;
		if (publish(rt, &h->blocks[i]))
			ocr_fail_memory(rt, NULL);
	}
	ocr_delay_end(rt);
}
