/* SPDX-License-Identifier: BSD-3-Clause */
/* lent.h - bytes of a packet that lie elsewhere until it has left.
 *
 *   data:   | lent_at bytes | the rest: own - lent_at |
 *   leaves: | lent_at bytes | lent_bytes at lent | the rest |      len_bytes
 *
 * Who lends them changes and frees nothing until he hears that they are not
 * used any more (ocr_fabric_config.lent_back).  Who keeps the packet for longer,
 * or cannot send two places at once, gathers them.  Knows packets; knows nothing
 * of blocks.  For fabric/ alone.
 * Threads: as the packet's.
 */
#ifndef FABRIC_LENT_H
#define FABRIC_LENT_H

#include "fabric/transport.h"

struct ocr_fabric;

/* So much of the packet is at its data. */
static inline uint32_t
ocr_lent_own_bytes(const struct ocr_packet *p)
{
	return p->lent ? p->len_bytes - p->lent_bytes : p->len_bytes;
}

/* All of the packet is at its data then. */
void ocr_lent_gather_some(struct ocr_packet *p);
static inline void
ocr_lent_gather(struct ocr_packet *p)
{
	if (__builtin_expect(p->lent != NULL, 0))
		ocr_lent_gather_some(p);
}

/* The packet is over, and its bytes were lent: somebody has to be told.  Any
 * thread, under any lock. */
void ocr_lent_end(struct ocr_fabric *f, struct ocr_packet *p);

/* Tells them.  Inside poll only, no lock held. */
void ocr_lent_give_back(struct ocr_fabric *f);

#endif
