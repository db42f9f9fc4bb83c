/* SPDX-License-Identifier: BSD-3-Clause */
/* reorganize_job.c - random reorganizations between the processes of a job, by
 *the public calls, byte for byte.
 *
 *	reorganize_job [--seeds N] [--first F]
 *
 * Each process makes each seed's reorganization for itself; in a clique all
 *send and receive, in a pipeline the first half sends.  Some cliques have one
 *set on both sides, and what they receive they send again.  Buffers are the
 *program's or the library's, longer than they need be, and filled with a
 *pattern: what must not be written is compared as well.
 */
#include "tests/dri/ask.h"
#include "tests/dri/generate.h"
#include "tests/dri/model.h"
#include "tests/dri/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes behind what a buffer needs. */
#define GUARD 128

#define MOST_BUFFERS 3

/* Values come from a stream of dice that nothing else uses. */
#define VALUES 77

static int rank, size;
static uint64_t seed;

static void
fail(const char *what)
{
	said("process %d of %d: %s; again with --first %llu --seeds 1\n", rank,
	     size, what, (unsigned long long)seed);
	fflush(NULL);
	_exit(1);
}

static void
ok(int status, const char *call)
{
	char text[160];

	if (status == DRI_SUCCESS)
		return;
	snprintf(text, sizeof(text), "%s: %s", call, DRI_strerror(status));
	fail(text);
}
#define OK(call) ok((call), #call)

/* -- What is asked for ----------------------------------------------------- */

struct end {
	enum dri_side on;
	const struct side *side;
	struct model model;
	int rank; /* in the side's group */
	bool user;
	bool in_place; /* the set is the other end's */
	int n_buffers;
	int64_t count, bytes;
	void *memory[MOST_BUFFERS];
	DRI_Buffer_Id known[MOST_BUFFERS];
	int n_known;
	DRI_Distribution dist;
	DRI_Bufferset set;
	DRI_Channel channel;
};

static void
fill_pattern(const struct end *e, unsigned char *p, unsigned char flip)
{
	for (int64_t i = 0; i < e->bytes + GUARD; i++)
		p[i] = (unsigned char)(i * 37 + 11) ^ flip;
}

static void
make_end(struct end *e, const struct reorganization *r, const struct side *side,
	 int my_rank, bool in_place, struct dice *d)
{
	memset(e, 0, sizeof(*e));
	e->side = side;
	e->rank = my_rank;
	e->n_buffers = 1 + (int)dice_below(d, MOST_BUFFERS);
	e->user = !in_place && dice_once_in(d, 3);
	model_make(&e->model, side);
	OK(ask_distribution(side, my_rank, &e->dist));
	OK(DRI_Distribution_get_local_count(e->dist, &e->count));
	e->bytes = e->count * (int64_t)r->part_bytes * r->parts;
	if (!e->user) {
		OK(DRI_Bufferset_system_create(e->n_buffers, e->bytes + GUARD,
					       &e->set));
		return;
	}
	for (int i = 0; i < e->n_buffers; i++) {
		e->memory[i] = malloc((size_t)e->bytes + GUARD);
		if (!e->memory[i])
			fail("out of memory");
		fill_pattern(e, e->memory[i], 0);
	}
	OK(DRI_Bufferset_user_create(e->n_buffers, e->memory, e->bytes + GUARD,
				     &e->set));
}

static void
free_end(struct end *e)
{
	OK(DRI_Channel_destroy(&e->channel));
	if (!e->in_place) {
		OK(DRI_Bufferset_destroy(&e->set));
		OK(DRI_Distribution_destroy(&e->dist));
	}
	for (int i = 0; e->user && i < e->n_buffers; i++)
		free(e->memory[i]);
	if (!e->in_place)
		model_free(&e->model);
}

/* -- What is in the buffers ------------------------------------------------ */

/* The bytes of an element in a round. */
static void
put_value(const struct reorganization *r, const struct end *e,
	  const int64_t index[], int round, unsigned char *p, int64_t offset,
	  bool zero)
{
	uint64_t number = (uint64_t)round + seed * 1000003;
	struct dice d;

	for (int k = 0; k < r->src.spec.ndims; k++)
		number = number * 1000003 + (uint64_t)index[k];
	d = dice(number, VALUES);
	for (int k = 0; k < r->parts; k++) {
		unsigned char *at =
			p + generate_at(r, e->on, e->count, offset, k) *
				    (int64_t)r->part_bytes;

		for (size_t i = 0; i < r->part_bytes; i++)
			at[i] = zero ? 0 : (unsigned char)dice_next(&d);
	}
}

/* Writes what a process has: all that it stores, or what it owns. */
static void
fill(const struct reorganization *r, const struct end *e, int round,
     unsigned char *p, bool all, unsigned char flip)
{
	int64_t at[DRI_MAX_DIMS], index[DRI_MAX_DIMS];
	int coord[DRI_MAX_DIMS];
	bool more, owned, zero;

	fill_pattern(e, p, flip);
	model_coords(&e->model, e->rank, coord);
	for (more = model_first(&e->model, e->rank, at); more;
	     more = model_next(&e->model, e->rank, at)) {
		owned = true;
		zero = false;
		for (int d = 0; d < r->src.spec.ndims; d++) {
			const struct model_axis *a =
				&e->model.dim[d].axis[coord[d]];

			index[d] = a->from[at[d]];
			owned = owned && a->owned[at[d]];
			zero = zero || index[d] == MODEL_ZEROS;
		}
		if (all || owned)
			put_value(r, e, index, round, p,
				  model_offset(&e->model, e->rank, at), zero);
	}
}

static void
send(const struct reorganization *r, const struct end *e, int round)
{
	DRI_Buffer_Id buf;
	void *p;

	OK(DRI_Channel_get(e->channel, &buf));
	OK(DRI_Buffer_get_ptr(buf, &p));
	fill(r, e, round, p, false, 0);
	OK(DRI_Channel_put(e->channel, buf));
}

/* Bytes that only a transfer can have made what they are: where two patterns
 * with the values in them agree. */
static bool
has_values(const struct reorganization *r, const struct end *e, int round,
	   const unsigned char *p, const unsigned char *want)
{
	size_t n = (size_t)e->bytes + GUARD, i;
	unsigned char *other = malloc(n);

	if (!other)
		fail("out of memory");
	fill(r, e, round, other, true, 0xff);
	for (i = 0; i < n; i++)
		if (want[i] == other[i] && p[i] != want[i])
			break;
	free(other);
	return i == n;
}

/* True if the program has had this buffer before. */
static bool
is_known(struct end *e, DRI_Buffer_Id buf)
{
	for (int i = 0; i < e->n_known; i++)
		if (e->known[i] == buf)
			return true;
	e->known[e->n_known++] = buf;
	return false;
}

/* What the library's buffers hold before the program has had them is not known;
 * then they have the pattern. */
static void
receive(const struct reorganization *r, struct end *e, int round)
{
	unsigned char *want = malloc((size_t)e->bytes + GUARD);
	DRI_Buffer_Id buf;
	bool same;
	void *p;

	if (!want)
		fail("out of memory");
	fill(r, e, round, want, true, 0);
	OK(DRI_Channel_get(e->channel, &buf));
	OK(DRI_Buffer_get_ptr(buf, &p));
	same = is_known(e, buf) || e->user || e->in_place
		       ? !memcmp(p, want, (size_t)e->bytes + GUARD)
		       : has_values(r, e, round, p, want);
	if (!same) {
		describe(r);
		fail("what was received is not what was sent");
	}
	free(want);
	fill_pattern(e, p, 0);
	OK(DRI_Channel_put(e->channel, buf));
}

/* -- Runs ------------------------------------------------------------------ */

/* Every buffer is used more than once; some are under way at a time. */
static void
run(const struct reorganization *r, struct end *s, struct end *t, int ahead)
{
	int rounds = MOST_BUFFERS + 2;

	for (int i = 0; i < rounds + ahead; i++) {
		if (s && i < rounds)
			send(r, s, i);
		if (t && i >= ahead)
			receive(r, t, i - ahead);
	}
}

/* Writes only what is owned to a buffer that was received, and sends it; what
 * comes back has the other round's values everywhere. */
static void
again(const struct reorganization *r, struct end *s, struct end *t, int round)
{
	unsigned char *next = malloc((size_t)s->bytes + GUARD);
	DRI_Buffer_Id buf;
	void *p;

	if (!next)
		fail("out of memory");
	send(r, s, round);
	for (int i = 1; i < 3; i++) {
		OK(DRI_Channel_get(t->channel, &buf));
		OK(DRI_Buffer_get_ptr(buf, &p));
		fill(r, s, round + i - 1, next, true, 0);
		if (memcmp(p, next, (size_t)s->bytes + GUARD) != 0) {
			describe(r);
			fail("what was exchanged in place is wrong");
		}
		fill(r, s, round + i, next, false, 0);
		memcpy(p, next, (size_t)s->bytes + GUARD);
		OK(DRI_Channel_put(s->channel, buf));
	}
	free(next);
	receive(r, t, round + 2);
}

static void
one(bool clique)
{
	struct limits limits = small_limits;
	struct reorganization r;
	struct end s, t;
	struct dice d = dice(seed, 99);
	int n_send = clique ? size : (size + 1) / 2, ahead;
	bool sends = clique || rank < n_send;
	bool receives = clique || rank >= n_send, in_place;
	char name[32];

	limits.src_procs = n_send;
	limits.dst_procs = clique ? size : size - n_send;
	generate(&r, seed, &limits);
	snprintf(name, sizeof(name), "seed %llu", (unsigned long long)seed);
	/* A pipeline's processes make the other side's channel for nothing. */
	in_place = clique && dice_once_in(&d, 3);
	if (in_place) {
		r.src = r.dst;
		generate_same_type(&r);
	} else {
		make_end(&s, &r, &r.src, sends ? rank : 0, false, &d);
	}
	make_end(&t, &r, &r.dst,
		 !receives ? 0
		 : clique  ? rank
			   : rank - n_send,
		 in_place, &d);
	if (in_place) {
		s = t;
		s.in_place = true;
		t.in_place = true;
	}
	s.on = DRI_SEND;
	t.on = DRI_RECEIVE;
	ahead = (int)dice_below(&d, s.n_buffers);
	OK(DRI_Channel_create_rcv(name, r.type[DRI_RECEIVE], t.dist, t.set,
				  &t.channel));
	OK(DRI_Channel_create_send(name, r.type[DRI_SEND], s.dist, s.set,
				   &s.channel));
	if (clique)
		OK(DRI_Channel_connect_sendrecv(s.channel, t.channel));
	else
		OK(DRI_Channel_connect(sends ? s.channel : t.channel));
	run(&r, sends ? &s : NULL, receives ? &t : NULL, ahead);
	if (in_place)
		again(&r, &s, &t, MOST_BUFFERS + 2);
	t.in_place = false;
	free_end(&s);
	free_end(&t);
}

static uint64_t
option(int argc, char **argv, const char *name, uint64_t value)
{
	for (int i = 1; i + 1 < argc; i++)
		if (!strcmp(argv[i], name))
			value = strtoull(argv[i + 1], NULL, 0);
	return value;
}

int
main(int argc, char **argv)
{
	uint64_t seeds, first;

	OK(DRI_Init(&argc, &argv));
	OK(DRI_Group_get_rank(DRI_GROUP_WORLD, &rank));
	OK(DRI_Group_get_size(DRI_GROUP_WORLD, &size));
	seeds = option(argc, argv, "--seeds", 100);
	first = option(argc, argv, "--first", 1);
	for (seed = first; seed < first + seeds; seed++)
		one(size == 1 || seed % 2);
	OK(DRI_Finalize());
	if (!rank)
		printf("%llu random reorganizations on %d processes: all as "
		       "they should be\n",
		       (unsigned long long)seeds, size);
	return 0;
}
