/* SPDX-License-Identifier: BSD-3-Clause */
/* pause_calls.c - a task holds its node and looks at it:
 * extensions/ocr-pause.h. */
/* Else it is not the bool of the headers (ocr-types.h). */
#include <stdbool.h>

#include "include/extensions/ocr-pause.h"

#include "src/api/api.h"
#include "src/event/event.h"
#include "src/event/events.h"
#include "src/task/pause.h"
#include "src/task/tasks.h"

#include <stdlib.h>
#include <string.h>

/* GUIDs that are being gathered. */
struct list {
	ocrGuid_t *guids;
	size_t n, room;
	bool full; /* there was no memory for one more */

	ocrQueryType_t query;
	ocrGuid_t of; /* this task alone, or NULL_GUID */
};

static void
add(struct list *l, ocrGuid_t g)
{
	if (l->n == l->room) {
		size_t room = l->room ? 2 * l->room : 64;
		ocrGuid_t *more = realloc(l->guids, room * sizeof(*more));

		if (!more) {
			l->full = true;
			return;
		}
		l->guids = more;
		l->room = room;
	}
	l->guids[l->n++] = g;
}

static void
add_blocks_locked(struct list *l, const struct ocr_edt *t)
{
	for (uint32_t i = 0; i < t->depc; i++)
		if ((uint32_t)ocr_edt_depv(t)[i].mode != OCR_EDT_UNSATISFIED &&
		    ocr_guid_kind(ocr_edt_depv(t)[i].guid) == OCR_GUID_DB)
			add(l, ocr_edt_depv(t)[i].guid);
}

static void
look_at_task(void *list, void *edt)
{
	struct list *l = list;
	struct ocr_edt *t = edt;
	ocrGuid_t guid;
	uint32_t state;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	/* pairs with ocr_edt_set_state(): of a ready task all is there, and
	 * nobody touches it while the node is paused */
	state = atomic_load_explicit(&t->state, memory_order_acquire);
	guid = ocr_edt_guid(t);
	if (!ocr_guid_is_null(guid)) {
		if (l->query == OCR_QUERY_ALL_EDTS
			    ? state >= OCR_EDT_WAITING &&
				      state <= OCR_EDT_RUNNING
			    : l->query == OCR_QUERY_READY_EDTS &&
				      state == OCR_EDT_READY)
			add(l, ocr_mapped_shown(ocr_edt_name(t)));
		if (l->query == OCR_QUERY_LAST_SATISFIED_DB &&
		    (state == OCR_EDT_WAITING || state == OCR_EDT_READY) &&
		    (ocr_guid_is_null(l->of) || ocr_guid_eq(l->of, guid)))
			add_blocks_locked(l, t);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
}

static void
look_at_event(void *list, void *event)
{
	struct ocr_event_view v;

	ocr_event_view(event, &v);
	if (!ocr_guid_is_null(v.guid))
		add(list, ocr_mapped_shown(v.guid));
}

static int
compare(const void *a, const void *b)
{
	const ocrGuid_t *x = a, *y = b;

	return ocrGuidIsLt(*x, *y) ? -1 : !ocr_guid_eq(*x, *y);
}

/* In order, each once. */
static void
tidy(struct list *l)
{
	size_t n = 0;

	if (l->n)
		qsort(l->guids, l->n, sizeof(*l->guids), compare);
	for (size_t i = 0; i < l->n; i++)
		if (!n || !ocr_guid_eq(l->guids[n - 1], l->guids[i]))
			l->guids[n++] = l->guids[i];
	l->n = n;
}

/* A block with the list, which the caller has. */
static ocrGuid_t
hand_out(const struct list *l, void **result, u32 *size)
{
	u64 bytes = l->n * sizeof(*l->guids);
	ocrGuid_t db = NULL_GUID;
	void *addr = NULL;

	if (l->full || bytes > UINT32_MAX ||
	    ocrDbCreate(&db, &addr, bytes, DB_PROP_NONE, NULL_HINT, NO_ALLOC))
		return NULL_GUID;
	if (bytes)
		memcpy(addr, l->guids, bytes);
	*result = addr;
	*size = (u32)bytes;
	return db;
}

static u8
pause_node(bool is_blocking, u32 *paused)
{
	struct ocr_edt *t = ocr_api_task();

	if (!t)
		return ocr_why_no_task();
	*paused = (u32)ocr_pause_begin(t, is_blocking);
	return 0;
}

u32
ocrPause(bool isBlocking)
{
	u32 paused = 0;
	u8 code;

	OCR_API_MAKE(code, 0, NULL_GUID, pause_node(isBlocking, &paused));
	return paused;
}

static u8
list_all(ocrQueryType_t query, ocrGuid_t of, void **result, u32 *size,
	 ocrGuid_t *db)
{
	struct ocr_edt *t = ocr_api_task();
	struct list l = {.query = query, .of = of};

	if (!result || !size)
		return ocr_why_null(result ? "size" : "result");
	*result = NULL;
	*size = 0;
	if (!t)
		return ocr_why_no_task();
	if (!ocr_pause_is_held_by(t->rt, t))
		return ocr_refuse(OCR_EPERM,
				  "this task has not paused the node: it must "
				  "have got 1 from ocrPause(), and not yet "
				  "called ocrResume()");
	if ((unsigned)query > OCR_QUERY_ALL_EDTS)
		return ocr_refuse(OCR_EINVAL, "query=%u|there is no such query",
				  (unsigned)query);
	if (query == OCR_QUERY_EVENTS)
		ocr_pool_look(&t->rt->events->pool, look_at_event, &l);
	else
		ocr_pool_look(&t->rt->tasks->edts, look_at_task, &l);
	tidy(&l);
	*db = hand_out(&l, result, size);
	free(l.guids);
	return ocr_guid_is_null(*db) ? OCR_ENOMEM : 0;
}

ocrGuid_t
ocrQuery(ocrQueryType_t query, ocrGuid_t guid, void **result, u32 *size,
	 u8 flags)
{
	ocrGuid_t db = NULL_GUID;
	u8 code;

	(void)flags;
	OCR_API_MAKE(code, 0, NULL_GUID,
		     list_all(query, guid, result, size, &db));
	return db;
}

void
ocrResume(u32 flag)
{
	struct ocr_edt *t = ocr_api_task();

	(void)flag;
	if (t)
		ocr_pause_end(t);
}
