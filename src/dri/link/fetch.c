/* SPDX-License-Identifier: BSD-3-Clause */
/* fetch.c - OFFER, and what comes of it. */
#include "src/dri/link/fetch.h"

#include "fabric/memory.h"
#include "src/dri/link/link.h"

#include <errno.h>
#include <string.h>

/* -- Sending --------------------------------------------------------------- */

static uint64_t
bytes_of(const struct dri_way *way)
{
	return (uint64_t)way->src_count * (uint64_t)way->link->form.parts *
	       way->mover.elem_bytes;
}

/* The buffer in the window; NULL: there is no room. */
static void *
window_of(struct dri_world *w, struct dri_buffer *b)
{
	ocr_dri_lock(w);
	if (!b->window)
		b->window = ocr_memory_alloc(w->memory, (size_t)b->set->bytes);
	ocr_dri_unlock(w);
	return b->window;
}

/* What the program has elsewhere is copied there, once for all ways. */
static bool
stage(struct dri_way *way)
{
	struct dri_transfer *t = way->next;
	struct dri_buffer *b = way->ship.buffer;

	if (!window_of(way->link->world, b))
		return false;
	if (b->user && !t->is_staged)
		memcpy(b->window, b->user, bytes_of(way));
	t->is_staged = true;
	return true;
}

bool
ocr_dri_offer(struct dri_way *way)
{
	struct dri_world *w = way->link->world;
	struct dri_offer m = {
		.op = {sizeof(m), DRI_MSG_OFFER, 0},
		.link = way->peer_link,
		.rank = (uint32_t)way->link->rank,
	};

	if (!ocr_dri_world_is_near(w, way->node) || !stage(way))
		return false;
	m.offset = ocr_memory_offset(w->memory, way->ship.buffer->window);
	ocr_dri_lock(w);
	ocr_dri_link_tell_window_locked(w, way->node);
	way->is_offered = true;
	ocr_dri_send_locked(w, way->node, &m.op);
	ocr_dri_unlock(w);
	return true;
}

int
ocr_dri_on_taken(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_taken *m = (const struct dri_taken *)op;
	struct dri_world *w = ctx;
	struct dri_way *way;
	int err;

	ocr_dri_lock(w);
	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_SEND,
				      &err);
	if (way && !way->is_offered) {
		err = -EPROTO;
	} else if (way) {
		way->is_offered = false;
		if (m->fetched)
			ocr_dri_way_next_locked(way);
		else
			ocr_dri_queue_locked(w, &way->job);
	}
	ocr_dri_unlock(w);
	return err;
}

/* -- Receiving ------------------------------------------------------------- */

int
ocr_dri_on_offer(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_offer *m = (const struct dri_offer *)op;
	struct dri_world *w = ctx;
	struct dri_way *way;
	int err;

	ocr_dri_lock(w);
	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_RECEIVE,
				      &err);
	if (way && way->link->direct && way->next && !way->is_offered) {
		way->is_offered = true;
		way->ship.offset = m->offset;
		ocr_dri_queue_locked(w, &way->job);
	} else if (way) {
		err = -EPROTO;
	}
	ocr_dri_unlock(w);
	return err;
}

/* Where it is in this process's memory; NULL: not here. */
static const char *
source_of(const struct dri_way *way)
{
	uint64_t len, need = bytes_of(way);
	char *base;

	if (!ocr_dri_world_view(way->link->world, way->node, &base, &len) ||
	    way->ship.offset > len || need > len - way->ship.offset)
		return NULL;
	return (const char *)((uintptr_t)base + way->ship.offset);
}

static void
answer(struct dri_way *way, bool fetched)
{
	struct dri_world *w = way->link->world;
	struct dri_taken m = {
		.op = {sizeof(m), DRI_MSG_TAKEN, 0},
		.link = way->peer_link,
		.rank = (uint32_t)way->link->rank,
		.fetched = fetched,
	};

	ocr_dri_lock(w);
	way->is_offered = false;
	if (fetched)
		ocr_dri_way_arrive_locked(way);
	ocr_dri_send_locked(w, way->node, &m.op);
	ocr_dri_unlock(w);
}

void
ocr_dri_fetch_run(struct dri_job *j)
{
	struct dri_way *way = (struct dri_way *)j;
	const char *from;

	/* The way and its transfer stay until this has answered. */
	if (!way->is_offered)
		return;
	from = source_of(way);
	if (from)
		ocr_dri_way_move(way, from, way->next->buffer->user);
	answer(way, from != NULL);
}
