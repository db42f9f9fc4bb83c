/* SPDX-License-Identifier: BSD-3-Clause */
/* cards.c - a box for the cards that come on threads of PMIx.
 *
 *   ask --> under way --> in the box --> read
 *             ^   |
 *             |   v   not published yet
 *            waits for its time, in growing distance
 *
 * A letter is made when a card is asked for, so that whoever brings it needs no
 * memory.  It lies in the box until somebody reads it.
 */
#include "fabric/cards.h"

#include "fabric/clock.h"
#include "fabric/job.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* Between two questions for a card that is not there yet, each a round trip to
 * the server of this host, of 0.2 ms: twice as long each time, up to the most.
 */
#define PAUSE_MS      1
#define PAUSE_MOST_MS 100

/* Who is waited for so long is told of. */
#define LATE_MS 10000

#define NEVER INT64_MAX

struct box;

/* The answer to one question. */
struct letter {
	struct letter *next;
	struct letter *next_open, **at_open;
	struct box *box;
	ocr_node_t node;
	int64_t asked_ms; /* first */
	int64_t until_ms; /* it is asked for so long */
	int64_t at_ms;	  /* once more then, while it waits */
	int pause_ms;	  /* before that */
	bool is_last;	  /* no question follows this one */
	const char *why;  /* it is no card; or NULL */
	struct ocr_card card;
};

/* Outlives its owner when PMIx still owes an answer. */
struct box {
	pthread_mutex_t lock; /* a leaf */
	/* Guarded by lock: */
	void (*arrived)(void *ctx); /* NULL: closed */
	void *ctx;
	unsigned refs; /* the owner's, and one for each letter not in the box */
	struct letter *first;
	struct letter *waiting;
	struct letter *open, **open_end; /* not in the box, oldest first */
	bool is_told;			 /* of one that is late */
	/* Written under lock, read without: */
	_Atomic bool has_some;
	_Atomic int64_t next_ms; /* the first that waits; or NEVER */
	_Atomic int64_t late_ms; /* then the oldest is late; or NEVER */
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

static void
set_late_locked(struct box *box)
{
	/* pairs with ocr_cards_late() and _sleep_ms() */
	atomic_store_explicit(&box->late_ms,
			      box->open == NULL || box->is_told
				      ? NEVER
				      : box->open->asked_ms + LATE_MS,
			      memory_order_release);
}

static void
open_locked(struct letter *l)
{
	struct box *box = l->box;

	l->at_open = box->open_end;
	*box->open_end = l;
	box->open_end = &l->next_open;
	set_late_locked(box);
}

static void
close_locked(struct letter *l)
{
	struct box *box = l->box;

	*l->at_open = l->next_open;
	if (l->next_open != NULL)
		l->next_open->at_open = l->at_open;
	else
		box->open_end = l->at_open;
	set_late_locked(box);
}

static void
put_into_box_locked(struct letter *l)
{
	struct box *box = l->box;

	close_locked(l);
	l->next = box->first;
	box->first = l;
	/* pairs with ocr_cards_read() and _have_come() */
	atomic_store_explicit(&box->has_some, true, memory_order_release);
	box->arrived(box->ctx);
}

/* Whoever sleeps is told, because it may be for too long. */
static void
let_wait_locked(struct letter *l, int64_t now)
{
	struct box *box = l->box;
	int64_t next =
		atomic_load_explicit(&box->next_ms, memory_order_relaxed);

	l->at_ms = now + l->pause_ms;
	l->pause_ms = l->pause_ms * 2 < PAUSE_MOST_MS ? l->pause_ms * 2
						      : PAUSE_MOST_MS;
	l->next = box->waiting;
	box->waiting = l;
	/* pairs with ocr_cards_sleep_ms() and ask_again() */
	if (l->at_ms < next)
		atomic_store_explicit(&box->next_ms, l->at_ms,
				      memory_order_release);
	box->arrived(box->ctx);
}

/* On a thread of PMIx. */
static void
on_card(void *arg, enum ocr_fetched what, const void *card, size_t len_bytes)
{
	struct letter *l = arg;
	struct box *box = l->box;
	int64_t now = what == OCR_FETCHED_LATER ? ocr_clock_ms() : 0;
	bool waits = what == OCR_FETCHED_LATER && !l->is_last;

	if (what == OCR_FETCHED)
		l->why = ocr_card_read(&l->card, card, len_bytes);
	else
		l->why = what == OCR_FETCHED_LATER
				 ? "it has not begun in time (OCR_START_S)"
				 : "its card cannot be had";
	pthread_mutex_lock(&box->lock);
	if (box->arrived == NULL) {
		free(l);
	} else if (waits) {
		let_wait_locked(l, now);
		box->refs++;
	} else {
		put_into_box_locked(l);
	}
	put_and_unlock(box);
}

/* So long a card is asked for. */
static int64_t
until_ms(const struct ocr_cards *c, int64_t now)
{
	uint32_t s = ocr_job_start_s(c->job);

	return s != 0 ? now + s * INT64_C(1000) : NEVER;
}

/* What is left for an answer, in whole seconds; 0: no end. */
static uint32_t
left_s(const struct letter *l, int64_t now)
{
	if (l->until_ms == NEVER)
		return 0;
	return l->until_ms - now > 1000 ? (uint32_t)((l->until_ms - now) / 1000)
					: 1;
}

/* The last question is asked when the time is over: this node may have been
 * stopped meanwhile, and a server's own clock may be a little ahead.
 * From here on l belongs to a thread of PMIx; the lock shows that to tools
 * which do not see into PMIx. */
static void
ask(struct ocr_cards *c, struct letter *l)
{
	int64_t now = ocr_clock_ms();
	ocr_node_t node;
	uint32_t left;

	pthread_mutex_lock(&c->box->lock);
	node = l->node;
	left = left_s(l, now);
	l->is_last = now + PAUSE_MOST_MS >= l->until_ms;
	pthread_mutex_unlock(&c->box->lock);
	if (ocr_job_fetch(c->job, node, left, on_card, l) != 0)
		on_card(l, OCR_FETCHED_NOTHING, NULL, 0);
}

int
ocr_cards_ask(struct ocr_cards *c, ocr_node_t node)
{
	struct letter *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return -ENOMEM;
	l->box = c->box;
	l->node = node;
	l->asked_ms = ocr_clock_ms();
	l->until_ms = until_ms(c, l->asked_ms);
	l->pause_ms = PAUSE_MS;
	pthread_mutex_lock(&c->box->lock);
	c->box->refs++;
	open_locked(l);
	pthread_mutex_unlock(&c->box->lock);
	ask(c, l);
	return 0;
}

/* Takes those whose time has come. */
static struct letter *
take_due_locked(struct box *box, int64_t now)
{
	struct letter **p = &box->waiting, *due = NULL, *l;
	int64_t next = NEVER;

	while ((l = *p) != NULL) {
		if (l->at_ms <= now) {
			*p = l->next;
			l->next = due;
			due = l;
			continue;
		}
		if (l->at_ms < next)
			next = l->at_ms;
		p = &l->next;
	}
	atomic_store_explicit(&box->next_ms, next, memory_order_release);
	return due;
}

static __attribute__((noinline)) void
ask_again(struct ocr_cards *c)
{
	struct box *box = c->box;
	struct letter *due, *next;
	int64_t now = ocr_clock_ms();

	pthread_mutex_lock(&box->lock);
	due = take_due_locked(box, now);
	pthread_mutex_unlock(&box->lock);
	for (; due != NULL; due = next) {
		next = due->next;
		ask(c, due);
	}
}

/* What there is in the box. */
static __attribute__((noinline)) int
read_some(struct ocr_cards *c,
	  void (*fn)(void *ctx, ocr_node_t node, const struct ocr_card *card,
		     const char *why),
	  void *ctx)
{
	struct box *box = c->box;
	struct letter *l, *next;
	int n = 0;

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

int
ocr_cards_read(struct ocr_cards *c,
	       void (*fn)(void *ctx, ocr_node_t node,
			  const struct ocr_card *card, const char *why),
	       void *ctx)
{
	struct box *box = c->box;

	/* pairs with let_wait_locked() */
	if (__builtin_expect(
		    atomic_load_explicit(&box->next_ms, memory_order_acquire) !=
			    NEVER,
		    0))
		ask_again(c);
	/* pairs with put_into_box_locked() */
	return __builtin_expect(atomic_load_explicit(&box->has_some,
						     memory_order_acquire),
				0)
		       ? read_some(c, fn, ctx)
		       : 0;
}

bool
ocr_cards_have_come(const struct ocr_cards *c)
{
	/* pairs with put_into_box_locked() */
	return atomic_load_explicit(&c->box->has_some, memory_order_acquire);
}

int
ocr_cards_sleep_ms(const struct ocr_cards *c, int timeout_ms)
{
	/* pairs with let_wait_locked() and set_late_locked() */
	int64_t next =
		atomic_load_explicit(&c->box->next_ms, memory_order_acquire);
	int64_t late =
		atomic_load_explicit(&c->box->late_ms, memory_order_acquire);
	int64_t left;

	if (late < next)
		next = late;
	if (next == NEVER)
		return timeout_ms;
	left = next - ocr_clock_ms();
	if (left < 0)
		left = 0;
	return timeout_ms >= 0 && timeout_ms < left ? timeout_ms : (int)left;
}

static __attribute__((noinline)) bool
is_one_late(struct box *box, ocr_node_t *node, uint32_t *seconds)
{
	int64_t now = ocr_clock_ms();
	bool is_late;

	pthread_mutex_lock(&box->lock);
	is_late = box->open != NULL && !box->is_told &&
		  now - box->open->asked_ms >= LATE_MS;
	if (is_late) {
		*node = box->open->node;
		*seconds = (uint32_t)((now - box->open->asked_ms) / 1000);
		box->is_told = true;
		set_late_locked(box);
	}
	pthread_mutex_unlock(&box->lock);
	return is_late;
}

bool
ocr_cards_late(struct ocr_cards *c, ocr_node_t *node, uint32_t *seconds)
{
	/* pairs with set_late_locked() */
	return __builtin_expect(atomic_load_explicit(&c->box->late_ms,
						     memory_order_acquire) !=
					NEVER,
				0) &&
	       is_one_late(c->box, node, seconds);
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
	atomic_init(&box->next_ms, NEVER);
	atomic_init(&box->late_ms, NEVER);
	box->open_end = &box->open;
	c->job = job;
	c->box = box;
	ocr_card_init(&c->own);
	*out = c;
	return 0;
}

static void
free_letters(struct letter *l)
{
	struct letter *next;

	for (; l != NULL; l = next) {
		next = l->next;
		free(l);
	}
}

void
ocr_cards_close(struct ocr_cards *c)
{
	struct box *box = c->box;
	struct letter *l;

	pthread_mutex_lock(&box->lock);
	box->arrived = NULL;
	for (l = box->waiting; l != NULL; l = l->next)
		box->refs--;
	free_letters(box->waiting);
	free_letters(box->first);
	put_and_unlock(box);
	free(c);
}
