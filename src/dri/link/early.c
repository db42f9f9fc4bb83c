/* SPDX-License-Identifier: BSD-3-Clause */
/* early.c - a list of messages that wait for their link. */
#include "src/dri/link/early.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct dri_early {
	struct dri_early *next;
	dri_apply_fn *apply;
	ocr_node_t from;
	_Alignas(8) struct ocr_op op; /* and its bytes */
};

/* Of a process: a CREDIT for each buffer, and CLOSE or GONE. */
#define MOST (DRI_MOST_BUFFERS + 1)

int
ocr_dri_early_keep_locked(struct dri_link *l, dri_apply_fn *apply,
			  ocr_node_t from, const struct ocr_op *op)
{
	struct dri_early *e;

	/* None of those that come early is longer than a CREDIT. */
	if (op->len_bytes > sizeof(struct dri_credit))
		return -EPROTO;
	if (!l->n_early)
		l->n_early = calloc(l->world->size, sizeof(*l->n_early));
	if (!l->n_early)
		return -ENOMEM;
	if (l->n_early[from] == MOST)
		return -EPROTO;
	e = malloc(offsetof(struct dri_early, op) + op->len_bytes);
	if (!e)
		return -ENOMEM;
	l->n_early[from]++;
	e->next = NULL;
	e->apply = apply;
	e->from = from;
	memcpy(&e->op, op, op->len_bytes);
	*l->early_end = e;
	l->early_end = &e->next;
	return 0;
}

void
ocr_dri_early_replay_locked(struct dri_link *l)
{
	struct dri_early *e;

	while ((e = l->early)) {
		l->early = e->next;
		e->apply(l->world, e->from, &e->op);
		free(e);
	}
	l->early_end = &l->early;
	free(l->n_early);
	l->n_early = NULL;
}

void
ocr_dri_early_free(struct dri_link *l)
{
	struct dri_early *e;

	while ((e = l->early)) {
		l->early = e->next;
		free(e);
	}
	l->early_end = &l->early;
	free(l->n_early);
	l->n_early = NULL;
}
