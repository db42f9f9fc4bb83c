/* SPDX-License-Identifier: BSD-3-Clause */
/* card.h - what a node tells the others so that they can reach it.
 *
 * A head that every node has, and one part for each way to reach it.
 * Promise: a card that was read passed all checks that need no other card.
 * Threads: any.
 */
#ifndef FABRIC_CARD_H
#define FABRIC_CARD_H

#include "fabric/nameless.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "OCRC" where the low byte comes first; so it shows the byte order. */
#define OCR_CARD_MAGIC	  UINT32_C(0x4352434f)
#define OCR_CARD_VERSION  9
#define OCR_CARD_ADDR_MAX 256

/* For nodes of this host: the files that they open.  Since version 5. */
struct ocr_card_host {
	struct ocr_nameless segment; /* fd -1: this part is absent */
	struct ocr_nameless bell;
	struct ocr_nameless window;
};
static_assert(sizeof(struct ocr_card_host) == 96, "wire format changed");

/* For nodes of other hosts.  Since version 4. */
struct ocr_card_ofi {
	uint32_t addr_format; /* libfabric's FI_ADDR_... or FI_SOCKADDR_... */
	uint16_t addr_bytes;  /* 0: this part is absent */
	uint16_t zero;
	char provider[48]; /* ends with a zero */
	uint8_t addr[OCR_CARD_ADDR_MAX];
};
static_assert(sizeof(struct ocr_card_ofi) == 56 + OCR_CARD_ADDR_MAX,
	      "wire format changed");

/* As published, but for the end of the address that is not used.  Since
 * version 3. */
struct ocr_card {
	uint32_t magic;
	uint16_t version;
	uint16_t tag;	    /* enum ocr_tag */
	uint64_t program;   /* ocr_program_id() */
	uint64_t pid_space; /* in which pid means something; 0: not known */
	uint32_t pid;
	uint32_t zero_pid;
	uint8_t public_key[32]; /* made for this job */
	struct ocr_card_host host;
	struct ocr_card_ofi ofi;
};
static_assert(sizeof(struct ocr_card) == 64 + sizeof(struct ocr_card_host) +
						 sizeof(struct ocr_card_ofi),
	      "wire format changed");

/* Fills in what is the same for all: magic, version, pid, program. */
void ocr_card_init(struct ocr_card *c);

size_t ocr_card_bytes(const struct ocr_card *c);

/* Copies the card out of what another node published.  NULL, or why it is no
 * card. */
const char *ocr_card_read(struct ocr_card *c, const void *bytes,
			  size_t len_bytes);

/* NULL, or why the nodes with these cards cannot work together. */
const char *ocr_card_check(const struct ocr_card *ours,
			   const struct ocr_card *theirs);

/* The same for reaching each other by libfabric. */
const char *ocr_card_check_ofi(const struct ocr_card_ofi *ours,
			       const struct ocr_card_ofi *theirs);

/* Both nodes mean the same process by a pid. */
bool ocr_card_shares_pids(const struct ocr_card *ours,
			  const struct ocr_card *theirs);

#endif
