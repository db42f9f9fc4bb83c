/* SPDX-License-Identifier: BSD-3-Clause */
/* job.c - see job.h. */
#include "tests/dri/job.h"

#include "tests/dri/said.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int job_rank, job_size;

void
job_check(bool ok, const char *file, int line, const char *what)
{
	if (ok)
		return;
	said("process %d: %s:%d: not so: %s\n", job_rank, file, line, what);
	fflush(NULL);
	_exit(1);
}

void
job_expect(int want, int got, const char *file, int line, const char *what)
{
	if (want == got)
		return;
	said("process %d: %s:%d: %s: '%s' instead of '%s'\n", job_rank, file,
	     line, what, DRI_strerror(got), DRI_strerror(want));
	fflush(NULL);
	_exit(1);
}

static DRI_Partition
make_partition(const struct job_side *s, int d)
{
	DRI_Overlap ov = DRI_NO_OVERLAP;
	DRI_Partition p;

	if (s->cyclic[d] < 0)
		return DRI_PARTITION_WHOLE;
	if (s->overlap)
		OK(DRI_Overlap_create(s->type, s->overlap, &ov));
	if (s->cyclic[d])
		OK(DRI_Partition_create_blockcyclic(0, 1, ov, ov, s->cyclic[d],
						    &p));
	else
		OK(DRI_Partition_create_block(0, 1, ov, ov, &p));
	OK(DRI_Overlap_destroy(&ov));
	return p;
}

void
job_make(struct job_side *s)
{
	DRI_Partition part[3];
	DRI_Layout layout[3];
	DRI_Global_Data gdo;
	int64_t count, bytes;

	if (s->dataspec == DRI_DATASPEC_NULL)
		s->dataspec = DRI_DOUBLE;
	if (!s->n_buffers)
		s->n_buffers = 1;
	OK(DRI_Global_Data_create(s->ndims, s->size, "test", &gdo));
	for (int d = 0; d < s->ndims; d++) {
		part[d] = make_partition(s, d);
		layout[d] = DRI_LAYOUT_PACKED(s->order[d]);
	}
	OK(DRI_Distribution_create(gdo, s->n, s->me, s->procs, part, layout,
				   &s->dist));
	for (int d = 0; d < s->ndims; d++)
		OK(DRI_Partition_destroy(&part[d]));
	OK(DRI_Global_Data_destroy(&gdo));
	OK(DRI_Distribution_get_local_count(s->dist, &count));
	OK(DRI_Dataspec_get_size(s->dataspec, &bytes));
	if (!s->user) {
		OK(DRI_Bufferset_system_create(s->n_buffers, count * bytes,
					       &s->set));
		return;
	}
	for (int i = 0; i < s->n_buffers; i++)
		s->memory[i] = malloc((size_t)(count * bytes) + 1);
	OK(DRI_Bufferset_user_create(s->n_buffers, s->memory, count * bytes,
				     &s->set));
}

void
job_create_send(struct job_side *s, const char *name)
{
	job_make(s);
	OK(DRI_Channel_create_send(name, s->dataspec, s->dist, s->set,
				   &s->channel));
}

void
job_create_rcv(struct job_side *s, const char *name)
{
	job_make(s);
	OK(DRI_Channel_create_rcv(name, s->dataspec, s->dist, s->set,
				  &s->channel));
}

void
job_free(struct job_side *s)
{
	if (s->channel)
		OK(DRI_Channel_destroy(&s->channel));
	OK(DRI_Bufferset_destroy(&s->set));
	OK(DRI_Distribution_destroy(&s->dist));
	for (int i = 0; s->user && i < s->n_buffers; i++)
		free(s->memory[i]);
}

/* The number of the element with these indices; indices outside by the kind of
 * overlap; negative: zero or not stored. */
static double
value_at(const struct job_side *s, const int64_t at[], int round)
{
	int64_t number = 0, scale = 1, i;

	for (int d = 0; d < s->ndims; d++) {
		i = at[d];
		if (i < 0 || i >= s->size[d]) {
			if (s->type != DRI_OVERLAP_PAD_TOROIDAL)
				return 0;
			i = (i % s->size[d] + s->size[d]) % s->size[d];
		}
		number += i * scale;
		scale *= s->size[d];
	}
	return (double)number + 0.5 + 1e7 * round;
}

/* Visits a block grown by `grow` in each dimension: writes, or compares. */
static void
visit_block(const struct job_side *s, const DRI_Blockinfo *b, double *p,
	    int round, int64_t grow, bool write)
{
	int64_t i[3], at[3], where;
	int d;

	for (d = 0; d < s->ndims; d++)
		i[d] = -grow;
	for (;;) {
		where = b->first_offset;
		for (d = 0; d < s->ndims; d++) {
			at[d] = b->dims[d].global_begin_ix + i[d];
			where += i[d] * b->dims[d].stride;
		}
		if (write)
			p[where] = value_at(s, at, round);
		else if (p[where] != value_at(s, at, round)) {
			said("process %d, round %d, element %lld %lld %lld: "
			     "%g instead of %g\n",
			     job_rank, round, (long long)at[0],
			     s->ndims > 1 ? (long long)at[1] : 0,
			     s->ndims > 2 ? (long long)at[2] : 0, p[where],
			     value_at(s, at, round));
			CHECK(!"the right elements");
		}
		for (d = 0; d < s->ndims; d++) {
			if (++i[d] < b->dims[d].length + grow)
				break;
			i[d] = -grow;
		}
		if (d == s->ndims)
			return;
	}
}

static void
visit(const struct job_side *s, double *p, int round, bool write)
{
	DRI_Blockinfo info;
	int n;

	OK(DRI_Distribution_get_numblocks(s->dist, &n));
	for (int b = 0; b < n; b++) {
		OK(DRI_Distribution_get_blockinfo(s->dist, b, &info));
		visit_block(s, &info, p, round, write ? 0 : s->overlap, write);
	}
}

void
job_fill(const struct job_side *s, double *p, int round)
{
	int64_t count;

	OK(DRI_Distribution_get_local_count(s->dist, &count));
	for (int64_t i = 0; i < count; i++)
		p[i] = -7;
	visit(s, p, round, true);
}

void
job_look(const struct job_side *s, const double *p, int round)
{
	visit(s, (double *)p, round, false);
}

void
job_send(const struct job_side *s, int round)
{
	DRI_Buffer_Id buf;
	void *p;

	OK(DRI_Channel_get(s->channel, &buf));
	OK(DRI_Buffer_get_ptr(buf, &p));
	job_fill(s, p, round);
	OK(DRI_Channel_put(s->channel, buf));
}

void
job_receive(const struct job_side *s, int round)
{
	DRI_Buffer_Id buf;
	int64_t count;
	double *p;
	void *v;

	OK(DRI_Channel_get(s->channel, &buf));
	OK(DRI_Buffer_get_ptr(buf, &v));
	p = v;
	job_look(s, p, round);
	/* What is not sent again must not look right. */
	OK(DRI_Distribution_get_local_count(s->dist, &count));
	for (int64_t i = 0; i < count; i++)
		p[i] = NAN;
	OK(DRI_Channel_put(s->channel, buf));
}

struct job_side
job_matrix(int64_t rows, int64_t columns)
{
	return (struct job_side){.ndims = 2,
				 .size = {columns, rows},
				 .n = job_size,
				 .me = job_rank,
				 .cyclic = {-1, 0},
				 .procs = {1, job_size},
				 .order = {0, 1}};
}

struct job_side
job_turned(int64_t rows, int64_t columns)
{
	struct job_side s = job_matrix(rows, columns);

	s.cyclic[0] = 0;
	s.cyclic[1] = -1;
	s.procs[0] = job_size;
	s.procs[1] = 1;
	s.order[0] = 1;
	s.order[1] = 0;
	return s;
}

int
job_half(void)
{
	return (job_size + 1) / 2;
}

bool
job_is_sender(void)
{
	return job_rank < job_half();
}

void
job_take_half(struct job_side *s, int d)
{
	s->n = job_is_sender() ? job_half() : job_size - job_half();
	s->me = job_is_sender() ? job_rank : job_rank - job_half();
	s->procs[d] = s->n;
}

void
job_exchange(struct job_side *s, struct job_side *r, int rounds,
	     const char *name)
{
	job_create_send(s, name);
	job_create_rcv(r, name);
	OK(DRI_Channel_connect_sendrecv(s->channel, r->channel));
	for (int i = 0; i < rounds; i++) {
		job_send(s, i);
		job_receive(r, i);
	}
	job_free(s);
	job_free(r);
}

void
job_clique(int64_t rows, int64_t columns, int buffers, int rounds, bool user,
	   const char *name)
{
	struct job_side s = job_matrix(rows, columns),
			r = job_turned(rows, columns);

	s.n_buffers = buffers;
	r.n_buffers = 2;
	s.user = r.user = user;
	job_exchange(&s, &r, rounds, name);
}

void
job_barrier(const char *name)
{
	/* Each process needs an element from each. */
	struct job_side s = {.ndims = 1,
			     .size = {job_size},
			     .n = job_size,
			     .me = job_rank,
			     .procs = {job_size}};
	struct job_side r = s;

	r.cyclic[0] = -1;
	job_exchange(&s, &r, 1, name);
}
