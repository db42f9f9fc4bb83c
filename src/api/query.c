/* SPDX-License-Identifier: BSD-3-Clause */
/* query.c - which task and which thread calls, and storage of the task:
 * extensions/ocr-runtime-itf.h.
 */
#include "src/api/api.h"

#include "fabric/log.h"
#include "include/extensions/ocr-runtime-itf.h"
#include "src/sched/sched.h"
#include "src/task/edt_side.h"
#include "src/task/edt_whole.h"

ocrGuid_t
ocrElsUserGet(u8 index)
{
	struct ocr_edt *t = ocr_api_task();

	return t ? ocr_edt_side_guid(t, index) : NULL_GUID;
}

void
ocrElsUserSet(u8 index, ocrGuid_t guid)
{
	struct ocr_edt *t = ocr_api_task();

	if (t && ocr_edt_side_set_guid(t, index, guid))
		ocr_no_memory("the storage of a task");
}

static u8
get_storage(void **data, u64 *size)
{
	struct ocr_edt *t = ocr_api_task();
	void *p;

	if (!data)
		return ocr_why_null("data");
	if (!t)
		return ocr_why_no_task();
	p = ocr_edt_side_storage(t);
	if (!p)
		return OCR_ENOMEM;
	*data = p;
	if (size)
		*size = OCR_EDT_LOCAL_STORAGE_BYTES;
	return 0;
}

static ocrGuid_t
name_of(struct ocr_edt *t)
{
	return ocr_edt_has_moved(t) ? ocr_edt_side_name(t) : ocr_edt_name(t);
}

static u8
get_edt(ocrGuid_t *edt)
{
	struct ocr_edt *t = ocr_api_task();

	if (!edt)
		return ocr_why_null("edt");
	*edt = t ? ocr_mapped_shown(name_of(t)) : NULL_GUID;
	if (!t)
		return ocr_why_no_task();
	return ocr_guid_is_null(*edt) ? OCR_ENOMEM : 0;
}

static u8
get_output(ocrGuid_t *event)
{
	struct ocr_edt *t = ocr_api_task();

	if (!event)
		return ocr_why_null("event");
	*event = t ? t->output : NULL_GUID;
	return t ? 0 : ocr_why_no_task();
}

u64
ocrNbWorkers(void)
{
	return ocr_self ? ocr_self->rt->sched->n_workers : 0;
}

static u8
get_worker(ocrGuid_t *worker)
{
	if (!worker)
		return ocr_why_null("worker");
	*worker = NULL_GUID;
	if (!ocr_api_task())
		return ocr_why_no_task();
	*worker = ocr_guid_make(OCR_GUID_WORKER, 0, ocr_self->rt->self,
				ocr_self->rt->self, ocr_self->id);
	return 0;
}

/* Whoever steals takes this thread's ready tasks, and the progress thread sees
 * that nobody polls; only what lies in batches has to be sent. */
void
ocrInformLegacyCodeBlocking(void)
{
	struct ocr_edt *t = ocr_api_task();

	/* What it waits for may be somebody who looks for this task. */
	if (t)
		ocr_edt_be_found(t);
	if (ocr_self && ocr_self->rt->fabric)
		ocr_fabric_flush(ocr_self->rt->fabric);
}

u8
ocrEdtLocalStorageGet(void **data, u64 *size)
{
	OCR_API_CALL(0, NULL_GUID, get_storage(data, size));
}

u8
ocrCurrentEdtGet(ocrGuid_t *edt)
{
	OCR_API_CALL(0, NULL_GUID, get_edt(edt));
}

u8
ocrCurrentEdtOutputGet(ocrGuid_t *event)
{
	OCR_API_CALL(0, NULL_GUID, get_output(event));
}

u8
ocrCurrentWorkerGuid(ocrGuid_t *worker)
{
	OCR_API_CALL(0, NULL_GUID, get_worker(worker));
}
