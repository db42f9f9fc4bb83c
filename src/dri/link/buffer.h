/* SPDX-License-Identifier: BSD-3-Clause */
/* buffer.h - buffers, and the sets that they come in.
 *
 *          connect               CREDIT used up         get
 *   FREE ---------> EMPTY ---------------------> FULL -----> HELD
 *    | get (send side)                                        |
 *    +---------------------> HELD                             | put
 *    <------------ SENDING <----------------------------------+
 *                  (or EMPTY at once, if it was put to be received into)
 *
 * EMPTY and FULL: of sets that receive.  A buffer that is done goes back to its
 * own set: to be received into, if a link receives into the set; else FREE.
 * Threads: everything under the world's lock.
 */
#ifndef SRC_DRI_LINK_BUFFER_H
#define SRC_DRI_LINK_BUFFER_H

#include "dri.h"
#include "src/dri/handle/handle.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct dri_channel;
struct dri_link;
struct dri_world;

enum dri_buffer_state {
	DRI_BUFFER_FREE,
	DRI_BUFFER_EMPTY,
	DRI_BUFFER_FULL,
	DRI_BUFFER_HELD,
	DRI_BUFFER_SENDING,
};

struct dri_buffer {
	struct dri_object object;
	struct dri_world *world;
	struct dri_bufferset *set;
	void *handle;
	void *window; /* memory that others reach; NULL: none */
	void *user;   /* the program's; NULL: window is its memory too */
	/* Also read without the lock: of a buffer that the program holds only
	 * the program makes anything else. */
	_Atomic(enum dri_buffer_state) state;
	struct dri_buffer *next; /* among the free ones */
	/* Of a set on both sides of a channel: it is being sent, and received
	 * into; when it is neither it is full, or free. */
	bool is_leaving, is_arriving;
};

static inline void
ocr_dri_buffer_set_locked(struct dri_buffer *b, enum dri_buffer_state state)
{
	atomic_store_explicit(&b->state, state, memory_order_relaxed);
}

static inline bool
ocr_dri_buffer_is_held(const struct dri_buffer *b)
{
	return atomic_load_explicit(&b->state, memory_order_relaxed) ==
	       DRI_BUFFER_HELD;
}

struct dri_bufferset {
	struct dri_object object;
	_Atomic int n_alive; /* buffers that are not freed yet, and 1: itself */
	struct dri_world *world;
	int n;
	int64_t bytes;
	bool is_user;
	struct dri_buffer **buffers;
	struct dri_buffer *free;
	const struct dri_channel *receiver; /* the channel that receives */
	struct dri_link *link;		    /* and its link, once it is open */
	/* Also read without the lock: */
	_Atomic uint32_t n_channels; /* that use the set */
	_Atomic bool is_destroyed;   /* by the program */
	/* Of user buffers: */
	uintptr_t *at;		    /* where they begin, growing */
	struct dri_bufferset *next; /* with channels */
};

/* The handle of a set of n buffers, in the memory of `user`, or the library's
 * if that is NULL.  NULL: no memory.  Needs no lock. */
void *ocr_dri_bufferset_open(struct dri_world *w, int n, void *const *user,
			     int64_t bytes);

/* A channel begins to use the set, to receive into it or not, and ends.
 * DRI_SUCCESS, or DRI_ERR_BUFFER_SHARED: the same memory has another use. */
int ocr_dri_bufferset_use_locked(struct dri_bufferset *set, bool receives);
void ocr_dri_bufferset_unuse_locked(struct dri_bufferset *set);

/* The program has destroyed its handle. */
void ocr_dri_bufferset_destroyed_locked(struct dri_bufferset *set);

/* Gives user buffers the memory to receive into.  0 or -ENOMEM. */
int ocr_dri_bufferset_reach_locked(struct dri_bufferset *set);

/* DRI_SUCCESS: the program holds it.  DRI_ERR_BUFFER_STATE, or DRI_ERR_HANDLE
 * when its set has gone for the program, though senders may still write.  With
 * or without the lock. */
int ocr_dri_buffer_held(const struct dri_buffer *b);

/* Takes a free buffer; NULL: there is none. */
struct dri_buffer *ocr_dri_buffer_take_locked(struct dri_bufferset *set);

/* Nobody uses it any more. */
void ocr_dri_buffer_release_locked(struct dri_buffer *b);

/* Has the program all buffers of the set, so that none can come back? */
bool ocr_dri_bufferset_is_held_locked(const struct dri_bufferset *set);

/* Where the program has the bytes. */
static inline void *
ocr_dri_buffer_bytes(const struct dri_buffer *b)
{
	return b->user ? b->user : b->window;
}

/* The buffer behind a handle, with a reference; NULL with *status. */
struct dri_buffer *ocr_dri_buffer_get(DRI_Buffer_Id handle, int *status);

#endif
