/* SPDX-License-Identifier: BSD-3-Clause */
/* handle.c - the table of objects.
 *
 * A handle is a pointer's bits: the place in the table, counted from
 * DRI_HANDLE_FIRST, in the low half, and above it the number of the tenant.
 * That number changes when the tenant leaves; a place whose numbers are used
 * up stays empty.
 *
 * References are counted under the table's lock: who finds an object has the
 * lock already, and to take it costs no more than an atomic count.
 */
#include "src/dri/handle/handle.h"

#include "dri.h"
#include "fabric/lock.h"
#include "src/dri/handle/say.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(uintptr_t) == 8, "a handle is two halves of 32 bits");

#define FIRST_PLACES 64u
#define MAX_PLACES   (UINT32_MAX - DRI_HANDLE_FIRST)
#define NO_PLACE     UINT32_MAX

struct place {
	struct dri_object *object; /* NULL: empty */
	uint32_t tenant;
	uint32_t next_empty;
};

static struct {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct place *places;
	uint32_t size;
	uint32_t used;	/* places from here on never had a tenant */
	uint32_t empty; /* list of those that did */
} table = {.lock = OCR_LOCK_INIT, .empty = NO_PLACE};

static void
lock(void)
{
	ocr_lock(&table.lock, OCR_LOCK_HANDLES);
}

static void
unlock(void)
{
	ocr_unlock(&table.lock, OCR_LOCK_HANDLES);
}

static int
grow_locked(void)
{
	uint32_t size = table.size ? 2 * table.size : FIRST_PLACES;
	struct place *p;

	if (table.size > MAX_PLACES / 2)
		return -1;
	p = realloc(table.places, size * sizeof(*p));
	if (!p)
		return -1;
	table.places = p;
	table.size = size;
	return 0;
}

/* An empty place, no longer on the list; NO_PLACE: no memory. */
static uint32_t
take_place_locked(void)
{
	uint32_t i = table.empty;

	if (i != NO_PLACE) {
		table.empty = table.places[i].next_empty;
		return i;
	}
	if (table.used == table.size && grow_locked() != 0)
		return NO_PLACE;
	table.places[table.used].tenant = 1;
	return table.used++;
}

/* The place that a handle names, if its tenant is still there. */
static struct place *
find_locked(enum dri_kind kind, const void *handle)
{
	uintptr_t bits = (uintptr_t)handle;
	uint32_t i = (uint32_t)bits - DRI_HANDLE_FIRST;
	struct place *p;

	if ((uint32_t)bits < DRI_HANDLE_FIRST || i >= table.used)
		return NULL;
	p = &table.places[i];
	if (!p->object || p->tenant != bits >> 32 || p->object->kind != kind)
		return NULL;
	return p;
}

void *
ocr_dri_handle_open(struct dri_object *o, enum dri_kind kind,
		    void (*destroy)(struct dri_object *o))
{
	uintptr_t bits = 0;
	uint32_t i;

	o->kind = kind;
	o->destroy = destroy;
	o->references = 1;
	lock();
	i = take_place_locked();
	if (i != NO_PLACE) {
		table.places[i].object = o;
		bits = (uintptr_t)table.places[i].tenant << 32 |
		       (i + DRI_HANDLE_FIRST);
	}
	unlock();
	return (void *)bits;
}

/* With a reference; NULL with *status. */
static struct dri_object *
get_locked(enum dri_kind kind, const void *handle, int *status)
{
	struct place *p = find_locked(kind, handle);

	if (!p) {
		*status = handle ? DRI_ERR_HANDLE : DRI_ERR_NULL;
		return NULL;
	}
	p->object->references++;
	return p->object;
}

struct dri_object *
ocr_dri_handle_get(enum dri_kind kind, const void *handle, int *status)
{
	struct dri_object *o;

	lock();
	o = get_locked(kind, handle, status);
	unlock();
	return o;
}

void
ocr_dri_named_get(struct dri_named *all, int n)
{
	lock();
	for (int i = 0; i < n; i++)
		all[i].object =
			get_locked(all[i].kind, all[i].handle, &all[i].status);
	unlock();
}

void
ocr_dri_named_put(struct dri_named *all, int n)
{
	lock();
	for (int i = 0; i < n; i++)
		if (all[i].object && --all[i].object->references)
			all[i].object = NULL;
	unlock();
	for (int i = 0; i < n; i++)
		if (all[i].object)
			all[i].object->destroy(all[i].object);
}

void
ocr_dri_object_get(struct dri_object *o)
{
	lock();
	o->references++;
	unlock();
}

void
ocr_dri_object_put(struct dri_object *o)
{
	bool is_last;

	lock();
	is_last = --o->references == 0;
	unlock();
	if (is_last)
		o->destroy(o);
}

static bool
is_predefined(enum dri_kind kind, const void *handle)
{
	uintptr_t n = (uintptr_t)handle;

	switch (kind) {
	case DRI_KIND_GROUP:
		return n == (uintptr_t)DRI_GROUP_WORLD;
	case DRI_KIND_OVERLAP:
		return n == (uintptr_t)DRI_NO_OVERLAP;
	case DRI_KIND_PARTITION:
		return n == (uintptr_t)DRI_PARTITION_WHOLE;
	case DRI_KIND_LAYOUT:
		return n >= (uintptr_t)DRI_LAYOUT_PACKED_0 &&
		       n <= (uintptr_t)DRI_LAYOUT_UNIFORM_7;
	default:
		return false;
	}
}

int
ocr_dri_handle_close(enum dri_kind kind, const void *handle)
{
	struct dri_object *o = NULL;
	struct place *p;

	if (!handle)
		return DRI_ERR_NULL;
	if (is_predefined(kind, handle))
		return DRI_SUCCESS;
	lock();
	p = find_locked(kind, handle);
	if (p) {
		o = p->object;
		p->object = NULL;
		if (++p->tenant != 0) {
			p->next_empty = table.empty;
			table.empty = (uint32_t)(p - table.places);
		}
	}
	unlock();
	if (!o)
		return DRI_ERR_HANDLE;
	ocr_dri_object_put(o);
	return DRI_SUCCESS;
}

int
ocr_dri_handle_destroy(enum dri_kind kind, void *where, const char *call)
{
	void *handle;
	int rc;

	if (!where)
		return ocr_dri_refuse(DRI_ERR_NULL,
				      "%s: the pointer to the handle", call);
	memcpy(&handle, where, sizeof(handle));
	rc = ocr_dri_handle_close(kind, handle);
	if (rc != DRI_SUCCESS)
		return ocr_dri_refuse(rc, "%s: the handle", call);
	handle = NULL;
	memcpy(where, &handle, sizeof(handle));
	return DRI_SUCCESS;
}
