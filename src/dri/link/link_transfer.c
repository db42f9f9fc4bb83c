/* SPDX-License-Identifier: BSD-3-Clause */
/* link_transfer.c - what is put, credited, done and taken on a link. */
#include "fabric/log.h"
#include "fabric/memory.h"
#include "src/dri/link/early.h"
#include "src/dri/link/link.h"
#include "src/dri/link/ship.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Both sides ------------------------------------------------------------ */

static struct dri_transfer *
append_locked(struct dri_link *l, struct dri_buffer *b)
{
	struct dri_transfer *t = l->spare ? l->spare : malloc(sizeof(*t));

	if (!t)
		return NULL;
	l->spare = NULL;
	*t = (struct dri_transfer){.buffer = b};
	/* The link keeps its own set. */
	if (b->set != l->set)
		ocr_dri_object_get(&b->set->object);
	for (size_t i = 0; i < l->plan.n; i++) {
		/* What a sender that is gone owes will never be full. */
		if (l->ways[i].is_gone && l->side == DRI_SEND)
			continue;
		t->left++;
		if (!l->ways[i].next)
			l->ways[i].next = t;
	}
	*l->transfers_end = t;
	l->transfers_end = &t->next;
	return t;
}

static void
remove_first_locked(struct dri_link *l)
{
	struct dri_transfer *t = l->transfers;

	l->transfers = t->next;
	if (!l->transfers)
		l->transfers_end = &l->transfers;
	if (t->buffer->set != l->set)
		ocr_dri_object_put(&t->buffer->set->object);
	free(l->spare);
	l->spare = t;
}

void
ocr_dri_link_describe_locked(const struct dri_link *l, char *text, size_t len)
{
	const struct dri_transfer *t = l->transfers;
	unsigned more = 0;
	size_t at = 0;

	*text = '\0';
	for (size_t i = 0; i < l->plan.n; i++) {
		if (!t || l->ways[i].next != t)
			continue;
		if (at + 40 > len)
			more++;
		else
			at += (size_t)snprintf(text + at, len - at, "%s%d",
					       at ? ", " : "",
					       l->ways[i].pair->rank);
	}
	if (more)
		snprintf(text + at, len - at, " and %u others", more);
}

/* The place of `rank` among the ways of l, or of the next one.  Where all take
 * part it is the rank. */
static size_t
place_of(const struct dri_link *l, uint32_t rank)
{
	size_t low = 0, high = l->plan.n, mid = rank;

	if (mid < high && (uint32_t)l->ways[mid].pair->rank == rank)
		return mid;
	while (low < high) {
		mid = (low + high) / 2;
		if ((uint32_t)l->ways[mid].pair->rank < rank)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The way that a message is for; NULL with *err: there is none, or it was kept
 * for later. */
struct dri_way *
ocr_dri_way_find_locked(struct dri_world *w, ocr_node_t from, uint32_t id,
			uint32_t rank, enum dri_side side, int *err)
{
	struct dri_link *l = ocr_dri_link_find_locked(w, id);
	struct dri_way *way;
	size_t at;

	*err = 0;
	if (!l) {
		/* It was destroyed meanwhile, unless it never was. */
		*err = id < w->links->n ? 0 : -EPROTO;
		return NULL;
	}
	/* Its plan is being made, without the lock. */
	if (l->state == DRI_LINK_NEW) {
		*err = -EPROTO;
		return NULL;
	}
	at = place_of(l, rank);
	way = at < l->plan.n ? &l->ways[at] : NULL;
	if (way && l->side == side && (uint32_t)way->pair->rank == rank &&
	    way->node == from && !way->is_gone)
		return way;
	*err = -EPROTO;
	return NULL;
}

/* Applies a message to its link, or keeps it for when the link is open. */
static int
handle(struct dri_world *w, ocr_node_t from, uint32_t id, dri_apply_fn *apply,
       const struct ocr_op *op)
{
	struct dri_link *l;
	int err;

	ocr_dri_lock(w);
	l = ocr_dri_link_find_locked(w, id);
	if (l && l->state == DRI_LINK_NEW)
		err = ocr_dri_early_keep_locked(l, apply, from, op);
	else
		err = apply(w, from, op);
	ocr_dri_unlock(w);
	return err;
}

/* CREDIT and DONE to this process are no messages: they are applied where they
 * are said, and nothing else follows from that there. */
static void
tell_own_locked(struct dri_world *w, dri_apply_fn *apply,
		const struct ocr_op *op)
{
	int err = apply(w, w->self, op);

	if (err)
		ocr_log_error(w->self, "message %u to itself: %s", op->type,
			      strerror(-err));
}

/* A receiving way has all of a transfer. */
void
ocr_dri_way_arrive_locked(struct dri_way *way)
{
	struct dri_transfer *t = way->next;

	way->next = t->next;
	if (!--t->left)
		ocr_dri_buffer_set_locked(t->buffer, DRI_BUFFER_FULL);
}

static int
done_locked(struct dri_world *w, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_done *m = (const struct dri_done *)op;
	struct dri_way *way;
	int err;

	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_RECEIVE,
				      &err);
	if (!way)
		return err;
	if (!way->next || way->is_offered)
		return -EPROTO;
	/* Its PIECEs may have been dropped. */
	if (way->link->direct && w->broken)
		return 0;
	ocr_dri_way_arrive_locked(way);
	return 0;
}

/* -- Sending --------------------------------------------------------------- */

/* Buffers whose transfers are done go back, the oldest first. */
static void
retire_locked(struct dri_link *l)
{
	while (l->transfers && !l->transfers->left) {
		ocr_dri_link_let_go_locked(l, l->transfers->buffer);
		remove_first_locked(l);
	}
}

bool
ocr_dri_link_is_done_locked(const struct dri_link *l)
{
	const struct dri_way *running = (struct dri_way *)l->world->running;

	/* A confirmation that is on its way still needs the link, and so does
	 * who looks at a way though there is nothing to do any more. */
	return !l->transfers && !l->n_asked && !(running && running->link == l);
}

/* The receiver wants nothing more: what it has not got counts as done. */
static void
leave_locked(struct dri_way *way)
{
	struct dri_link *l = way->link;
	struct dri_done gone = {
		.op = {sizeof(gone), DRI_MSG_GONE, 0},
		.link = way->peer_link,
		.rank = (uint32_t)l->rank,
	};

	for (; way->next; way->next = way->next->next)
		way->next->left--;
	way->is_gone = true;
	way->n_credits = 0;
	l->n_gone++;
	ocr_dri_send_locked(l->world, way->node, &gone.op);
	retire_locked(l);
}

/* Its elements are there, or will be before what is sent next. */
static void
say_done_locked(const struct dri_way *way)
{
	const struct dri_link *l = way->link;
	struct dri_done done = {
		.op = {sizeof(done), DRI_MSG_DONE, 0},
		.link = way->peer_link,
		.rank = (uint32_t)l->rank,
	};

	if (way->node == l->world->self)
		tell_own_locked(l->world, done_locked, &done.op);
	else
		ocr_dri_send_locked(l->world, way->node, &done.op);
}

/* The receiver has it, and knows. */
static void
finish_locked(struct dri_way *way)
{
	struct dri_link *l = way->link;
	struct dri_transfer *t = way->next;

	way->next = t->next;
	t->left--;
	way->first_credit = (way->first_credit + 1) % l->n_peer_buffers;
	way->n_credits--;
	if (way->is_busy) /* else who drives may look at it */
		way->is_busy = false;
	if (way->is_closed)
		leave_locked(way);
	retire_locked(l);
}

/* What can be moved is: at once, or by who drives. */
static void
start_locked(struct dri_way *way)
{
	while (way->next && way->n_credits && !way->is_busy) {
		if (!ocr_dri_ship_small_locked(way)) {
			ocr_dri_queue_locked(way->link->world, &way->job);
			return;
		}
		say_done_locked(way);
		finish_locked(way);
	}
}

void
ocr_dri_way_done(struct dri_way *way)
{
	struct dri_world *w = way->link->world;

	ocr_dri_lock(w);
	say_done_locked(way);
	finish_locked(way);
	start_locked(way);
	ocr_dri_unlock(w);
}

void
ocr_dri_way_next_locked(struct dri_way *way)
{
	finish_locked(way);
	start_locked(way);
}

int
ocr_dri_link_put_locked(struct dri_link *l, struct dri_buffer *b)
{
	if (!append_locked(l, b))
		return DRI_ERR_NO_MEMORY;
	b->is_leaving = l->in_place;
	if (l->twin && l->twin->state == DRI_LINK_OPEN) {
		b->is_arriving = true;
		ocr_dri_link_credit_locked(l->twin, b);
	}
	ocr_dri_buffer_set_locked(b, DRI_BUFFER_SENDING);
	for (size_t i = 0; i < l->plan.n; i++)
		start_locked(&l->ways[i]);
	retire_locked(l);
	return DRI_SUCCESS;
}

/* The way that a CREDIT is for, which has it; NULL with *err as above. */
static struct dri_way *
credit_way_locked(struct dri_world *w, ocr_node_t from, const struct ocr_op *op,
		  int *err)
{
	const struct dri_credit *m = (const struct dri_credit *)op;
	struct dri_way *way;
	uint32_t room;

	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_SEND, err);
	if (!way)
		return NULL;
	room = way->link->n_peer_buffers;
	if (way->n_credits == room || way->is_closed) {
		*err = -EPROTO;
		return NULL;
	}
	way->credits[(way->first_credit + way->n_credits++) % room] =
		(struct dri_target){m->offset, m->user};
	return way;
}

static int
credit_locked(struct dri_world *w, ocr_node_t from, const struct ocr_op *op)
{
	struct dri_way *way;
	int err;

	way = credit_way_locked(w, from, op, &err);
	if (way)
		start_locked(way);
	return err;
}

/* A transfer that can begin is left to who drives: its buffer may come back and
 * be the next one to receive into, and who says this is not through with the
 * one before. */
static int
own_credit_locked(struct dri_world *w, ocr_node_t from, const struct ocr_op *op)
{
	struct dri_way *way;
	int err;

	way = credit_way_locked(w, from, op, &err);
	if (way && way->next)
		ocr_dri_queue_locked(w, &way->job);
	return err;
}

int
ocr_dri_on_credit(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	return handle(ctx, from, ((const struct dri_credit *)op)->link,
		      credit_locked, op);
}

static int
close_locked(struct dri_world *w, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_close *m = (const struct dri_close *)op;
	struct dri_way *way;
	int err;

	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_SEND,
				      &err);
	if (!way)
		return err;
	way->is_closed = true;
	if (!way->is_busy)
		leave_locked(way);
	return 0;
}

int
ocr_dri_on_close(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	return handle(ctx, from, ((const struct dri_close *)op)->link,
		      close_locked, op);
}

int
ocr_dri_on_window(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_window *m = (const struct dri_window *)op;
	struct dri_world *w = ctx;
	int err;

	if (from == w->self)
		return -EPROTO;
	err = ocr_neighbour_map(w->neighbours, from, &m->name);
	if (err)
		ocr_log_info(w->self,
			     "the memory of process %u is not to be had (%s): "
			     "data goes by the network",
			     from, strerror(-err));
	return 0;
}

/* -- Receiving ------------------------------------------------------------- */

void
ocr_dri_link_credit_locked(struct dri_link *l, struct dri_buffer *b)
{
	struct dri_world *w = l->world;
	struct dri_credit m = {
		.op = {sizeof(m), DRI_MSG_CREDIT, 0},
		.rank = (uint32_t)l->rank,
	};

	if (!l->direct)
		m.offset = ocr_memory_offset(w->memory, b->window);

	if (!append_locked(l, b)) {
		ocr_dri_world_fail_locked(w, "no memory to receive \"%s\"",
					  l->name);
		return;
	}
	ocr_dri_buffer_set_locked(b, DRI_BUFFER_EMPTY);
	for (size_t i = 0; i < l->plan.n; i++) {
		if (l->ways[i].is_gone)
			continue;
		m.link = l->ways[i].peer_link;
		if (l->direct)
			m.user = l->ways[i].node == w->self ? (uintptr_t)b->user
							    : 1;
		if (l->ways[i].node == w->self)
			tell_own_locked(w, own_credit_locked, &m.op);
		else
			ocr_dri_send_locked(w, l->ways[i].node, &m.op);
	}
}

bool
ocr_dri_link_is_dry_locked(const struct dri_link *l)
{
	if (!l->transfers || !l->transfers->left || !l->n_gone)
		return false;
	for (size_t i = 0; i < l->plan.n; i++)
		if (l->ways[i].is_gone && l->ways[i].next == l->transfers)
			return true;
	return false;
}

bool
ocr_dri_link_has_all_locked(const struct dri_link *send)
{
	const struct dri_transfer *t =
		send->twin ? send->twin->transfers : NULL;
	int n = 0;

	for (; t; t = t->next)
		n++;
	for (int i = 0; i < send->set->n; i++)
		n += ocr_dri_buffer_is_held(send->set->buffers[i]);
	return n == send->set->n;
}

struct dri_buffer *
ocr_dri_link_take_locked(struct dri_link *l)
{
	struct dri_buffer *b;

	if (!l->transfers || l->transfers->left ||
	    l->transfers->buffer->is_leaving)
		return NULL;
	b = l->transfers->buffer;
	b->is_arriving = false;
	ocr_dri_buffer_set_locked(b, DRI_BUFFER_HELD);
	remove_first_locked(l);
	return b;
}

int
ocr_dri_on_done(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	struct dri_world *w = ctx;
	int err;

	ocr_dri_lock(w);
	err = done_locked(w, from, op);
	ocr_dri_unlock(w);
	return err;
}

static int
gone_locked(struct dri_world *w, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_done *m = (const struct dri_done *)op;
	struct dri_way *way;
	int err;

	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_RECEIVE,
				      &err);
	if (!way)
		return err;
	way->is_gone = true;
	way->link->n_gone++;
	ocr_dri_link_reap_locked(way->link);
	return 0;
}

int
ocr_dri_on_gone(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	return handle(ctx, from, ((const struct dri_done *)op)->link,
		      gone_locked, op);
}

static bool
piece_fits(const struct dri_way *way, const struct dri_piece *m)
{
	uint64_t elem = way->mover.elem_bytes;

	return m->part < (uint32_t)way->link->form.parts && m->first >= 0 &&
	       m->n > 0 && m->first < way->pair->elements &&
	       m->n <= way->pair->elements - m->first &&
	       (uint64_t)m->n <= (m->op.len_bytes - sizeof(*m)) / elem;
}

static char *
target_of(const struct dri_way *way)
{
	const struct dri_buffer *b = way->next->buffer;

	return way->link->direct ? b->user : b->window;
}

int
ocr_dri_on_piece(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_piece *m = (const struct dri_piece *)op;
	struct dri_world *w = ctx;
	struct dri_way *way;
	char *to = NULL;
	int err;

	ocr_dri_lock(w);
	way = ocr_dri_way_find_locked(w, from, m->link, m->rank, DRI_RECEIVE,
				      &err);
	if (way && (!way->next || !piece_fits(way, m)))
		err = -EPROTO;
	/* In a job that is broken the program may have its memory back. */
	else if (way && !(way->link->direct && w->broken))
		to = target_of(way);
	w->is_taking = to && way->link->direct;
	ocr_dri_unlock(w);
	/* The link stays as long as this way is not gone, and only who drives,
	 * which is this thread, can see to that. */
	if (to)
		ocr_dri_unpack(&way->mover, way->pair, m->first, m->n, m->bytes,
			       to + m->part * way->dst_part);
	if (w->is_taking) {
		ocr_dri_lock(w);
		w->is_taking = false;
		ocr_dri_unlock(w);
	}
	return err;
}
