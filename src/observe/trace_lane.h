/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_lane.h - the file of a trace, and what one thread writes of it.
 *
 * Chunks of the file are mapped one after the other by whoever fills them:
 * there is no thread that writes, and no lock.  Each has its room on the disk
 * before it is written to.
 * Threads: a lane has one; the file any.
 */
#ifndef SRC_OBSERVE_TRACE_LANE_H
#define SRC_OBSERVE_TRACE_LANE_H

#include "fabric/clock.h"
#include "src/observe/trace_format.h"

#include <stdatomic.h>
#include <stddef.h>

struct ocr_trace_sheet {
	struct ocr_trace_file *head; /* mapped */
	int fd;
	uint32_t node;
	_Atomic uint64_t n_chunks; /* given out, the head's among them */
	_Atomic uint32_t is_full;
};

struct ocr_trace_lane {
	struct ocr_trace_sheet *sheet;
	uint32_t id;
	uint32_t n_chunks;
	uint64_t *at, *end; /* of what is mapped; NULL: nothing */
	void *chunk;
};

/* 0 or -errno. */
int ocr_trace_sheet_open(struct ocr_trace_sheet *s, const char *path,
			 const struct ocr_trace_file *head);
void ocr_trace_sheet_close(struct ocr_trace_sheet *s);

/* The lane goes on in a new chunk.  False: there is no room. */
bool ocr_trace_lane_turn(struct ocr_trace_lane *l);
void ocr_trace_lane_close(struct ocr_trace_lane *l);

/* Room for a record with so many words behind its head, or NULL. */
static inline uint64_t *
ocr_trace_room(struct ocr_trace_lane *l, size_t words)
{
	if (__builtin_expect((size_t)(l->end - l->at) <= words, 0) &&
	    !ocr_trace_lane_turn(l))
		return NULL;
	return l->at;
}

/* Its words are written: so is the record. */
static inline void
ocr_trace_done(struct ocr_trace_lane *l, enum ocr_trace_type type, size_t words)
{
	uint64_t now = ocr_clock_ns() - l->sheet->head->begin_ns;

	/* pairs with whoever reads the file */
	atomic_store_explicit((_Atomic uint64_t *)l->at, now << 8 | type,
			      memory_order_release);
	l->at += 1 + words;
}

#endif
