/* SPDX-License-Identifier: BSD-3-Clause */
/* stats.c - see stats.h. */
#include "src/observe/stats.h"

#include "fabric/log.h"
#include "src/base/runtime.h"

#include <inttypes.h>

static void
print_fabric(struct ocr_runtime *rt)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(rt->fabric, &s);
	ocr_log_note(rt->self,
		     "network: %" PRIu64 " ops sent in %" PRIu64
		     " packets of %" PRIu64 " bytes, %" PRIu64
		     " ops handled, %" PRIu64
		     " waits for confirmation, %" PRIu64
		     " transfers of %" PRIu64 " bytes, %" PRIu64 " bad packets",
		     s.ops_sent, s.packets_sent, s.bytes_sent, s.ops_handled,
		     s.confirms_waited, s.transfers, s.transfer_bytes,
		     s.bad_packets);
	if (s.debts_carried || s.ops_held)
		ocr_log_note(rt->self,
			     "network: %" PRIu64 " debts carried, %" PRIu64
			     " ops held back",
			     s.debts_carried, s.ops_held);
}

static void
print_memory(struct ocr_runtime *rt)
{
	struct ocr_memory_stats m;
	struct ocr_guidmap_stats g;
	unsigned n = ocr_memory_n_numa(rt->memory);

	ocr_memory_get_stats(rt->memory, &m);
	ocr_guidmap_get_stats(rt->guids, &g);
	ocr_log_note(rt->self,
		     "memory: %" PRIu64 " copies of blocks with %" PRIu64
		     " bytes, %" PRIu64 " mapped, %" PRIu64
		     " kept for the next, at most %" PRIu64 " of %" PRIu64
		     " allowed; guidmap: %" PRIu64 " chunks, %" PRIu64
		     " given back, %" PRIu64 " parked ops, %" PRIu64 " bytes",
		     m.live, m.allocated_bytes, m.mapped_bytes,
		     m.mapped_bytes > m.allocated_bytes
			     ? m.mapped_bytes - m.allocated_bytes
			     : 0,
		     m.peak_bytes, m.limit_bytes, g.chunks, g.chunks_back,
		     g.parked, g.bytes);
	for (unsigned i = 0; i < n && n > 1; i++)
		ocr_log_note(rt->self,
			     "memory: NUMA node %u has %" PRIu64
			     " bytes of that",
			     i, ocr_memory_numa_mapped(rt->memory, i));
}

void
ocr_stats_print(struct ocr_runtime *rt)
{
	if (rt->fabric)
		print_fabric(rt);
	print_memory(rt);
}
