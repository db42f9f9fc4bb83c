/* SPDX-License-Identifier: BSD-3-Clause */
/* serve.h - a copy that nodes of other hosts are sent to (doc/change/BLOCKS.md,
 * 4.4.2.3).
 *
 * Who reads a large block beside others is asked by its home to keep what comes
 * (SERVE), says where it is (SERVES), and keeps it until DROP.  Whom the home
 * sends there is its business: home_serve.c.
 * Knows which nodes are of one host, as they tell with ACQUIRE and RETURNED.
 * Threads: any.
 */
#ifndef SRC_DATA_SERVE_H
#define SRC_DATA_SERVE_H

#include "fabric/fabric.h"
#include "guidmap/guid.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_block;
struct ocr_copy;
struct ocr_runtime;

struct ocr_serve {
	/* Fixed after open: */
	uint64_t min_bytes; /* smaller blocks come from their holder; 0: all do
			     */
	bool all; /* keep serving when nobody waits: tests want many to */
	ocr_node_t host; /* of this node, as `hosts` has it */
	uint32_t size;
	/* By node: the first node of its host; OCR_NODE_NONE: it has not told.
	 * Relaxed: what is not known yet is treated as another host. */
	_Atomic ocr_node_t *hosts;
};

/* 0 or -ENOMEM. */
int ocr_serve_init(struct ocr_serve *s, uint32_t size, ocr_node_t self,
		   ocr_node_t host, uint64_t min_bytes);
void ocr_serve_fini(struct ocr_serve *s);

/* `node` is of the host whose first node is `host`.  0, or -EINVAL. */
int ocr_serve_learn(struct ocr_serve *s, ocr_node_t node, ocr_node_t host);

/* Those who have such a block may serve others. */
static inline bool
ocr_serve_takes(const struct ocr_serve *s, uint64_t size)
{
	return s->min_bytes && size >= s->min_bytes;
}

static inline bool
ocr_serve_knows(const struct ocr_serve *s, ocr_node_t node)
{
	return atomic_load_explicit(&s->hosts[node], memory_order_relaxed) !=
	       OCR_NODE_NONE;
}

/* Both are of one host, as far as is known. */
static inline bool
ocr_serve_is_near(const struct ocr_serve *s, ocr_node_t a, ocr_node_t b)
{
	return ocr_serve_knows(s, a) &&
	       atomic_load_explicit(&s->hosts[a], memory_order_relaxed) ==
		       atomic_load_explicit(&s->hosts[b], memory_order_relaxed);
}

/* The bytes of `version`, which the home wants others to fetch from here, are
 * at `data`; NULL: they are not here. */
void ocr_serve_answer(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
		      const void *data);

int ocr_serve_on_serve(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);

#endif
