/* SPDX-License-Identifier: BSD-3-Clause */
/* cards.c - a box for the cards that come on threads of PMIx.
 *
 * A letter is made when a card is asked for, so that whoever brings it needs no
 * memory.  It lies in the box until somebody reads it.
 */
#include "fabric/cards.h"

#include "fabric/job.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box;

/* The answer to one question. */
struct letter {
	struct letter *next;
	struct box *box;
	ocr_node_t node;
	const char *why; /* it is no card; or NULL */
	struct ocr_card card;
};

/* Outlives its owner when PMIx still owes an answer. */
struct box {
	pthread_mutex_t lock; /* a leaf */
	/* Guarded by lock: */
	void (*arrived)(void *ctx); /* NULL: closed */
	void *ctx;
	unsigned refs; /* the owner's, and one for each question */
	struct letter *first;
	_Atomic bool has_some; /* read without lock */
};

struct ocr_cards {
	struct ocr_job *job;
	struct ocr_card own;
	struct box *box;
};

static void
put_and_unlock(struct box *box)
{
	bool is_last = --box->refs == 0;

	pthread_mutex_unlock(&box->lock);
	if (is_last) {
		pthread_mutex_destroy(&box->lock);
		free(box);
	}
}

/* On a thread of PMIx. */
static void
on_card(void *arg, ocr_node_t node, const void *card, size_t len_bytes)
{
	struct letter *l = arg;
	struct box *box = l->box;

	(void)node;
	l->why = card == NULL ? "its card cannot be had"
			      : ocr_card_read(&l->card, card, len_bytes);
	pthread_mutex_lock(&box->lock);
	if (box->arrived != NULL) {
		l->next = box->first;
		box->first = l;
		/* pairs with ocr_cards_read() and _have_come() */
		atomic_store_explicit(&box->has_some, true,
				      memory_order_release);
		box->arrived(box->ctx);
	} else {
		free(l);
	}
	put_and_unlock(box);
}

int
ocr_cards_ask(struct ocr_cards *c, ocr_node_t node)
{
	struct letter *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return -ENOMEM;
	l->box = c->box;
	l->node = node;
	pthread_mutex_lock(&c->box->lock);
	c->box->refs++;
	pthread_mutex_unlock(&c->box->lock);
	if (ocr_job_fetch(c->job, node, on_card, l) != 0)
		on_card(l, node, NULL, 0);
	return 0;
}

int
ocr_cards_read(struct ocr_cards *c,
	       void (*fn)(void *ctx, ocr_node_t node,
			  const struct ocr_card *card, const char *why),
	       void *ctx)
{
	struct box *box = c->box;
	struct letter *l, *next;
	int n = 0;

	/* pairs with on_card() */
	if (!atomic_load_explicit(&box->has_some, memory_order_acquire))
		return 0;
	pthread_mutex_lock(&box->lock);
	l = box->first;
	box->first = NULL;
	atomic_store_explicit(&box->has_some, false, memory_order_relaxed);
	pthread_mutex_unlock(&box->lock);
	for (; l != NULL; l = next, n++) {
		next = l->next;
		if (l->why == NULL)
			l->why = ocr_card_check(&c->own, &l->card);
		fn(ctx, l->node, &l->card, l->why);
		free(l);
	}
	return n;
}

bool
ocr_cards_have_come(const struct ocr_cards *c)
{
	/* pairs with on_card() */
	return atomic_load_explicit(&c->box->has_some, memory_order_acquire);
}

struct ocr_card *
ocr_cards_own(struct ocr_cards *c)
{
	return &c->own;
}

int
ocr_cards_publish(struct ocr_cards *c)
{
	return ocr_job_publish(c->job, &c->own, ocr_card_bytes(&c->own));
}

int
ocr_cards_open(struct ocr_cards **out, struct ocr_job *job,
	       void (*arrived)(void *ctx), void *ctx)
{
	struct ocr_cards *c = calloc(1, sizeof(*c));
	struct box *box = calloc(1, sizeof(*box));

	if (c == NULL || box == NULL) {
		free(c);
		free(box);
		return -ENOMEM;
	}
	pthread_mutex_init(&box->lock, NULL);
	box->refs = 1;
	box->arrived = arrived;
	box->ctx = ctx;
	c->job = job;
	c->box = box;
	ocr_card_init(&c->own);
	*out = c;
	return 0;
}

void
ocr_cards_close(struct ocr_cards *c)
{
	struct box *box = c->box;
	struct letter *l;

	pthread_mutex_lock(&box->lock);
	box->arrived = NULL;
	while ((l = box->first) != NULL) {
		box->first = l->next;
		free(l);
	}
	put_and_unlock(box);
	free(c);
}
