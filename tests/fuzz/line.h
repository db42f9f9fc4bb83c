/* SPDX-License-Identifier: BSD-3-Clause */
/* line.h - what is below a session that is fuzzed: it takes packets and pieces,
 * or not, and says what became of them when it is told to.
 *
 * Threads: one.
 */
#ifndef TESTS_FUZZ_LINE_H
#define TESTS_FUZZ_LINE_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>

struct line;
struct ocr_transport;

/* `sent` sees each packet that it takes. */
struct line *line_open(void (*sent)(ocr_node_t to, const void *data,
				    size_t len_bytes));
struct ocr_transport *line_transport(struct line *l);
/* After its session. */
void line_close(struct line *l);

/* 0, or what is said to the next `n` packets and pieces. */
void line_refuse(struct line *l, int error, unsigned n);
/* In the next poll a packet comes. */
void line_come(struct line *l, ocr_node_t from, const void *data,
	       size_t len_bytes);
/* In the next poll: the oldest packet, or piece, is over. */
void line_end_packet(struct line *l);
void line_end_piece(struct line *l, int status);
/* At once, as if in a poll. */
void line_break(struct line *l, ocr_node_t peer);
void line_fail(struct line *l, ocr_node_t peer);

#endif
