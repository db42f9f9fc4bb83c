/* SPDX-License-Identifier: BSD-3-Clause */
/* line.c - an array that grows at its end and is taken from its head. */
#include "tests/sim/line.h"

#include "fabric/log.h"
#include "tests/sim/own.h"

#include <stdlib.h>

void
line_push(struct line *l, uint32_t id)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 4;
		l->ids = sim_own_realloc(l->ids, l->cap, sizeof(*l->ids));
	}
	l->ids[l->n++] = id;
}

uint32_t
line_pop(struct line *l)
{
	uint32_t id;

	if (l->first == l->n)
		ocr_bug("an op came that was never on its way");
	id = l->ids[l->first++];
	if (l->first == l->n)
		l->first = l->n = 0;
	return id;
}

uint32_t
line_take(struct line *l, uint32_t i)
{
	uint32_t id = l->ids[i];

	for (; i > l->first; i--)
		l->ids[i] = l->ids[i - 1];
	l->ids[l->first] = id;
	return line_pop(l);
}

void
line_remove(struct line *l, uint32_t id)
{
	for (uint32_t i = l->first; i < l->n; i++)
		if (l->ids[i] == id) {
			l->ids[i] = l->ids[l->first];
			line_pop(l);
			return;
		}
	ocr_bug("an op took effect twice");
}
