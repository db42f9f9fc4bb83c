/* SPDX-License-Identifier: BSD-3-Clause */
/* channels_refused.c - what is refused, and leaves everything usable. */
#include "tests/dri/channels.h"

#include <stddef.h>

/* All processes get `want`; afterwards a channel of that name can be connected.
 */
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
	job_clique(10, 10, 1, 2, false, name);
}

void
mismatch(void)
{
	struct job_side s = job_matrix(12, 10), r = job_turned(12, 11);

	refused(DRI_ERR_SIZES, &s, &r, "sizes");
	s = job_matrix(12, 10);
	r = job_turned(12, 10);
	r.dataspec = DRI_LONG;
	refused(DRI_ERR_TYPES, &s, &r, "types");
	s = job_matrix(12, 10);
	r = job_turned(12, 10);
	s.dataspec = DRI_COMPLEX_SPLIT;
	r.dataspec = DRI_DOUBLE_COMPLEX;
	refused(DRI_ERR_TYPES, &s, &r, "parts");
	s = job_matrix(12, 10);
	r = job_turned(12, 10);
	s.dataspec = DRI_OPAQUE(24);
	r.dataspec = DRI_OPAQUE(25);
	refused(DRI_ERR_TYPES, &s, &r, "bytes");
	s = job_matrix(12, 10);
	r = job_turned(12, 10);
	s.cyclic[1] = job_rank == job_size - 1 ? 2 : 0;
	refused(job_size > 1 ? DRI_ERR_DISTRIBUTION : DRI_SUCCESS, &s, &r,
		"distributions");
}

void
buffer_counts(void)
{
	struct job_side s = job_matrix(12, 10), r = job_turned(12, 10);

	r.n_buffers = 1 + (job_rank == job_size - 1);
	refused(DRI_ERR_BUFFER_COUNT, &s, &r, "counts");
}

void
same_rank(void)
{
	struct job_side s = job_matrix(12, 10), r = job_turned(12, 10);

	s.me = 0;
	refused(DRI_ERR_RANK, &s, &r, "ranks");
}

/* The last sender is the first receiver. */
void
partly_overlapping(void)
{
	struct job_side s = job_matrix(12, 10), r = job_turned(12, 10);
	bool both = job_rank == job_half() - 1;

	s.n = s.procs[1] = job_half();
	s.me = job_rank;
	r.n = r.procs[0] = job_size - job_half() + 1;
	r.me = job_rank - job_half() + 1;
	if (job_rank < job_half())
		job_create_send(&s, "partly");
	if (job_rank >= job_half() - 1)
		job_create_rcv(&r, "partly");
	if (both)
		IS(DRI_ERR_GROUPS,
		   DRI_Channel_connect_sendrecv(s.channel, r.channel));
	else
		IS(DRI_ERR_GROUPS,
		   DRI_Channel_connect(job_is_sender() ? s.channel
						       : r.channel));
	if (job_rank < job_half())
		job_free(&s);
	if (job_rank >= job_half() - 1)
		job_free(&r);
	job_barrier("after partly");
}

/* tests/cluster/dri.sh looks at what is said of it. */
static void
bad_numbers(void)
{
	int64_t size[3] = {4, 6, 10};
	DRI_Partition part[3];
	DRI_Distribution dist;
	DRI_Global_Data gdo;

	OK(DRI_Global_Data_create(3, size, "range", &gdo));
	part[0] = part[1] = DRI_PARTITION_WHOLE;
	OK(DRI_Partition_create_block(0, 4, DRI_NO_OVERLAP, DRI_NO_OVERLAP,
				      &part[2]));
	IS(DRI_ERR_PARTITION,
	   DRI_Distribution_create_simple(gdo, 1, 0, NULL, part, &dist));
	OK(DRI_Partition_destroy(&part[2]));
	OK(DRI_Global_Data_destroy(&gdo));
}

void
bad_arguments(void)
{
	/* Everybody owns something. */
	struct job_side s = job_matrix(job_size + 7, 8 + job_size);
	struct job_side r = job_turned(job_size + 7, 8 + job_size);
	DRI_Channel c = DRI_CHANNEL_NULL, copy;
	DRI_Buffer_Id buf = DRI_BUFFER_ID_NULL;
	DRI_Bufferset small;
	void *p = NULL;
	char *none = NULL;

	bad_numbers();
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
	   DRI_Channel_create_send("x", (DRI_Dataspec)21, s.dist, s.set, &c));
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

void
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

/* Sets of the same memory send; none of them receives. */
void
same_memory(void)
{
	struct job_side s = job_matrix(job_size + 9, job_size + 9);
	DRI_Bufferset other, folded;
	DRI_Channel c, d;
	int64_t bytes;
	void *p[2];

	s.user = true;
	s.n_buffers = 2;
	job_make(&s);
	OK(DRI_Distribution_get_local_count(s.dist, &bytes));
	bytes *= (int64_t)sizeof(double);
	p[0] = s.memory[1];
	OK(DRI_Bufferset_user_create(1, p, bytes, &other));
	p[1] = (char *)p[0] + bytes - 1;
	OK(DRI_Bufferset_user_create(2, p, bytes, &folded));

	OK(DRI_Channel_create_send("a", DRI_DOUBLE, s.dist, s.set, &c));
	OK(DRI_Channel_create_send("b", DRI_DOUBLE, s.dist, other, &d));
	OK(DRI_Channel_destroy(&d));
	IS(DRI_ERR_BUFFER_SHARED,
	   DRI_Channel_create_rcv("b", DRI_DOUBLE, s.dist, other, &d));
	OK(DRI_Channel_destroy(&c));
	IS(DRI_ERR_BUFFER_SHARED,
	   DRI_Channel_create_rcv("b", DRI_DOUBLE, s.dist, folded, &d));
	OK(DRI_Channel_create_send("b", DRI_DOUBLE, s.dist, folded, &d));
	OK(DRI_Channel_destroy(&d));
	OK(DRI_Channel_create_rcv("b", DRI_DOUBLE, s.dist, other, &d));
	IS(DRI_ERR_BUFFER_SHARED,
	   DRI_Channel_create_send("a", DRI_DOUBLE, s.dist, s.set, &c));
	/* Its own set sends on what it receives. */
	OK(DRI_Channel_create_send("a", DRI_DOUBLE, s.dist, other, &c));
	OK(DRI_Channel_destroy(&c));
	OK(DRI_Channel_destroy(&d));
	OK(DRI_Bufferset_destroy(&other));
	OK(DRI_Bufferset_destroy(&folded));
	job_free(&s);
}
