/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_sources.c - sources of slots that are given with the creation of a task.
 */
#include "src/api/api.h"

/* An event that is gone, or never was of that kind. */
static bool
is_gone(struct ocr_runtime *rt, ocrGuid_t event)
{
	enum ocr_slot_state state;
	void *obj;

	if (ocr_owner_of(rt, event) != rt->self)
		return false;
	state = ocr_names_find(rt, event, &obj);
	return state == OCR_SLOT_DEAD || state == OCR_SLOT_BAD;
}

/* Can a slot depend on g?  What is known to be gone is refused before there is
 * a task. */
static u8
check_source(struct ocr_runtime *rt, ocrGuid_t g)
{
	if (ocrGuidIsUninitialized(g) || ocr_api_is_source(rt, g))
		return 0;
	if (!ocr_api_is_event(rt, g))
		return OCR_EINVAL;
	if (ocr_guid_kind(g) == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_api_collective_is_source(rt, g, 0);
	return is_gone(rt, g) ? OCR_EINVAL : 0;
}

u8
ocr_api_check_sources(struct ocr_runtime *rt, u32 n, const ocrGuid_t *depv)
{
	u8 code = 0;

	for (u32 i = 0; depv && i < n && !code; i++) {
		code = check_source(rt, depv[i]);
		if (code)
			ocr_why_source(code, i, depv[i]);
	}
	return code;
}

uint32_t
ocr_api_count_sources(u32 n, const ocrGuid_t *depv)
{
	uint32_t sources = 0;

	for (u32 i = 0; depv && i < n; i++)
		sources += !ocrGuidIsUninitialized(depv[i]);
	return sources;
}

/* Its output event and its place in the finish scope go with it. */
__attribute__((cold, noinline)) static void
undo(struct ocr_edt *t, const struct ocr_new *n)
{
	struct ocr_msg_destroy m = OCR_DESTROY(n->guid);

	ocr_stream_submit(&t->now->stream, n->owner, &m.op);
}

/* The sources were checked.  If one is refused all the same, nothing stays of
 * the task. */
u8
ocr_api_connect_all(struct ocr_edt *t, const struct ocr_new *n, u32 depc,
		    const ocrGuid_t *depv)
{
	u8 code = 0;

	for (u32 i = 0; depv && i < depc && !code; i++)
		if (!ocrGuidIsUninitialized(depv[i]))
			code = ocr_api_connect(t, depv[i], n->guid, i);
	if (code)
		undo(t, n);
	return code;
}

/* Are all sources data, or events of this node that live?  Those are found. */
bool
ocr_api_find_some_near(struct ocr_runtime *rt, u32 n, const ocrGuid_t *depv,
		       void **events)
{
	if (n > OCR_API_NEAR_SOURCES)
		return false;
	for (u32 i = 0; i < n; i++) {
		ocrGuid_t g = depv[i];

		events[i] = NULL;
		if (ocr_guid_is_single_event(g) && !ocr_label_is(g)) {
			events[i] = ocr_guidmap_live(rt->guids, g);
			if (!events[i])
				return false;
		} else if (!ocrGuidIsUninitialized(g) &&
			   !ocr_api_is_source(rt, g)) {
			return false;
		}
	}
	return true;
}

/* As ocr_api_connect_all() to those, of a task that has been made by a call. */
u8
ocr_api_connect_near(struct ocr_edt *t, ocrGuid_t edt, u32 depc,
		     const ocrGuid_t *depv, void *const *events)
{
	struct ocr_new n = {.guid = edt, .owner = t->rt->self};
	struct ocr_waiter w = ocr_waiter_of(edt, 0, DB_DEFAULT_MODE);
	u8 code = 0;
	int err;

	for (; w.slot < depc && !code; w.slot++) {
		ocrGuid_t g = depv[w.slot];

		if (!events[w.slot]) {
			if (!ocrGuidIsUninitialized(g))
				code = ocr_api_connect(t, g, edt, w.slot);
			continue;
		}
		err = ocr_event_follow(&t->now->stream, events[w.slot], g, &w);
		if (__builtin_expect(err, 0))
			code = ocr_why_about(OCR_MSG_ADD_DEP, g, err);
	}
	if (__builtin_expect(code, 0))
		undo(t, &n);
	return code;
}

/* Nothing stays of a hidden one, either. */
u8
ocr_api_not_connected(struct ocr_edt *t, const struct ocr_edt_birth *b,
		      ocrGuid_t source, int err)
{
	ocr_edt_undo(&t->now->stream, b->edt);
	return ocr_why_about(OCR_MSG_ADD_DEP, source, err);
}
