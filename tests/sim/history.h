/* SPDX-License-Identifier: BSD-3-Clause */
/* history.h - what happens before what: a graph of operations.
 *
 * A node is an operation of a task, an implicit one, or the beginning of a
 * task, numbered in the order in which they came to be, so an edge leads from a
 * smaller to a greater number.  The edges are the relations sequenced-before
 * and synchronized-with; happens-before is whether there is a path.
 */
#ifndef TESTS_SIM_HISTORY_H
#define TESTS_SIM_HISTORY_H

#include "include/ocr-types.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define HISTORY_NONE 0 /* numbers begin with 1 */

struct history;

struct history *history_open(void);
void history_close(struct history *h);

/* A new node: an op of message type `type` on `object`, issued by `task`, or
 * with type 0 the beginning of `task`. */
uint32_t history_add(struct history *h, uint16_t type, ocrGuid_t object,
		     ocrGuid_t task);

/* `earlier` comes before `later`, directly.  HISTORY_NONE is ignored. */
void history_order(struct history *h, uint32_t earlier, uint32_t later);

bool history_precedes(struct history *h, uint32_t earlier, uint32_t later);

/* The same of many: one look at all before `later`, down to `lowest`, and of
 * each from there on whether it was seen. */
void history_look_back(struct history *h, uint32_t lowest, uint32_t later);
bool history_was_seen(const struct history *h, uint32_t earlier);

/* The path that has just been found, or seen, a line a node. */
void history_print_path(struct history *h, uint32_t earlier, uint32_t later,
			FILE *out);

#endif
