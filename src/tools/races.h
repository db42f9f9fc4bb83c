/* SPDX-License-Identifier: BSD-3-Clause */
/* races.h - from a trace to races: what tasks have done to blocks, and what of
 * that nothing orders.
 *
 *   race_read    records, in the order of time: moments, objects, uses
 *   race_event   what must have come before an event has fired
 *   race_sift    uses that do not count
 *   race_find    uses of one block, two by two
 *   race_tell    in words
 *
 * What a race is, and what is not seen, is in doc/use/RACES.md.
 * Threads: none.
 */
#ifndef SRC_TOOLS_RACES_H
#define SRC_TOOLS_RACES_H

#include "guidmap/guid.h"
#include "src/tools/race_order.h"
#include "src/tools/trace_read.h"
#include "src/tools/trace_things.h"

#include <stdio.h>

#define RACE_NOTHING UINT32_MAX /* no object, place, text */

/* What an object waits for: an op that has satisfied it, or created it; or an
 * event that it follows. */
struct race_input {
	uint32_t next;	/* of the same object, or RACE_NOTHING */
	uint32_t at;	/* the op, or RACE_NEVER */
	uint32_t from;	/* an event, or RACE_NOTHING */
	uint32_t block; /* that the op has brought, or RACE_NOTHING */
	uint32_t slot;
	uint32_t number; /* of the dependences on `from`, from 0 on */
	bool is_taken;	 /* of a channel: by one that follows it */
};

/* Anything that has a GUID. */
struct race_thing {
	enum ocr_guid_kind kind;
	uint32_t first, last; /* of inputs, or RACE_NOTHING */
	uint32_t place;	      /* where it was made */
	/* Of an event: */
	uint32_t nb_sat, nb_deps, n_deps;
	uint32_t fired, fired_with; /* the moment; with that block */
	bool is_asked;		    /* what it follows is being looked at */
	/* Of a task: */
	uint32_t now;	/* its last moment */
	uint32_t began; /* its body, or RACE_NEVER */
	uint32_t func;
	uint32_t scope;	  /* the finish task that it is in */
	uint32_t members; /* the first of those in its own */
	uint32_t next_member;
	uint32_t waits; /* the first task that waits in its place */
	uint32_t slots; /* what it has begun with: see race_reader */
	bool is_finish, has_returned, is_made, is_member, is_waiter;
	/* Of a block: */
	uint32_t life; /* blocks of this label so far */
};

/* A task has had a block. */
struct race_use {
	uint32_t block, life, task;
	uint32_t begin, end; /* moments */
	uint32_t mode;
	bool reads; /* else it changes */
	uint64_t size;
	/* What it changes, or reads; of a reader none is all. */
	const uint64_t *stripes; /* struct ocr_trace_stripe, anywhere */
	uint32_t n;
};

/* What can be said about a run. */
struct races {
	struct race_order order;
	struct trace_things guids;
	struct race_thing *things; /* by number */
	uint32_t cap_things;
	struct race_input *inputs;
	size_t n_inputs, cap_inputs;
	struct race_use *uses;
	size_t n_uses, cap_uses;
	/* Places of code, by node and address: their names and lines. */
	struct trace_things codes;
	char **names, **lines;
	uint32_t cap_codes;
	/* What was not looked at: */
	uint64_t unseen;   /* uses whose effect nobody knows */
	uint64_t orphans;  /* tasks that have begun before they were made */
	uint64_t too_many; /* blocks with too many uses */
	bool failed;	   /* there was no memory */
};

/* Two uses that nothing orders, and others like them. */
struct race {
	const struct race_use *a, *b;
	uint64_t n;
};

/* 0 or -1: no memory. */
int races_read(struct races *r, const struct trace_files *f);
void races_free(struct races *r);

uint32_t race_thing_of(struct races *r, ocrGuid_t guid);
/* A new input, the last of that object. */
void race_input_add(struct races *r, uint32_t object,
		    const struct race_input *in);

/* The moment at which `event` has fired for its dependence with that number,
 * and with that block, or RACE_NEVER. */
uint32_t race_event_fired(struct races *r, uint32_t event, uint32_t block,
			  uint32_t number);
/* Can it fire more than once, or gather what satisfies it? */
bool race_event_gathers(const struct races *r, uint32_t thing);

/* Leaves out uses of those who could write a block, and have not: they may have
 * read all of it, or looked for something to change.  If no task of the same
 * function has changed a block that was made at the same place, they count as
 * readers, and stay.  0 or -1: no memory. */
int races_sift(struct races *r);

/* All races, of malloc(); one for each two functions and place that has made
 * the block. */
struct race *races_find(struct races *r, size_t *n);

/* A word that both change, or RACE_NO_WORD. */
#define RACE_NO_WORD UINT64_MAX
uint64_t race_common_word(const struct race_use *a, const struct race_use *b);

/* Says what was found; true: no race, and all was looked at. */
bool races_tell(const struct trace_files *f, FILE *out, bool *failed);

#endif
