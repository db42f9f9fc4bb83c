/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_whole.c - see trace_whole.h. */
#include "src/observe/trace_whole.h"

#include "guidmap/guid.h"
#include "src/base/lines.h"
#include "src/base/msg.h"
#include "src/data/block.h"
#include "src/data/held.h"
#include "src/data/view.h"
#include "src/names/mapped.h"
#include "src/observe/trace_pen.h"
#include "src/task/creator.h"
#include "src/task/db_copy.h"
#include "src/task/edt.h"

#include <stdlib.h>
#include <string.h>

/* -- A body begins --------------------------------------------------------- */

/* That somebody wants an element of a map is no satisfaction of it. */
static ocrGuid_t
wish_for(ocrGuid_t element)
{
	return ocr_mapped_as(element, OCR_GUID_MAP);
}

void
ocr_trace_whole_before(struct ocr_trace_pen *l, const struct ocr_edt *t)
{
	ocrGuid_t wish, self = ocr_edt_guid(t);

	for (uint32_t i = 0; i < t->depc; i++) {
		ocrGuid_t g = ocr_edt_depv(t)[i].guid;

		if (!ocr_guid_is_null(g))
			OCR_TRACE_WRITE(l, OCR_TRACE_SLOT, OCR_TRACE_GUID(self),
					i, OCR_TRACE_GUID(g));
	}
	if (!(t->run.flags & OCR_EDT_CREATOR))
		return;
	wish = wish_for(ocr_creator_element_of(t));
	OCR_TRACE_WRITE(l, OCR_TRACE_DEPEND, OCR_TRACE_GUID(wish),
			OCR_TRACE_GUID(self), 0);
}

static bool
is_read(uint32_t mode)
{
	return mode == DB_MODE_CONST || mode == DB_MODE_RO;
}

/* A record of what the task that begins, or s, has to do with a block. */
static void
write_use(struct ocr_trace_pen *l, const struct ocr_view_use *u, uint64_t flags,
	  const struct ocr_trace_stripe *words, unsigned n)
{
	size_t bytes = n * sizeof(*words);
	size_t room = ocr_trace_words(OCR_TRACE_USE) + bytes / 8;
	uint64_t *at = ocr_trace_room(&l->lane, room);

	if (!at)
		return;
	at[1] = u->db.upper;
	at[2] = u->db.lower;
	at[3] = u->mode | flags;
	at[4] = u->size;
	at[5] = bytes;
	if (n)
		memcpy(&at[6], words, bytes);
	ocr_trace_done(&l->lane, OCR_TRACE_USE, room);
}

/* The part of it that ocrDbCopy() copies is known. */
static unsigned
words_of_copy(const struct ocr_edt *t, struct ocr_trace_stripe *words)
{
	const struct ocr_db_copy *c = (const void *)t->words;
	uint64_t first;

	if (ocr_edt_func(t) != ocr_db_copy || !c->size)
		return 0;
	first = c->source_offset / 8;
	*words = (struct ocr_trace_stripe){
		.first = first,
		.n = (uint32_t)((c->source_offset + c->size - 1) / 8 - first +
				1),
		.count = 1,
	};
	return 1;
}

void
ocr_trace_whole_begin(struct ocr_trace_pen *l, const struct ocr_edt *t)
{
	struct ocr_trace_stripe words;
	unsigned n = words_of_copy(t, &words);

	for (uint32_t i = 0; i < t->held.n; i++) {
		const struct ocr_held_block *b = &t->held.blocks[i];
		struct ocr_view_use u = {.db = b->db, .mode = b->mode};

		u.size = b->block->size;
		if (is_read(b->mode) && u.size)
			write_use(l, &u, OCR_TRACE_READS, &words, n);
	}
}

/* -- What tasks ask for ---------------------------------------------------- */

static void
write_event(struct ocr_trace_pen *l, const struct ocr_msg_create_event *m)
{
	OCR_TRACE_WRITE(l, OCR_TRACE_EVENT, OCR_TRACE_GUID(m->event),
			(uint64_t)m->nb_sat << 32 | m->nb_deps);
}

static void
write_wish(struct ocr_trace_pen *l, const struct ocr_stream *s,
	   const struct ocr_msg_touch *m)
{
	ocrGuid_t wish = wish_for(m->element);

	ocr_trace_pen_turn(l, s);
	OCR_TRACE_WRITE(l, OCR_TRACE_SATISFY, OCR_TRACE_GUID(wish), 0);
}

static void
write_contribution(struct ocr_trace_pen *l, const struct ocr_stream *s,
		   const struct ocr_msg_contribute *m)
{
	ocr_trace_pen_turn(l, s);
	OCR_TRACE_WRITE(l, OCR_TRACE_SATISFY, OCR_TRACE_GUID(m->event),
			m->slot);
}

static void
write_result(struct ocr_trace_pen *l, const struct ocr_stream *s,
	     const struct ocr_msg_collective_dep *m)
{
	ocr_trace_pen_turn(l, s);
	OCR_TRACE_WRITE(l, OCR_TRACE_DEPEND, OCR_TRACE_GUID(m->event),
			OCR_TRACE_GUID(m->dest), m->slot);
}

void
ocr_trace_whole_issue(struct ocr_trace_pen *l, const struct ocr_stream *s,
		      const struct ocr_op *op)
{
	const struct ocr_msg_satisfy *satisfy = (const void *)op;
	const struct ocr_msg_create_db *db = (const void *)op;

	switch (op->type) {
	case OCR_MSG_CREATE_EVENT:
		write_event(l, (const void *)op);
		break;
	case OCR_MSG_CREATE_DB:
		if (ocr_label_is(db->db))
			OCR_TRACE_WRITE(l, OCR_TRACE_FRESH_BLOCK,
					OCR_TRACE_GUID(db->db));
		break;
	case OCR_MSG_SATISFY:
	case OCR_MSG_SATISFY_EDT: /* the same fields */
		if (!ocr_guid_is_null(satisfy->data))
			OCR_TRACE_WRITE(l, OCR_TRACE_WITH,
					OCR_TRACE_GUID(satisfy->data));
		break;
	case OCR_MSG_TOUCH:
		write_wish(l, s, (const void *)op);
		break;
	case OCR_MSG_CONTRIBUTE:
		write_contribution(l, s, (const void *)op);
		break;
	case OCR_MSG_COLLECTIVE_DEP:
		write_result(l, s, (const void *)op);
		break;
	default:
		break;
	}
}

/* -- What they do to blocks ------------------------------------------------ */

/* So many of struct ocr_trace_stripe are one record; more are several. */
#define MOST_WORDS 256

struct changes {
	struct ocr_trace_pen *pen;
	const struct ocr_stream *stream;
	const struct ocr_view_use *use;
	struct ocr_trace_stripe words[MOST_WORDS];
	unsigned n;
};

static void
write_changes(struct changes *c, uint64_t flags)
{
	ocr_trace_pen_turn(c->pen, c->stream);
	write_use(c->pen, c->use, flags, c->words, c->n);
	c->n = 0;
}

/* Columns of a matrix are one. */
static bool
is_next(const struct ocr_trace_stripe *w, uint64_t first, uint32_t n)
{
	if (n != w->n || w->count == UINT32_MAX)
		return false;
	return w->count == 1 || first == w->first + w->count * w->distance;
}

static void
add_words(struct changes *c, uint64_t first, uint32_t n)
{
	struct ocr_trace_stripe *w = c->n ? &c->words[c->n - 1] : NULL;

	if (w && is_next(w, first, n)) {
		w->distance = (first - w->first) / w->count++;
		return;
	}
	if (c->n == MOST_WORDS)
		write_changes(c, 0);
	c->words[c->n++] = (struct ocr_trace_stripe){first, n, 1, 0};
}

/* The last word may be a part of one. */
static bool
is_changed(const struct ocr_view_use *u, size_t word)
{
	size_t left = u->size - 8 * word;

	return memcmp(&u->now[word], &u->before[word], left < 8 ? left : 8);
}

static void
compare(struct changes *c)
{
	const struct ocr_view_use *u = c->use;
	size_t n = (u->size + 7) / 8, from;

	for (size_t i = 0; i < n; i++) {
		if (!is_changed(u, i))
			continue;
		from = i;
		while (i + 1 < n && i - from < UINT32_MAX - 1 &&
		       is_changed(u, i + 1))
			i++;
		add_words(c, from, (uint32_t)(i + 1 - from));
	}
}

void
ocr_trace_whole_used(struct ocr_trace_pen *l, const struct ocr_stream *s,
		     const struct ocr_held_block *b)
{
	struct ocr_view_use u;
	struct changes c = {.pen = l, .stream = s, .use = &u};

	/* That was told when the body began. */
	if (is_read(b->mode))
		return;
	ocr_view_look(b, &u);
	if (!u.now)
		return;
	compare(&c);
	if (c.n)
		write_changes(&c, 0);
	else if (!u.touched)
		write_changes(&c, OCR_TRACE_READS);
}

/* -- Where that is --------------------------------------------------------- */

static int
by_address(const void *a, const void *b)
{
	const void *x = *(const void *const *)a, *y = *(const void *const *)b;

	return (x > y) - (x < y);
}

static size_t
gather(const struct ocr_trace_pen *l, unsigned n, const void **all)
{
	size_t k = 0, single = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < OCR_TRACE_NAMES; j++)
			if (l[i].names[j])
				all[k++] = l[i].names[j];
	qsort(all, k, sizeof(*all), by_address);
	for (size_t i = 0; i < k; i++)
		if (!i || all[i] != all[i - 1])
			all[single++] = all[i];
	return single;
}

void
ocr_trace_whole_lines(struct ocr_trace_pen *l, unsigned n)
{
	const void **all = malloc((size_t)n * OCR_TRACE_NAMES * sizeof(*all));
	char text[OCR_LINES][OCR_LINE_TEXT];
	size_t k = all ? gather(l, n, all) : 0;

	ocr_lines_prepare();
	for (size_t i = 0; i < k; i += OCR_LINES) {
		unsigned some =
			k - i < OCR_LINES ? (unsigned)(k - i) : OCR_LINES;

		ocr_lines_find(all + i, some, text);
		for (unsigned j = 0; j < some; j++)
			if (*text[j])
				ocr_trace_pen_text(l, OCR_TRACE_LINE,
						   all[i + j], text[j]);
	}
	free(all);
}
