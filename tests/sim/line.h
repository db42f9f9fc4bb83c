/* SPDX-License-Identifier: BSD-3-Clause */
/* line.h - numbers of ops that wait, or were, in some order. */
#ifndef TESTS_SIM_LINE_H
#define TESTS_SIM_LINE_H

#include <stdint.h>

/* From `first` on, `n` is the end.  All zeros is an empty one; who has it frees
 * `ids`. */
struct line {
	uint32_t *ids;
	uint32_t first, n, cap;
};

void line_push(struct line *l, uint32_t id);
/* The first one, which must be there. */
uint32_t line_pop(struct line *l);
/* That at place i, from `first` on; the rest stay as they are. */
uint32_t line_take(struct line *l, uint32_t i);
/* One that must be there, wherever; the order of the rest is lost. */
void line_remove(struct line *l, uint32_t id);

#endif
