/* SPDX-License-Identifier: BSD-3-Clause */
/* channels.c - scenarios of channels between real processes.
 *
 *   channels NAME    runs one; without a name it lists them
 */
#include "tests/dri/job.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct job_side
matrix(int64_t rows, int64_t columns)
{
	return (struct job_side){.ndims = 2,
				 .size = {columns, rows},
				 .n = job_size,
				 .me = job_rank,
				 .cyclic = {-1, 0},
				 .procs = {1, job_size},
				 .order = {0, 1}};
}

/* The other way: columns over processes, and each contiguous. */
static struct job_side
turned(int64_t rows, int64_t columns)
{
	struct job_side s = matrix(rows, columns);

	s.cyclic[0] = 0;
	s.cyclic[1] = -1;
	s.procs[0] = job_size;
	s.procs[1] = 1;
	s.order[0] = 1;
	s.order[1] = 0;
	return s;
}

/* In a pipeline the first half of the processes sends. */
static int
half(void)
{
	return (job_size + 1) / 2;
}

static bool
is_sender(void)
{
	return job_rank < half();
}

static void
take_half(struct job_side *s, int d)
{
	s->n = is_sender() ? half() : job_size - half();
	s->me = is_sender() ? job_rank : job_rank - half();
	s->procs[d] = s->n;
}

/* -- What works ------------------------------------------------------------ */

static void
clique_with(int64_t rows, int64_t columns, int buffers, int rounds, bool user,
	    const char *name)
{
	struct job_side s = matrix(rows, columns), r = turned(rows, columns);

	s.n_buffers = buffers;
	r.n_buffers = 2;
	s.user = r.user = user;
	job_create_rcv(&r, name);
	job_create_send(&s, name);
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	for (int i = 0; i < rounds; i++) {
		job_send(&s, i);
		job_receive(&r, i);
	}
	job_free(&s);
	job_free(&r);
}

static void
clique(void)
{
	clique_with(37, 53, 1, 5, false, "small");
	clique_with(300, 500, 3, 4, false, "large");
	clique_with(1, 1, 1, 3, false, "one element");
}

static void
user_buffers(void)
{
	clique_with(64, 100, 2, 5, true, "user");
}

static void
pipeline(void)
{
	struct job_side s = is_sender() ? matrix(61, 47) : turned(61, 47);

	take_half(&s, is_sender() ? 1 : 0);
	s.n_buffers = 2 + is_sender();
	if (is_sender())
		job_create_send(&s, "pipe");
	else
		job_create_rcv(&s, "pipe");
	OK(DRI_Channel_connect(s.channel));
	for (int i = 0; i < 20; i++) {
		if (is_sender())
			job_send(&s, i);
		else
			job_receive(&s, i);
	}
	job_free(&s);
}

static void
overlap(void)
{
	struct job_side s = matrix(40, 30), r = turned(40, 30);

	r.procs[0] = r.procs[1] = 0;
	r.cyclic[0] = r.cyclic[1] = 3;
	r.overlap = 2;
	r.type = DRI_OVERLAP_PAD_TOROIDAL;
	job_create_send(&s, "torus");
	job_create_rcv(&r, "torus");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	for (int i = 0; i < 3; i++) {
		job_send(&s, i);
		job_receive(&r, i);
	}
	job_free(&s);
	job_free(&r);

	s = matrix(40, 30);
	r.type = DRI_OVERLAP_PAD_ZEROS;
	job_create_send(&s, "zeros");
	job_create_rcv(&r, "zeros");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	for (int i = 0; i < 3; i++) {
		job_send(&s, i);
		job_receive(&r, i);
	}
	job_free(&s);
	job_free(&r);
}

/* Several are under way before the first is received. */
static void
in_flight(void)
{
	struct job_side s = matrix(64, 64), r = turned(64, 64);

	s.n_buffers = 4;
	r.n_buffers = 3;
	job_create_send(&s, "flight");
	job_create_rcv(&r, "flight");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	for (int i = 0; i < 3; i++)
		job_send(&s, i);
	for (int i = 3; i < 12; i++) {
		job_send(&s, i);
		job_receive(&r, i - 3);
	}
	for (int i = 9; i < 12; i++)
		job_receive(&r, i);
	job_free(&s);
	job_free(&r);
}

/* What a channel received goes on from the same buffers, by another
 * reorganization. */
static void
twice(void)
{
	struct job_side a = matrix(48, 36), b = turned(48, 36),
			c = matrix(48, 36);
	DRI_Buffer_Id buf;
	void *p;

	b.n_buffers = 2;
	job_create_send(&a, "there");
	job_create_rcv(&b, "there");
	job_create_rcv(&c, "back");
	IS(DRI_ERR_SIDE, DRI_Channel_connect_sendrecv(b.channel, c.channel));
	OK(DRI_Channel_connect_sendrecv(a.channel, b.channel));
	OK(DRI_Channel_connect_sendrecv(b.channel, c.channel));
	for (int i = 0; i < 7; i++) {
		job_send(&a, i);
		OK(DRI_Channel_get(b.channel, &buf));
		OK(DRI_Buffer_get_ptr(buf, &p));
		job_look(&b, p, i);
		OK(DRI_Channel_put(b.channel, buf));
		job_receive(&c, i);
	}
	job_free(&a);
	job_free(&b);
	job_free(&c);
}

/* Three groups; the middle one sends on what it received. */
static void
pass_through(void)
{
	struct job_side in = matrix(30, 20), out;
	int stage = job_rank * 3 / job_size, first = job_rank, n = 0;
	DRI_Buffer_Id buf;
	void *p;

	for (int i = 0; i < job_size; i++) {
		if (i * 3 / job_size != stage)
			continue;
		if (i < first)
			first = i;
		n++;
	}
	in.n = in.procs[1] = n;
	in.me = job_rank - first;
	in.n_buffers = 2;
	out = in;
	if (stage == 0)
		job_create_send(&in, "first");
	else
		job_create_rcv(&in, stage == 1 ? "first" : "second");
	if (stage == 1) {
		out.dist = in.dist;
		OK(DRI_Channel_create_send("second", in.dataspec, in.dist,
					   in.set, &out.channel));
	}
	OK(DRI_Channel_connect(in.channel));
	if (stage == 1)
		OK(DRI_Channel_connect(out.channel));
	if (stage == 1)
		IS(DRI_ERR_BUSY, DRI_Channel_get(out.channel, &buf));
	for (int i = 0; i < 10; i++) {
		if (stage == 0) {
			job_send(&in, i);
		} else if (stage == 2) {
			job_receive(&in, i);
		} else {
			OK(DRI_Channel_get(in.channel, &buf));
			OK(DRI_Buffer_get_ptr(buf, &p));
			job_look(&in, p, i);
			OK(DRI_Channel_put(out.channel, buf));
		}
	}
	if (stage == 1)
		OK(DRI_Channel_destroy(&out.channel));
	job_free(&in);
}

/* Runs that are long in the receiver's memory: contiguous in the sender's as
 * well, and not. */
static void
long_runs(void)
{
	for (int user = 0; user < 2; user++) {
		for (int how = 0; how < 2; how++) {
			struct job_side s =
				how ? turned(24, 7000) : matrix(24, 7000);
			struct job_side r = matrix(24, 7000);

			r.cyclic[1] = 3;
			s.user = r.user = user;
			job_create_send(&s, "long");
			job_create_rcv(&r, "long");
			OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
			for (int i = 0; i < 3; i++) {
				job_send(&s, i);
				job_receive(&r, i);
			}
			job_free(&s);
			job_free(&r);
		}
	}
}

/* More processes than elements. */
static void
nothing(void)
{
	struct job_side s = matrix(1, 2), r = turned(1, 2);

	job_create_send(&s, "few");
	job_create_rcv(&r, "few");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	for (int i = 0; i < 5; i++) {
		job_send(&s, i);
		job_receive(&r, i);
	}
	job_free(&s);
	job_free(&r);
}

/* Everybody gets everything, from whoever has it. */
static void
replicated(void)
{
	struct job_side s = matrix(13, 11), r = matrix(13, 11);

	r.cyclic[1] = -1;
	job_create_send(&s, "spread");
	job_create_rcv(&r, "spread");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	job_send(&s, 1);
	job_receive(&r, 1);
	job_free(&s);
	job_free(&r);
	s = matrix(13, 11);
	s.cyclic[1] = -1;
	r = turned(13, 11);
	job_create_send(&s, "gather");
	job_create_rcv(&r, "gather");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	job_send(&s, 2);
	job_receive(&r, 2);
	job_free(&s);
	job_free(&r);
}

struct thread {
	pthread_t id;
	char name[16];
};

static void *
thread_main(void *arg)
{
	struct thread *t = arg;

	clique_with(31, 29, 2, 6, false, t->name);
	return NULL;
}

/* Several threads, each with channels of its own. */
static void
threads(void)
{
	struct thread t[4];

	for (int i = 0; i < 4; i++) {
		snprintf(t[i].name, sizeof(t[i].name), "thread %d", i);
		CHECK(!pthread_create(&t[i].id, NULL, thread_main, &t[i]));
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i].id, NULL);
}

/* -- What is refused, and leaves everything usable ------------------------- */

/* All processes get `want`; afterwards the same channels can be connected when
 * what was wrong is mended by `mended`. */
static void
refused(int want, struct job_side *s, struct job_side *r, const char *name)
{
	job_create_send(s, name);
	job_create_rcv(r, name);
	IS(want, DRI_Channel_connect_sendrecv(s->channel, r->channel));
	IS(DRI_ERR_NOT_CONNECTED,
	   DRI_Channel_get(r->channel, &(DRI_Buffer_Id){0}));
	job_free(s);
	job_free(r);
	clique_with(10, 10, 1, 2, false, name);
}

static void
mismatch(void)
{
	struct job_side s = matrix(12, 10), r = turned(12, 11);

	refused(DRI_ERR_MISMATCH, &s, &r, "sizes");
	s = matrix(12, 10);
	r = turned(12, 10);
	r.dataspec = DRI_LONG;
	refused(DRI_ERR_MISMATCH, &s, &r, "types");
	s = matrix(12, 10);
	r = turned(12, 10);
	s.cyclic[1] = job_rank == job_size - 1 ? 2 : 0;
	refused(job_size > 1 ? DRI_ERR_MISMATCH : DRI_SUCCESS, &s, &r,
		"distributions");
}

static void
buffer_counts(void)
{
	struct job_side s = matrix(12, 10), r = turned(12, 10);

	r.n_buffers = 1 + (job_rank == job_size - 1);
	refused(DRI_ERR_BUFFER_COUNT, &s, &r, "counts");
}

static void
same_rank(void)
{
	struct job_side s = matrix(12, 10), r = turned(12, 10);

	s.me = 0;
	refused(DRI_ERR_RANK, &s, &r, "ranks");
}

/* The last sender is the first receiver. */
static void
partly_overlapping(void)
{
	struct job_side s = matrix(12, 10), r = turned(12, 10);
	bool both = job_rank == half() - 1;

	s.n = s.procs[1] = half();
	s.me = job_rank;
	r.n = r.procs[0] = job_size - half() + 1;
	r.me = job_rank - half() + 1;
	if (job_rank < half())
		job_create_send(&s, "partly");
	if (job_rank >= half() - 1)
		job_create_rcv(&r, "partly");
	if (both)
		IS(DRI_ERR_GROUPS,
		   DRI_Channel_connect_sendrecv(s.channel, r.channel));
	else
		IS(DRI_ERR_GROUPS,
		   DRI_Channel_connect(is_sender() ? s.channel : r.channel));
	if (job_rank < half())
		job_free(&s);
	if (job_rank >= half() - 1)
		job_free(&r);
	job_barrier("after partly");
}

static void
bad_arguments(void)
{
	struct job_side s = matrix(8, 8), r = turned(8, 8);
	DRI_Channel c = DRI_CHANNEL_NULL, copy;
	DRI_Buffer_Id buf = DRI_BUFFER_ID_NULL;
	DRI_Bufferset small;
	void *p = NULL;
	char *none = NULL;

	IS(DRI_ERR_INIT, DRI_Init(NULL, NULL));
	job_make(&s);
	job_make(&r);
	OK(DRI_Bufferset_system_create(1, 7, &small));
	IS(DRI_ERR_BUFFER_SIZE,
	   DRI_Channel_create_send("x", DRI_DOUBLE, s.dist, small, &c));
	IS(DRI_ERR_BUFFER_SIZE,
	   DRI_Channel_create_rcv("x", DRI_DOUBLE, r.dist, small, &c));
	IS(DRI_ERR_NAME,
	   DRI_Channel_create_send("", DRI_DOUBLE, s.dist, s.set, &c));
	IS(DRI_ERR_NULL,
	   DRI_Channel_create_send(NULL, DRI_DOUBLE, s.dist, s.set, &c));
	IS(DRI_ERR_NULL,
	   DRI_Channel_create_send("x", DRI_DATASPEC_NULL, s.dist, s.set, &c));
	IS(DRI_ERR_DATASPEC,
	   DRI_Channel_create_send("x", (DRI_Dataspec)12, s.dist, s.set, &c));
	IS(DRI_ERR_NULL,
	   DRI_Channel_create_send("x", DRI_DOUBLE, DRI_DISTRIBUTION_NULL,
				   s.set, &c));
	IS(DRI_ERR_NULL, DRI_Channel_create_send("x", DRI_DOUBLE, s.dist,
						 DRI_BUFFERSET_NULL, &c));
	IS(DRI_ERR_NULL,
	   DRI_Channel_create_send("x", DRI_DOUBLE, s.dist, s.set, NULL));
	IS(DRI_ERR_HANDLE,
	   DRI_Channel_create_send("x", DRI_DOUBLE, (DRI_Distribution)s.set,
				   s.set, &c));
	CHECK(c == DRI_CHANNEL_NULL);
	IS(DRI_ERR_SIZE, DRI_Bufferset_system_create(0, 8, &small));
	IS(DRI_ERR_SIZE, DRI_Bufferset_system_create(1, -1, &small));
	IS(DRI_ERR_NULL, DRI_Bufferset_system_create(1, 8, NULL));
	IS(DRI_ERR_NO_MEMORY,
	   DRI_Bufferset_system_create(1, INT64_MAX / 2, &small));
	IS(DRI_ERR_NULL, DRI_Bufferset_user_create(1, NULL, 8, &small));
	IS(DRI_ERR_NULL,
	   DRI_Bufferset_user_create(1, (void *const *)&none, 8, &small));

	OK(DRI_Channel_create_send("bad", DRI_DOUBLE, s.dist, s.set,
				   &s.channel));
	OK(DRI_Channel_create_recv("bad", DRI_DOUBLE, r.dist, r.set,
				   &r.channel));
	IS(DRI_ERR_BUFFER_SHARED,
	   DRI_Channel_create_rcv("bad", DRI_DOUBLE, r.dist, r.set, &c));
	IS(DRI_ERR_NOT_CONNECTED, DRI_Channel_get(s.channel, &buf));
	IS(DRI_ERR_NULL, DRI_Channel_connect(DRI_CHANNEL_NULL));
	IS(DRI_ERR_NULL,
	   DRI_Channel_connect_sendrecv(s.channel, DRI_CHANNEL_NULL));
	IS(DRI_ERR_SIDE, DRI_Channel_connect_sendrecv(r.channel, s.channel));
	IS(DRI_ERR_BUFFER_SHARED,
	   DRI_Channel_connect_sendrecv(r.channel, r.channel));
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	IS(DRI_ERR_CONNECTED,
	   DRI_Channel_connect_sendrecv(s.channel, r.channel));
	IS(DRI_ERR_CONNECTED, DRI_Channel_connect(r.channel));

	IS(DRI_ERR_NULL, DRI_Channel_get(s.channel, NULL));
	OK(DRI_Channel_get(s.channel, &buf));
	IS(DRI_ERR_BUSY, DRI_Channel_get(s.channel, &buf));
	IS(DRI_ERR_NULL, DRI_Buffer_get_ptr(buf, NULL));
	OK(DRI_Buffer_get_ptr(buf, &p));
	job_fill(&s, p, 0);
	IS(DRI_ERR_NULL, DRI_Channel_put(s.channel, DRI_BUFFER_ID_NULL));
	IS(DRI_ERR_NULL, DRI_Channel_put(DRI_CHANNEL_NULL, buf));
	IS(DRI_ERR_HANDLE, DRI_Channel_put(s.channel, (DRI_Buffer_Id)s.set));
	OK(DRI_Channel_put(s.channel, buf));
	IS(DRI_ERR_BUFFER_STATE, DRI_Channel_put(s.channel, buf));
	IS(DRI_ERR_BUFFER_STATE, DRI_Buffer_get_ptr(buf, &p));
	job_receive(&r, 0);
	OK(DRI_Bufferset_destroy(&small));
	IS(DRI_ERR_NULL, DRI_Bufferset_destroy(&small));
	copy = s.channel;
	job_free(&s);
	IS(DRI_ERR_HANDLE, DRI_Channel_destroy(&copy));
	IS(DRI_ERR_NULL, DRI_Channel_destroy(&s.channel));
	IS(DRI_ERR_NULL, DRI_Channel_destroy(NULL));
	IS(DRI_ERR_HANDLE, DRI_Channel_get(copy, &buf));
	job_free(&r);
	job_barrier("after bad");
}

static void
groups(void)
{
	DRI_Group g, h, w = DRI_GROUP_WORLD;
	int ranks[64], n, r;

	CHECK(job_size <= 64);
	for (int i = 0; i < job_size; i++)
		ranks[i] = job_size - 1 - i;
	OK(DRI_Group_create(DRI_GROUP_WORLD, job_size, ranks, &g));
	OK(DRI_Group_get_rank(g, &r));
	OK(DRI_Group_get_size(g, &n));
	CHECK(r == job_size - 1 - job_rank && n == job_size);
	ranks[0] = 0;
	OK(DRI_Group_create(g, 1, ranks, &h));
	OK(DRI_Group_destroy(&g));
	CHECK(g == DRI_GROUP_NULL);
	if (job_rank == job_size - 1) {
		OK(DRI_Group_get_rank(h, &r));
		CHECK(r == 0);
	} else {
		IS(DRI_ERR_NOT_MEMBER, DRI_Group_get_rank(h, &r));
		IS(DRI_ERR_NOT_MEMBER, DRI_Group_get_size(h, &n));
	}
	ranks[0] = job_size;
	IS(DRI_ERR_RANK, DRI_Group_create(DRI_GROUP_WORLD, 1, ranks, &g));
	ranks[0] = -1;
	IS(DRI_ERR_RANK, DRI_Group_create(DRI_GROUP_WORLD, 1, ranks, &g));
	ranks[0] = ranks[1] = 0;
	IS(DRI_ERR_RANK, DRI_Group_create(DRI_GROUP_WORLD, 2, ranks, &g));
	IS(DRI_ERR_SIZE, DRI_Group_create(DRI_GROUP_WORLD, 0, ranks, &g));
	IS(DRI_ERR_NULL, DRI_Group_create(DRI_GROUP_WORLD, 1, NULL, &g));
	IS(DRI_ERR_NULL, DRI_Group_create(DRI_GROUP_WORLD, 1, ranks, NULL));
	IS(DRI_ERR_NULL, DRI_Group_create(DRI_GROUP_NULL, 1, ranks, &g));
	IS(DRI_ERR_NULL, DRI_Group_get_rank(DRI_GROUP_NULL, &r));
	IS(DRI_ERR_NULL, DRI_Group_get_rank(DRI_GROUP_WORLD, NULL));
	IS(DRI_ERR_NULL, DRI_Group_get_size(DRI_GROUP_WORLD, NULL));
	CHECK(g == DRI_GROUP_NULL);
	g = h;
	OK(DRI_Group_destroy(&h));
	IS(DRI_ERR_NULL, DRI_Group_destroy(&h));
	IS(DRI_ERR_HANDLE, DRI_Group_destroy(&g));
	IS(DRI_ERR_NULL, DRI_Group_destroy(NULL));
	OK(DRI_Group_destroy(&w));
	OK(DRI_Group_get_size(DRI_GROUP_WORLD, &n));
}

/* -- How things end -------------------------------------------------------- */

/* Senders go: receivers hear so. */
static void
sender_goes(void)
{
	struct job_side s = is_sender() ? matrix(20, 20) : turned(20, 20);
	DRI_Buffer_Id buf;

	take_half(&s, is_sender() ? 1 : 0);
	if (is_sender()) {
		job_create_send(&s, "goes");
		OK(DRI_Channel_connect(s.channel));
		job_send(&s, 0);
	} else {
		job_create_rcv(&s, "goes");
		OK(DRI_Channel_connect(s.channel));
		job_receive(&s, 0);
		IS(DRI_ERR_NOT_CONNECTED, DRI_Channel_get(s.channel, &buf));
	}
	job_free(&s);
}

/* Receivers go: senders do not wait for them. */
static void
receiver_goes(void)
{
	struct job_side s = is_sender() ? matrix(200, 200) : turned(200, 200);

	take_half(&s, is_sender() ? 1 : 0);
	s.n_buffers = 3;
	if (is_sender()) {
		job_create_send(&s, "leaves");
		OK(DRI_Channel_connect(s.channel));
		for (int i = 0; i < 9; i++)
			job_send(&s, i);
	} else {
		job_create_rcv(&s, "leaves");
		OK(DRI_Channel_connect(s.channel));
		job_receive(&s, 0);
	}
	job_free(&s);
	job_barrier("after leaves");
}

/* Nothing is taken apart before the end. */
static void
left_behind(void)
{
	struct job_side s = matrix(50, 50), r = turned(50, 50);
	DRI_Buffer_Id buf;

	s.n_buffers = r.n_buffers = 3;
	job_create_send(&s, "left");
	job_create_rcv(&r, "left");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	for (int i = 0; i < 3; i++)
		job_send(&s, i);
	job_receive(&r, 0);
	OK(DRI_Channel_get(r.channel, &buf));
}

/* The last process goes without a word. */
static void
dies(void)
{
	struct job_side s = matrix(50, 50), r = turned(50, 50);

	job_create_send(&s, "dies");
	job_create_rcv(&r, "dies");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	if (job_rank == job_size - 1)
		abort();
	for (int i = 0;; i++) {
		job_send(&s, i);
		job_receive(&r, i);
	}
}

static const struct scenario {
	const char *name;
	void (*run)(void);
	int least; /* processes */
} scenarios[] = {
	{"clique", clique, 1},
	{"user_buffers", user_buffers, 1},
	{"pipeline", pipeline, 2},
	{"overlap", overlap, 1},
	{"in_flight", in_flight, 1},
	{"twice", twice, 1},
	{"pass_through", pass_through, 3},
	{"long_runs", long_runs, 1},
	{"nothing", nothing, 1},
	{"replicated", replicated, 1},
	{"threads", threads, 1},
	{"mismatch", mismatch, 2},
	{"buffer_counts", buffer_counts, 2},
	{"same_rank", same_rank, 2},
	{"partly_overlapping", partly_overlapping, 3},
	{"bad_arguments", bad_arguments, 1},
	{"groups", groups, 1},
	{"sender_goes", sender_goes, 2},
	{"receiver_goes", receiver_goes, 2},
	{"left_behind", left_behind, 1},
	{"dies", dies, 2},
};
#define N_SCENARIOS (sizeof(scenarios) / sizeof(*scenarios))

/* NULL: all but the one that ends the job. */
static void
run(const char *name)
{
	bool found = false;

	for (size_t i = 0; i < N_SCENARIOS; i++) {
		const struct scenario *s = &scenarios[i];

		if (name ? strcmp(name, s->name) != 0 : s->run == dies)
			continue;
		found = true;
		if (job_size < s->least)
			continue;
		s->run();
		if (job_rank == 0)
			printf("ok %s\n", s->name);
		fflush(stdout);
	}
	if (found)
		return;
	fprintf(stderr, "no scenario of that name; there are:\n");
	for (size_t i = 0; i < N_SCENARIOS; i++)
		fprintf(stderr, "  %s (from %d processes on)\n",
			scenarios[i].name, scenarios[i].least);
	exit(2);
}

int
main(int argc, char **argv)
{
	IS(DRI_ERR_INIT, DRI_Group_get_size(DRI_GROUP_WORLD, &job_size));
	OK(DRI_Init(&argc, &argv));
	OK(DRI_Group_get_rank(DRI_GROUP_WORLD, &job_rank));
	OK(DRI_Group_get_size(DRI_GROUP_WORLD, &job_size));
	run(argc > 1 ? argv[1] : NULL);
	OK(DRI_Finalize());
	IS(DRI_ERR_FINALIZED, DRI_Finalize());
	IS(DRI_ERR_FINALIZED, DRI_Init(NULL, NULL));
	return 0;
}
