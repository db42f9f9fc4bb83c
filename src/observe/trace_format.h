/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_format.h - what a node writes down of its run, as bytes in a file.
 *
 *   0                    OCR_TRACE_CHUNK
 *   +--------------------+---------+---------+---------+-- ...
 *   | struct             |  chunk  |  chunk  |  chunk  |
 *   |  ocr_trace_file    | of lane | of lane | of lane |
 *   +--------------------+---------+---------+---------+-- ...
 *
 *   chunk:  struct ocr_trace_chunk, then records, up to a word that is 0 or to
 *           its end
 *   record: a head, 63      8 7    0  and the words that its type says
 *                  |  time   | type |
 *
 * A lane is a thread of the node.  Its chunks follow each other in the order of
 * their numbers, its records in the order of their times.  All is in the byte
 * order of the machine; magic says which.
 * The file is whole at any time: a head is written after its words, and what is
 * not written yet is 0.
 */
#ifndef SRC_OBSERVE_TRACE_FORMAT_H
#define SRC_OBSERVE_TRACE_FORMAT_H

#include <assert.h>
#include <stdint.h>

#define OCR_TRACE_MAGIC	  UINT64_C(0x3145434152544f) /* "OTRACE1" */
#define OCR_TRACE_CHUNK	  ((uint64_t)256 << 10)
#define OCR_TRACE_VERSION 3

struct ocr_trace_file {
	uint64_t magic;
	uint32_t version;
	uint32_t node;
	uint32_t nodes;	  /* of the job */
	uint32_t workers; /* lanes 0 .. workers-1 run tasks */
	uint32_t lanes;
	uint32_t pid;
	uint64_t begin_ns; /* of all times: this host's clock since it is up */
	uint64_t date_ns;  /* the same moment, by the calendar */
	uint64_t is_cut;   /* there was no more room: the end is missing */
	char host[64];
	char boot[64]; /* what the clock belongs to, in words */
	char program[256];
	uint64_t is_whole; /* it has what races can be found in */
	uint64_t unseen;   /* with that: so many uses of blocks are missing */
};
static_assert(sizeof(struct ocr_trace_file) <= 4096, "file format");

struct ocr_trace_chunk {
	uint32_t lane; /* + 1; 0: never used */
	uint32_t number;
};
static_assert(sizeof(struct ocr_trace_chunk) == 8, "file format");

/* What follows a head, in words of 8 bytes.  A GUID takes two.  Between RUN and
 * RETURN, and after RETURN up to the next of them, what a lane asks for is the
 * doing of that task; FOR says of whom it is else. */
enum ocr_trace_type {
	OCR_TRACE_END,
	OCR_TRACE_NAME,	   /* address of code, bytes, text */
	OCR_TRACE_RUN,	   /* task, address of its function: the body begins */
	OCR_TRACE_RETURN,  /* and has returned */
	OCR_TRACE_PARK,	   /* the body waits, and its thread goes on */
	OCR_TRACE_RESUME,  /* task: its body goes on */
	OCR_TRACE_FOR,	   /* task, whose op the next one is */
	OCR_TRACE_CREATE,  /* task, slots | OCR_TRACE_FINISH: asked for */
	OCR_TRACE_DEPEND,  /* source, destination, slot of that: asked for */
	OCR_TRACE_SATISFY, /* task or event, slot: asked for */
	OCR_TRACE_STOP,	   /* the job shall end: asked for */
	OCR_TRACE_FED,	   /* task, slot: has been satisfied */
	OCR_TRACE_ASK,	   /* task, block: acquires it */
	OCR_TRACE_GRANT,   /* task, block, node << 32 | enum ocr_trace_way,
			    * bytes: it may have that node's */
	OCR_TRACE_HAVE,	   /* task, block, bytes: it is here */
	OCR_TRACE_READ,	   /* node, bytes: fetches them out of its memory */
	OCR_TRACE_SEND,	   /* node, type << 32 | bytes: an op leaves */
	OCR_TRACE_GET,	   /* node, type << 32 | bytes: one has come */
	OCR_TRACE_WAIT,	   /* task, node: what it asks for waits until that node
			    * has confirmed what it asked for before */
	OCR_TRACE_GO_ON,   /* task, 1 if it had to wait: it has confirmed */
	OCR_TRACE_STEAL,   /* a task of another thread's is taken */
	OCR_TRACE_REST,	   /* there is nothing to run */
	OCR_TRACE_SLEEP,   /* and nothing has come for a while */
	OCR_TRACE_WAKE,
	/* If the file is_whole: */
	OCR_TRACE_MADE,	       /* object, address of code: that has made it */
	OCR_TRACE_LINE,	       /* address of code, bytes, text: FILE:LINE */
	OCR_TRACE_EVENT,       /* event; of a channel, satisfactions << 32 |
				* dependences of a generation: asked for */
	OCR_TRACE_FRESH_BLOCK, /* block: asked for, by a label */
	OCR_TRACE_WITH,	       /* block: what the next SATISFY carries */
	OCR_TRACE_SLOT, /* task, slot, block: what its body begins with */
	OCR_TRACE_USE,	/* block, mode | enum ocr_trace_use, its size, bytes:
			 * its task has had it, and gives it up; what it has
			 * changed, so many bytes of struct ocr_trace_stripe */
	OCR_TRACE_TYPES
};

/* Of a use. */
enum ocr_trace_use {
	OCR_TRACE_READS = 1 << 8, /* it counts as one that has read all */
};

/* So many words of 8 bytes of a block, `count` times, at equal distances. */
struct ocr_trace_stripe {
	uint64_t first;
	uint32_t n, count;
	uint64_t distance;
};
static_assert(sizeof(struct ocr_trace_stripe) == 24, "file format");

/* How the bytes of a block come. */
enum ocr_trace_way {
	OCR_TRACE_CACHE,  /* they were here */
	OCR_TRACE_FRESH,  /* nobody had written any */
	OCR_TRACE_INLINE, /* with the grant */
	OCR_TRACE_FETCH,  /* READ out of that node's memory */
	OCR_TRACE_WINDOW, /* the task looks at them there */
	OCR_TRACE_WAYS
};

/* Of a finish task; of one that waits in the place of a body. */
#define OCR_TRACE_FINISH (UINT64_C(1) << 32)
#define OCR_TRACE_AWAIT	 (UINT64_C(1) << 33)

/* The words behind the head of each type; of NAME and LINE without their text,
 * of USE without what has changed. */
static inline unsigned
ocr_trace_words(unsigned type)
{
	static const uint8_t words[OCR_TRACE_TYPES] = {
		[OCR_TRACE_NAME] = 2,	 [OCR_TRACE_RUN] = 3,
		[OCR_TRACE_RESUME] = 2,	 [OCR_TRACE_FOR] = 2,
		[OCR_TRACE_CREATE] = 3,	 [OCR_TRACE_DEPEND] = 5,
		[OCR_TRACE_SATISFY] = 3, [OCR_TRACE_FED] = 3,
		[OCR_TRACE_ASK] = 4,	 [OCR_TRACE_GRANT] = 6,
		[OCR_TRACE_HAVE] = 5,	 [OCR_TRACE_READ] = 2,
		[OCR_TRACE_SEND] = 2,	 [OCR_TRACE_GET] = 2,
		[OCR_TRACE_WAIT] = 3,	 [OCR_TRACE_GO_ON] = 3,
		[OCR_TRACE_MADE] = 3,	 [OCR_TRACE_LINE] = 2,
		[OCR_TRACE_EVENT] = 3,	 [OCR_TRACE_FRESH_BLOCK] = 2,
		[OCR_TRACE_WITH] = 2,	 [OCR_TRACE_SLOT] = 5,
		[OCR_TRACE_USE] = 5,
	};

	return words[type];
}

#endif
