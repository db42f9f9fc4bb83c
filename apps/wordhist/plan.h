/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - what all tasks of wordhist know: the block that each gets.
 *
 * The chunks of the file are dealt out in runs, one to each node, and a run in
 * lanes: the chunks of a lane are worked on one after the other.
 */
#ifndef APPS_WORDHIST_PLAN_H
#define APPS_WORDHIST_PLAN_H

#include "apps/wordhist/options.h"

struct plan {
	struct options options;
	char path[PATH_MAX]; /* of the file, as all nodes see it */
	u64 bytes;	     /* of the file */
	u64 chunks;
	u64 runs; /* run i is on node i; none is empty */
	ocrGuid_t run, ahead, step, join, tell; /* templates */
	ocrGuid_t tally; /* bytes that are done, on node 0 */
	u64 files;	 /* one, or one for each node */
	ocrGuid_t file[];
};

/* The slot of a task that waits for what others find; task NULL_GUID: nobody
 * does. */
struct reply {
	ocrGuid_t task;
	u64 slot;
};

/* The first of `count` things of part i, if they are dealt out to so many
 * parts in runs of equal length. */
static inline u64
plan_first(u64 count, u64 parts, u64 i)
{
	u64 more = count % parts;

	return count / parts * i + (i < more ? i : more);
}

/* The bytes of a chunk. */
static inline u64
plan_chunk_bytes(const struct plan *p, u64 chunk)
{
	u64 left = p->bytes - chunk * p->options.chunk;

	return left < p->options.chunk ? left : p->options.chunk;
}

/* A task of `template` on a node, all of whose slots are open.  0, or an error
 * of the runtime. */
u8 plan_create_task(ocrGuid_t *task, ocrGuid_t template, u64 node, u32 paramc,
		    const void *params, u32 slots);

/* Prints a line about the file, which may be changed in part, and ends the
 * job. */
void plan_fail(const struct plan *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The same when an API call has failed. */
void plan_give_up(const struct plan *p, u8 err);

#endif
