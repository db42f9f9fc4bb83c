/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_card.h - what a node tells the others so that they can reach it.
 *
 * Promise: a card that was read passed all checks that need no other card.
 * Threads: any.
 */
#ifndef FABRIC_OFI_CARD_H
#define FABRIC_OFI_CARD_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* "OCRC" where the low byte comes first; so it shows the byte order. */
#define OCR_OFI_CARD_MAGIC   UINT32_C(0x4352434f)
#define OCR_OFI_CARD_VERSION 1
#define OCR_OFI_ADDR_MAX     256

/* As published, but for the end of addr that is not used.  Since version 1. */
struct ocr_ofi_card {
	uint32_t magic;
	uint16_t version;
	uint16_t addr_bytes;
	uint64_t secret;      /* of node 0: the job's */
	uint64_t program;     /* ocr_program_id() */
	uint64_t window_addr; /* what a remote access to offset 0 names */
	uint64_t window_bytes;
	uint64_t window_key;
	uint64_t pid_space; /* in which pid means something */
	uint32_t pid;
	uint32_t addr_format; /* libfabric's FI_ADDR_... or FI_SOCKADDR_... */
	char provider[48];    /* ends with a zero */
	uint8_t addr[OCR_OFI_ADDR_MAX];
};
static_assert(sizeof(struct ocr_ofi_card) == 112 + OCR_OFI_ADDR_MAX,
	      "wire format changed");

/* Fills in what is the same for all endpoints: magic, version, pid, program. */
void ocr_ofi_card_init(struct ocr_ofi_card *c);

size_t ocr_ofi_card_bytes(const struct ocr_ofi_card *c);

/* Copies the card out of what another node published.  NULL, or why it is no
 * card. */
const char *ocr_ofi_card_read(struct ocr_ofi_card *c, const void *bytes,
			      size_t len_bytes);

/* NULL, or why the nodes with these cards cannot work together. */
const char *ocr_ofi_card_check(const struct ocr_ofi_card *ours,
			       const struct ocr_ofi_card *theirs);

#endif
