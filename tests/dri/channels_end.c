/* SPDX-License-Identifier: BSD-3-Clause */
/* channels_end.c - how things end. */
#include "tests/dri/channels.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

/* Senders go: receivers hear so. */
void
sender_goes(void)
{
	struct job_side s =
		job_is_sender() ? job_matrix(20, 20) : job_turned(20, 20);
	DRI_Buffer_Id buf;

	job_take_half(&s, job_is_sender() ? 1 : 0);
	if (job_is_sender()) {
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
leave_early(int64_t n, bool user)
{
	struct job_side s =
		job_is_sender() ? job_matrix(n, n) : job_turned(n, n);

	s.user = user;
	job_take_half(&s, job_is_sender() ? 1 : 0);
	s.n_buffers = 3;
	if (job_is_sender()) {
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

/* Also those whose program takes its memory back. */
void
receiver_goes(void)
{
	leave_early(200, false);
	leave_early(600, true);
}

/* The next channel takes the sets of the one before. */
static void
create_again(struct job_side *s, struct job_side *r, const char *name)
{
	OK(DRI_Channel_create_send(name, s->dataspec, s->dist, s->set,
				   &s->channel));
	OK(DRI_Channel_create_rcv(name, r->dataspec, r->dist, r->set,
				  &r->channel));
	OK(DRI_Channel_connect_sendrecv(s->channel, r->channel));
}

/* What the program holds stays its own when the channels have gone, and its
 * sets lose nothing. */
static void
hold(bool user)
{
	/* Everybody owns something. */
	struct job_side s = job_matrix(job_size + 9, job_size + 9);
	struct job_side r = job_turned(job_size + 9, job_size + 9);
	DRI_Buffer_Id sent, got, more[2];
	void *p;

	s.n_buffers = r.n_buffers = 2;
	s.user = r.user = user;
	job_make(&s);
	job_make(&r);
	create_again(&s, &r, "held");
	job_send(&s, 0);
	OK(DRI_Channel_get(s.channel, &sent));
	OK(DRI_Channel_get(r.channel, &got));
	OK(DRI_Channel_destroy(&s.channel));
	OK(DRI_Channel_destroy(&r.channel));
	OK(DRI_Buffer_get_ptr(sent, &p));
	job_fill(&s, p, 1);
	OK(DRI_Buffer_get_ptr(got, &p));
	job_look(&r, p, 0);

	create_again(&s, &r, "held again");
	OK(DRI_Channel_put(s.channel, sent));
	OK(DRI_Channel_put(r.channel, got));
	job_send(&s, 2);
	for (int i = 0; i < 2; i++) {
		OK(DRI_Channel_get(r.channel, &more[i]));
		OK(DRI_Buffer_get_ptr(more[i], &p));
		job_look(&r, p, 1 + i);
	}
	job_free(&s);
	OK(DRI_Channel_destroy(&r.channel));
	OK(DRI_Buffer_get_ptr(more[0], &p));
	job_look(&r, p, 1);
	job_free(&r);
	IS(DRI_ERR_HANDLE, DRI_Buffer_get_ptr(more[0], &p));
}

void
held(void)
{
	hold(false);
	hold(true);
}

static void *
get_nothing(void *arg)
{
	DRI_Buffer_Id buf;
	int status = DRI_Channel_get(*(DRI_Channel *)arg, &buf);

	CHECK(status == DRI_ERR_NOT_CONNECTED || status == DRI_ERR_HANDLE);
	return NULL;
}

/* A thread waits for what another one destroys: it hears so. */
void
destroyed_beside(void)
{
	for (int i = 0; i < 20; i++) {
		struct job_side s = job_matrix(9, 9), r = job_turned(9, 9);
		DRI_Channel c;
		pthread_t id;

		job_make(&s);
		job_make(&r);
		create_again(&s, &r, "beside");
		c = r.channel;
		CHECK(!pthread_create(&id, NULL, get_nothing, &c));
		sched_yield();
		job_free(&r);
		pthread_join(id, NULL);
		job_free(&s);
	}
}

/* Nothing is taken apart before the end. */
void
left_behind(void)
{
	struct job_side s = job_matrix(50, 50), r = job_turned(50, 50);
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
void
dies(void)
{
	struct job_side s = job_matrix(50, 50), r = job_turned(50, 50);

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
