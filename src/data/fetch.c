/* SPDX-License-Identifier: BSD-3-Clause */
/* fetch.c - see fetch.h. */
#include "src/data/fetch.h"

#include "src/base/fail.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/loan.h"
#include "src/data/serve.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* An acquisition that waits for bytes that are under way. */
struct waiter {
	struct waiter *next;
	ocrGuid_t edt;
	uint32_t index;
};

/* A version on its way. */
struct ocr_fetch {
	struct ocr_fetch *next;
	struct ocr_transfer transfer;
	struct ocr_runtime *rt;
	struct ocr_block *block;
	void *data;
	uint64_t version; /* as the home calls what is fetched */
	uint32_t owed;	  /* grants to answer with FETCHED */
	struct waiter *waiters;
};

void
ocr_fetch_answer(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
		 ocr_node_t source, uint32_t count)
{
	struct ocr_msg_fetched m = {
		.op = OCR_OP(OCR_MSG_FETCHED, struct ocr_msg_fetched),
		.db = db,
		.version = version,
		.count = count,
		.source = source,
	};

	if (count)
		ocr_emit(rt, ocr_owner_of(rt, db), &m.op);
}

/* True: others will be sent here for it. */
static bool
ready_locked(struct ocr_block *b, const struct ocr_fetch *f)
{
	struct ocr_copy *c = ocr_copy_at_locked(b, f->data);

	c->flags |= OCR_COPY_READY;
	return c->flags & OCR_COPY_SERVES;
}

static void
forget_locked(struct ocr_block *b, struct ocr_fetch *f)
{
	struct ocr_fetch **p = &b->busy->fetches;

	while (*p != f)
		p = &(*p)->next;
	*p = f->next;
}

/* The bytes have come: everybody who waited for them goes on. */
static void
on_fetched(struct ocr_transfer *x, int status)
{
	struct ocr_fetch *f =
		(struct ocr_fetch *)(void *)((char *)x -
					     offsetof(struct ocr_fetch,
						      transfer));
	struct ocr_runtime *rt = f->rt;
	struct ocr_block *b = f->block;
	char text[OCR_GUID_TEXT];
	ocrGuid_t db;
	bool serves;

	ocr_block_lock(b);
	serves = ready_locked(b, f);
	db = b->guid;
	forget_locked(b, f);
	ocr_block_unlock(rt, b);
	if (status)
		ocr_fail(rt, "cannot read %s from node %u: %s",
			 ocr_guid_text(db, text), x->peer, strerror(-status));
	ocr_fetch_answer(rt, db, f->version, x->peer, f->owed);
	/* FETCHED leaves with it, and somebody waits for that. */
	if (serves)
		ocr_serve_answer(rt, db, f->version, f->data);
	while (f->waiters) {
		struct waiter *w = f->waiters;

		f->waiters = w->next;
		ocr_acquired(rt, b, f->data, w->edt, w->index);
		free(w);
	}
	free(f);
	ocr_run_delayed(rt);
}

int
ocr_fetch_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       struct ocr_copy *c, const struct ocr_msg_grant *m)
{
	struct ocr_busy *y = ocr_block_busy_locked(rt, b);
	struct ocr_fetch *f;
	int err;

	if (m->holder == rt->self)
		return -EPROTO;
	f = y ? calloc(1, sizeof(*f)) : NULL;
	if (!f)
		return -ENOMEM;
	f->transfer.fn = on_fetched;
	f->rt = rt;
	f->block = b;
	f->data = c->data;
	f->version = m->version;
	OCR_OBSERVE(rt, read, m->holder, m->size);
	err = ocr_fabric_read(rt->fabric, m->holder, m->offset, c->data,
			      m->size, &f->transfer);
	if (err) {
		free(f);
		return err;
	}
	f->next = y->fetches;
	y->fetches = f;
	return 0;
}

void
ocr_fetch_wait_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      const struct ocr_copy *c, const struct ocr_msg_grant *m)
{
	struct waiter *w = malloc(sizeof(*w));
	struct ocr_fetch *f = b->busy->fetches;

	if (!w) {
		ocr_fail_memory(rt, NULL);
		return;
	}
	while (f->data != c->data)
		f = f->next;
	w->edt = m->edt;
	w->index = ocr_loan_index(m->edt, m->index);
	w->next = f->waiters;
	f->waiters = w;
	if (!(m->flags & OCR_GRANT_FETCH))
		return;
	/* It comes from elsewhere already: the home has become the holder. */
	if (m->holder != f->transfer.peer)
		ocr_fetch_answer(rt, m->db, m->version, m->holder, 1);
	else
		f->owed++;
}

void
ocr_fetch_abandon(struct ocr_block *b)
{
	while (b->busy->fetches) {
		struct ocr_fetch *f = b->busy->fetches;

		b->busy->fetches = f->next;
		while (f->waiters) {
			struct waiter *w = f->waiters;

			f->waiters = w->next;
			free(w);
		}
		free(f);
	}
}
