/* SPDX-License-Identifier: BSD-3-Clause */
/* spread.c - see spread.h. */
#include "src/stream/spread.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* One that children of this node have not all answered. */
struct ocr_spread {
	struct ocr_spread *next;
	ocrGuid_t object;
	uint64_t number;
	ocr_node_t root;
	uint32_t missing;
	struct ocr_stream *stream; /* of the root's task; else NULL */
};

static struct ocr_tree
tree_of(const struct ocr_runtime *rt, ocr_node_t root)
{
	return ocr_tree_at(rt->size, root, rt->self, rt->arity);
}

/* number 0: the next of this node. */
static struct ocr_spread *
begin(struct ocr_runtime *rt, const struct ocr_msg_spread *m, uint32_t n,
      struct ocr_stream *s)
{
	struct ocr_spread *w = malloc(sizeof(*w));

	if (!w)
		return NULL;
	*w = (struct ocr_spread){
		.object = m->object,
		.number = m->number,
		.root = m->root,
		.missing = n,
		.stream = s,
	};
	ocr_lock(&rt->spreads->lock, OCR_LOCK_SPREADS);
	if (!w->number)
		w->number = ++rt->spreads->n;
	w->next = rt->spreads->under_way;
	rt->spreads->under_way = w;
	ocr_unlock(&rt->spreads->lock, OCR_LOCK_SPREADS);
	return w;
}

/* Nobody has been told of it. */
static void
give_up(struct ocr_runtime *rt, struct ocr_spread *w)
{
	struct ocr_spread **at = &rt->spreads->under_way;

	ocr_lock(&rt->spreads->lock, OCR_LOCK_SPREADS);
	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	ocr_unlock(&rt->spreads->lock, OCR_LOCK_SPREADS);
	free(w);
}

static int
do_here(struct ocr_stream *s, struct ocr_op *op, bool in_order)
{
	return in_order ? ocr_stream_submit(s, s->rt->self, op)
			: ocr_apply(s->rt, op);
}

int
ocr_spread(struct ocr_stream *s, struct ocr_op *op, bool in_order)
{
	struct ocr_runtime *rt = s->rt;
	struct ocr_tree t = tree_of(rt, rt->self);
	struct ocr_msg_spread *m;
	struct ocr_spread *w;
	int err = -ENOMEM;

	if (!t.n)
		return do_here(s, op, in_order);
	m = malloc(sizeof(*m) + op->len_bytes);
	if (!m)
		return -ENOMEM;
	*m = (struct ocr_msg_spread){
		.op = {.len_bytes = (uint32_t)sizeof(*m) + op->len_bytes,
		       .type = OCR_MSG_SPREAD},
		.object = ((const struct ocr_msg_destroy *)(const void *)op)
				  ->guid,
		.root = rt->self,
	};
	memcpy(m->inner, op, op->len_bytes);
	w = begin(rt, m, t.n, s);
	if (w) {
		err = do_here(s, op, in_order);
		if (err)
			give_up(rt, w);
	}
	if (!err) {
		/* Once the last has answered w is gone. */
		m->number = w->number;
		for (uint32_t i = 0; i < t.n && !err; i++)
			err = ocr_stream_submit(s, ocr_tree_child(&t, i),
						&m->op);
	}
	free(m);
	return err;
}

static void
tell_parent(struct ocr_runtime *rt, ocrGuid_t object, ocr_node_t root,
	    uint64_t number)
{
	struct ocr_msg_spread_done m = {
		.op = OCR_OP(OCR_MSG_SPREAD_DONE, struct ocr_msg_spread_done),
		.object = object,
		.number = number,
		.root = root,
	};

	ocr_emit(rt, tree_of(rt, root).parent, &m.op);
}

/* Only maps are known to all nodes. */
static bool
is_spreadable(const struct ocr_msg_spread *m)
{
	const struct ocr_op *op = (const void *)m->inner;
	uint32_t room = m->op.len_bytes - (uint32_t)sizeof(*m);
	size_t least;

	if (room < sizeof(*op) || op->len_bytes != room || op->zero)
		return false;
	switch (op->type) {
	case OCR_MSG_CREATE_MAP:
		least = sizeof(struct ocr_msg_create_map);
		break;
	case OCR_MSG_DESTROY:
		least = sizeof(struct ocr_msg_destroy);
		break;
	default:
		return false;
	}
	return room >= least && ocr_guid_kind(m->object) == OCR_GUID_MAP &&
	       ocr_guid_eq(m->object,
			   ((const struct ocr_msg_destroy *)(const void *)op)
				   ->guid);
}

int
ocr_spread_on_spread(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_spread *m = (const void *)op;
	const struct ocr_op *inner = (const void *)m->inner;
	struct ocr_tree t;
	int err;

	if (m->root >= rt->size || m->root == rt->self || !m->number ||
	    !is_spreadable(m))
		return -EINVAL;
	t = tree_of(rt, m->root);
	if (from != t.parent)
		return -EINVAL;
	if (t.n && !begin(rt, m, t.n, NULL))
		return -ENOMEM;
	for (uint32_t i = 0; i < t.n; i++)
		ocr_emit(rt, ocr_tree_child(&t, i), op);
	err = ocr_dispatch_run(rt, m->root, inner);
	if (err)
		ocr_dispatch_report(rt, m->root, inner, err);
	if (!t.n)
		tell_parent(rt, m->object, m->root, m->number);
	return 0;
}

static struct ocr_spread **
find_locked(struct ocr_spreads *all, const struct ocr_msg_spread_done *m)
{
	struct ocr_spread **at = &all->under_way;

	while (*at && !((*at)->number == m->number && (*at)->root == m->root &&
			ocr_guid_eq((*at)->object, m->object)))
		at = &(*at)->next;
	return at;
}

int
ocr_spread_on_done(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_spread_done *m = (const void *)op;
	struct ocr_spread **at, *w, done;
	struct ocr_tree t;

	if (m->root >= rt->size)
		return -EINVAL;
	t = tree_of(rt, m->root);
	if (!ocr_tree_has_child(&t, from))
		return -EINVAL;
	ocr_lock(&rt->spreads->lock, OCR_LOCK_SPREADS);
	at = find_locked(rt->spreads, m);
	w = *at;
	if (w) {
		w->missing--;
		done = *w;
		if (!done.missing)
			*at = w->next;
	}
	ocr_unlock(&rt->spreads->lock, OCR_LOCK_SPREADS);
	if (!w)
		return -EINVAL;
	if (!done.missing)
		free(w);
	/* Each child's answer counts; a stream waits for all. */
	if (done.stream)
		ocr_stream_answered(done.stream);
	else if (!done.missing)
		tell_parent(rt, done.object, done.root, done.number);
	return 0;
}

void
ocr_spreads_fini(struct ocr_spreads *all)
{
	struct ocr_spread *w;

	while ((w = all->under_way)) {
		all->under_way = w->next;
		free(w);
	}
}
