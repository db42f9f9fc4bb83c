/* SPDX-License-Identifier: BSD-3-Clause */
/* data.h - what a node has for blocks. */
#ifndef SRC_DATA_DATA_H
#define SRC_DATA_DATA_H

#include "fabric/fence.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/data/backing.h"
#include "src/data/block.h"
#include "src/data/cache.h"
#include "src/data/carry.h"
#include "src/data/far.h"
#include "src/data/loan.h"
#include "src/data/right.h"
#include "src/data/seat.h"
#include "src/data/serve.h"
#include "src/data/starved.h"
#include "src/stream/dispatch.h"

struct ocr_data {
	const struct ocr_backing *backing; /* fixed after open */
	struct ocr_pool homes, foreigns;
	struct ocr_pool busies; /* struct ocr_busy */
	struct ocr_pool few; /* struct ocr_held_few */
	struct ocr_blocks foreign_blocks;
	struct ocr_cache cache;
	uint64_t inline_bytes; /* fixed after open; 0: ocr_along_max() */
	uint64_t told_bytes; /* the least that seen.h notes; fixed after open */
	bool apart; /* races are looked for: view.h; fixed after open */
	_Atomic uint64_t unseen; /* writers' views that could not be made */
	struct ocr_rights rights;
	struct ocr_carry carry;
	struct ocr_far far[OCR_FAR_NODES];
	struct ocr_loans loans;
	struct ocr_starved starved;
	struct ocr_serve serve;
	struct ocr_parts parts;
};

/* Tries again if there is hope.  No lock is held. */
static inline void
ocr_starved_retry(struct ocr_runtime *rt)
{
	if (__builtin_expect(atomic_load_explicit(&rt->data->starved.hope,
						  memory_order_relaxed) != 0,
			     0))
		ocr_starved_retry_now(rt);
}

/* The memory of a block was freed by an op that is a call: whoever waits for
 * memory tries again.  Nobody waited before it was freed, or is found here;
 * whoever has come since has tried, perhaps before it was. */
static inline void
ocr_data_freed(struct ocr_runtime *rt)
{
	ocr_fence_unless_all(); /* as ocr_starved_hope() has */
	if (__builtin_expect(!OCR_STARVED_NONE(rt), 0)) {
		ocr_starved_hope(rt);
		ocr_starved_retry(rt);
		ocr_run_delayed(rt);
	}
}

#endif
