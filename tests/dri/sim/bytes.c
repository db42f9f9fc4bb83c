/* SPDX-License-Identifier: BSD-3-Clause */
/* bytes.c - goes over the places of a buffer. */
#include "tests/dri/sim/bytes.h"

#include <string.h>

static uint64_t compared;

static unsigned char *
place(const struct end *e, void *buffer, int64_t offset, int part)
{
	return (unsigned char *)buffer +
	       (size_t)generate_at(&e->course->r, e->side, e->places.count,
				   offset, part) *
		       e->course->r.part_bytes;
}

static bool
is_known(const struct end *e, const void *buffer)
{
	for (int i = 0; i < e->n_known; i++)
		if (e->known[i] == buffer)
			return true;
	return false;
}

void
bytes_fill_unused(struct end *e, void *buffer)
{
	size_t bytes = e->course->r.part_bytes;

	for (int64_t i = 0; i < e->places.count; i++)
		for (int k = 0; k < e->course->r.parts && !e->places.is_used[i];
		     k++)
			memset(place(e, buffer, i, k), BYTES_UNUSED, bytes);
	if (!is_known(e, buffer))
		e->known[e->n_known++] = buffer;
}

static void
look_at_unused(const struct end *e, void *buffer)
{
	size_t bytes = e->course->r.part_bytes;
	const unsigned char *p;

	for (int64_t i = 0; i < e->places.count; i++)
		for (int k = 0; k < e->course->r.parts && !e->places.is_used[i];
		     k++) {
			p = place(e, buffer, i, k);
			for (size_t b = 0; b < bytes; b++)
				if (p[b] != BYTES_UNUSED)
					worlds_fail("%s: place %lld is not "
						    "used, and has been "
						    "written to",
						    e->course->name,
						    (long long)i);
		}
}

void
bytes_fill(struct end *e, void *buffer, int round)
{
	const struct course *c = e->course;

	memset(buffer, BYTES_STALE, (size_t)e->bytes);
	for (int64_t i = 0; i < e->places.n; i++)
		for (int k = 0; k < c->r.parts; k++)
			script_value(c, round, e->places.number[i], k,
				     place(e, buffer, e->places.offset[i], k));
}

void
bytes_look(const struct end *e, void *buffer, int round, const char *when)
{
	const struct course *c = e->course;
	unsigned char want[GENERATE_MOST_BYTES];
	size_t bytes = c->r.part_bytes;

	for (int64_t i = 0; i < e->places.n; i++)
		for (int k = 0; k < c->r.parts; k++) {
			memset(want, 0, sizeof(want));
			if (e->places.number[i] >= 0)
				script_value(c, round, e->places.number[i], k,
					     want);
			if (memcmp(want,
				   place(e, buffer, e->places.offset[i], k),
				   bytes) != 0)
				worlds_fail(
					"%s, receive rank %d, round %d, %s: "
					"the element at %lld differs",
					c->name, e->rank, round, when,
					(long long)e->places.offset[i]);
		}
	compared += (uint64_t)e->places.n * bytes;
	if (is_known(e, buffer))
		look_at_unused(e, buffer);
}

void
bytes_spoil(struct end *e, void *buffer)
{
	for (int64_t i = 0; i < e->places.n; i++)
		for (int k = 0; k < e->course->r.parts; k++)
			memset(place(e, buffer, e->places.offset[i], k),
			       BYTES_STALE, e->course->r.part_bytes);
}

uint64_t
bytes_compared(void)
{
	return compared;
}
