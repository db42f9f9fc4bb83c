/* SPDX-License-Identifier: BSD-3-Clause */
/* ship.c - four ways to move elements; DRI-BENCHMARKS.md has what was
 * measured.
 */
#include "src/dri/link/ship.h"

#include "fabric/memory.h"
#include "src/dri/link/fetch.h"
#include "src/dri/link/link.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A write of a run that lies ready is as fast as packing it from 4 KiB on. What
 * is staged for a write is packed as well, one run after the other: where each
 * of its elements comes out of another line, and often another page, of the
 * sender's, as in a turn, that is many times slower than pieces of whole lines,
 * which is what takes the time. */
const struct dri_limits ocr_dri_ship_limits = {
	.run_bytes = 4096,
	.staged_bytes = 32 << 10,
	.stage_bytes = (size_t)256 << 10,
	.piece_bytes = (size_t)256 << 10,
	.wide_bytes = 1 << 20,
	.burst_bytes = (uint64_t)512 << 10,
	.under_way = (uint64_t)4 << 20,
	.direct_bytes = 64 << 10,
};

/* Where elements come each out of a line of their own, those behind them want
 * the rest of it. */
#define LINE 64
/* Bytes, of which the length of a message is a multiple. */
#define WORD 8

/* One write. */
struct dri_parcel {
	struct ocr_transfer x; /* first */
	struct dri_way *way;
	void *stage; /* NULL: from the buffer itself */
	size_t bytes;
	struct dri_parcel *next, **at; /* in the world's list */
};

static bool
is_ready_locked(const struct dri_way *way)
{
	return way->next && way->n_credits && !way->is_busy;
}

static size_t
elem_bytes(const struct dri_way *way)
{
	return way->mover.elem_bytes;
}

static const char *
buffer_of(const struct dri_way *way)
{
	return ocr_dri_buffer_bytes(way->ship.buffer);
}

static const char *
source_of(const struct dri_way *way)
{
	return buffer_of(way) + (size_t)way->ship.part * way->src_part;
}

/* The offset of this part of the receiver's buffer in its window. */
static uint64_t
target_of(const struct dri_way *way)
{
	return way->ship.offset + (uint64_t)way->ship.part * way->dst_part;
}

/* -- By memory ------------------------------------------------------------- */

/* The receiver's buffer in this process's memory; false: not here. */
static bool
reach(const struct dri_way *way, char **to)
{
	struct dri_world *w = way->link->world;
	uint64_t need = (uint64_t)way->dst_count *
			(uint64_t)way->link->form.parts * elem_bytes(way);
	uint64_t len;
	char *base;

	if (way->ship.user) {
		*to = (char *)(uintptr_t)way->ship.user;
		return way->node == w->self;
	}
	if (!ocr_dri_world_view(w, way->node, &base, &len) ||
	    way->ship.offset > len || need > len - way->ship.offset)
		return false;
	*to = (char *)((uintptr_t)base + way->ship.offset);
	return true;
}

void
ocr_dri_way_move(const struct dri_way *way, const char *from, char *to)
{
	const struct dri_pair *p;
	int part;

	if (way->mover.parts > 1) {
		for (p = way->pair; p; p = p->next)
			ocr_dri_move(&way->mover, p, from, to);
		return;
	}
	for (part = 0; part < way->link->form.parts; part++) {
		for (p = way->pair; p; p = p->next)
			ocr_dri_move(&way->mover, p, from, to);
		from += way->src_part;
		to += way->dst_part;
	}
	/* The packet with DONE leaves after ocr_dri_way_done() has given the
	 * lock back: whoever handles it sees these bytes. */
}

/* -- By the network -------------------------------------------------------- */

/* A peer that is lost is told of elsewhere; all else is a bug or an attack. */
static void
complain(struct dri_way *way, int err)
{
	struct dri_world *w = way->link->world;

	ocr_dri_lock(w);
	if (err != -EHOSTDOWN)
		ocr_dri_world_fail_locked(
			w, "\"%s\": cannot write to process %u: %s",
			way->link->name, way->node, strerror(-err));
	ocr_dri_unlock(w);
}

static void
go_on(struct dri_way *way)
{
	struct dri_world *w = way->link->world;

	ocr_dri_lock(w);
	ocr_dri_queue_locked(w, &way->job);
	ocr_dri_unlock(w);
}

static void
enter(struct dri_world *w, struct dri_parcel *p)
{
	p->next = w->links->parcels;
	p->at = &w->links->parcels;
	if (p->next)
		p->next->at = &p->next;
	w->links->parcels = p;
}

static void
free_parcel(struct dri_world *w, struct dri_parcel *p)
{
	*p->at = p->next;
	if (p->next)
		p->next->at = p->at;
	if (p->stage)
		ocr_memory_free(w->memory, p->stage);
	free(p);
}

void
ocr_dri_ship_end(struct dri_world *w)
{
	while (w->links->parcels)
		free_parcel(w, w->links->parcels);
}

static void
on_written(struct ocr_transfer *x, int status)
{
	struct dri_parcel *p = (struct dri_parcel *)x;
	struct dri_way *way = p->way;

	way->ship.under_way -= p->bytes;
	free_parcel(way->link->world, p);
	if (status)
		complain(way, status);
	else
		go_on(way);
}

/* Writes n elements from `from`, which is in the window, and frees stage. */
static int
write_run(struct dri_way *way, const void *from, void *stage, int64_t to,
	  int64_t n)
{
	struct dri_world *w = way->link->world;
	struct dri_parcel *p = calloc(1, sizeof(*p));
	int err = -ENOMEM;

	if (p) {
		p->x.fn = on_written;
		p->way = way;
		p->stage = stage;
		p->bytes = (size_t)n * elem_bytes(way);
		way->ship.under_way += p->bytes;
		enter(w, p);
		err = ocr_fabric_write(w->fabric, way->node,
				       target_of(way) + (uint64_t)to, from,
				       p->bytes, &p->x);
		if (!err)
			return 0;
		way->ship.under_way -= p->bytes;
		free_parcel(w, p);
	} else if (stage) {
		ocr_memory_free(w->memory, stage);
	}
	return err;
}

static void
on_confirmed(struct ocr_confirm *c)
{
	struct dri_way *way =
		(struct dri_way *)((char *)c -
				   offsetof(struct dri_way, ship.confirm));
	struct dri_world *w = way->link->world;

	ocr_dri_lock(w);
	way->ship.unconfirmed -= way->ship.asked;
	way->ship.asked = 0;
	way->link->n_asked--;
	ocr_dri_queue_locked(w, &way->job);
	ocr_dri_unlock(w);
}

/* Wants to hear when what was sent until now has been handled. */
static void
ask(struct dri_way *way, uint64_t last)
{
	struct dri_world *w = way->link->world;

	way->ship.confirm.fn = on_confirmed;
	ocr_dri_lock(w);
	way->ship.asked = way->ship.unconfirmed;
	way->link->n_asked++;
	ocr_dri_unlock(w);
	if (ocr_fabric_confirm(w->fabric, way->node, last, &way->ship.confirm))
		on_confirmed(&way->ship.confirm);
}

/* Elements of one message of a piece of n: as many as one packet has room for,
 * all messages alike, and each of whole words, which is what their lengths are.
 * All n, where eight elements do not fit into a packet. */
static int64_t
message_of(const struct dri_way *way, int64_t n)
{
	size_t room = ocr_fabric_packet_bytes(way->link->world->fabric);
	int64_t most = 0, parts;

	if (room > sizeof(struct dri_piece))
		most = (int64_t)((room - sizeof(struct dri_piece)) /
				 elem_bytes(way) / WORD * WORD);
	if (most == 0 || n <= most)
		return n;
	parts = (n - 1) / most + 1;
	return ((n - 1) / parts / WORD + 1) * WORD;
}

/* Sends n of the elements that lie packed at `bytes`, behind room for what is
 * said of them: the head of a message is written over what has left before. */
static uint64_t
send_packed(struct dri_way *way, int64_t first, int64_t n, unsigned char *bytes)
{
	size_t len = (size_t)n * elem_bytes(way);
	struct dri_piece *m =
		(struct dri_piece *)(bytes - offsetof(struct dri_piece, bytes));

	*m = (struct dri_piece){
		.op = {(uint32_t)((sizeof(*m) + len + WORD - 1) / WORD * WORD),
		       DRI_MSG_PIECE, 0},
		.link = way->peer_link,
		.rank = (uint32_t)way->link->rank,
		.first = first,
		.n = n,
		.part = (uint32_t)way->ship.part,
	};
	return ocr_fabric_send(way->link->world->fabric, way->node, &m->op);
}

/* Sends n elements, packed all at once. */
static int
send_piece(struct dri_way *way, int64_t n)
{
	size_t bytes = (size_t)n * elem_bytes(way);
	size_t len =
		(sizeof(struct dri_piece) + bytes + WORD - 1) / WORD * WORD;
	char *room = malloc(len);
	const struct dri_limits *limits = &way->link->world->links->limits;
	unsigned char *packed;
	int64_t some, at;
	uint64_t last = 0;

	if (!room)
		return -ENOMEM;
	packed = ((struct dri_piece *)(void *)room)->bytes;
	memset(room + len - WORD, 0, WORD);
	ocr_dri_pack(&way->mover, way->pair, way->ship.at, n, source_of(way),
		     packed);
	some = message_of(way, n);
	for (at = 0; at < n; at += some)
		last = send_packed(way, way->ship.at + at,
				   some < n - at ? some : n - at,
				   packed + (size_t)at * elem_bytes(way));
	free(room);
	way->ship.unconfirmed += bytes;
	if (!way->ship.asked && way->ship.unconfirmed >= limits->under_way / 4)
		ask(way, last);
	return 0;
}

/* Elements of a piece that has room for n. */
static int64_t
at_least_one(size_t n)
{
	return n ? (int64_t)n : 1;
}

/* How many elements the next message has: whole lines of the sender's memory,
 * if it is not too many. */
static int64_t
piece_of(const struct dri_way *way, const struct dri_place *place)
{
	const struct dri_limits *limits = &way->link->world->links->limits;
	int64_t elem = (int64_t)elem_bytes(way);
	int64_t n = at_least_one(limits->piece_bytes / elem_bytes(way));
	int64_t left = way->pair->elements - way->ship.at;
	int64_t wide = LINE / elem;

	if (place->run < wide && place->run < place->dst_run &&
	    place->dst_run <= limits->wide_bytes / LINE) {
		wide *= place->dst_run;
		n = n > wide ? n / wide * wide : wide;
	}
	return n < left ? n : left;
}

/* Sends some of the elements; counts them in *n. */
static int
send_some(struct dri_way *way, int64_t *n)
{
	const struct dri_limits *limits = &way->link->world->links->limits;
	size_t elem = elem_bytes(way);
	struct dri_place place;
	void *stage;

	ocr_dri_locate(&way->mover, way->pair, way->ship.at, &place);
	*n = place.dst_run;
	/* It has no place in the receiver's window. */
	if (way->ship.user) {
		*n = piece_of(way, &place);
		return send_piece(way, *n);
	}
	if (*n * (int64_t)elem >= limits->run_bytes &&
	    place.run >= place.dst_run && !way->ship.buffer->user)
		return write_run(way, source_of(way) + place.src_bytes, NULL,
				 place.dst_bytes, *n);
	if (*n * (int64_t)elem >= limits->staged_bytes &&
	    place.run * (int64_t)elem >= LINE) {
		if (*n > at_least_one(limits->stage_bytes / elem))
			*n = at_least_one(limits->stage_bytes / elem);
		stage = ocr_memory_alloc(way->link->world->memory,
					 (size_t)*n * elem);
		if (stage) {
			ocr_dri_pack(&way->mover, way->pair, way->ship.at, *n,
				     source_of(way), stage);
			return write_run(way, stage, stage, place.dst_bytes,
					 *n);
		}
	}
	*n = piece_of(way, &place);
	return send_piece(way, *n);
}

/* True when all has arrived, or will before what is sent next.  After a while
 * it is the turn of what has arrived, and of other ways. */
static bool
send_more(struct dri_way *way)
{
	const struct dri_limits *limits = &way->link->world->links->limits;
	uint64_t burst = 0;
	int64_t n;
	int err;

	while (way->ship.part < way->link->form.parts) {
		if (way->ship.under_way + way->ship.unconfirmed >=
		    limits->under_way)
			return false;
		if (burst >= limits->burst_bytes) {
			go_on(way);
			return false;
		}
		err = send_some(way, &n);
		if (err) {
			complain(way, err);
			return false;
		}
		way->ship.at += n;
		burst += (uint64_t)n * elem_bytes(way);
		if (way->ship.at == way->pair->elements) {
			way->ship.at = 0;
			way->ship.part++;
		}
	}
	return !way->ship.under_way;
}

/* -- Both ------------------------------------------------------------------ */

static void
begin_locked(struct dri_way *way)
{
	way->ship.buffer = way->next->buffer;
	way->ship.offset = way->credits[way->first_credit].offset;
	way->ship.user = way->credits[way->first_credit].user;
	way->ship.part = 0;
	way->ship.at = 0;
}

/* False if there is nothing to begin. */
static bool
begin(struct dri_way *way)
{
	struct dri_world *w = way->link->world;
	bool ready;

	ocr_dri_lock(w);
	ready = is_ready_locked(way);
	if (ready) {
		way->is_busy = true;
		begin_locked(way);
	}
	ocr_dri_unlock(w);
	return ready;
}

bool
ocr_dri_ship_small_locked(struct dri_way *way)
{
	char *to;

	if (way->small_bytes == 0 || way->link->world->broken)
		return false;
	begin_locked(way);
	if (!reach(way, &to))
		return false;
	for (; way->ship.part < way->link->form.parts; way->ship.part++) {
		memcpy(to + way->first.dst_bytes,
		       source_of(way) + way->first.src_bytes, way->small_bytes);
		to += way->dst_part;
	}
	return true;
}

void
ocr_dri_ship_run(struct dri_job *j)
{
	struct dri_way *way = (struct dri_way *)j;
	char *to;

	if (!way->is_busy) {
		if (!begin(way))
			return;
		if (reach(way, &to)) {
			ocr_dri_way_move(way, buffer_of(way), to);
			ocr_dri_way_done(way);
			return;
		}
		if (way->ship.user && ocr_dri_offer(way))
			return;
	}
	if (way->is_offered)
		return;
	if (way->link->world->fabric && send_more(way))
		ocr_dri_way_done(way);
}
