/* SPDX-License-Identifier: BSD-3-Clause */
/* memory_block.h - what was written to blocks, and to parts of them.
 *
 * The writes of a block are numbered in the order in which they were done, so
 * a number is also a moment: what each word held after that write.  0 is the
 * moment before all of them, and the write that never was.
 *
 * A part is a range of words of its block; so is a chunk, of its file.  All
 * parts of a block, and of its parts, share its words and writes.
 *
 * A moment at which nobody was writing to a block, and no part of it lived, is
 * a *state* of the block; so is its last release before it was cut.  The
 * versions that the runtime passes on are among these.
 */
#ifndef TESTS_SIM_MEMORY_BLOCK_H
#define TESTS_SIM_MEMORY_BLOCK_H

#include "tests/sim/history.h"

#include <stdbool.h>
#include <stdint.h>

struct write {
	uint64_t value;
	uint32_t word;	 /* of the whole */
	uint32_t before; /* the write to this word before it, or 0 */
	ocrGuid_t task;
	bool any; /* it has written what nobody knows */
};

/* A section that may have written, and has released. */
struct past {
	const struct block *block;
	uint32_t release; /* its operation */
	uint32_t end;	  /* the moment of it */
};

/* The words of a block that is no part. */
struct whole {
	uint64_t n_words;
	uint32_t *last; /* the last write of each word */
	struct write *writes;
	uint32_t n_writes, cap_writes; /* writes[0] is the one that was not */
	struct past *past;	       /* in this order */
	uint32_t n_past, cap_past;
	struct block *blocks; /* that share the words */
};

struct block {
	struct block *next; /* in its bucket */
	struct block *same; /* of its whole */
	ocrGuid_t db;
	struct whole *whole;
	struct block *parent; /* NULL: it is the whole */
	uint64_t first, n_words;
	uint32_t cut; /* the operation that made the part */
	bool used;    /* somebody has had it */
	bool destroyed;
	uint32_t *states;
	uint32_t n_states, cap_states;
	uint32_t writers; /* open sections that may write */
	bool exclusive;	  /* one of them is EW */
};

/* Room for one more than `n` of them. */
void *memory_grown(void *array, uint32_t n, uint32_t *cap, size_t size);
void *memory_zeroed(size_t n, size_t size);

/* A block that is no part, and is `held`, so in no state before its creator
 * lets go; or that nobody writes to. */
struct block *block_open(ocrGuid_t db, uint64_t words, bool held);
/* Operation `cut` makes a part.  The parent has more words if need be: those
 * of a file, or of what nobody has had yet, were not known. */
struct block *block_cut(struct block *parent, ocrGuid_t db, uint64_t first,
			uint64_t words, uint32_t cut);
/* It has at least so many words. */
void block_widen(struct block *b, uint64_t words);
/* The whole goes with it. */
void block_close(struct block *b);

void block_write(struct block *b, ocrGuid_t task, uint64_t word, uint64_t value,
		 bool any);
/* The last write to a word, at a moment. */
uint32_t block_last(const struct block *b, uint64_t word);
uint32_t block_write_at(const struct block *b, uint64_t word, uint32_t moment);
bool block_holds(const struct block *b, uint32_t write, uint64_t value);
/* The moment now. */
uint32_t block_now(const struct block *b);

/* Operation `op` has released the block for writing, or destroyed it: who is in
 * a state now? */
void block_settle(struct block *b, struct history *h, uint32_t op);

bool block_overlaps(const struct block *a, const struct block *b);
/* The part of `b` that has, or is, `part`; NULL: it is no part of it. */
const struct block *block_part_with(const struct block *b,
				    const struct block *part);

#endif
