/* SPDX-License-Identifier: BSD-3-Clause */
/* fetch.h - a receiver on the sender's host comes for a transfer, since its
 * program wants it in memory that is not mapped in any other process.
 *
 * Promise: what is fetched is moved once, from the sender's window.
 * Threads: as said of each.
 */
#ifndef SRC_DRI_LINK_FETCH_H
#define SRC_DRI_LINK_FETCH_H

#include "src/dri/world/world.h"

struct dri_way;

/* Who drives, without the lock: offers the transfer that the way has begun.
 * False: it cannot be fetched, and must come in messages. */
bool ocr_dri_offer(struct dri_way *way);

/* The job of a receiving way: fetches what is offered. */
void ocr_dri_fetch_run(struct dri_job *j);

/* Handlers; without the lock. */
ocr_op_fn ocr_dri_on_offer, ocr_dri_on_taken;

#endif
