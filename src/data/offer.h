/* SPDX-License-Identifier: BSD-3-Clause */
/* offer.h - the right to read a large block goes along when a slot of another
 * node is satisfied with it.
 *
 * What carry.h does, for blocks whose bytes are too many for it: OFFER says
 * where they are, with a lease, and the first task there that reads the block
 * fetches them at once, or reads them in place, without asking.  That ends the
 * lease (RETURNED) and is a fetch from then on, as after a GRANT.  Until then
 * the home lets nobody write, as with any lease; so the bytes are where OFFER
 * says.  Who never reads it has kept two words, until RECALL.
 * Threads: any; the block's lock guards it.
 */
#ifndef SRC_DATA_OFFER_H
#define SRC_DATA_OFFER_H

#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_block;
struct ocr_runtime;

/* From the home, which has noted the lease. */
void ocr_offer_send_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   ocr_node_t to);

int ocr_offer_on_offer(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);

/* A task here wants b; alone: and no other block then (loan.h).  True: it has
 * it, or will when the bytes are here, and nobody is asked. */
bool ocr_offer_take_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   const struct ocr_msg_acquire *m, bool alone);

/* The home has recalled it, or has granted the block. */
void ocr_offer_forget_locked(struct ocr_block *b);

#endif
