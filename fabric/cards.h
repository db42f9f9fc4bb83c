/* SPDX-License-Identifier: BSD-3-Clause */
/* cards.h - publishes this node's card, and gets those of others.
 *
 * Knows PMIx's way to answer (job.h); does not know how anybody is reached.
 * Threads: ask from any; the others from one thread at a time.
 */
#ifndef FABRIC_CARDS_H
#define FABRIC_CARDS_H

#include "fabric/card.h"
#include "fabric/node.h"

#include <stdbool.h>

struct ocr_cards;
struct ocr_job;

/* `arrived` runs on a thread of PMIx when there is something to read, and not
 * after close.  0 or -ENOMEM. */
int ocr_cards_open(struct ocr_cards **c, struct ocr_job *job,
		   void (*arrived)(void *ctx), void *ctx);
/* No card arrives any more once this returns. */
void ocr_cards_close(struct ocr_cards *c);

/* This node's, to be filled in before it is published. */
struct ocr_card *ocr_cards_own(struct ocr_cards *c);
/* Once.  0, or -errno with the cause already logged. */
int ocr_cards_publish(struct ocr_cards *c);

/* Asks for the card of `node`, and again while it is not published, for
 * ocr_job_start_s() at most; never blocks.  0 or -ENOMEM. */
int ocr_cards_ask(struct ocr_cards *c, ocr_node_t node);

/* Calls fn for each card that was asked for and has come.  With `why` the card
 * is of no use, or cannot be had; else it was checked against this node's, and
 * is valid until return.  Returns how many. */
int ocr_cards_read(struct ocr_cards *c,
		   void (*fn)(void *ctx, ocr_node_t node,
			      const struct ocr_card *card, const char *why),
		   void *ctx);
/* True, once: the card of *node has been waited for so many *seconds that
 * people should know.  Inside poll only. */
bool ocr_cards_late(struct ocr_cards *c, ocr_node_t *node, uint32_t *seconds);
/* How long a sleep of at most timeout_ms (-1: any) may be: then
 * ocr_cards_read() asks again, or one is late.  Any thread. */
int ocr_cards_sleep_ms(const struct ocr_cards *c, int timeout_ms);
/* True if there is one that was not read.  Any thread; told by `arrived`, a
 * thread sees it. */
bool ocr_cards_have_come(const struct ocr_cards *c);

#endif
