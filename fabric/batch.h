/* SPDX-License-Identifier: BSD-3-Clause */
/* batch.h - the ops that gather for one peer, and how they leave.
 *
 * Knows packets, their numbers and what must be confirmed; knows nothing of
 * what arrives.  For fabric/ alone.
 * Promise: packets of a pair are handed to the transport in the order of their
 * numbers, by one thread at a time, and without a lock.
 * Threads: any.
 */
#ifndef FABRIC_BATCH_H
#define FABRIC_BATCH_H

#include "fabric/peer.h"

/* Appends a copy of op and returns its number. */
uint64_t ocr_batch_append_locked(struct ocr_fabric *f, struct peer *p,
				 const struct ocr_op *op);

/* Hands to the transport what may leave: full packets; with p->flush also
 * the open one; with nothing else an empty one when a confirmation is owed or
 * wanted.  Gives the lock away meanwhile. */
void ocr_batch_push_locked(struct ocr_fabric *f, struct peer *p);

/* The transport is done with k. */
void ocr_batch_sent(struct ocr_fabric *f, struct peer *p, struct ocr_packet *k);

/* Takes from p all packets that have not left, which count no more; for
 * ocr_batch_free(). */
struct ocr_packet *ocr_batch_take_locked(struct ocr_fabric *f, struct peer *p);

/* Gives a list of packets that do not count back to the fabric. */
void ocr_batch_free(struct ocr_fabric *f, struct ocr_packet *k);

/* Gives spare packets back to the transport. */
void ocr_batch_free_spare(struct ocr_fabric *f);

#endif
