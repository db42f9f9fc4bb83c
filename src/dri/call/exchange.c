/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange.c - DRI_Channel_get and DRI_Channel_put: whose a buffer is. */
#include "fabric/clock.h"
#include "fabric/log.h"
#include "src/dri/call/channel.h"
#include "src/dri/call/init.h"
#include "src/dri/handle/say.h"

#include <string.h>

/* -- Get ------------------------------------------------------------------- */

struct get {
	struct dri_channel *c;
	const char *call;
	struct dri_buffer *buffer;
	int status; /* DRI_SUCCESS: still waiting */
};

/* Takes what there is, or finds that there will be nothing. */
static bool
try_receive_locked(struct get *g)
{
	struct dri_link *l = g->c->link[DRI_RECEIVE];

	g->buffer = ocr_dri_link_take_locked(l);
	if (g->buffer)
		return true;
	if (ocr_dri_link_is_dry_locked(l))
		g->status = DRI_ERR_NOT_CONNECTED;
	else if (!l->transfers &&
		 (l->in_place || ocr_dri_bufferset_is_held_locked(l->set)))
		g->status = DRI_ERR_BUSY;
	return g->status != DRI_SUCCESS;
}

static bool
try_free_locked(struct get *g)
{
	struct dri_bufferset *set = g->c->set;
	const struct dri_link *l = g->c->link[DRI_SEND];

	g->buffer = ocr_dri_buffer_take_locked(set);
	if (g->buffer)
		return true;
	/* What an earlier link received into comes back when that has gone. */
	if (l->twin && l->twin->state == DRI_LINK_OPEN
		    ? ocr_dri_link_has_all_locked(l)
		    : set->link || ocr_dri_bufferset_is_held_locked(set))
		g->status = DRI_ERR_BUSY;
	return g->status != DRI_SUCCESS;
}

static bool
is_got_locked(void *arg)
{
	struct get *g = arg;

	if (g->buffer || g->status)
		return true;
	/* Another thread has destroyed it meanwhile. */
	if (!g->c->link[DRI_RECEIVE] && !g->c->link[DRI_SEND]) {
		g->status = DRI_ERR_NOT_CONNECTED;
		return true;
	}
	return g->c->link[DRI_RECEIVE] ? try_receive_locked(g)
				       : try_free_locked(g);
}

static void
complain_locked(void *arg)
{
	const struct get *g = arg;
	const struct dri_link *l = g->c->link[DRI_RECEIVE]
					   ? g->c->link[DRI_RECEIVE]
					   : g->c->link[DRI_SEND];
	char ranks[160];

	/* In place: all has come, and some of it has not left yet. */
	if (l->side == DRI_RECEIVE && l->twin && l->transfers &&
	    !l->transfers->left)
		l = l->twin;
	ocr_dri_link_describe_locked(l, ranks, sizeof(ranks));
	ocr_log_warn(g->c->world->self, "%s of \"%s\" waits for %s %s", g->call,
		     l->name,
		     l->side == DRI_RECEIVE ? "sending ranks"
					    : "receiving ranks",
		     ranks);
}

/* All that is stored, and no empty place, from the window to the program. */
static void
copy_out(const struct dri_link *l, const struct dri_buffer *b)
{
	const struct dri_shape *s = &l->shape[DRI_RECEIVE];
	struct dri_mover m = {.ndims = s->ndims,
			      .elem_bytes = l->type.part_bytes};
	struct dri_series series[DRI_MAX_DIMS];
	struct dri_run run[DRI_MAX_DIMS];
	struct dri_pair all = {.elements = 1};
	int coord[DRI_MAX_DIMS];
	size_t part = (size_t)l->count * m.elem_bytes;

	ocr_dri_shape_coords(s, l->rank, coord);
	ocr_dri_shape_strides(s, l->rank, m.src_stride);
	memcpy(m.dst_stride, m.src_stride, sizeof(m.dst_stride));
	for (int d = 0; d < s->ndims; d++) {
		run[d] = (struct dri_run){
			.len = ocr_dri_split_extent(&s->split[d], coord[d]),
			.count = 1,
		};
		series[d] = (struct dri_series){
			.period = run[d].len,
			.count = 1,
			.n = 1,
		};
		all.dim[d] = (struct dri_meet){
			.n = 1,
			.n_runs = 1,
			.elements = run[d].len,
			.all_runs = 1,
			.series = &series[d],
			.runs = &run[d],
		};
		all.elements *= run[d].len;
	}
	if (!all.elements)
		return;
	for (int i = 0; i < l->type.parts; i++)
		ocr_dri_move(&m, &all, (char *)b->window + (size_t)i * part,
			     (char *)b->user + (size_t)i * part);
}

static bool
is_complete(const struct dri_link *l, const struct dri_buffer *b)
{
	return (!b->user || l->direct) && !ocr_dri_has_zeros(&l->shape[DRI_RECEIVE]);
}

/* What nobody sends, and where the program wants it. */
static void
complete(const struct dri_link *l, const struct dri_buffer *b)
{
	size_t part = (size_t)l->count * l->type.part_bytes;
	char *bytes = l->direct ? b->user : b->window;

	for (int i = 0; i < l->type.parts; i++)
		ocr_dri_fill_zeros(&l->shape[DRI_RECEIVE], l->rank,
				   l->type.part_bytes,
				   bytes + (size_t)i * part);
	if (b->user && !l->direct)
		copy_out(l, b);
}

static int
get(const char *call, struct dri_channel *c, uint64_t until_ns,
    DRI_Buffer_Id *buf)
{
	struct get g = {.c = c, .call = call};
	struct dri_wait wait = {is_got_locked, complain_locked, &g, until_ns};
	struct dri_link *l = NULL;

	ocr_dri_lock(c->world);
	if (!c->link[DRI_RECEIVE] && !c->link[DRI_SEND])
		g.status = DRI_ERR_NOT_CONNECTED;
	else if (c->world->broken || !ocr_dri_wait_locked(c->world, &wait))
		g.status = c->world->broken ? DRI_ERR_SYSTEM : DRI_ERR_TIMEOUT;
	if (!g.status && c->link[DRI_RECEIVE] &&
	    !is_complete(c->link[DRI_RECEIVE], g.buffer)) {
		l = c->link[DRI_RECEIVE];
		c->n_completing++;
	}
	ocr_dri_unlock(c->world);
	/* Not worth a line: who asks so often expects it. */
	if (g.status == DRI_ERR_TIMEOUT)
		return g.status;
	if (g.status)
		return ocr_dri_refuse(g.status, "%s: \"%s\"", call, c->name);
	if (l) {
		complete(l, g.buffer);
		ocr_dri_lock(c->world);
		c->n_completing--;
		ocr_dri_changed_locked(c->world);
		ocr_dri_unlock(c->world);
	}
	*buf = g.buffer->handle;
	return DRI_SUCCESS;
}

static int
find_and_get(const char *call, DRI_Channel chan, uint64_t until_ns,
	     DRI_Buffer_Id *buf)
{
	struct dri_channel *c;
	int status;

	if (!ocr_dri_enter(call, &status))
		return status;
	if (!buf)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: buf", call);
	c = ocr_dri_channel_find(call, "chan", chan, &status);
	if (!c)
		return status;
	status = get(call, c, until_ns, buf);
	ocr_dri_object_put(&c->object);
	return status;
}

int
DRI_Channel_get(DRI_Channel chan, DRI_Buffer_Id *buf)
{
	return find_and_get("DRI_Channel_get", chan, 0, buf);
}

int
DRI_Channel_get_timed(DRI_Channel chan, int64_t timeout_ns, DRI_Buffer_Id *buf)
{
	uint64_t until_ns = ocr_clock_ns() + (uint64_t)timeout_ns;

	if (timeout_ns < 0)
		return ocr_dri_refuse(DRI_ERR_SIZE, "%s: timeout_ns is %lld",
				      __func__, (long long)timeout_ns);
	return find_and_get(__func__, chan, until_ns, buf);
}

/* -- Put ------------------------------------------------------------------- */

static int
put_locked(struct dri_channel *c, struct dri_buffer *b)
{
	struct dri_link *l = c->link[DRI_SEND];
	int status;

	if (!l && !c->link[DRI_RECEIVE])
		return DRI_ERR_NOT_CONNECTED;
	if (c->world->broken)
		return DRI_ERR_SYSTEM;
	status = ocr_dri_buffer_held(b);
	if (status)
		return status;
	if (!l) {
		ocr_dri_buffer_release_locked(b);
		return DRI_SUCCESS;
	}
	/* What is put there is received into. */
	if (l->in_place && b->set != l->set)
		return DRI_ERR_BUFFER_SHARED;
	if (b->set->bytes <
	    l->count * (int64_t)l->type.part_bytes * l->type.parts)
		return DRI_ERR_BUFFER_SIZE;
	return ocr_dri_link_put_locked(l, b);
}

int
DRI_Channel_put(DRI_Channel chan, DRI_Buffer_Id buf)
{
	static const char call[] = "DRI_Channel_put";
	struct dri_named named[] = {
		{.kind = DRI_KIND_CHANNEL, .handle = chan},
		{.kind = DRI_KIND_BUFFER, .handle = buf},
	};
	struct dri_channel *c;
	struct dri_buffer *b;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	ocr_dri_named_get(named, 2);
	c = (struct dri_channel *)named[0].object;
	b = (struct dri_buffer *)named[1].object;
	if (!c) {
		status = ocr_dri_refuse(named[0].status, "%s: chan", call);
	} else if (!b) {
		status = ocr_dri_refuse(named[1].status, "%s: \"%s\": buf",
					call, c->name);
	} else {
		ocr_dri_lock(w);
		status = put_locked(c, b);
		ocr_dri_go_locked(w);
		ocr_dri_unlock(w);
		if (status)
			ocr_dri_refuse(status, "%s: \"%s\"", call, c->name);
	}
	ocr_dri_named_put(named, 2);
	return status;
}
