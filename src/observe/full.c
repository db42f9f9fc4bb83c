/* SPDX-License-Identifier: BSD-3-Clause */
/* full.c - see full.h. */
#include "src/observe/full.h"

#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/base/fail.h"
#include "src/data/data.h"
#include "src/event/events.h"
#include "src/observe/watch.h"
#include "src/task/tasks.h"

#include <inttypes.h>

#define MIB ((uint64_t)1 << 20)

void
ocr_full_end(struct ocr_runtime *rt)
{
	struct ocr_memory_stats m;

	if (!ocr_memory_is_full(rt->memory) ||
	    atomic_exchange_explicit(&rt->watch->full, true,
				     memory_order_relaxed))
		return;
	ocr_memory_get_stats(rt->memory, &m);
	ocr_fail(rt,
		 "node %u is out of memory: about %" PRIu64
		 " tasks that have not ended, %" PRIu64 " events and %" PRIu64
		 " data blocks are here; records of them take %" PRIu64
		 " MiB, data blocks %" PRIu64 " of %" PRIu64
		 " MiB (OCR_MEM_LIMIT)",
		 rt->self, ocr_pool_count(&rt->tasks->edts),
		 ocr_pool_count(&rt->events->pool),
		 ocr_pool_count(&rt->data->homes), m.records_bytes / MIB,
		 m.mapped_bytes / MIB, m.limit_bytes / MIB);
}
