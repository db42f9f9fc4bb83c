/* SPDX-License-Identifier: BSD-3-Clause */
/* keeper.h - what nodes tell the process that keeps their launcher (ocrrun).
 *
 * ocrrun waits for the launcher, ends it when it hangs, and says so when it
 * dies.  Its exit status is the launcher's, unless a node has told how the job
 * ends: launchers report the first process that they see end, or crash.
 * Nodes on other hosts have nobody to tell.
 * Threads: any.
 */
#ifndef FABRIC_KEEPER_H
#define FABRIC_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

/* The name of the keeper's socket, in the abstract name space. */
#define OCR_KEEPER "OCR_KEEPER"

#define OCR_KEEPER_MAGIC UINT32_C(0x6b65726f)

/* One datagram. */
struct ocr_keeper_word {
	uint32_t magic;
	uint32_t status;   /* the job's; 0: the launcher may choose it */
	uint32_t is_abort; /* 1: the launcher is asked to end it now */
};

/* The job fails, and a node has said why: with this exit status, or with 0 any
 * that is not.  Without a keeper nothing happens. */
void ocr_keeper_tell(unsigned status, bool is_abort);

#endif
