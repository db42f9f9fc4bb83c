/* SPDX-License-Identifier: BSD-3-Clause */
/* channels_timed.c - waits that have an end, and those that are none. */
#include "tests/dri/channels.h"

#include <pthread.h>

/* Longer than any test. */
#define LONG_NS INT64_C(3600000000000)

/* Whoever could send, or give back, is waiting for this process. */
static void
not_yet(DRI_Channel c)
{
	DRI_Buffer_Id buf = DRI_BUFFER_ID_NULL;

	IS(DRI_ERR_TIMEOUT, DRI_Channel_get_timed(c, 0, &buf));
	IS(DRI_ERR_TIMEOUT, DRI_Channel_get_timed(c, 2000000, &buf));
	CHECK(buf == DRI_BUFFER_ID_NULL);
}

static void
send(const struct job_side *s, int round, int64_t timeout_ns)
{
	DRI_Buffer_Id buf;
	void *p;

	OK(DRI_Channel_get_timed(s->channel, timeout_ns, &buf));
	OK(DRI_Buffer_get_ptr(buf, &p));
	job_fill(s, p, round);
	OK(DRI_Channel_put(s->channel, buf));
}

static void
receive(const struct job_side *r, int round, int64_t timeout_ns)
{
	DRI_Buffer_Id buf;
	int status;
	void *p;

	/* A test moves what is to be moved, if nobody else does. */
	do
		status = DRI_Channel_get_timed(r->channel, timeout_ns, &buf);
	while (status == DRI_ERR_TIMEOUT && timeout_ns != LONG_NS);
	OK(status);
	OK(DRI_Buffer_get_ptr(buf, &p));
	job_look(r, p, round);
	OK(DRI_Channel_put(r->channel, buf));
}

static void *
wait_beside(void *arg)
{
	job_receive(arg, 0);
	return NULL;
}

/* Another thread waits, and drives: this one is woken by it, or by the time. */
static void
beside(const struct job_side *first)
{
	struct job_side s = job_matrix(20, 30), r = job_turned(20, 30);
	pthread_t id;

	job_create_send(&s, "beside");
	job_create_rcv(&r, "beside");
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	CHECK(!pthread_create(&id, NULL, wait_beside, &r));
	not_yet(first->channel);
	job_send(&s, 0);
	pthread_join(id, NULL);
	job_free(&s);
	job_free(&r);
}

void
timed(void)
{
	struct job_side s = job_matrix(20, 30), r = job_turned(20, 30);
	DRI_Buffer_Id buf;

	job_create_send(&s, "timed");
	job_create_rcv(&r, "timed");
	IS(DRI_ERR_NOT_CONNECTED, DRI_Channel_get_timed(s.channel, 0, &buf));
	OK(DRI_Channel_connect_sendrecv(s.channel, r.channel));
	IS(DRI_ERR_SIZE, DRI_Channel_get_timed(s.channel, -1, &buf));
	IS(DRI_ERR_NULL, DRI_Channel_get_timed(s.channel, 0, NULL));
	/* Nothing is whole as long as this process has not sent its part. */
	not_yet(r.channel);
	beside(&r);
	send(&s, 0, 0);
	/* The receiver's one buffer has the first, so that the second stays. */
	send(&s, 1, LONG_NS);
	not_yet(s.channel);
	receive(&r, 0, LONG_NS);
	send(&s, 2, LONG_NS);
	receive(&r, 1, 0);
	receive(&r, 2, 1000000);
	job_free(&s);
	job_free(&r);
}
