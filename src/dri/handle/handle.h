/* SPDX-License-Identifier: BSD-3-Clause */
/* handle.h - objects behind the numbers that programs hold, and their lives.
 *
 * A handle names a place in a table and which of its tenants is meant, so that
 * one that was destroyed, or was never one, or is one of another kind, is told
 * from all that live.  An object lives until its handle is closed and all who
 * use it have let go.
 * Knows nothing of what the objects are.
 * Threads: any.
 */
#ifndef SRC_DRI_HANDLE_HANDLE_H
#define SRC_DRI_HANDLE_HANDLE_H

#include <stdint.h>

enum dri_kind {
	DRI_KIND_GLOBAL_DATA = 1,
	DRI_KIND_GROUP,
	DRI_KIND_OVERLAP,
	DRI_KIND_PARTITION,
	DRI_KIND_LAYOUT,
	DRI_KIND_DISTRIBUTION,
	DRI_KIND_BUFFERSET,
	DRI_KIND_BUFFER,
	DRI_KIND_CHANNEL,
};

/* Handles below are null, or those of predefined objects, which have no struct
 * here: the kinds' own files know what they are. */
#define DRI_HANDLE_FIRST 64

/* First member of every object. */
struct dri_object {
	enum dri_kind kind;
	uint32_t references;		       /* handle.c's */
	void (*destroy)(struct dri_object *o); /* frees it */
};

/* One of several objects that a call names. */
struct dri_named {
	enum dri_kind kind;
	const void *handle;
	struct dri_object *object; /* with a reference; NULL: see status */
	int status;
};

/* Gives o, which is the caller's, one reference, the handle's, and a handle.
 * NULL: no memory, and o is still the caller's. */
void *ocr_dri_handle_open(struct dri_object *o, enum dri_kind kind,
			  void (*destroy)(struct dri_object *o));

/* Adds a reference and returns the object; NULL with *status DRI_ERR_NULL or
 * DRI_ERR_HANDLE.  Not for predefined handles. */
struct dri_object *ocr_dri_handle_get(enum dri_kind kind, const void *handle,
				      int *status);

/* The same for each of n, and one reference less for each that was found. */
void ocr_dri_named_get(struct dri_named *all, int n);
void ocr_dri_named_put(struct dri_named *all, int n);

/* Another reference, and one less: the last one destroys the object. */
void ocr_dri_object_get(struct dri_object *o);
void ocr_dri_object_put(struct dri_object *o);

/* From now on the handle names nothing; its reference goes.  Predefined handles
 * stay.  DRI_SUCCESS, DRI_ERR_NULL (null object) or DRI_ERR_HANDLE. */
int ocr_dri_handle_close(enum dri_kind kind, const void *handle);

/* What the destroy call of this name does: closes the handle that is at *where,
 * a pointer of any kind's type, and puts the null object there.  The status of
 * the above, or DRI_ERR_NULL if there is no `where`; says why. */
int ocr_dri_handle_destroy(enum dri_kind kind, void *where, const char *call);

#endif
