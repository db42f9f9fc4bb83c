/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_things.h - a number for each GUID, from 0 on.
 *
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_THINGS_H
#define SRC_TOOLS_TRACE_THINGS_H

#include "include/ocr-types.h"

#include <stdint.h>

struct trace_things {
	ocrGuid_t *guids; /* by number */
	uint32_t n, cap;
	uint32_t *table; /* number + 1, or 0; of a power of two */
	uint32_t mask;
};

/* UINT32_MAX: no memory, or there are too many. */
uint32_t ocr_trace_things_number(struct trace_things *t, ocrGuid_t g);
/* UINT32_MAX: it has none. */
uint32_t ocr_trace_things_find(const struct trace_things *t, ocrGuid_t g);
void ocr_trace_things_fini(struct trace_things *t);

#endif
