/* SPDX-License-Identifier: BSD-3-Clause */
/* meet.h - the nodes wait for each other before they close. */
#ifndef FABRIC_MEET_H
#define FABRIC_MEET_H

struct ocr_fabric;
struct ocr_job;

/* After an abort nobody waits longer than this, for tasks that run or for
 * other nodes. */
#define OCR_GRACE_S 1

/* Nobody closes his endpoint before all have heard that it is over, so the
 * network goes on while this node waits for the others.  With a `status` that
 * is not 0 they are not waited for long, nor once one of them is lost: who has
 * met all others may end, and then this node has met them as well, or is about
 * to; who ends before that is missing.  0; -ETIMEDOUT after an abort;
 * -EHOSTDOWN: a node is missing.  No other thread may poll. */
int ocr_meet_others(struct ocr_job *j, struct ocr_fabric *f, unsigned status);

#endif
