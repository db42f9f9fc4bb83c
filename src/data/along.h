/* SPDX-License-Identifier: BSD-3-Clause */
/* along.h - messages that bring the bytes of a block.
 *
 * How many bytes may go in one message depends on the way: on one host bytes
 * are read out of each other's memory, and what goes along only spares a
 * question; between hosts reading takes a way there and a way back more, so all
 * that one packet takes goes along. Knows sizes; knows nothing of rights.
 * Threads: any that has a worker.
 */
#ifndef SRC_DATA_ALONG_H
#define SRC_DATA_ALONG_H

#include "fabric/fabric.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_block;
struct ocr_copy;
struct ocr_runtime;

/* To a node of this host, and where packets are small: what one of 16 KiB takes
 * with what it belongs to. */
#define OCR_ALONG_NEAR UINT64_C(15360)

/* Between hosts with large packets: 64 KiB, and what programs put before the
 * elements of such a block. */
#define OCR_ALONG_FAR (UINT64_C(65) << 10)

/* There with a grant to read, if it is lent (below): beyond, two copies more
 * take longer than a way there and back. */
#define OCR_ALONG_LENT (UINT64_C(257) << 10)

/* With a grant, to a node that is far away (far.h): in many packets. */
#define OCR_ALONG_LONG (UINT64_C(1025) << 10)

/* A packet that takes a block of OCR_ALONG_FAR, with all that is around it and
 * what it belongs to; with less than the second of them it is cut in more than
 * two. */
#define OCR_ALONG_PACKET_BYTES ((size_t)68 << 10)
#define OCR_ALONG_PACKET_LEAST ((size_t)48 << 10)

/* A packet with a block of OCR_ALONG_LENT that is lent. */
#define OCR_ALONG_LENT_PACKET_BYTES ((size_t)260 << 10)

/* The largest block whose bytes may go along to node `to`. */
uint64_t ocr_along_max(const struct ocr_runtime *rt, ocr_node_t to);

/* Sends `head`, which is `head_bytes` long, a multiple of 8, with the `size`
 * bytes of a block behind it, at most OCR_ALONG_LONG; head->len_bytes is that
 * of both then.  Copies all of it.  Returns its number. */
uint64_t ocr_along_send(struct ocr_runtime *rt, ocr_node_t to,
			struct ocr_op *head, size_t head_bytes,
			const void *bytes, uint64_t size);
/* The same of pieces, of which `head` is the first. */
uint64_t ocr_along_send_pieces(struct ocr_runtime *rt, ocr_node_t to,
			       struct ocr_op *head, struct ocr_op_pieces *o);

/* The same of all bytes of a copy that nobody may write: large ones may leave
 * from where they lie, and then the copy has a reader more until they have.  So
 * it is not for bytes that somebody here is about to write, or whose memory is
 * wanted. */
void ocr_along_lend_locked(struct ocr_runtime *rt, ocr_node_t to,
			   struct ocr_op *head, size_t head_bytes,
			   struct ocr_block *b, struct ocr_copy *c);

/* It would leave in one packet, of up to OCR_ALONG_LENT, as things are now:
 * lent, or copied where it is too short for that, and fits.  Not while
 * other packets leave for that node: of many blocks at once the last has come
 * sooner without copies. */
bool ocr_along_lends_locked(const struct ocr_runtime *rt, ocr_node_t to,
			    size_t head_bytes, const struct ocr_block *b,
			    const struct ocr_copy *c);

/* ocr_fabric_config.lent_back: that reader ends. */
void ocr_along_back(void *rt, void *block, const void *bytes);

#endif
