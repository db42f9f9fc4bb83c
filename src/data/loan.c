/* SPDX-License-Identifier: BSD-3-Clause */
/* loan.c - see loan.h. */
#include "src/data/loan.h"

#include "fabric/fabric.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/fetch.h"

#include <stdlib.h>

/* Of one grant. */
struct ocr_loan {
	struct ocr_loan *next;
	const void *data;
	uint64_t version;
	ocr_node_t holder;
};

/* Was this version lent before?  Who reads it twice had better have a copy,
 * which the home may lease to him.  Now and then one version is taken for
 * another, and copied. */
static bool
was_lent(struct ocr_loans *l, ocrGuid_t db, uint64_t version)
{
	uint64_t name = ((db.upper * 31 + db.lower) ^ version << 40) *
			UINT64_C(0x9e3779b97f4a7c15);

	/* Relaxed: it is a guess. */
	return atomic_exchange_explicit(
		       &l->lent[name % OCR_LOANS_REMEMBERED], name,
		       memory_order_relaxed) == name;
}

/* Who writes gets bytes of his own, and strict mode shows each task its own.  A
 * task that waits for more would keep memory of the holder while it waits for
 * other memory, perhaps the holder's.  A home asks itself, and never so: where
 * it fetches the bytes are from then on. */
static bool
may_be_lent(const struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	return rt->data->loans.min_bytes &&
	       m->size >= rt->data->loans.min_bytes &&
	       ocr_loan_is_alone(m->edt, m->index) &&
	       m->flags & OCR_GRANT_FETCH && !(m->flags & OCR_GRANT_WRITE) &&
	       !rt->strict;
}

void *
ocr_loan_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      const struct ocr_msg_grant *m)
{
	struct ocr_busy *y;
	struct ocr_loan *l;
	void *data;

	if (!may_be_lent(rt, m) || m->holder == rt->self)
		return NULL;
	data = ocr_fabric_view(rt->fabric, m->holder, m->offset, m->size);
	if (!data || was_lent(&rt->data->loans, m->db, m->version))
		return NULL;
	y = ocr_block_busy_locked(rt, b);
	l = y ? malloc(sizeof(*l)) : NULL;
	if (!l)
		return NULL;
	*l = (struct ocr_loan){y->loans, data, m->version, m->holder};
	y->loans = l;
	return data;
}

bool
ocr_loan_end_locked(struct ocr_runtime *rt, struct ocr_block *b,
		    const void *data)
{
	struct ocr_loan **p = b->busy ? &b->busy->loans : NULL, *l;

	while (p && *p && (*p)->data != data)
		p = &(*p)->next;
	if (!p || !*p)
		return false;
	l = *p;
	*p = l->next;
	ocr_fetch_answer(rt, b->guid, l->version, l->holder, 1);
	free(l);
	return true;
}

void
ocr_loan_abandon(struct ocr_block *b)
{
	while (b->busy->loans) {
		struct ocr_loan *l = b->busy->loans;

		b->busy->loans = l->next;
		free(l);
	}
}
