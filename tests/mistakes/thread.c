/* SPDX-License-Identifier: BSD-3-Clause */
/* thread.c - a thread of the program calls OCR: only tasks may.
 */
#include "ocr.h"

#include <pthread.h>

static void *
run(void *arg)
{
	ocrEventSatisfy(*(ocrGuid_t *)arg, NULL_GUID);
	return NULL;
}

ocrGuid_t
hello(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, event;
	pthread_t thread;

	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	pthread_create(&thread, NULL, run, &event);
	pthread_join(thread, NULL);
	return NULL_GUID;
}
