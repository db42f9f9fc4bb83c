/* SPDX-License-Identifier: BSD-3-Clause */
/* refused.c - see refused.h.
 *
 * Rows are found by looking at each: there are few, and a program that is
 * refused often is refused the same thing.  Threads that belong to no node
 * have a ledger of the process.
 */
#include "src/observe/refused.h"

#include "fabric/lock.h"
#include "fabric/log.h"
#include "src/base/err.h"
#include "src/base/runtime.h"
#include "src/base/where.h"
#include "src/stream/dispatch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 64

struct row {
	uint64_t count; /* 0: free, and so are all that follow */
	bool later;
	struct ocr_refusal first;
};

struct ocr_refused {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct row rows[ROWS];
	uint64_t count, others;
	bool told;
};

/* Of threads that belong to no node. */
static struct ocr_refused outside;

struct ocr_refused *
ocr_refused_create(void)
{
	return calloc(1, sizeof(struct ocr_refused));
}

void
ocr_refused_destroy(struct ocr_refused *l)
{
	free(l);
}

static void
note(struct ocr_refused *l, const struct ocr_refusal *r, bool later)
{
	struct row *k = l->rows;

	ocr_lock(&l->lock, OCR_LOCK_STRICT);
	l->count++;
	while (k < l->rows + ROWS && k->count &&
	       (k->first.code != r->code || k->later != later ||
		strcmp(k->first.call, r->call)))
		k++;
	if (k == l->rows + ROWS) {
		l->others++;
	} else if (!k->count++) {
		k->first = *r;
		k->later = later;
	}
	ocr_unlock(&l->lock, OCR_LOCK_STRICT);
}

void
ocr_refused_note(struct ocr_runtime *rt, const struct ocr_refusal *r)
{
	note(rt ? rt->refused : &outside, r, false);
}

void
ocr_refused_later(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op, int err)
{
	/* The object is the first field of every message. */
	const struct ocr_msg_destroy *m = (const void *)op;
	struct ocr_refusal r = {
		.call = ocr_dispatch_name(rt->rows, op->type),
		.code = ocr_err_code(err),
	};
	char text[OCR_WHO_GUID_TEXT];

	snprintf(r.reason.args, sizeof(r.reason.args), "%s",
		 ocr_who_guid_text(m->guid, text));
	snprintf(r.reason.why, sizeof(r.reason.why), "asked for by node %u",
		 from);
	note(rt->refused, &r, true);
}

static void
say_later(ocr_node_t self, const struct row *k)
{
	ocr_log_note(self,
		     "  %" PRIu64 " x %s, refused after the call had returned "
		     "(%s): first of %s, %s",
		     k->count, k->first.call, ocr_reason_code(k->first.code),
		     k->first.reason.args, k->first.reason.why);
}

static void
say_row(ocr_node_t self, const struct row *k)
{
	const struct ocr_refusal *r = &k->first;
	char who[OCR_WHO_TEXT], site[OCR_WHERE_TEXT];

	if (k->later) {
		say_later(self, k);
		return;
	}
	ocr_log_note(self,
		     "  %" PRIu64 " x %s() returned %s; first %s(%s) of %s, at "
		     "%s: %s",
		     k->count, r->call, ocr_reason_code(r->code), r->call,
		     r->reason.args, ocr_who_text(&r->who, who),
		     r->site ? ocr_where_text(r->site, site) : "?",
		     *r->reason.why ? r->reason.why
				    : ocr_reason_usual(r->code));
}

static void
learn_places(const struct ocr_refused *l)
{
	const void *at[ROWS];
	unsigned n = 0;

	while (n < ROWS && l->rows[n].count) {
		at[n] = l->rows[n].first.site;
		n++;
	}
	ocr_where_learn(at, n);
}

/* Marks it as told.  False: there is nothing to tell. */
static bool
take(struct ocr_refused *l, struct ocr_refused *copy)
{
	bool any;

	ocr_lock(&l->lock, OCR_LOCK_STRICT);
	any = l->count && !l->told;
	l->told = true;
	if (any)
		*copy = *l;
	ocr_unlock(&l->lock, OCR_LOCK_STRICT);
	return any;
}

static void
list(ocr_node_t self, struct ocr_refused *l, struct ocr_refused *copy,
     const char *whose, bool strict)
{
	if (!take(l, copy))
		return;
	ocr_log_note(self, "calls of %s that were refused: %" PRIu64 "%s",
		     whose, copy->count,
		     strict ? ""
			    : " (run with OCR_STRICT=1 to see each with its "
			      "task and place)");
	learn_places(copy);
	for (unsigned i = 0; i < ROWS && copy->rows[i].count; i++)
		say_row(self, &copy->rows[i]);
	if (copy->others)
		ocr_log_note(self, "  and %" PRIu64 " others", copy->others);
}

void
ocr_refused_list(struct ocr_runtime *rt)
{
	struct ocr_refused *copy = malloc(sizeof(*copy));

	if (!copy)
		return;
	list(rt->self, rt->refused, copy, "this node", rt->strict);
	list(rt->self, &outside, copy, "threads that run no task", rt->strict);
	free(copy);
}
