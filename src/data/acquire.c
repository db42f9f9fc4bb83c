/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire.c - see acquire.h; the cases are listed in doc/PROTOCOL.md. */
#include "src/data/acquire.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/boot/runtime.h"
#include "src/data/copy.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void
emit_acquired(struct ocr_runtime *rt, ocrGuid_t edt, uint32_t index,
	      struct ocr_buf *b)
{
	struct ocr_msg_acquired m = {
		.op = OCR_OP(OCR_MSG_ACQUIRED, struct ocr_msg_acquired),
		.edt = edt,
		.buf = b,
		.index = index,
	};

	ocr_emit(rt, rt->self, &m.op);
}

static void
emit_fetched(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
	     uint32_t count)
{
	struct ocr_msg_fetched m = {
		.op = OCR_OP(OCR_MSG_FETCHED, struct ocr_msg_fetched),
		.db = db,
		.version = version,
		.count = count,
	};

	if (count)
		ocr_emit(rt, ocr_owner_of(rt, db), &m.op);
}

/* The bytes have come: everybody who waited for them goes on. */
static void
on_fetched(struct ocr_transfer *x, int status)
{
	struct ocr_buf *b =
		(struct ocr_buf *)(void *)((char *)x -
					   offsetof(struct ocr_buf, transfer));
	struct ocr_runtime *rt = b->rt;
	struct ocr_copy_shard *s = ocr_copy_lock(rt, b->db);
	struct ocr_buf_waiter *list = b->waiters;
	uint32_t owed = b->owed;
	/* What was fetched is what the home calls its version; a writer
	 * makes the next one of it. */
	uint64_t version = b->pinned ? b->version - 1 : b->version;
	ocrGuid_t db = b->db;
	char text[OCR_GUID_TEXT];

	b->waiters = NULL;
	b->owed = 0;
	b->ready = true;
	ocr_copy_unlock(s);
	if (status) {
		ocr_runtime_fail(rt, "cannot read %s from node %u: %s",
				 ocr_guid_text(db, text), x->peer,
				 strerror(-status));
		status = 0;
	}
	emit_fetched(rt, db, version, owed);
	while (list) {
		struct ocr_buf_waiter *w = list;

		list = w->next;
		emit_acquired(rt, w->edt, w->index, b);
		free(w);
	}
	ocr_run_delayed(rt);
}

/* A fresh buffer with the bytes of `from`. */
static struct ocr_buf *
duplicate_locked(struct ocr_runtime *rt, struct ocr_copy_shard *s,
		 const struct ocr_buf *from, uint64_t version)
{
	struct ocr_buf *b =
		ocr_copy_add_locked(rt, s, from->db, from->size, version);

	if (b) {
		memcpy(b->data, from->data, from->size);
		b->ready = true;
	}
	return b;
}

/* The holder's own buffer, for one who may write.  In place, unless readers
 * here or elsewhere still need the version as it is. */
static struct ocr_buf *
write_here_locked(struct ocr_runtime *rt, struct ocr_copy_shard *s,
		  struct ocr_buf *old, const struct ocr_msg_grant *m)
{
	struct ocr_buf *b;

	if (!(m->flags & OCR_GRANT_COPY) && !old->refs) {
		old->version++;
		old->refs = 1;
		return old;
	}
	b = duplicate_locked(rt, s, old, m->version + 1);
	if (b && !(m->flags & OCR_GRANT_COPY))
		old->pinned = false; /* freed by its last reader */
	return b;
}

/* The buffer for a grant when none of the wanted version is here.  *fetch:
 * its bytes have to be read from the holder. */
static struct ocr_buf *
make_locked(struct ocr_runtime *rt, struct ocr_copy_shard *s,
	    const struct ocr_msg_grant *m, uint64_t want, bool *fetch)
{
	bool write = m->flags & OCR_GRANT_WRITE;
	struct ocr_buf *old =
		write ? ocr_copy_find_locked(s, m->db, m->version) : NULL;
	struct ocr_buf *b;

	if (old && old->ready)
		return old->pinned ? write_here_locked(rt, s, old, m)
				   : duplicate_locked(rt, s, old, want);
	b = ocr_copy_add_locked(rt, s, m->db, m->size, want);
	if (!b)
		return NULL;
	if (m->flags & OCR_GRANT_FRESH) {
		memset(b->data, 0, m->size);
		b->ready = true;
	} else if (m->flags & OCR_GRANT_INLINE) {
		memcpy(b->data, m->bytes, m->size);
		b->ready = true;
	} else {
		*fetch = true;
	}
	return b;
}

static int
wait_for_locked(struct ocr_buf *b, const struct ocr_msg_grant *m)
{
	struct ocr_buf_waiter *w = malloc(sizeof(*w));

	if (!w)
		return -ENOMEM;
	w->edt = m->edt;
	w->index = m->index;
	w->next = b->waiters;
	b->waiters = w;
	if (m->flags & OCR_GRANT_FETCH)
		b->owed++;
	return 0;
}

int
ocr_acquire_grant(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	bool write = m->flags & OCR_GRANT_WRITE, fetch = false, ready = false;
	uint64_t want = write ? m->version + 1 : m->version;
	struct ocr_copy_shard *s = ocr_copy_lock(rt, m->db);
	struct ocr_buf *b = ocr_copy_find_locked(s, m->db, want);
	char text[OCR_GUID_TEXT];
	int err = 0;

	if (b)
		b->refs++;
	else
		b = make_locked(rt, s, m, want, &fetch);
	if (!b) {
		err = -ENOMEM;
	} else {
		b->pinned |= write;
		ready = b->ready;
		if (!ready)
			err = wait_for_locked(b, m);
	}
	ocr_copy_unlock(s);
	if (!err && fetch) {
		b->transfer.fn = on_fetched;
		err = m->holder == rt->self
			      ? -EPROTO
			      : ocr_fabric_read(rt->fabric, m->holder,
						m->offset, b->data, m->size,
						&b->transfer);
	}
	if (err) {
		ocr_runtime_fail(rt, "no place for the %llu bytes of %s: %s",
				 (unsigned long long)m->size,
				 ocr_guid_text(m->db, text), strerror(-err));
		return 0;
	}
	if (ready) {
		if (m->flags & OCR_GRANT_FETCH)
			emit_fetched(rt, m->db, m->version, 1);
		emit_acquired(rt, m->edt, m->index, b);
	}
	return 0;
}

int
ocr_acquire_on_grant(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_grant *m = (const void *)op;
	uint64_t bytes = m->flags & OCR_GRANT_INLINE ? m->size : 0;
	bool here = m->flags & (OCR_GRANT_FRESH | OCR_GRANT_INLINE);

	if (ocr_owner_of(rt, m->db) != from || bytes > op->len_bytes ||
	    op->len_bytes < sizeof(*m) + bytes ||
	    (!here && m->holder >= rt->size))
		return -EINVAL;
	return ocr_acquire_grant(rt, m);
}

int
ocr_acquire_on_drop(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_drop *m = (const void *)op;
	struct ocr_copy_shard *s;
	struct ocr_buf *b;
	int err = -ENOENT;

	if (ocr_owner_of(rt, m->db) != from)
		return -EINVAL;
	s = ocr_copy_lock(rt, m->db);
	b = ocr_copy_find_locked(s, m->db, m->version);
	if (b) {
		b->pinned = false;
		ocr_copy_settle_locked(s, b);
		err = 0;
	}
	ocr_copy_unlock(s);
	return err;
}
