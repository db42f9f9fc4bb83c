/* SPDX-License-Identifier: BSD-3-Clause */
/* budget.h - how much memory a node may have, and has.
 *
 * Pages of the window count from when they are taken until they are given back
 * to the system, and so do bytes of records, which lie elsewhere.
 * Threads: any, once limit and share are set.
 */
#ifndef FABRIC_BUDGET_H
#define FABRIC_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_budget {
	/* Fixed before the first arena: */
	uint64_t limit;
	uint64_t share; /* what this process may have of the machine */

	_Atomic uint64_t mapped, peak;
	_Atomic uint64_t records; /* bytes elsewhere that count as well */
	/* No page is given back: a network card has their addresses. */
	_Atomic bool pinned;
};

/* A job with few objects has the whole limit for its blocks. */
#define OCR_RECORDS_FREE ((uint64_t)4 << 20)

/* So much is left of the limit when records take `records` bytes. */
static inline uint64_t
ocr_budget_rest(const struct ocr_budget *b, uint64_t records)
{
	uint64_t n =
		records > OCR_RECORDS_FREE ? records - OCR_RECORDS_FREE : 0;

	return n < b->limit ? b->limit - n : 0;
}

/* Takes so many bytes for records.  False: the limit does not allow it. */
bool ocr_budget_take(struct ocr_budget *b, uint64_t bytes);

/* False: this process has all of its share.  It looks at itself from time to
 * time, after `bytes` were taken for records. */
bool ocr_budget_has_share(const struct ocr_budget *b, uint64_t bytes);

#endif
