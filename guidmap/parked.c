/* SPDX-License-Identifier: BSD-3-Clause */
/* parked.c - see parked.h. */
#include "guidmap/parked.h"

#include <stdlib.h>
#include <string.h>

struct ocr_parked *
ocr_parked_create(struct ocr_parked_counts *n, ocr_node_t from,
		  const struct ocr_op *op)
{
	struct ocr_parked *x = malloc(sizeof(*x) + op->len_bytes);

	if (!x)
		return NULL;
	x->from = from;
	memcpy(x->op, op, op->len_bytes);
	atomic_fetch_add_explicit(&n->now, 1, memory_order_relaxed);
	return x;
}

void
ocr_parked_free(struct ocr_parked_counts *n, struct ocr_parked *x)
{
	free(x);
	atomic_fetch_sub_explicit(&n->now, 1, memory_order_relaxed);
}

long
ocr_parked_drop(struct ocr_parked_counts *n, struct ocr_parked *list)
{
	struct ocr_parked *x;
	long dropped = 0;

	while ((x = list)) {
		list = x->next;
		ocr_parked_free(n, x);
		dropped++;
	}
	atomic_fetch_add_explicit(&n->dropped, (uint64_t)dropped,
				  memory_order_relaxed);
	return dropped;
}

struct ocr_parked *
ocr_parked_reverse(struct ocr_parked *newest)
{
	struct ocr_parked *oldest = NULL, *x;

	while ((x = newest)) {
		newest = x->next;
		x->next = oldest;
		oldest = x;
	}
	return oldest;
}
