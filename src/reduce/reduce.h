/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce.h - what the operators of reduction events do to values.
 *
 * Knows the codes of ocr-reduction-event.h; does not know where values come
 * from.  Promise: the same values in the same order give the same bits.
 * Threads: any.
 */
#ifndef SRC_REDUCE_REDUCE_H
#define SRC_REDUCE_REDUCE_H

#include "include/extensions/ocr-reduction-event.h"

#include <stddef.h>

/* Bytes of a value, 4 or 8; 0: there is no such operator. */
size_t ocr_reduce_bytes(redOp_t op);

/* into[i] = into[i] op from[i] for n values; op exists, and both are aligned
 * for its type. */
void ocr_reduce(redOp_t op, void *into, const void *from, size_t n);

#endif
