/* SPDX-License-Identifier: BSD-3-Clause */
/* channels_place.c - one set of buffers on both sides of a channel. */
#include "tests/dri/channels.h"

#include <stddef.h>

/* Blocks in both dimensions, and what is next to each. */
static struct job_side
torus(int overlap)
{
	struct job_side s = job_matrix(60, 40);

	s.procs[0] = s.procs[1] = 0;
	s.cyclic[0] = 4;
	s.cyclic[1] = 5;
	s.overlap = overlap;
	s.type = DRI_OVERLAP_PAD_TOROIDAL;
	s.n_buffers = 2;
	return s;
}

static DRI_Channel
receiver(const struct job_side *s, const char *name)
{
	DRI_Channel c;

	OK(DRI_Channel_create_rcv(name, DRI_DOUBLE, s->dist, s->set, &c));
	return c;
}

/* What comes is put again, as a program does that goes on from step to step. */
static void
steps(struct job_side *s, DRI_Channel in)
{
	DRI_Buffer_Id buf, other;
	void *p;

	OK(DRI_Channel_get(s->channel, &buf));
	IS(DRI_ERR_BUSY, DRI_Channel_get(in, &other));
	for (int i = 0; i < 10; i++) {
		OK(DRI_Buffer_get_ptr(buf, &p));
		job_fill(s, p, i);
		OK(DRI_Channel_put(s->channel, buf));
		IS(DRI_ERR_BUFFER_STATE, DRI_Channel_put(s->channel, buf));
		OK(DRI_Channel_get(in, &buf));
		OK(DRI_Buffer_get_ptr(buf, &p));
		job_look(s, p, i);
	}
	OK(DRI_Channel_put(in, buf));
	for (int i = 0; i < 2; i++)
		OK(DRI_Channel_get(s->channel, i ? &other : &buf));
	OK(DRI_Channel_put(in, buf));
	OK(DRI_Channel_put(in, other));
}

/* This set receives by the distribution of another side, or of that type. */
static void
is_refused(struct job_side *s, const struct job_side *by, DRI_Dataspec type,
	   const char *name)
{
	DRI_Channel in;

	job_create_send(s, name);
	OK(DRI_Channel_create_rcv(name, type, by ? by->dist : s->dist, s->set,
				  &in));
	IS(DRI_ERR_BUFFER_SHARED, DRI_Channel_connect_sendrecv(s->channel, in));
	OK(DRI_Channel_destroy(&in));
	job_free(s);
}

static void
refused(const struct job_side *s)
{
	struct job_side wide = torus(3), narrow = torus(1), own = torus(1);
	struct job_side pairs = torus(1);
	DRI_Buffer_Id buf;
	DRI_Channel in;

	/* An element would have two places, or one that others cannot reach. */
	job_create_send(&narrow, "narrow");
	is_refused(&wide, &narrow, DRI_DOUBLE, "wide");
	own.user = true;
	is_refused(&own, NULL, DRI_DOUBLE, "own");
	pairs.dataspec = DRI_COMPLEX;
	is_refused(&pairs, NULL, DRI_COMPLEX_SPLIT, "pairs");

	/* A buffer of another set is not received into. */
	in = receiver(&narrow, "narrow");
	OK(DRI_Channel_connect_sendrecv(narrow.channel, in));
	OK(DRI_Channel_get(s->channel, &buf));
	IS(DRI_ERR_BUFFER_SHARED, DRI_Channel_put(narrow.channel, buf));
	OK(DRI_Channel_put(s->channel, buf));
	OK(DRI_Channel_destroy(&in));
	job_free(&narrow);
}

void
in_place(void)
{
	struct job_side s = torus(3);
	DRI_Buffer_Id buf;
	DRI_Channel in;

	job_create_send(&s, "torus");
	in = receiver(&s, "torus");
	OK(DRI_Channel_connect_sendrecv(s.channel, in));
	steps(&s, in);
	refused(&s);
	OK(DRI_Channel_get(in, &buf));
	OK(DRI_Channel_put(in, buf));
	OK(DRI_Channel_destroy(&in));
	job_free(&s);
}
