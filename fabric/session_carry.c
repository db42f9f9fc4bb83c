/* SPDX-License-Identifier: BSD-3-Clause */
/* session_carry.c - pieces of transfers as packets, under tags like all others.
 *
 *   reader               owner          writer               owner
 *      | READ range        |              | WRITE range, bytes  |
 *      |------------------>|              |-------------------->|
 *      |             BYTES |              | over, as it leaves  |
 *      |<------------------|
 *
 * Nobody reads or writes a node's memory but that node, so there is no key that
 * somebody could hear.  A piece fits in a packet.  Packets arrive once and in
 * order, so BYTES are for the oldest READ, and an op that is sent behind a
 * WRITE finds what was written.
 */
#include "fabric/sessions.h"

#include <errno.h>
#include <string.h>

/* A reader has 64 pieces under way (transfer.c), and a READ says which BYTES
 * have come: no more of them are kept for it, besides what is kept of DATA and
 * WRITE, and of READs.  Who has more does not take what he asks for. */
#define KEPT_MOST (4 * OCR_SESSION_WINDOW_PACKETS)

static void *
body_of(const struct session_packet *e)
{
	return e->k.data + sizeof(struct ocr_session_head);
}

/* -- Who asks -------------------------------------------------------------- */

static int
read_locked(struct sessions *ss, struct session *s, struct session_piece *pc)
{
	struct ocr_session_range r = {pc->x.remote_offset, pc->x.len_bytes};
	struct session_packet *e =
		ocr_session_own_locked(ss, s, OCR_SESSION_READ, sizeof(r));

	if (!e)
		return -EAGAIN;
	memcpy(body_of(e), &r, sizeof(r));
	ocr_session_append_piece(&s->reads, &s->reads_last, pc);
	ocr_session_give_locked(ss, s, e);
	return 0;
}

/* What is under way is bounded as it is for packets from above: the other side
 * acknowledges half of it without being asked. */
static int
write_locked(struct sessions *ss, struct session *s, struct session_piece *pc)
{
	struct ocr_session_range r = {pc->x.remote_offset, pc->x.len_bytes};
	struct session_packet *e = NULL;

	if (s->n_kept < OCR_SESSION_WINDOW_PACKETS)
		e = ocr_session_own_locked(ss, s, OCR_SESSION_WRITE,
					   sizeof(r) + r.len_bytes);
	if (!e)
		return -EAGAIN;
	memcpy(body_of(e), &r, sizeof(r));
	memcpy((char *)body_of(e) + sizeof(r), pc->x.local, r.len_bytes);
	ocr_session_give_locked(ss, s, e);
	return 1;
}

int
ocr_session_carry_locked(struct sessions *ss, struct session *s,
			 struct session_piece *pc)
{
	if (s->state == SESSION_DEAD)
		return -EHOSTDOWN;
	if (!pc->x.len_bytes || pc->x.len_bytes > ss->t.piece_bytes)
		return -EINVAL;
	return pc->x.is_write ? write_locked(ss, s, pc)
			      : read_locked(ss, s, pc);
}

/* -- Who has it ------------------------------------------------------------ */

/* The own memory that is meant; NULL: there is no such.  No sum can wrap
 * around. */
static uint8_t *
find(const struct sessions *ss, const struct ocr_session_range *r)
{
	uint64_t all = ss->c.window_bytes;

	if (r->len_bytes > all || r->offset > all - r->len_bytes ||
	    r->len_bytes > ss->t.piece_bytes)
		return NULL;
	return ss->c.window + r->offset;
}

/* It would wait for ever: so it is lost. */
static void
refuse_locked(struct sessions *ss, struct session *s, int error)
{
	s->error = error;
	ocr_session_set_due(ss);
}

static const char *
answer_locked(struct sessions *ss, struct session *s,
	      const struct ocr_session_range *r)
{
	const uint8_t *at = find(ss, r);
	size_t n = at ? r->len_bytes : 0;
	struct session_packet *e;

	if (s->n_kept >= KEPT_MOST) {
		refuse_locked(ss, s, -EPROTO);
		return "a read of a node that takes no answers";
	}
	e = ocr_session_own_locked(ss, s, OCR_SESSION_BYTES, n);
	if (!e) {
		refuse_locked(ss, s, -ENOMEM);
		return "no memory for what it reads";
	}
	if (n)
		memcpy(body_of(e), at, n);
	ocr_session_give_locked(ss, s, e);
	return at ? NULL : "a read outside of this node's memory";
}

static const char *
answer(struct sessions *ss, struct session *s,
       const struct ocr_session_range *r)
{
	const char *why;

	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	why = answer_locked(ss, s, r);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	return why;
}

static const char *
store(struct sessions *ss, const struct ocr_session_range *r)
{
	uint8_t *at = find(ss, r);

	if (!at)
		return "a write outside of this node's memory";
	memcpy(at, r + 1, r->len_bytes);
	return NULL;
}

/* -- The answer ------------------------------------------------------------ */

static const char *
take(struct sessions *ss, struct session *s, const void *bytes, size_t n)
{
	struct session_back back = {NULL, NULL};
	struct session_piece *pc;
	bool fits;

	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	pc = s->reads;
	if (pc)
		s->reads = pc->next;
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	if (!pc)
		return "bytes that nobody has asked for";
	fits = n == pc->x.len_bytes;
	if (fits)
		memcpy(pc->x.local, bytes, n);
	ocr_session_end_piece(pc, fits ? 0 : n ? -EPROTO : -EINVAL, &back);
	ocr_session_tell(ss, s, &back);
	return fits || !n ? NULL : "bytes of the wrong length";
}

const char *
ocr_session_carried(struct sessions *ss, struct session *s,
		    const struct ocr_session_head *h, size_t len_bytes)
{
	if (!ss->c.window)
		return "a transfer that is not for packets";
	if (h->kind == OCR_SESSION_READ)
		return answer(ss, s, (const void *)(h + 1));
	if (h->kind == OCR_SESSION_WRITE)
		return store(ss, (const void *)(h + 1));
	return take(ss, s, h + 1, len_bytes - sizeof(*h));
}
