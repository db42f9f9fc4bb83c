/* SPDX-License-Identifier: BSD-3-Clause */
/* bufferset.c - the calls that make and unmake sets of buffers. */
#include "src/dri/call/init.h"
#include "src/dri/handle/say.h"
#include "src/dri/link/buffer.h"
#include "src/dri/link/wire.h"
#include "src/dri/world/world.h"

static int
create(const char *call, int n, void *const *user, int64_t bytes,
       DRI_Bufferset *out)
{
	struct dri_world *w;
	void *handle;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!out)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: bufset", call);
	if (n < 1 || n > DRI_MOST_BUFFERS)
		return ocr_dri_refuse(DRI_ERR_SIZE,
				      "%s: nbufs is %d, not 1 to %d", call, n,
				      DRI_MOST_BUFFERS);
	if (bytes < 0)
		return ocr_dri_refuse(DRI_ERR_SIZE, "%s: bufsize is %lld", call,
				      (long long)bytes);
	handle = ocr_dri_bufferset_open(w, n, user, bytes);
	if (!handle)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY,
				      "%s: %d buffers of %lld bytes", call, n,
				      (long long)bytes);
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
	if (!status) {
		*bufset = DRI_BUFFERSET_NULL;
		ocr_dri_lock(set->world);
		ocr_dri_bufferset_destroyed_locked(set);
		ocr_dri_unlock(set->world);
	}
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
	ocr_dri_between(w);
	status = ocr_dri_buffer_held(b);
	if (status == DRI_SUCCESS)
		*ptr = ocr_dri_buffer_bytes(b);
	ocr_dri_object_put(&b->object);
	return status ? ocr_dri_refuse(status, "%s: buf", call) : DRI_SUCCESS;
}
