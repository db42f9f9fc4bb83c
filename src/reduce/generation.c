/* SPDX-License-Identifier: BSD-3-Clause */
/* generation.c - parts, and what they give together. */
#include "src/reduce/generation.h"

#include "include/ocr.h"
#include "src/reduce/reduce.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING_YET, EMPTY, VALUES };

struct ocr_generation *
ocr_generation_create(void)
{
	struct ocr_generation *g = calloc(1, sizeof(*g));

	if (g)
		g->last = &g->takers;
	return g;
}

void
ocr_generation_forget(struct ocr_generation *g)
{
	struct ocr_taker *t;

	while ((t = g->takers)) {
		g->takers = t->next;
		if (t != &g->near)
			free(t);
	}
	g->last = &g->takers;
}

void
ocr_generation_destroy(struct ocr_generation *g)
{
	if (!g)
		return;
	ocr_generation_forget(g);
	free(g->room);
	free(g);
}

void
ocr_generation_clear(struct ocr_generation *g)
{
	ocr_generation_forget(g);
	*g = (struct ocr_generation){
		.room = g->room,
		.room_bytes = g->room_bytes,
		.last = &g->takers,
	};
}

/* One piece of memory: the parts, then what each has given. */
static int
make_room(struct ocr_generation *g, uint32_t n, size_t words)
{
	size_t bytes = n * (words * sizeof(uint64_t) + 1);

	if (g->parts)
		return 0;
	if (g->room_bytes != bytes) {
		free(g->room);
		g->room = malloc(bytes);
		g->room_bytes = g->room ? bytes : 0;
	}
	if (!g->room)
		return -ENOMEM;
	memset(g->room, 0, bytes);
	g->parts = g->room;
	g->got = (uint8_t *)(g->parts + n * words);
	return 0;
}

int
ocr_generation_give(struct ocr_generation *g, uint32_t n, uint32_t i,
		    const uint64_t *values, size_t words)
{
	if (make_room(g, n, words))
		return -ENOMEM;
	if (g->got[i] != NOTHING_YET)
		return -EEXIST;
	g->got[i] = values ? VALUES : EMPTY;
	if (values)
		memcpy(ocr_generation_part(g, i, words), values,
		       words * sizeof(*values));
	return 0;
}

void
ocr_generation_combine(struct ocr_generation *g, const struct ocr_shape *s,
		       uint32_t i, size_t words)
{
	uint64_t *part;

	if (!g->parts || g->got[i] != VALUES)
		return;
	part = ocr_generation_part(g, i, words);
	if (!g->result)
		g->result = part;
	else if (s->type != COL_BROADCAST)
		ocr_reduce(s->op, g->result, part, s->n);
}

void
ocr_generation_add(struct ocr_generation *g, const struct ocr_shape *s,
		   uint32_t into, uint32_t i, size_t words)
{
	uint64_t *to = ocr_generation_part(g, into, words);

	if (g->got[i] != VALUES)
		return;
	if (g->got[into] == VALUES && s->type != COL_BROADCAST)
		ocr_reduce(s->op, to, ocr_generation_part(g, i, words), s->n);
	else if (g->got[into] != VALUES)
		memcpy(to, ocr_generation_part(g, i, words),
		       words * sizeof(*to));
	g->got[into] = VALUES;
}

bool
ocr_generation_widen(struct ocr_generation *g, uint32_t n, uint32_t to,
		     size_t words)
{
	struct ocr_generation old = *g;

	if (!g->parts)
		return true;
	g->parts = g->room = NULL;
	g->room_bytes = 0;
	if (make_room(g, to, words)) {
		g->parts = old.parts;
		g->room = old.room;
		g->room_bytes = old.room_bytes;
		return false;
	}
	memcpy(g->parts, old.parts, n * words * sizeof(*g->parts));
	memcpy(g->got, old.got, n);
	if (old.result)
		g->result = g->parts + (old.result - old.parts);
	free(old.room);
	return true;
}

bool
ocr_generation_has(const struct ocr_generation *g, uint32_t i)
{
	return g->parts && g->got[i] != NOTHING_YET;
}

int
ocr_generation_wait(struct ocr_generation *g, const struct ocr_waiter *w)
{
	struct ocr_taker *t = g->takers ? malloc(sizeof(*t)) : &g->near;

	if (!t)
		return -ENOMEM;
	*t = (struct ocr_taker){.waiter = *w};
	*g->last = t;
	g->last = &t->next;
	return 0;
}
