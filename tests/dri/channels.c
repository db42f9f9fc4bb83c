/* SPDX-License-Identifier: BSD-3-Clause */
/* channels.c - scenarios of channels between real processes.
 *
 *   channels NAME    runs one; without a name it lists them
 */
#include "tests/dri/channels.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- What works ------------------------------------------------------------ */

static void
clique(void)
{
	job_clique(37, 53, 1, 5, false, "small");
	job_clique(300, 500, 3, 4, false, "large");
	job_clique(1, 1, 1, 3, false, "one element");
}

static void
user_buffers(void)
{
	job_clique(64, 100, 2, 5, true, "user");
}

static void
pipeline(void)
{
	struct job_side s =
		job_is_sender() ? job_matrix(61, 47) : job_turned(61, 47);

	job_take_half(&s, job_is_sender() ? 1 : 0);
	s.n_buffers = 2 + job_is_sender();
	if (job_is_sender())
		job_create_send(&s, "pipe");
	else
		job_create_rcv(&s, "pipe");
	OK(DRI_Channel_connect(s.channel));
	for (int i = 0; i < 20; i++) {
		if (job_is_sender())
			job_send(&s, i);
		else
			job_receive(&s, i);
	}
	job_free(&s);
}

static void
overlap(void)
{
	struct job_side s = job_matrix(40, 30), r = job_turned(40, 30);

	r.procs[0] = r.procs[1] = 0;
	r.cyclic[0] = r.cyclic[1] = 3;
	r.overlap = 2;
	r.type = DRI_OVERLAP_PAD_TOROIDAL;
	job_exchange(&s, &r, 3, "torus");

	s = job_matrix(40, 30);
	r.type = DRI_OVERLAP_PAD_ZEROS;
	job_exchange(&s, &r, 3, "zeros");
}

/* Several are under way before the first is received. */
static void
in_flight(void)
{
	struct job_side s = job_matrix(64, 64), r = job_turned(64, 64);

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
	struct job_side a = job_matrix(48, 36), b = job_turned(48, 36),
			c = job_matrix(48, 36);
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
	struct job_side in = job_matrix(30, 20), out;
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
			struct job_side s = how ? job_turned(24, 7000)
						: job_matrix(24, 7000);
			struct job_side r = job_matrix(24, 7000);

			r.cyclic[1] = 3;
			s.user = r.user = user;
			job_exchange(&s, &r, 3, "long");
		}
	}
}

/* So large that what is received comes to the program's memory at once: turned,
 * in runs that lie ready, and with places that nobody sends. */
static void
direct(void)
{
	for (int how = 0; how < 3; how++) {
		struct job_side s = job_matrix(1200, 500);
		struct job_side r = how ? s : job_turned(1200, 500);

		r.cyclic[1] = how ? 7 : r.cyclic[1];
		if (how == 2) {
			r.cyclic[0] = 250;
			r.procs[0] = r.procs[1] = 0;
			r.overlap = 2;
			r.type = DRI_OVERLAP_PAD_ZEROS;
		}
		r.n_buffers = 2;
		r.user = true;
		s.user = how != 1;
		job_exchange(&s, &r, 4, "direct");
	}
}

/* More processes than elements. */
static void
nothing(void)
{
	struct job_side s = job_matrix(1, 2), r = job_turned(1, 2);

	job_exchange(&s, &r, 5, "few");
}

/* Everybody gets everything, from whoever has it. */
static void
replicated(void)
{
	struct job_side s = job_matrix(13, 11), r = job_matrix(13, 11);

	r.cyclic[1] = -1;
	job_exchange(&s, &r, 2, "spread");
	s = job_matrix(13, 11);
	s.cyclic[1] = -1;
	r = job_turned(13, 11);
	job_exchange(&s, &r, 2, "gather");
}

struct thread {
	pthread_t id;
	char name[24];
};

static void *
thread_main(void *arg)
{
	struct thread *t = arg;

	job_clique(31, 29, 2, 6, false, t->name);
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
	{"direct", direct, 1},
	{"in_place", in_place, 1},
	{"timed", timed, 1},
	{"nothing", nothing, 1},
	{"replicated", replicated, 1},
	{"threads", threads, 1},
	{"mismatch", mismatch, 2},
	{"buffer_counts", buffer_counts, 2},
	{"same_rank", same_rank, 2},
	{"partly_overlapping", partly_overlapping, 3},
	{"crossed", crossed, 4},
	{"own_names", own_names, 1},
	{"bad_arguments", bad_arguments, 1},
	{"groups", groups, 1},
	{"same_memory", same_memory, 1},
	{"sender_goes", sender_goes, 2},
	{"receiver_goes", receiver_goes, 2},
	{"held", held, 1},
	{"destroyed_beside", destroyed_beside, 1},
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
