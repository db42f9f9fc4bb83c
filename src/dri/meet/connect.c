/* SPDX-License-Identifier: BSD-3-Clause */
/* connect.c - says HELLO to the host of the name, and makes of its TABLE what
 * moves data.
 */
#include "src/dri/meet/connect.h"

#include "fabric/log.h"
#include "src/dri/meet/host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Children of a place in the tree that passes TABLE on. */
#define FAN_OUT 4

/* A thread that waits for the host's answer. */
struct dri_call {
	struct dri_world *world;
	const char *name;
	uint64_t among;
	uint32_t ticket;
	const struct dri_part *part;
	bool is_done;
	int status;
	struct dri_table *table; /* with DRI_SUCCESS */
};

/* -- What comes back ------------------------------------------------------- */

static struct dri_call *
find_call_locked(struct dri_world *w, uint32_t ticket)
{
	struct dri_link *l = ocr_dri_link_find_locked(w, ticket);

	return l && l->state == DRI_LINK_NEW ? l->call : NULL;
}

static uint32_t
n_members(const struct dri_table *t)
{
	return t->n[DRI_SEND] + t->n[DRI_RECEIVE];
}

static uint32_t
n_in_tree(const struct dri_table *t)
{
	return t->clique ? t->n[DRI_SEND] : n_members(t);
}

/* Nothing in it leads astray. */
static bool
is_sane(const struct dri_world *w, const struct dri_table *t)
{
	uint64_t n = (uint64_t)t->n[DRI_SEND] + t->n[DRI_RECEIVE];
	struct dri_shape shape;
	struct dri_form form;
	const char *why;

	if (t->op.len_bytes != sizeof(*t) + n * sizeof(t->member[0]) ||
	    t->clique > 1 || t->index >= n_in_tree(t))
		return false;
	for (int s = 0; s < 2; s++)
		if (!t->n_buffers[s] || t->n_buffers[s] > DRI_MOST_BUFFERS ||
		    ocr_dri_shape_make(&shape, &t->shape[s], &why) ||
		    (uint32_t)shape.group_size != t->n[s])
			return false;
	if (!ocr_dri_form((DRI_Dataspec)(intptr_t)t->dataspec[DRI_SEND],
			  (DRI_Dataspec)(intptr_t)t->dataspec[DRI_RECEIVE],
			  &form) ||
	    t->shape[DRI_SEND].ndims != t->shape[DRI_RECEIVE].ndims)
		return false;
	for (int d = 0; d < t->shape[0].ndims; d++)
		if (t->shape[DRI_SEND].dim[d].split.size !=
		    t->shape[DRI_RECEIVE].dim[d].split.size)
			return false;
	for (uint64_t i = 0; i < n; i++)
		if (t->member[i].node >= w->size)
			return false;
	return true;
}

/* As it is said to others. */
static int32_t
number_of(DRI_Dataspec dataspec)
{
	return (int32_t)(intptr_t)dataspec;
}

/* The table has this process where it said that it is. */
static bool
is_mine(const struct dri_call *c, const struct dri_table *t)
{
	const struct dri_member *m = t->member;

	for (int s = 0; s < 2; s++) {
		if (c->part[s].set &&
		    ((uint32_t)c->part[s].dist->rank >= t->n[s] ||
		     m[c->part[s].dist->rank].node != c->world->self ||
		     t->n_buffers[s] != (uint32_t)c->part[s].set->n ||
		     t->dataspec[s] != number_of(c->part[s].dataspec) ||
		     memcmp(&t->shape[s], &c->part[s].dist->spec,
			    sizeof(t->shape[s])) != 0))
			return false;
		m += t->n[s];
	}
	return true;
}

static void
pass_on_locked(struct dri_world *w, struct dri_table *t)
{
	uint32_t index = t->index;
	uint64_t child = (uint64_t)index * FAN_OUT + 1;

	for (int i = 0; i < FAN_OUT && child < n_in_tree(t); i++, child++) {
		t->index = (uint32_t)child;
		ocr_dri_send_locked(w, t->member[child].node, &t->op);
	}
	t->index = index;
}

int
ocr_dri_on_table(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_table *m = (const struct dri_table *)op;
	struct dri_world *w = ctx;
	struct dri_table *t;
	struct dri_call *c;
	int err = -EPROTO;

	(void)from;
	if (!is_sane(w, m))
		return -EPROTO;
	t = malloc(m->op.len_bytes);
	if (!t)
		return -ENOMEM;
	memcpy(t, m, m->op.len_bytes);
	ocr_dri_lock(w);
	c = find_call_locked(w, t->member[t->index].ticket);
	if (c && !c->is_done && is_mine(c, t)) {
		pass_on_locked(w, t);
		c->table = t;
		c->is_done = true;
		t = NULL;
		err = 0;
	}
	ocr_dri_unlock(w);
	free(t);
	return err;
}

int
ocr_dri_on_refuse(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_refuse *m = (const struct dri_refuse *)op;
	struct dri_world *w = ctx;
	struct dri_call *c;

	(void)from;
	if (m->status <= DRI_SUCCESS || m->status >= DRI_STATUSES)
		return -EPROTO;
	ocr_dri_lock(w);
	c = find_call_locked(w, m->ticket);
	if (c && !c->is_done) {
		c->status = m->status;
		c->is_done = true;
	}
	ocr_dri_unlock(w);
	return c ? 0 : -EPROTO;
}

int
ocr_dri_on_answer(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_answer *m = (const struct dri_answer *)op;
	struct dri_world *w = ctx;
	struct dri_call *c;

	(void)from;
	if (m->text[DRI_ANSWER_TEXT - 1])
		return -EPROTO;
	ocr_dri_lock(w);
	c = find_call_locked(w, m->ticket);
	if (c && !c->is_done)
		ocr_log_warn(w->self, "connecting \"%s\" waits for %s", c->name,
			     m->text);
	ocr_dri_unlock(w);
	return 0;
}

/* -- The call -------------------------------------------------------------- */

static bool
is_done_locked(void *arg)
{
	return ((struct dri_call *)arg)->is_done;
}

/* The host knows who is missing. */
static void
complain_locked(void *arg)
{
	struct dri_call *c = arg;
	struct dri_ask m = {
		.op = {sizeof(m), DRI_MSG_ASK, 0},
		.ticket = c->ticket,
		.among = c->among,
	};

	strncpy(m.name, c->name, sizeof(m.name) - 1);
	ocr_dri_send_locked(c->world, ocr_dri_host_of(c->world, c->name),
			    &m.op);
	ocr_dri_changed_locked(c->world);
}

static void
describe(struct dri_side_spec *s, const struct dri_part *p,
	 const struct dri_link *l)
{
	s->present = 1;
	s->rank = p->dist->rank;
	s->n_buffers = p->set->n;
	s->dataspec = number_of(p->dataspec);
	s->link = l->id;
	s->group = p->group;
	s->shape = p->dist->spec;
}

static int
make_links_locked(struct dri_world *w, const char *name,
		  const struct dri_part part[2], struct dri_link *link[2])
{
	struct dri_type type = {"", 0, 0}; /* its channel has looked at it */

	for (int s = 0; s < 2; s++) {
		link[s] = NULL;
		if (!part[s].set)
			continue;
		ocr_dri_type(part[s].dataspec, &type);
		link[s] = ocr_dri_link_new_locked(w, (enum dri_side)s,
						  part[s].set, &type, name);
		if (!link[s])
			return DRI_ERR_NO_MEMORY;
	}
	if (part[DRI_SEND].set == part[DRI_RECEIVE].set)
		ocr_dri_link_pair_locked(link[DRI_SEND], link[DRI_RECEIVE]);
	return DRI_SUCCESS;
}

static void
drop_links_locked(struct dri_link *link[2])
{
	for (int s = 0; s < 2; s++)
		if (link[s])
			ocr_dri_link_drop_locked(link[s]);
}

static int
say_hello_locked(struct dri_call *c, bool clique, struct dri_link *link[2])
{
	struct dri_wait wait = {is_done_locked, complain_locked, c, 0};
	struct dri_hello m;

	/* All of it goes on the wire, holes as well. */
	memset(&m, 0, sizeof(m));
	m.op = (struct ocr_op){sizeof(m), DRI_MSG_HELLO, 0};
	m.ticket = c->ticket;
	m.clique = clique;
	m.among = c->among;
	strncpy(m.name, c->name, sizeof(m.name) - 1);
	for (int s = 0; s < 2; s++) {
		if (!link[s])
			continue;
		link[s]->call = c;
		describe(&m.side[s], &c->part[s], link[s]);
	}
	ocr_dri_send_locked(c->world, ocr_dri_host_of(c->world, c->name),
			    &m.op);
	ocr_dri_changed_locked(c->world);
	if (!ocr_dri_wait_locked(c->world, &wait))
		c->status = DRI_ERR_SYSTEM;
	for (int s = 0; s < 2; s++)
		if (link[s])
			link[s]->call = NULL;
	return c->status;
}

/* All others go ahead: who cannot ends the job, since they would wait for it.
 */
static int
plan(const struct dri_call *c, struct dri_link *link[2])
{
	int err = 0;

	for (int s = 0; s < 2 && !err; s++)
		if (link[s])
			err = ocr_dri_link_plan(link[s], c->table,
						c->part[s].dist->rank);
	return err;
}

int
ocr_dri_connect(struct dri_world *w, const char *name, uint64_t among,
		bool clique, const struct dri_part part[2],
		struct dri_link *link[2])
{
	struct dri_call c = {
		.world = w,
		.name = name,
		.among = among,
		.part = part,
	};
	int status;

	ocr_dri_lock(w);
	status = make_links_locked(w, name, part, link);
	if (!status) {
		c.ticket =
			link[part[DRI_SEND].set ? DRI_SEND : DRI_RECEIVE]->id;
		status = say_hello_locked(&c, clique, link);
	}
	if (!status) {
		ocr_dri_unlock(w);
		if (plan(&c, link))
			status = DRI_ERR_NO_MEMORY;
		ocr_dri_lock(w);
	}
	if (status == DRI_ERR_NO_MEMORY && c.table)
		ocr_dri_world_fail_locked(w, "no memory to connect \"%s\"",
					  name);
	if (status) {
		drop_links_locked(link);
	} else {
		for (int s = 0; s < 2; s++)
			if (link[s])
				ocr_dri_link_open_locked(link[s]);
		ocr_dri_changed_locked(w);
	}
	ocr_dri_unlock(w);
	free(c.table);
	return status;
}
