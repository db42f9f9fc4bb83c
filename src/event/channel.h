/* SPDX-License-Identifier: BSD-3-Clause */
/* channel.h - what a channel event holds back (OCR 1.1.0, B.5).
 *
 *   satisfactions ->  s7 s6 s5 s4 | s3 s2          nbSat 2
 *   dependences   ->           d2 | d1             nbDeps 1
 *                        the rest   a generation, which fires
 *
 * Two queues.  As soon as both hold enough for one generation, that is taken
 * off their heads: its waiter i gets the data of its satisfaction i, or of the
 * last one if there are fewer.  Knows nothing of GUIDs, messages or the life
 * of the event.  Promise: what comes first leaves first; an operation that is
 * refused has changed nothing.
 * Threads: the caller holds the event's lock, except for ocr_channel_fire().
 */
#ifndef SRC_EVENT_CHANNEL_H
#define SRC_EVENT_CHANNEL_H

#include "src/base/delivery.h"

#include <stdbool.h>

#define OCR_GENERATION_NEAR 2

struct ocr_channel;
struct ocr_runtime;

struct ocr_channel_params {
	uint32_t max_gen; /* EVENT_CHANNEL_UNBOUNDED: as many as it takes */
	uint32_t nb_sat, nb_deps;
};

/* A generation on its way out. */
struct ocr_generation {
	uint32_t n;
	struct ocr_delivery *out; /* near, or from malloc */
	struct ocr_delivery near[OCR_GENERATION_NEAR];
};

/* Each of the parameters is at least 1.  NULL: no memory. */
struct ocr_channel *ocr_channel_create(const struct ocr_channel_params *p);
/* Drops what it holds.  NULL is none. */
void ocr_channel_destroy(struct ocr_channel *c);

const struct ocr_channel_params *
ocr_channel_params(const struct ocr_channel *c);

/* One satisfaction, or one dependence, more.  1: a generation is complete, has
 * left the channel, and is in *g: the caller fires it once; 0: none is;
 * -ENOSPC: it holds max_gen generations of these; -ENOMEM. */
int ocr_channel_satisfy(struct ocr_channel *c, ocrGuid_t data,
			struct ocr_generation *g);
int ocr_channel_add(struct ocr_channel *c, const struct ocr_waiter *w,
		    struct ocr_generation *g);

/* Would one dependence more be satisfied at once? */
bool ocr_channel_is_due(const struct ocr_channel *c);

/* Tells all its waiters.  No lock may be held. */
void ocr_channel_fire(struct ocr_runtime *rt, struct ocr_generation *g);

/* How much it holds, and the i-th that waits: false, if there are fewer. */
uint64_t ocr_channel_n_satisfied(const struct ocr_channel *c);
uint64_t ocr_channel_n_waiters(const struct ocr_channel *c);
bool ocr_channel_waiter(const struct ocr_channel *c, uint64_t i,
			struct ocr_waiter *w);

#endif
