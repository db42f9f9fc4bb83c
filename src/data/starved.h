/* SPDX-License-Identifier: BSD-3-Clause */
/* starved.h - grants that found no memory for their bytes.
 *
 * They wait here, in order for each block, and are tried again whenever a
 * block's memory was freed.  If that never happens the job is stuck, and says
 * so.
 * Threads: any.  Its lock is taken under a block's lock.
 */
#ifndef SRC_DATA_STARVED_H
#define SRC_DATA_STARVED_H

#include "fabric/lock.h"
#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_hungry;
struct ocr_runtime;

struct ocr_starved {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_hungry *first, *last;
	bool trying;
	/* Written under lock, read without: */
	_Atomic uint32_t n;
	_Atomic uint32_t hope; /* since the last try memory was freed */
};

/* Must this grant wait because an earlier one of its block does? */
bool ocr_starved_has(struct ocr_runtime *rt, ocrGuid_t db);
/* Keeps a copy of m. */
void ocr_starved_add(struct ocr_runtime *rt, const struct ocr_msg_grant *m);

/* Nobody waits, and nothing is to be tried: who has freed memory has nothing to
 * say.  Needs no fence behind what was freed, if ocr_fences_all: who waits has
 * one made in all threads before he tries again (ocr_starved_add()).  Needs
 * src/data/data.h. */
#define OCR_STARVED_NONE(rt)                                                   \
	(!atomic_load_explicit(&(rt)->data->starved.n,                         \
			       memory_order_relaxed) &&                        \
	 !atomic_load_explicit(&(rt)->data->starved.hope,                      \
			       memory_order_relaxed))

/* Memory of a block was freed. */
void ocr_starved_hope(struct ocr_runtime *rt);
/* Tries again if there is hope: ocr_starved_retry() of data.h has looked.  No
 * lock is held. */
void ocr_starved_retry_now(struct ocr_runtime *rt);

int ocr_starved_on_retry(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);

/* For a job that is stuck: each grant that waits. */
void ocr_starved_each(struct ocr_runtime *rt,
		      void (*fn)(void *ctx, const struct ocr_msg_grant *m),
		      void *ctx);

void ocr_starved_fini(struct ocr_runtime *rt);

#endif
