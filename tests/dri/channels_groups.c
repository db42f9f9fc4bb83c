/* SPDX-License-Identifier: BSD-3-Clause */
/* channels_groups.c - several groups that use one name at the same time. */
#include "tests/dri/channels.h"

/* The group of two processes that this one is of: 0 and 1, 2 and 3, ...;
 * DRI_GROUP_NULL: it has no other. */
static DRI_Group
pair(void)
{
	int first = job_rank / 2 * 2, ranks[2] = {first, first + 1};
	DRI_Group g;

	if (first + 1 == job_size)
		return DRI_GROUP_NULL;
	OK(DRI_Group_create(DRI_GROUP_WORLD, 2, ranks, &g));
	return g;
}

/* A turn of a matrix over g alone. */
static void
make_turn(DRI_Group g, struct job_side *s, struct job_side *r)
{
	*s = job_matrix(12, 10);
	*r = job_turned(12, 10);
	OK(DRI_Group_get_size(g, &s->n));
	OK(DRI_Group_get_rank(g, &s->me));
	r->n = s->procs[1] = r->procs[0] = s->n;
	r->me = s->me;
	job_create_send(s, "crossed");
	job_create_rcv(r, "crossed");
}

static void
turn(struct job_side *s, struct job_side *r, int round)
{
	OK(DRI_Channel_connect_sendrecv(s->channel, r->channel));
	job_send(s, round);
	job_receive(r, round);
}

/* What is refused; g: of two, or null. */
static void
bad_groups(DRI_Group g)
{
	struct job_side s = job_matrix(12, 10);
	int other = (job_rank + 1) % job_size;
	DRI_Group alone;

	job_create_send(&s, "bad");
	IS(DRI_ERR_NULL, DRI_Channel_set_group(s.channel, DRI_GROUP_NULL));
	IS(DRI_ERR_NULL,
	   DRI_Channel_set_group(DRI_CHANNEL_NULL, DRI_GROUP_WORLD));
	if (g && job_size > 2)
		IS(DRI_ERR_GROUPS, DRI_Channel_set_group(s.channel, g));
	if (other != job_rank) {
		OK(DRI_Group_create(DRI_GROUP_WORLD, 1, &other, &alone));
		IS(DRI_ERR_NOT_MEMBER, DRI_Channel_set_group(s.channel, alone));
		OK(DRI_Group_destroy(&alone));
	}
	OK(DRI_Channel_set_group(s.channel, DRI_GROUP_WORLD));
	job_free(&s);
}

/* The first of one pair meets the second of the other: both have a place in a
 * group of two. */
void
crossed(void)
{
	bool first = job_rank == 0 || job_rank == 3;
	bool second = job_rank == 1 || job_rank == 2;
	struct job_side s, r;
	DRI_Group g;

	if (first || second) {
		g = pair();
		make_turn(g, &s, &r);
		/* What channels are made of may go. */
		OK(DRI_Group_destroy(&g));
	}
	if (first)
		IS(DRI_ERR_CROSSED,
		   DRI_Channel_connect_sendrecv(s.channel, r.channel));
	job_barrier("between crossed");
	if (second)
		IS(DRI_ERR_CROSSED,
		   DRI_Channel_connect_sendrecv(s.channel, r.channel));
	job_barrier("after crossed");
	/* One pair after the other may. */
	for (int k = 0; k < 4; k += 2) {
		if (job_rank / 2 * 2 == k)
			turn(&s, &r, k);
		job_barrier("next");
	}
	if (first || second) {
		job_free(&s);
		job_free(&r);
	}
}

/* All pairs at once, each in its group: none sees another. */
void
own_names(void)
{
	DRI_Group g = pair();
	struct job_side s, r;

	for (int i = 0; g && i < 20; i++) {
		make_turn(g, &s, &r);
		OK(DRI_Channel_set_group(s.channel, g));
		if (job_size > 2)
			IS(DRI_ERR_GROUPS,
			   DRI_Channel_connect_sendrecv(s.channel, r.channel));
		OK(DRI_Channel_set_group(r.channel, g));
		turn(&s, &r, 100 * (job_rank / 2) + i);
		IS(DRI_ERR_CONNECTED, DRI_Channel_set_group(s.channel, g));
		job_free(&s);
		job_free(&r);
	}
	/* A pipeline in each: one sends, one receives. */
	for (int i = 0; g && i < 20; i++) {
		s = job_matrix(12, 10);
		s.n = s.procs[1] = 1;
		s.me = 0;
		if (job_rank % 2)
			job_create_rcv(&s, "own pipe");
		else
			job_create_send(&s, "own pipe");
		OK(DRI_Channel_set_group(s.channel, g));
		OK(DRI_Channel_connect(s.channel));
		if (job_rank % 2)
			job_receive(&s, 100 * (job_rank / 2) + i);
		else
			job_send(&s, 100 * (job_rank / 2) + i);
		job_free(&s);
	}
	job_barrier("after own");
	bad_groups(g);
	if (g)
		OK(DRI_Group_destroy(&g));
}
