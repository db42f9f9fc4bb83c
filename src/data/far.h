/* SPDX-License-Identifier: BSD-3-Clause */
/* far.h - which nodes are so far away that the bytes of a large block had
 * better come with its grant (doc/change/BLOCKS.md, 4.4.2.1).
 *
 * To read a block that its home has granted is a way there and a way back more.
 * Between near nodes that is nothing beside the copies that it saves; where a
 * way takes a millisecond it is as long as the bytes.  The home looks how long
 * it takes from a grant until the bytes have been fetched: if that is long each
 * time, the node is far away.  Now and then it looks again.
 * Knows nothing of blocks.  Threads: any; it is a guess, and no lock guards it.
 */
#ifndef SRC_DATA_FAR_H
#define SRC_DATA_FAR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Larger jobs have several nodes in one place. */
#define OCR_FAR_NODES	  64
/* Three ways of 1 ms, and the bytes. */
#define OCR_FAR_NS	  UINT64_C(3000000)
/* A fetch that takes so long is looked at no more. */
#define OCR_FAR_FORGET_NS UINT64_C(1000000000)
/* So often in a row: one who is kept from answering is not so each time. */
#define OCR_FAR_TIMES	  8
/* Of so many large blocks that went along one is fetched again. */
#define OCR_FAR_LOOK	  64

/* Packets for it hold memory until they have left: behind so many, some four
 * blocks, the next ones are fetched. */
#define OCR_FAR_PACKETS 64

/* What is known of one node.  All zero: nothing, so it is near. */
struct ocr_far {
	_Atomic uint64_t since_ns; /* of the fetch that is looked at; 0: none */
	_Atomic uint64_t name;	   /* of it */
	_Atomic uint32_t slow;	   /* so many in a row were */
	_Atomic uint32_t along;	   /* went along since the last look */
};

/* The bytes of a large block may go along.  False now and then though the node
 * is far, so that it is looked at. */
bool ocr_far_is(struct ocr_far *f);

/* A fetch of that name begins; and has ended.  Names tell several at once apart
 * that one looks at. */
void ocr_far_begin(struct ocr_far *f, uint64_t name, uint64_t now_ns);
void ocr_far_end(struct ocr_far *f, uint64_t name, uint64_t now_ns);

#endif
