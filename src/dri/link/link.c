/* SPDX-License-Identifier: BSD-3-Clause */
/* link.c - links come, connect and go. */
#include "src/dri/link/link.h"

#include "src/dri/link/early.h"
#include "src/dri/link/fetch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- The table of links ---------------------------------------------------- */

/* Numbers are never used again: what is late for a link finds none. */
static int
enter_locked(struct dri_world *w, struct dri_link *l)
{
	struct dri_links *all = w->links;
	uint32_t room = all->room ? all->room * 2 : 16;
	struct dri_link **at;

	if (all->n == all->room) {
		at = realloc(all->at, room * sizeof(struct dri_link *));
		if (!at)
			return -ENOMEM;
		all->at = at;
		all->room = room;
	}
	l->id = all->n;
	all->at[all->n++] = l;
	return 0;
}

struct dri_link *
ocr_dri_link_find_locked(struct dri_world *w, uint32_t id)
{
	return id < w->links->n ? w->links->at[id] : NULL;
}

struct dri_link *
ocr_dri_link_new_locked(struct dri_world *w, enum dri_side side,
			struct dri_bufferset *set, const struct dri_type *type,
			const char *name)
{
	struct dri_link *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->world = w;
	l->side = side;
	l->set = set;
	l->type = *type;
	snprintf(l->name, sizeof(l->name), "%s", name);
	l->early_end = &l->early;
	l->transfers_end = &l->transfers;
	if (enter_locked(w, l)) {
		free(l);
		return NULL;
	}
	ocr_dri_object_get(&set->object);
	return l;
}

/* A way may be queued though it has nothing to do. */
static void
unqueue_locked(struct dri_link *l)
{
	struct dri_world *w = l->world;
	struct dri_job **at = &w->jobs;

	while (*at) {
		struct dri_way *way = (struct dri_way *)*at;

		if (way->link == l)
			*at = way->job.next;
		else
			at = &way->job.next;
	}
	w->jobs_end = at;
}

void
ocr_dri_link_pair_locked(struct dri_link *send, struct dri_link *recv)
{
	send->in_place = recv->in_place = true;
	send->twin = recv;
	recv->twin = send;
}

void
ocr_dri_link_let_go_locked(const struct dri_link *l, struct dri_buffer *b)
{
	if (l->in_place && l->side == DRI_SEND)
		b->is_leaving = false;
	else if (l->in_place)
		b->is_arriving = false;
	if (!b->is_leaving && !b->is_arriving)
		ocr_dri_buffer_release_locked(b);
}

static void
free_link_locked(struct dri_link *l)
{
	struct dri_transfer *t;

	unqueue_locked(l);
	if (l->twin)
		l->twin->twin = NULL;
	if (l->set->link == l)
		l->set->link = NULL;
	while ((t = l->transfers)) {
		l->transfers = t->next;
		ocr_dri_link_let_go_locked(l, t->buffer);
		if (t->buffer->set != l->set)
			ocr_dri_object_put(&t->buffer->set->object);
		free(t);
	}
	for (size_t i = 0; l->ways && i < l->plan.n; i++)
		free(l->ways[i].credits);
	free(l->spare);
	ocr_dri_early_free(l);
	ocr_dri_plan_free(&l->plan);
	l->world->links->at[l->id] = NULL;
	ocr_dri_object_put(&l->set->object);
	free(l->ways);
	free(l);
}

void
ocr_dri_link_drop_locked(struct dri_link *l)
{
	free_link_locked(l);
}

void
ocr_dri_links_free(struct dri_world *w)
{
	ocr_dri_lock(w);
	for (uint32_t i = 0; i < w->links->n; i++)
		if (w->links->at[i])
			free_link_locked(w->links->at[i]);
	ocr_dri_unlock(w);
}

int
ocr_dri_links_open(struct dri_world *w)
{
	struct dri_links *all = calloc(1, sizeof(*all));

	if (!all)
		return -ENOMEM;
	all->told = calloc(w->size, sizeof(*all->told));
	if (!all->told) {
		free(all);
		return -ENOMEM;
	}
	all->limits = ocr_dri_ship_limits;
	w->links = all;
	return 0;
}

void
ocr_dri_links_close(struct dri_world *w)
{
	ocr_dri_ship_end(w);
	free(w->links->at);
	free(w->links->told);
	free(w->links);
	w->links = NULL;
}

/* -- The plan -------------------------------------------------------------- */

/* The sender that each receiver is near to: itself, in a clique.  NULL with 0
 * in a pipeline. */
static int
find_near(const struct dri_table *t, int **out)
{
	const struct dri_member *send = t->member, *recv = t->member + t->n[0];
	uint32_t i, j;
	int *near;

	*out = NULL;
	if (!t->clique)
		return 0;
	near = calloc(t->n[DRI_RECEIVE], sizeof(*near));
	if (!near)
		return -ENOMEM;
	for (i = 0; i < t->n[DRI_RECEIVE]; i++) {
		/* Most often it has the same rank on both sides. */
		for (j = 0; j < t->n[DRI_SEND]; j++)
			if (send[(i + j) % t->n[DRI_SEND]].node == recv[i].node)
				break;
		near[i] = (int)((i + j) % t->n[DRI_SEND]);
	}
	*out = near;
	return 0;
}

/* What is copied under the lock: it costs less than giving the lock away. */
#define SMALL_BYTES 4096

/* Most small transfers are one piece of memory on both sides. */
static void
measure(struct dri_way *way)
{
	int64_t n = way->pair->elements;

	if (n == 0 || way->job.bytes > SMALL_BYTES)
		return;
	ocr_dri_locate(&way->mover, way->pair, 0, &way->first);
	if (way->first.run >= n)
		way->small_bytes = (size_t)n * way->mover.elem_bytes;
}

/* From elements to units and bytes; false: of the other side, which has sent
 * this, more than can be. */
static bool
spread(struct dri_way *way, const struct dri_form *f)
{
	int64_t step[2] = {ocr_dri_form_step(f, DRI_SEND),
			   ocr_dri_form_step(f, DRI_RECEIVE)};
	int64_t unit = (int64_t)f->unit_bytes * f->parts, bytes;

	if (__builtin_mul_overflow(way->src_count, unit, &bytes) ||
	    __builtin_mul_overflow(way->dst_count, unit, &bytes))
		return false;
	way->src_part = ocr_dri_form_part(f, DRI_SEND, way->src_count);
	way->dst_part = ocr_dri_form_part(f, DRI_RECEIVE, way->dst_count);
	if (step[DRI_SEND] != step[DRI_RECEIVE]) {
		way->mover.parts = f->parts;
		way->mover.src_part = (int64_t)way->src_part;
		way->mover.dst_part = (int64_t)way->dst_part;
	}
	for (int d = 0; d < way->mover.ndims; d++) {
		way->mover.src_stride[d] *= step[DRI_SEND];
		way->mover.dst_stride[d] *= step[DRI_RECEIVE];
	}
	return true;
}

static int
init_way(struct dri_link *l, struct dri_way *way, const struct dri_pair *pair,
	 const struct dri_table *t, int rank)
{
	bool sends = l->side == DRI_SEND;
	const struct dri_member *peer =
		&t->member[(sends ? t->n[DRI_SEND] : 0) + (uint32_t)pair->rank];

	way->link = l;
	way->pair = pair;
	way->node = peer->node;
	way->peer_link = peer->link[!l->side];
	way->job.run = ocr_dri_ship_run;
	way->mover.ndims = l->shape[0].ndims;
	way->mover.elem_bytes = l->form.unit_bytes;
	way->src_count = ocr_dri_shape_strides(&l->shape[DRI_SEND],
					       sends ? rank : pair->rank,
					       way->mover.src_stride);
	way->dst_count = ocr_dri_shape_strides(&l->shape[DRI_RECEIVE],
					       sends ? pair->rank : rank,
					       way->mover.dst_stride);
	if (!spread(way, &l->form))
		return -EOVERFLOW;
	for (; pair; pair = pair->next)
		way->job.bytes += (uint64_t)pair->elements *
				  l->form.unit_bytes * (uint64_t)l->form.parts;
	if (!sends) {
		way->job.run = ocr_dri_fetch_run;
		return 0;
	}
	measure(way);
	way->credits = calloc(l->n_peer_buffers, sizeof(*way->credits));
	return way->credits ? 0 : -ENOMEM;
}

static int
make_ways(struct dri_link *l, const struct dri_table *t, int rank)
{
	int err = 0;

	l->ways = calloc(l->plan.n ? l->plan.n : 1, sizeof(*l->ways));
	if (!l->ways)
		return -ENOMEM;
	for (size_t i = 0; i < l->plan.n && !err; i++)
		err = init_way(l, &l->ways[i], &l->plan.pairs[i], t, rank);
	return err;
}

int
ocr_dri_link_plan(struct dri_link *l, const struct dri_table *t, int rank)
{
	int64_t stride[DRI_MAX_DIMS];
	const char *why;
	int *near;
	int err;

	/* Checked when the table came. */
	for (int s = 0; s < 2; s++)
		if (ocr_dri_shape_make(&l->shape[s], &t->shape[s], &why))
			return -EINVAL;
	if (!ocr_dri_form((DRI_Dataspec)(intptr_t)t->dataspec[DRI_SEND],
			  (DRI_Dataspec)(intptr_t)t->dataspec[DRI_RECEIVE],
			  &l->form))
		return -EINVAL;
	l->rank = rank;
	l->n_peer_buffers = t->n_buffers[!l->side];
	l->count = ocr_dri_shape_strides(&l->shape[l->side], rank, stride);
	err = find_near(t, &near);
	if (err)
		return err;
	err = ocr_dri_plan_make(&l->plan, &l->shape[DRI_SEND],
				&l->shape[DRI_RECEIVE], l->side, rank, near);
	free(near);
	if (!err && l->in_place)
		err = ocr_dri_plan_in_place(&l->plan, &l->shape[l->side], rank);
	return err ? err : make_ways(l, t, rank);
}

/* -- Open and close -------------------------------------------------------- */

/* From this host alone, and not so little that two copies in the caches are as
 * fast. */
static bool
is_direct(const struct dri_link *l)
{
	struct dri_world *w = l->world;
	int64_t bytes = l->count * (int64_t)l->type.part_bytes * l->type.parts;

	if (!l->set->is_user || w->by_network ||
	    bytes < w->links->limits.direct_bytes)
		return false;
	for (size_t i = 0; i < l->plan.n; i++) {
		ocr_node_t node = l->ways[i].node;

		if (node != w->self && !ocr_dri_world_is_near(w, node))
			return false;
	}
	return true;
}

void
ocr_dri_link_tell_window_locked(struct dri_world *w, ocr_node_t node)
{
	struct dri_window m = {
		.op = {sizeof(m), DRI_MSG_WINDOW, 0},
	};

	if (node == w->self || w->by_network || w->links->told[node] ||
	    !ocr_dri_world_is_local(w, node))
		return;
	w->links->told[node] = true;
	m.name = ocr_neighbour_window_name(w->memory);
	if (m.name.fd >= 0)
		ocr_dri_send_locked(w, node, &m.op);
}

void
ocr_dri_link_open_locked(struct dri_link *l)
{
	struct dri_buffer *b;

	l->state = DRI_LINK_OPEN;
	if (l->side == DRI_RECEIVE) {
		l->direct = is_direct(l);
		for (size_t i = 0; i < l->plan.n; i++)
			ocr_dri_link_tell_window_locked(l->world,
							l->ways[i].node);
		/* In place a buffer is received into when it is put. */
		if (!l->in_place)
			l->set->link = l;
		while (!l->in_place && (b = ocr_dri_buffer_take_locked(l->set)))
			ocr_dri_link_credit_locked(l, b);
	}
	ocr_dri_early_replay_locked(l);
}

static void
close_way_locked(struct dri_link *l, struct dri_way *way)
{
	struct dri_done gone = {
		.op = {sizeof(gone), DRI_MSG_GONE, 0},
		.link = way->peer_link,
		.rank = (uint32_t)l->rank,
	};
	struct dri_close close = {
		.op = {sizeof(close), DRI_MSG_CLOSE, 0},
		.link = way->peer_link,
		.rank = (uint32_t)l->rank,
	};

	if (way->is_gone)
		return;
	if (l->side == DRI_SEND)
		ocr_dri_send_locked(l->world, way->node, &gone.op);
	else
		ocr_dri_send_locked(l->world, way->node, &close.op);
}

void
ocr_dri_link_reap_locked(struct dri_link *l)
{
	if (l->state == DRI_LINK_CLOSING && l->n_gone == l->plan.n)
		free_link_locked(l);
}

void
ocr_dri_link_close_locked(struct dri_link *l)
{
	l->state = DRI_LINK_CLOSING;
	if (l->set->link == l)
		l->set->link = NULL;
	for (size_t i = 0; i < l->plan.n; i++)
		close_way_locked(l, &l->ways[i]);
	if (l->side == DRI_SEND)
		free_link_locked(l);
	else
		ocr_dri_link_reap_locked(l);
}
