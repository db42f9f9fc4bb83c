/* SPDX-License-Identifier: BSD-3-Clause */
/* carry.h - a small block goes along when a slot of another node is satisfied
 * with it.
 *
 * If the satisfier's node is the block's home, has its bytes, and nobody may
 * write or waits, then they go ahead of the satisfaction (PUSH), with a lease:
 * the task reads them without asking.  Reading once gives the lease back, with
 * what the node sends next; so who writes next need not recall it, as a rule.
 * Who takes no lease of what was carried (no task there reads it, or too late)
 * is remembered, by event and by block, and nothing is carried for those.
 * Of a larger one the right to read it goes along: offer.h.  Which leases there
 * are the home's directory knows: home_directory.h.
 * Threads: any.
 */
#ifndef SRC_DATA_CARRY_H
#define SRC_DATA_CARRY_H

#include "src/base/delivery.h"
#include "src/base/msg.h"

#include <stdatomic.h>
#include <stdbool.h>

struct ocr_block;
struct ocr_copy;
struct ocr_runtime;

#define OCR_CARRY_REMEMBERED 256

struct ocr_carry {
	/* Of a block, if the way takes as many; 0: none; fixed after open. */
	uint64_t max_bytes;
	/* Events and blocks; one that another took the place of is tried
	 * again. */
	_Atomic uint64_t unwanted[OCR_CARRY_REMEMBERED];
	/* By block: with what its bytes went along last, or home. */
	_Atomic uint64_t causes[OCR_CARRY_REMEMBERED];
};

/* `op`, which satisfies a slot with a block, is about to be sent. True: the
 * bytes go ahead of it. */
bool ocr_carry_along(struct ocr_runtime *rt, ocr_node_t to,
		     const struct ocr_op *op);

/* The bytes come, from the home; b is not the home's. */
void ocr_carry_take_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   const struct ocr_msg_push *m);

/* They come with the right to write, which is taken, or declined. */
void ocr_carry_take_right_locked(struct ocr_runtime *rt, struct ocr_block *b,
				 const struct ocr_msg_push *m);

/* c, whose bytes are here, is leased so. */
void ocr_carry_lease_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    struct ocr_copy *c);

/* Of PUSH and OFFER. */
uint32_t ocr_carry_flags_locked(const struct ocr_block *b);

/* What was brought with a PUSH on which its satisfaction rides is here, with a
 * lease that nobody else finds, until what follows from that is done.  A task
 * that reads db in that time has it then, with a reference, and without a look;
 * the lease ends.  Only if something was brought (ocr_self->brought.block).
 * False: another block. */
bool ocr_carry_take_brought(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode,
			    struct ocr_step *got);
/* Nobody has: the lease stays, for whoever comes. */
void ocr_carry_put_by(struct ocr_runtime *rt);

/* A task here reads b->copy, for which there is a lease; if that was carried
 * it ends.  Inside a handler. */
void ocr_carry_used_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* The lease of db that was carried with `cause` was not used. */
void ocr_carry_unwanted(struct ocr_carry *c, ocrGuid_t db, uint64_t cause);
/* Nor will it be: it is written there.  The right to do so goes along from now
 * on. */
void ocr_carry_to_write(struct ocr_carry *c, ocrGuid_t db, uint64_t cause);

/* The bytes of db go along with that; what was noted last, perhaps of another
 * block. */
void ocr_carry_note_cause(struct ocr_carry *c, ocrGuid_t db, uint64_t cause);
uint64_t ocr_carry_cause(struct ocr_carry *c, ocrGuid_t db);

/* Bytes that were written here, of a block of another node, may go ahead of
 * `op` to their home: push.h. */
bool ocr_carry_goes_home(struct ocr_carry *c, const struct ocr_op *op);
/* They go. */
void ocr_carry_note_home(struct ocr_carry *c, const struct ocr_op *op);
/* What went there last was not used. */
void ocr_carry_stay(struct ocr_carry *c, ocrGuid_t db);

#endif
