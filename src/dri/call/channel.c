/* SPDX-License-Identifier: BSD-3-Clause */
/* channel.c - channels come, connect and go. */
#include "src/dri/call/channel.h"

#include "fabric/log.h"
#include "src/dri/array/dataspec.h"
#include "src/dri/call/group.h"
#include "src/dri/call/init.h"
#include "src/dri/handle/say.h"
#include "src/dri/meet/connect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
destroy(struct dri_object *o)
{
	struct dri_channel *c = (struct dri_channel *)o;

	ocr_dri_object_put(&c->dist->object);
	ocr_dri_object_put(&c->set->object);
	free(c);
}

struct dri_channel *
ocr_dri_channel_find(const char *call, const char *argument, DRI_Channel handle,
		     int *status)
{
	struct dri_object *o =
		ocr_dri_handle_get(DRI_KIND_CHANNEL, handle, status);

	if (!o)
		ocr_dri_refuse(*status, "%s: %s", call, argument);
	return (struct dri_channel *)o;
}

/* Bytes of a buffer of such a distribution; INT64_MAX: that, or more. */
static int64_t
bytes_of(const struct dri_distribution *dist, const struct dri_type *type)
{
	int64_t stride[DRI_MAX_DIMS], bytes;

	if (__builtin_mul_overflow(
		    ocr_dri_shape_strides(&dist->shape, dist->rank, stride),
		    (int64_t)type->part_bytes * type->parts, &bytes))
		return INT64_MAX;
	return bytes;
}

/* -- Create ---------------------------------------------------------------- */

static int
claim_locked(struct dri_channel *c)
{
	bool receives = c->side == DRI_RECEIVE;
	int status;

	if (receives && c->set->receiver)
		return DRI_ERR_BUFFER_SHARED;
	if (receives && ocr_dri_bufferset_reach_locked(c->set))
		return DRI_ERR_NO_MEMORY;
	status = ocr_dri_bufferset_use_locked(c->set, receives);
	if (!status && receives)
		c->set->receiver = c;
	return status;
}

static void
unclaim_locked(struct dri_channel *c)
{
	if (c->set->receiver == c)
		c->set->receiver = NULL;
	ocr_dri_bufferset_unuse_locked(c->set);
}

static int
open_channel(const char *call, struct dri_channel *c, DRI_Channel *out)
{
	void *handle;
	int status;

	ocr_dri_lock(c->world);
	status = claim_locked(c);
	ocr_dri_unlock(c->world);
	if (status)
		return ocr_dri_refuse(status, "%s: \"%s\"", call, c->name);
	handle = ocr_dri_handle_open(&c->object, DRI_KIND_CHANNEL, destroy);
	if (!handle) {
		ocr_dri_lock(c->world);
		unclaim_locked(c);
		ocr_dri_unlock(c->world);
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", call);
	}
	*out = handle;
	return DRI_SUCCESS;
}

static int
make(const char *call, struct dri_world *w, enum dri_side side,
     const char *name, DRI_Dataspec dataspec, struct dri_distribution *dist,
     struct dri_bufferset *set, DRI_Channel *out)
{
	struct dri_channel *c;
	struct dri_type type;
	int64_t need;
	int status;

	if (!ocr_dri_type(dataspec, &type))
		return ocr_dri_refuse(DRI_ERR_DATASPEC, "%s: dataspec %lld",
				      call, (long long)(intptr_t)dataspec);
	need = bytes_of(dist, &type);
	if (need > set->bytes)
		return ocr_dri_refuse(DRI_ERR_BUFFER_SIZE,
				      "%s: \"%s\" needs buffers of %lld bytes, "
				      "not %lld",
				      call, name, (long long)need,
				      (long long)set->bytes);
	c = calloc(1, sizeof(*c));
	if (!c)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "%s", call);
	c->world = w;
	c->side = side;
	snprintf(c->name, sizeof(c->name), "%s", name);
	c->dataspec = dataspec;
	c->dist = dist;
	c->set = set;
	ocr_dri_group_sets(w, dist->shape.group_size, dist->rank, &c->group);
	ocr_dri_object_get(&dist->object);
	ocr_dri_object_get(&set->object);
	status = open_channel(call, c, out);
	if (status)
		destroy(&c->object);
	return status;
}

static int
create(const char *call, enum dri_side side, const char *name,
       DRI_Dataspec dataspec, DRI_Distribution dist, DRI_Bufferset bufs,
       DRI_Channel *out)
{
	struct dri_object *d, *b;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!name || !out)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: %s", call,
				      name ? "channel" : "name");
	if (!*name || strlen(name) > DRI_MAX_NAME)
		return ocr_dri_refuse(DRI_ERR_NAME, "%s: name", call);
	if (dataspec == DRI_DATASPEC_NULL)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: dataspec", call);
	d = ocr_dri_handle_get(DRI_KIND_DISTRIBUTION, dist, &status);
	if (!d)
		return ocr_dri_refuse(status, "%s: distribution", call);
	b = ocr_dri_handle_get(DRI_KIND_BUFFERSET, bufs, &status);
	if (b) {
		status = make(call, w, side, name, dataspec,
			      (struct dri_distribution *)d,
			      (struct dri_bufferset *)b, out);
		ocr_dri_object_put(b);
	} else {
		ocr_dri_refuse(status, "%s: buffer set", call);
	}
	ocr_dri_object_put(d);
	return status;
}

int
DRI_Channel_create_send(const char *name, DRI_Dataspec dataspec,
			DRI_Distribution dist, DRI_Bufferset bufs,
			DRI_Channel *channel)
{
	return create("DRI_Channel_create_send", DRI_SEND, name, dataspec, dist,
		      bufs, channel);
}

int
DRI_Channel_create_rcv(const char *name, DRI_Dataspec dataspec,
		       DRI_Distribution dist, DRI_Bufferset bufs,
		       DRI_Channel *channel)
{
	return create("DRI_Channel_create_rcv", DRI_RECEIVE, name, dataspec,
		      dist, bufs, channel);
}

int
DRI_Channel_create_recv(const char *name, DRI_Dataspec dataspec,
			DRI_Distribution dist, DRI_Bufferset bufs,
			DRI_Channel *channel)
{
	return create("DRI_Channel_create_recv", DRI_RECEIVE, name, dataspec,
		      dist, bufs, channel);
}

/* -- Groups ---------------------------------------------------------------- */

static int
set_group(const char *call, struct dri_channel *c, DRI_Group group)
{
	int size, status = DRI_SUCCESS;
	uint64_t among;

	status = ocr_dri_group_among(call, group, &among, &size);
	if (status)
		return status;
	if (c->dist->shape.group_size > size)
		return ocr_dri_refuse(DRI_ERR_GROUPS,
				      "%s: \"%s\" has %d processes on this "
				      "side, the group %d",
				      call, c->name, c->dist->shape.group_size,
				      size);
	ocr_dri_lock(c->world);
	if (c->link[0] || c->link[1] || c->is_connecting)
		status = DRI_ERR_CONNECTED;
	else
		c->among = among;
	ocr_dri_unlock(c->world);
	return status ? ocr_dri_refuse(status, "%s: \"%s\"", call, c->name)
		      : DRI_SUCCESS;
}

int
DRI_Channel_set_group(DRI_Channel chan, DRI_Group group)
{
	static const char call[] = "DRI_Channel_set_group";
	struct dri_channel *c;
	int status;

	if (!ocr_dri_enter(call, &status))
		return status;
	c = ocr_dri_channel_find(call, "chan", chan, &status);
	if (!c)
		return status;
	status = set_group(call, c, group);
	ocr_dri_object_put(&c->object);
	return status;
}

/* -- Connect --------------------------------------------------------------- */

/* Marks c as being connected on `side`. */
static int
begin_locked(struct dri_channel *c, enum dri_side side)
{
	if (c->link[side] || c->is_connecting)
		return DRI_ERR_CONNECTED;
	c->is_connecting = true;
	return DRI_SUCCESS;
}

static struct dri_part
part_of(const struct dri_channel *c)
{
	return (struct dri_part){c->set, c->dist, c->dataspec, c->group};
}

/* `c[side]` NULL: the caller has no part in that side. */
static int
connect_them(const char *call, struct dri_channel *const c[2])
{
	/* A channel that sends on what it got is known by the other's name. */
	const struct dri_channel *named = c[DRI_RECEIVE] ? c[1] : c[0];
	struct dri_world *w = named->world;
	struct dri_part part[2] = {{.set = NULL}, {.set = NULL}};
	struct dri_link *link[2] = {NULL, NULL};
	int status;

	for (int s = 0; s < 2; s++)
		if (c[s])
			part[s] = part_of(c[s]);
	status = ocr_dri_connect(w, named->name, named->among, c[0] && c[1],
				 part, link);
	ocr_dri_lock(w);
	for (int s = 0; s < 2; s++) {
		if (!c[s])
			continue;
		c[s]->is_connecting = false;
		if (!status)
			c[s]->link[s] = link[s];
	}
	ocr_dri_unlock(w);
	return status ? ocr_dri_pass_on(status, "%s: \"%s\"", call, named->name)
		      : DRI_SUCCESS;
}

int
DRI_Channel_connect(DRI_Channel chan)
{
	static const char call[] = "DRI_Channel_connect";
	struct dri_channel *both[2] = {NULL, NULL};
	struct dri_channel *c;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	c = ocr_dri_channel_find(call, "chan", chan, &status);
	if (!c)
		return status;
	ocr_dri_lock(w);
	status = begin_locked(c, c->side);
	ocr_dri_unlock(w);
	if (status) {
		ocr_dri_refuse(status, "%s: \"%s\"", call, c->name);
	} else {
		both[c->side] = c;
		status = connect_them(call, both);
	}
	ocr_dri_object_put(&c->object);
	return status;
}

/* One set on both sides: each element that the process owns must have one place
 * in it, which is where it stays. */
static bool
is_in_place(const struct dri_channel *send, const struct dri_channel *recv)
{
	return send->side == DRI_SEND && !send->set->is_user &&
	       send->dataspec == recv->dataspec &&
	       send->dist->rank == recv->dist->rank &&
	       !memcmp(&send->dist->spec, &recv->dist->spec,
		       sizeof(send->dist->spec));
}

/* Why it is not, with the ranks. */
static int
refuse_in_place(const char *call, const struct dri_channel *send,
		const struct dri_channel *recv)
{
	int ranks[] = {send->dist->rank, recv->dist->rank};

	if (send->side == DRI_SEND && ranks[0] != ranks[1])
		return ocr_dri_refuse(DRI_ERR_BUFFER_SHARED,
				      "%s: \"%s\": in place, with rank %d of "
				      "the senders and %d of the receivers",
				      call, recv->name, ranks[0], ranks[1]);
	return ocr_dri_refuse(DRI_ERR_BUFFER_SHARED, "%s: \"%s\": rank %d: %s",
			      call, recv->name, ranks[1],
			      send->side == DRI_RECEIVE
				      ? "what is sent on, into the set that it "
					"comes from"
			      : send->set->is_user
				      ? "in place, in memory of the program's"
			      : send->dataspec != recv->dataspec
				      ? "in place, with two data types"
				      : "in place, with two distributions");
}

static int
check_pair_locked(const struct dri_channel *send,
		  const struct dri_channel *recv)
{
	if (recv->side != DRI_RECEIVE)
		return DRI_ERR_SIDE;
	if (send->side == DRI_RECEIVE && !send->link[DRI_RECEIVE])
		return send->set == recv->set ? DRI_ERR_BUFFER_SHARED
					      : DRI_ERR_SIDE;
	if (send->set == recv->set && !is_in_place(send, recv))
		return DRI_ERR_BUFFER_SHARED;
	if (send->side == DRI_SEND && strcmp(send->name, recv->name) != 0)
		return DRI_ERR_NAME;
	if (send->side == DRI_SEND && send->among != recv->among)
		return DRI_ERR_GROUPS;
	return DRI_SUCCESS;
}

static int
begin_pair(struct dri_channel *send, struct dri_channel *recv)
{
	int status;

	ocr_dri_lock(send->world);
	status = check_pair_locked(send, recv);
	if (!status)
		status = begin_locked(send, DRI_SEND);
	if (!status) {
		status = begin_locked(recv, DRI_RECEIVE);
		if (status)
			send->is_connecting = false;
	}
	ocr_dri_unlock(send->world);
	return status;
}

int
DRI_Channel_connect_sendrecv(DRI_Channel c_send, DRI_Channel c_recv)
{
	static const char call[] = "DRI_Channel_connect_sendrecv";
	struct dri_channel *c[2];
	int status;

	if (!ocr_dri_enter(call, &status))
		return status;
	c[DRI_SEND] = ocr_dri_channel_find(call, "c_send", c_send, &status);
	if (!c[DRI_SEND])
		return status;
	c[DRI_RECEIVE] = ocr_dri_channel_find(call, "c_recv", c_recv, &status);
	if (c[DRI_RECEIVE]) {
		status = begin_pair(c[DRI_SEND], c[DRI_RECEIVE]);
		if (status == DRI_ERR_BUFFER_SHARED)
			refuse_in_place(call, c[DRI_SEND], c[DRI_RECEIVE]);
		else if (status)
			ocr_dri_refuse(status, "%s: \"%s\"", call,
				       c[DRI_RECEIVE]->name);
		else
			status = connect_them(call, c);
		ocr_dri_object_put(&c[DRI_RECEIVE]->object);
	}
	ocr_dri_object_put(&c[DRI_SEND]->object);
	return status;
}

/* -- Destroy --------------------------------------------------------------- */

static bool
is_sent_locked(void *arg)
{
	const struct dri_channel *c = arg;

	return ocr_dri_link_is_done_locked(c->link[DRI_SEND]);
}

static void
complain_destroy_locked(void *arg)
{
	const struct dri_channel *c = arg;
	char ranks[160];

	ocr_dri_link_describe_locked(c->link[DRI_SEND], ranks, sizeof(ranks));
	ocr_log_warn(c->world->self,
		     "DRI_Channel_destroy of \"%s\" waits for receiving ranks "
		     "%s",
		     c->name, ranks);
}

static bool
is_completed_locked(void *arg)
{
	return !((const struct dri_channel *)arg)->n_completing;
}

struct leaving {
	struct dri_channel *c;
	uint32_t link; /* its number */
};

static bool
have_left_locked(void *arg)
{
	const struct leaving *l = arg;

	return !ocr_dri_link_find_locked(l->c->world, l->link);
}

static void
complain_leaving_locked(void *arg)
{
	const struct leaving *l = arg;

	ocr_log_warn(
		l->c->world->self,
		"DRI_Channel_destroy of \"%s\" waits for its senders, which "
		"write to the program's memory",
		l->c->name);
}

/* A receiving link may stay for a while; but not where senders have got memory
 * of the program's, which takes it back. */
static void
wait_for_senders_locked(struct dri_channel *c, uint32_t link)
{
	struct leaving l = {c, link};
	struct dri_wait left = {have_left_locked, complain_leaving_locked, &l,
				0};

	ocr_dri_wait_locked(c->world, &left);
}

/* In a job that is broken links stay until its end; but what was being moved
 * when that was found out goes on, out of memory that the program takes back.
 */
static void
close_links_locked(struct dri_channel *c)
{
	struct dri_wait sent = {is_sent_locked, complain_destroy_locked, c, 0};
	struct dri_wait completed = {is_completed_locked, NULL, c, 0};
	struct dri_link *l = c->link[DRI_RECEIVE];
	uint32_t direct = l ? l->id : 0;
	bool is_direct = l && l->direct;

	ocr_dri_wait_locked(c->world, &completed);
	if (c->link[DRI_SEND])
		ocr_dri_wait_locked(c->world, &sent);
	if (c->world->broken)
		ocr_dri_stand_still_locked(c->world);
	for (int s = 0; s < 2 && !c->world->broken; s++)
		if (c->link[s])
			ocr_dri_link_close_locked(c->link[s]);
	c->link[0] = c->link[1] = NULL;
	if (is_direct && !c->world->broken)
		wait_for_senders_locked(c, direct);
	unclaim_locked(c);
}

int
DRI_Channel_destroy(DRI_Channel *chan)
{
	static const char call[] = "DRI_Channel_destroy";
	struct dri_channel *c;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!chan)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: chan", call);
	c = ocr_dri_channel_find(call, "chan", *chan, &status);
	if (!c)
		return status;
	status = ocr_dri_handle_close(DRI_KIND_CHANNEL, *chan);
	if (!status) {
		*chan = DRI_CHANNEL_NULL;
		ocr_dri_lock(w);
		close_links_locked(c);
		ocr_dri_changed_locked(w);
		ocr_dri_unlock(w);
	}
	ocr_dri_object_put(&c->object);
	return status;
}
