/* SPDX-License-Identifier: BSD-3-Clause */
/* budget.c - what is taken for records, beside the pages of arenas. */
#include "fabric/budget.h"

#include <stdio.h>
#include <unistd.h>

/* How often records make the process look at itself. */
#define LOOK_BYTES ((uint64_t)16 << 20)

/* What this process has in memory; 0 if the system does not say. */
static uint64_t
resident(void)
{
	unsigned long long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (f == NULL)
		return 0;
	if (fscanf(f, "%*u %llu", &pages) != 1)
		pages = 0;
	fclose(f);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool
ocr_budget_take(struct ocr_budget *b, uint64_t bytes)
{
	/* Relaxed: only the numbers matter. */
	uint64_t old = atomic_load_explicit(&b->records, memory_order_relaxed);

	do {
		if (ocr_budget_rest(b, old + bytes) <
			    atomic_load_explicit(&b->mapped,
						 memory_order_relaxed) ||
		    ocr_budget_rest(b, old + bytes) == 0)
			return false;
	} while (!atomic_compare_exchange_weak_explicit(
		&b->records, &old, old + bytes, memory_order_relaxed,
		memory_order_relaxed));
	return true;
}

/* Much that belongs to a record is not charged (its parameters, its name), so
 * the process is looked at from time to time. */
bool
ocr_budget_has_share(const struct ocr_budget *b, uint64_t bytes)
{
	uint64_t n = atomic_load_explicit(&b->records, memory_order_relaxed);

	return n / LOOK_BYTES == (n - bytes) / LOOK_BYTES ||
	       resident() < b->share;
}
