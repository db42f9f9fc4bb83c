/* SPDX-License-Identifier: BSD-3-Clause */
/* meeting.h - who has come to connect a channel, until all are there.
 *
 * Knows neither what those who come should agree on nor who tells them.
 * Promises that what others say takes bounded memory: so many HELLOs of a
 * process wait, and so many meetings that were refused are remembered.
 * Threads: all under the world's lock.
 */
#ifndef SRC_DRI_MEET_MEETING_H
#define SRC_DRI_MEET_MEETING_H

#include "src/dri/link/wire.h"
#include "src/dri/world/world.h"

#include <stdbool.h>
#include <stdint.h>

/* HELLOs of a process that wait at one host: each is of a thread that stands in
 * a call.  More could not be held back in the caller: those who wait may need
 * just the one that would be held back. */
#define DRI_MOST_WAITING 1024

/* Meetings that a host has refused, for those who come late. */
#define DRI_MOST_REFUSED 256

struct dri_guest {
	struct dri_guest *next;
	ocr_node_t node;
	struct dri_hello m;
};

struct dri_meeting {
	struct dri_meeting *next;
	char name[DRI_MAX_NAME + 1];
	uint64_t among; /* the processes that know the name */
	struct dri_guest *guests, **end;
	uint32_t n[2]; /* on each side */
	int status;    /* refused: those who come are told so */
	bool *told;    /* refused: which processes were; else NULL */
};

/* NULL: nobody has come yet. */
struct dri_meeting *ocr_dri_meeting_find_locked(const struct dri_world *w,
						const char *name,
						uint64_t among);
/* NULL: no memory. */
struct dri_meeting *ocr_dri_meeting_begin_locked(struct dri_world *w,
						 const char *name,
						 uint64_t among);
void ocr_dri_meeting_end_locked(struct dri_world *w, struct dri_meeting *m);

/* Has `node` come, or was it told that it is refused? */
bool ocr_dri_meeting_has(const struct dri_meeting *m, ocr_node_t node);
/* Do as many HELLOs of `node` wait as may? */
bool ocr_dri_meeting_is_full_locked(const struct dri_world *w, ocr_node_t node);

/* A copy of what `from` says, which waits; false: no memory. */
bool ocr_dri_meeting_add_locked(struct dri_world *w, struct dri_meeting *m,
				ocr_node_t from, const struct dri_hello *msg);

/* All who have come, and `last`, were told `status`, and nobody waits any more.
 * The oldest of too many that were refused is forgotten: who comes to that one
 * late waits.  So does, without memory, who comes late to this one. */
void ocr_dri_meeting_refuse_locked(struct dri_world *w, struct dri_meeting *m,
				   ocr_node_t last, int status);
/* To m, which was refused, `node` has come late, and was told. */
void ocr_dri_meeting_told_locked(struct dri_meeting *m, ocr_node_t node);

/* All of them. */
void ocr_dri_meetings_free(struct dri_world *w);

#endif
