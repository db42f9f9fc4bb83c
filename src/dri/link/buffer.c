/* SPDX-License-Identifier: BSD-3-Clause */
/* buffer.c - makes buffers, and hands them out and back. */
#include "src/dri/link/buffer.h"

#include "fabric/memory.h"
#include "src/dri/link/link.h"
#include "src/dri/world/world.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

/* -- Under the lock -------------------------------------------------------- */

int
ocr_dri_bufferset_reach_locked(struct dri_bufferset *set)
{
	for (int i = 0; i < set->n; i++) {
		struct dri_buffer *b = set->buffers[i];

		if (!b->window)
			b->window = ocr_memory_alloc(set->world->memory,
						     (size_t)set->bytes);
		if (!b->window)
			return -ENOMEM;
	}
	return 0;
}

struct dri_buffer *
ocr_dri_buffer_take_locked(struct dri_bufferset *set)
{
	struct dri_buffer *b = set->free;

	if (b) {
		set->free = b->next;
		ocr_dri_buffer_set_locked(b, DRI_BUFFER_HELD);
	}
	return b;
}

void
ocr_dri_buffer_release_locked(struct dri_buffer *b)
{
	struct dri_bufferset *set = b->set;

	if (set->link) {
		ocr_dri_link_credit_locked(set->link, b);
		return;
	}
	ocr_dri_buffer_set_locked(b, DRI_BUFFER_FREE);
	b->next = set->free;
	set->free = b;
}

bool
ocr_dri_bufferset_is_held_locked(const struct dri_bufferset *set)
{
	for (int i = 0; i < set->n; i++)
		if (!ocr_dri_buffer_is_held(set->buffers[i]))
			return false;
	return true;
}

/* Relaxed, all of them: who calls orders what he does with a buffer and its
 * set, or gets either answer. */
static uint32_t
n_channels(const struct dri_bufferset *set)
{
	return atomic_load_explicit(&set->n_channels, memory_order_relaxed);
}

static void
set_n_channels_locked(struct dri_bufferset *set, uint32_t n)
{
	atomic_store_explicit(&set->n_channels, n, memory_order_relaxed);
}

void
ocr_dri_bufferset_destroyed_locked(struct dri_bufferset *set)
{
	atomic_store_explicit(&set->is_destroyed, true, memory_order_relaxed);
}

int
ocr_dri_buffer_held(const struct dri_buffer *b)
{
	if (atomic_load_explicit(&b->set->is_destroyed, memory_order_relaxed) &&
	    !n_channels(b->set))
		return DRI_ERR_HANDLE;
	return ocr_dri_buffer_is_held(b) ? DRI_SUCCESS : DRI_ERR_BUFFER_STATE;
}

/* Have two of its buffers bytes in common? */
static bool
is_folded(const struct dri_bufferset *set)
{
	for (int i = 1; i < set->n; i++)
		if (set->at[i] - set->at[i - 1] < (uintptr_t)set->bytes)
			return true;
	return false;
}

static bool
share_bytes(const struct dri_bufferset *a, const struct dri_bufferset *b)
{
	int i = 0, k = 0;

	while (a->bytes && b->bytes && i < a->n && k < b->n) {
		if (a->at[i] + (uintptr_t)a->bytes <= b->at[k])
			i++;
		else if (b->at[k] + (uintptr_t)b->bytes <= a->at[i])
			k++;
		else
			return true;
	}
	return false;
}

/* What is received must not change what is being sent, nor what was received
 * before. */
static bool
is_in_use_locked(const struct dri_bufferset *set, bool receives)
{
	const struct dri_bufferset *other = set->world->links->user_sets;

	for (; other; other = other->next)
		if (other != set && (receives || other->receiver) &&
		    share_bytes(set, other))
			return true;
	return receives && is_folded(set);
}

int
ocr_dri_bufferset_use_locked(struct dri_bufferset *set, bool receives)
{
	struct dri_links *all = set->world->links;

	if (set->is_user && is_in_use_locked(set, receives))
		return DRI_ERR_BUFFER_SHARED;
	if (!n_channels(set) && set->is_user) {
		set->next = all->user_sets;
		all->user_sets = set;
	}
	set_n_channels_locked(set, n_channels(set) + 1);
	return DRI_SUCCESS;
}

void
ocr_dri_bufferset_unuse_locked(struct dri_bufferset *set)
{
	struct dri_bufferset **at = &set->world->links->user_sets;

	set_n_channels_locked(set, n_channels(set) - 1);
	if (n_channels(set) || !set->is_user)
		return;
	while (*at != set)
		at = &(*at)->next;
	*at = set->next;
}

struct dri_buffer *
ocr_dri_buffer_get(DRI_Buffer_Id handle, int *status)
{
	return (struct dri_buffer *)ocr_dri_handle_get(DRI_KIND_BUFFER, handle,
						       status);
}

/* -- Sets ------------------------------------------------------------------ */

/* A call may have found a buffer by its handle just before its set went, and
 * asks the set about it: the last of them takes it along. */
static void
leave_set(struct dri_bufferset *set)
{
	/* What the others looked at comes before its end. */
	if (atomic_fetch_sub_explicit(&set->n_alive, 1, memory_order_acq_rel) !=
	    1)
		return;
	free(set->buffers);
	free(set->at);
	free(set);
}

static void
destroy_buffer(struct dri_object *o)
{
	struct dri_buffer *b = (struct dri_buffer *)o;
	struct dri_world *w = b->world;

	/* Who does not know yet that the job is broken may be fetching it, and
	 * has the pages for as long as it wants, if they are of a window: what
	 * is in them stays until that goes as a whole. */
	if (b->window && !(w->broken && ocr_memory_base(w->memory)))
		ocr_memory_free(w->memory, b->window);
	leave_set(b->set);
	free(b);
}

static void
destroy_set(struct dri_object *o)
{
	struct dri_bufferset *set = (struct dri_bufferset *)o;

	for (int i = 0; i < set->n; i++)
		ocr_dri_handle_close(DRI_KIND_BUFFER, set->buffers[i]->handle);
	leave_set(set);
}

static int
compare(const void *a, const void *b)
{
	uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

	return x < y ? -1 : x > y;
}

/* false: no memory. */
static bool
sort_users(struct dri_bufferset *set)
{
	set->at = calloc((size_t)set->n, sizeof(*set->at));
	if (!set->at)
		return false;
	for (int i = 0; i < set->n; i++)
		set->at[i] = (uintptr_t)set->buffers[i]->user;
	qsort(set->at, (size_t)set->n, sizeof(*set->at), compare);
	return true;
}

static struct dri_buffer *
make_buffer(struct dri_bufferset *set, void *user)
{
	struct dri_buffer *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->world = set->world;
	b->set = set;
	atomic_fetch_add_explicit(&set->n_alive, 1, memory_order_relaxed);
	b->user = user;
	if (!user)
		b->window = ocr_memory_alloc(set->world->memory,
					     (size_t)set->bytes);
	if (user || b->window) {
		b->handle = ocr_dri_handle_open(&b->object, DRI_KIND_BUFFER,
						destroy_buffer);
		if (b->handle)
			return b;
	}
	destroy_buffer(&b->object);
	return NULL;
}

/* `user` NULL: the library's memory. */
static struct dri_bufferset *
make_set(struct dri_world *w, int n, void *const *user, int64_t bytes)
{
	struct dri_bufferset *set = calloc(1, sizeof(*set));
	struct dri_buffer *b;

	if (!set)
		return NULL;
	set->world = w;
	atomic_init(&set->n_alive, 1);
	set->bytes = bytes;
	set->is_user = user != NULL;
	set->buffers = calloc((size_t)n, sizeof(struct dri_buffer *));
	for (int i = 0; set->buffers && i < n; i++) {
		b = make_buffer(set, user ? user[i] : NULL);
		if (!b)
			break;
		set->buffers[set->n++] = b;
	}
	if (!set->buffers || set->n < n || (user && !sort_users(set))) {
		destroy_set(&set->object);
		return NULL;
	}
	for (int i = n - 1; i >= 0; i--)
		ocr_dri_buffer_release_locked(set->buffers[i]);
	return set;
}

void *
ocr_dri_bufferset_open(struct dri_world *w, int n, void *const *user,
		       int64_t bytes)
{
	struct dri_bufferset *set = make_set(w, n, user, bytes);
	void *handle = NULL;

	if (set)
		handle = ocr_dri_handle_open(&set->object, DRI_KIND_BUFFERSET,
					     destroy_set);
	if (set && !handle)
		destroy_set(&set->object);
	return handle;
}
