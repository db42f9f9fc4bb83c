/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.h - checks what tasks read in blocks against the memory model.
 *
 * The model is chapter 1.6 of OCR 1.1.0, and the modes of 1.4.4.  A task has a
 * block for a *section*, from its first operation with it to its release.  A
 * write happens before what comes after the release of its section, in the
 * history (history.h).  Words are of 8 bytes; that is the unit in which writes
 * are whole.  Each write to a word has a value of its own, so a value tells
 * whose it is.
 *
 *   RW, EW  a word holds what was written to it last: whoever may write is
 *           alone, or shares the bytes with others.  EW is alone.  (For RW the
 *           text wants only that no write of another word is lost; here
 *           all who may write have one buffer.)
 *   CONST   all words are from one state of the block in which nobody was
 *           writing; it has all writes that happen before the section, none
 *           that came later than its beginning, and never changes.
 *   RO, and a section after its downgrade: each word has the last write that
 *           happens before the section, or a later one, and never goes back.
 *
 * What nobody has written may hold anything; a value that nobody wrote to this
 * word is wrong in any mode.  When the output event of a task is satisfied, all
 * its sections that may write have ended.
 *
 * A part of a block has the block's words: who has a part writes to the block.
 * Who begins behind ocrDbPartition() has the block when they are destroyed.
 * Nobody writes to a block and to a part of it at a time, and who reads one of
 * them while another is written has what was there before.  A file and its
 * chunks are likewise, though nobody has a file.
 */
#ifndef TESTS_SIM_MEMORY_H
#define TESTS_SIM_MEMORY_H

#include "tests/sim/history.h"
#include "tests/sim/notes.h"

struct memory;

/* Violations are written to `out`. */
struct memory *memory_open(struct history *h, FILE *out);
/* How often the model was violated; closes. */
uint64_t memory_close(struct memory *m);

/* `task` has a new block of `words`, in RW.  `start` is the operation that
 * created it. */
void memory_create(struct memory *m, ocrGuid_t task, ocrGuid_t db,
		   uint64_t words, uint32_t start);
/* `task` has a block of `words` in `mode`, from `start` on, its beginning.  For
 * the second time: in two slots; the stronger mode counts. */
void memory_acquire(struct memory *m, ocrGuid_t task, ocrGuid_t db,
		    ocrDbAccessMode_t mode, uint64_t words, uint32_t start);
void memory_read(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint64_t word,
		 uint64_t value);
void memory_write(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint64_t word,
		  uint64_t value);
/* Operation `id`: the task writes no more, though it may read on.  Blocks and
 * tasks that were never named are nobody's business. */
void memory_release(struct memory *m, ocrGuid_t task, ocrGuid_t db,
		    uint32_t id);
/* Words have been copied by a task that nobody has seen; operation `id` comes
 * after that.  Nobody has used them meanwhile. */
void memory_copied(struct memory *m, ocrGuid_t task, const struct sim_range *to,
		   const struct sim_range *from, uint64_t n, uint32_t id);
/* Operation `id` makes a part of so many words of `db`, from `first` on. */
void memory_cut(struct memory *m, ocrGuid_t db, ocrGuid_t part, uint64_t first,
		uint64_t words, uint32_t id);
/* Operation `id` asks for the end of a block or part. */
void memory_destroy(struct memory *m, ocrGuid_t db, uint32_t id);
/* The output event of the task is satisfied: it has released all. */
void memory_end(struct memory *m, ocrGuid_t task);

#endif
