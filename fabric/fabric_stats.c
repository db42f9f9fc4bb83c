/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_stats.c - what a fabric has counted of its ops, packets and waits, for
 * whoever asks while others count on.
 */
#include "fabric/fabric.h"

#include "fabric/clock.h"
#include "fabric/peer.h"

uint64_t
ocr_fabric_handled(const struct ocr_fabric *f)
{
	return atomic_load_explicit(&f->ops_handled, memory_order_relaxed);
}

/* Waits that have not ended count up to now.  Who asks while others begin or
 * end may miss one. */
static uint64_t
waited_ns(const struct ocr_fabric *f)
{
	int64_t run = (int64_t)atomic_load_explicit(&f->confirms_run,
						    memory_order_relaxed);
	int64_t n = (int64_t)atomic_load_explicit(&f->confirms_waited,
						  memory_order_relaxed) -
		    run;
	int64_t ns = (int64_t)atomic_load_explicit(&f->waited_ns,
						   memory_order_relaxed);

	if (n > 0)
		ns += n * (int64_t)ocr_clock_ns();
	return ns > 0 ? (uint64_t)ns : 0;
}

void
ocr_fabric_get_stats(const struct ocr_fabric *f, struct ocr_fabric_stats *s)
{
	*s = (struct ocr_fabric_stats){
		.ops_handled = atomic_load_explicit(&f->ops_handled,
						    memory_order_relaxed),
		.packets_received = atomic_load_explicit(&f->packets_received,
							 memory_order_relaxed),
		.bytes_received = atomic_load_explicit(&f->bytes_received,
						       memory_order_relaxed),
		.confirms_waited = atomic_load_explicit(&f->confirms_waited,
							memory_order_relaxed),
		.waited_ns = waited_ns(f),
		.bad_packets = atomic_load_explicit(&f->bad_packets,
						    memory_order_relaxed),
		.debts_carried = atomic_load_explicit(&f->debts_carried,
						      memory_order_relaxed),
		.debts_told = atomic_load_explicit(&f->debts_told,
						   memory_order_relaxed),
		.ops_held = atomic_load_explicit(&f->ops_held,
						 memory_order_relaxed),
		.transfers = atomic_load_explicit(&f->n_transfers,
						  memory_order_relaxed),
		.transfer_bytes = atomic_load_explicit(&f->transfer_bytes,
						       memory_order_relaxed),
	};
	for (ocr_node_t i = 0; i < f->rules.size; i++) {
		const struct peer *p = atomic_load_explicit(
			&f->peers[i], memory_order_acquire);

		if (!p || p == &f->starved || p == &f->gone)
			continue;
		s->ops_sent += atomic_load_explicit(&p->ops_sent,
						    memory_order_relaxed);
		s->ops_joined += atomic_load_explicit(&p->ops_joined,
						      memory_order_relaxed);
		s->packets_sent += atomic_load_explicit(&p->packets_sent,
							memory_order_relaxed);
		s->bytes_sent += atomic_load_explicit(&p->bytes_sent,
						      memory_order_relaxed);
	}
}
