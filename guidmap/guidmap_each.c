/* SPDX-License-Identifier: BSD-3-Clause */
/* guidmap_each.c - all that lives in a map, all that is parked, and its
 * figures. */
#include "guidmap/guidmap_body.h"

struct visit {
	void (*fn)(void *ctx, ocrGuid_t g, void *obj);
	void *ctx;
	ocr_node_t self;
	ocr_node_t creator;
	enum class cls;
};

static void
visit_chunk(void *ctx, struct ocr_chunk *c)
{
	const struct visit *v = ctx;
	uint64_t slot, first;
	ocrGuid_t g;
	unsigned i;

	first = ocr_guidmap_counted(&c->number) << OCR_GUID_CHUNK_BITS;
	for (i = 0; i < OCR_GUID_CHUNK; i++) {
		slot = atomic_load_explicit(&c->slot[i], memory_order_acquire);
		if (ocr_slot_state_of(slot) != OCR_SLOT_LIVE)
			continue;
		g = ocr_guid_make(OCR_GUID_NULL, 0, v->self, v->creator,
				  first + i);
		g.upper |= slot & OCR_SLOT_TAG_MASK;
		if (v->cls == CLASS_TEMPLATE)
			g.lower <<= 32;
		v->fn(v->ctx, g, ocr_slot_pointer(slot));
	}
}

void
ocr_guidmap_each(struct ocr_guidmap *m,
		 void (*fn)(void *ctx, ocrGuid_t g, void *obj), void *ctx)
{
	struct visit v = {.fn = fn, .ctx = ctx, .self = m->self};
	struct ocr_lane *lane;
	size_t i;

	for (i = 0; i < CLASSES * (size_t)m->size; i++) {
		lane = atomic_load_explicit(&m->lanes[i], memory_order_acquire);
		v.creator = (ocr_node_t)(i % m->size);
		v.cls = (enum class)(i / m->size);
		if (lane)
			ocr_lane_each(lane, visit_chunk, &v);
	}
}

struct visit_parked {
	void (*fn)(void *ctx, ocr_node_t from, const struct ocr_op *op);
	void *ctx;
};

static void
visit_parked(void *ctx, struct ocr_chunk *c)
{
	const struct visit_parked *v = ctx;
	const struct ocr_parked *x;
	uint64_t slot;

	for (unsigned i = 0; i < OCR_GUID_CHUNK; i++) {
		slot = atomic_load_explicit(&c->slot[i], memory_order_acquire);
		if (ocr_slot_state_of(slot) != OCR_SLOT_PARKED)
			continue;
		for (x = ocr_slot_pointer(slot); x; x = x->next)
			v->fn(v->ctx, x->from, (const struct ocr_op *)x->op);
	}
}

void
ocr_guidmap_each_parked(struct ocr_guidmap *m,
			void (*fn)(void *ctx, ocr_node_t from,
				   const struct ocr_op *op),
			void *ctx)
{
	struct visit_parked v = {.fn = fn, .ctx = ctx};
	struct ocr_lane *lane;

	for (size_t i = 0; i < CLASSES * (size_t)m->size; i++) {
		lane = atomic_load_explicit(&m->lanes[i], memory_order_acquire);
		if (lane)
			ocr_lane_each(lane, visit_parked, &v);
	}
}

void
ocr_guidmap_get_stats(const struct ocr_guidmap *m, struct ocr_guidmap_stats *s)
{
	s->chunks = ocr_guidmap_counted(&m->pool.living);
	s->chunks_back = ocr_guidmap_counted(&m->pool.back);
	s->parked = ocr_guidmap_counted(&m->parked.now);
	s->dropped = ocr_guidmap_counted(&m->parked.dropped);
	s->bytes = ocr_guidmap_counted(&m->pool.bytes);
}
