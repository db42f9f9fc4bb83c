/* SPDX-License-Identifier: BSD-3-Clause */
/* things.h - what a recording knows about objects, and whatever has a line of
 * ops. */
#ifndef TESTS_SIM_THINGS_H
#define TESTS_SIM_THINGS_H

#include "include/ocr-types.h"
#include "tests/sim/line.h"

#include <stdbool.h>

/* An object, a stream, a pair of nodes or a queue: whatever has a line. */
struct thing {
	struct thing *next;
	ocrGuid_t key;
	struct line line;      /* a stream's, pair's, queue's; parked ops */
	struct line under_way; /* ops that will change this object */
	uint32_t n_slots;      /* of them, those that satisfy a task's slot */
	struct line satisfies; /* of an event, done; of a task, all */
	struct line deps;      /* of an event: done */
	uint32_t nb_sat, nb_deps; /* of a channel event */
	/* A stream: */
	ocrGuid_t task;
	/* A task: */
	uint32_t created; /* the op that did */
	uint32_t last;	  /* its newest op, or its beginning */
	ocrGuid_t output; /* its output event */
	bool is_finish;	  /* a finish task */
	bool left;	  /* its body, and what it did, is over */
	bool ended;
	struct thing *scope; /* the finish task that it belongs to */
	struct line members; /* of a finish task: numbers of their creation */
};

#define THINGS_BUCKETS 16384

struct things {
	struct thing *buckets[THINGS_BUCKETS];
};

/* The one with this key, new if there was none. */
struct thing *things_get(struct things *t, ocrGuid_t key);
void things_each(struct things *t, void (*fn)(void *ctx, struct thing *x),
		 void *ctx);
void things_free(struct things *t);

#endif
