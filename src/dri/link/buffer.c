/* SPDX-License-Identifier: BSD-3-Clause */
/* buffer.c - makes buffers, and hands them out and back. */
#include "src/dri/link/buffer.h"

#include "fabric/memory.h"
#include "src/dri/call/init.h"
#include "src/dri/link/link.h"
#include "src/dri/handle/say.h"
#include "src/dri/world/world.h"

#include <errno.h>
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
		b->state = DRI_BUFFER_HELD;
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
	b->state = DRI_BUFFER_FREE;
	b->next = set->free;
	set->free = b;
}

bool
ocr_dri_bufferset_is_held_locked(const struct dri_bufferset *set)
{
	for (int i = 0; i < set->n; i++)
		if (set->buffers[i]->state != DRI_BUFFER_HELD)
			return false;
	return true;
}

struct dri_buffer *
ocr_dri_buffer_get(DRI_Buffer_Id handle, int *status)
{
	return (struct dri_buffer *)ocr_dri_handle_get(DRI_KIND_BUFFER, handle,
						       status);
}

/* -- Sets ------------------------------------------------------------------ */

static void
destroy_buffer(struct dri_object *o)
{
	struct dri_buffer *b = (struct dri_buffer *)o;

	if (b->window)
		ocr_memory_free(b->world->memory, b->window);
	free(b);
}

static void
destroy_set(struct dri_object *o)
{
	struct dri_bufferset *set = (struct dri_bufferset *)o;

	for (int i = 0; i < set->n; i++)
		ocr_dri_handle_close(DRI_KIND_BUFFER, set->buffers[i]->handle);
	free(set->buffers);
	free(set);
}

static struct dri_buffer *
make_buffer(struct dri_bufferset *set, void *user)
{
	struct dri_buffer *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->world = set->world;
	b->set = set;
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
	set->bytes = bytes;
	set->is_user = user != NULL;
	set->buffers = calloc((size_t)n, sizeof(struct dri_buffer *));
	for (int i = 0; set->buffers && i < n; i++) {
		b = make_buffer(set, user ? user[i] : NULL);
		if (!b)
			break;
		set->buffers[set->n++] = b;
	}
	if (!set->buffers || set->n < n) {
		destroy_set(&set->object);
		return NULL;
	}
	for (int i = n - 1; i >= 0; i--)
		ocr_dri_buffer_release_locked(set->buffers[i]);
	return set;
}

static int
create(const char *call, int n, void *const *user, int64_t bytes,
       DRI_Bufferset *out)
{
	struct dri_bufferset *set;
	struct dri_world *w;
	int status;
	void *handle = NULL;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!out)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: bufset", call);
	if (n < 1)
		return ocr_dri_refuse(DRI_ERR_SIZE, "%s: nbufs is %d", call, n);
	if (bytes < 0)
		return ocr_dri_refuse(DRI_ERR_SIZE, "%s: bufsize is %lld", call,
				      (long long)bytes);
	set = make_set(w, n, user, bytes);
	if (set)
		handle = ocr_dri_handle_open(&set->object, DRI_KIND_BUFFERSET,
					     destroy_set);
	if (!handle) {
		if (set)
			destroy_set(&set->object);
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY,
				      "%s: %d buffers of %lld bytes", call, n,
				      (long long)bytes);
	}
	*out = handle;
	return DRI_SUCCESS;
}

int
DRI_Bufferset_system_create(int n, int64_t bytes, DRI_Bufferset *out)
{
	return create("DRI_Bufferset_system_create", n, NULL, bytes, out);
}

int
DRI_Bufferset_user_create(int n, void *const *ptrs, int64_t bytes,
			  DRI_Bufferset *out)
{
	static const char call[] = "DRI_Bufferset_user_create";

	if (!ptrs)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: buffer_ptrs", call);
	for (int i = 0; i < n; i++)
		if (!ptrs[i])
			return ocr_dri_refuse(DRI_ERR_NULL,
					      "%s: buffer_ptrs[%d]", call, i);
	return create(call, n, ptrs, bytes, out);
}

int
DRI_Bufferset_destroy(DRI_Bufferset *bufset)
{
	static const char call[] = "DRI_Bufferset_destroy";
	struct dri_bufferset *set;
	int status;

	if (!ocr_dri_enter(call, &status))
		return status;
	if (!bufset)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: bufset", call);
	set = (struct dri_bufferset *)ocr_dri_handle_get(DRI_KIND_BUFFERSET,
							 *bufset, &status);
	if (!set)
		return ocr_dri_refuse(status, "%s: bufset", call);
	status = ocr_dri_handle_close(DRI_KIND_BUFFERSET, *bufset);
	if (!status)
		*bufset = DRI_BUFFERSET_NULL;
	ocr_dri_object_put(&set->object);
	return status;
}

int
DRI_Buffer_get_ptr(DRI_Buffer_Id buf, void **ptr)
{
	static const char call[] = "DRI_Buffer_get_ptr";
	struct dri_world *w;
	struct dri_buffer *b;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!ptr)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: buf_ptr", call);
	b = ocr_dri_buffer_get(buf, &status);
	if (!b)
		return ocr_dri_refuse(status, "%s: buf", call);
	ocr_dri_lock(w);
	if (b->state != DRI_BUFFER_HELD)
		status = DRI_ERR_BUFFER_STATE;
	ocr_dri_unlock(w);
	if (status == DRI_SUCCESS)
		*ptr = ocr_dri_buffer_bytes(b);
	ocr_dri_object_put(&b->object);
	return status ? ocr_dri_refuse(status, "%s: buf", call) : DRI_SUCCESS;
}
