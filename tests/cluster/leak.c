/* SPDX-License-Identifier: BSD-3-Clause */
/* leak.c - creates what nobody destroys, for as long as the job goes on:
 *
 *	leak tasks NODE     tasks of that node that wait for ever
 *	leak events NODE    events, from a task of that node
 */
#include "tests/conformance/conf.h"

#include <stdlib.h>
#include <string.h>

#define AT_ONCE 5000

struct args {
	u64 events, node;
};

/* Codes are not looked at, as in many programs. */
TASK(leak)
{
	const struct args *a = PARAM(struct args);
	ocrHint_t h = conf_edt_hint(a->node);
	ocrGuid_t template, g;

	ocrEdtTemplateCreate(&template, conf_nothing, 0, 1);
	for (int i = 0; i < AT_ONCE; i++) {
		if (a->events)
			ocrEventCreate(&g, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
		else
			ocrEdtCreate(&g, template, EDT_PARAM_DEF, NULL,
				     EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &h,
				     NULL);
	}
	ocrEdtTemplateDestroy(template);
	ocrEdtTemplateCreate(&template, leak, EDT_PARAM_UNK, 0);
	h = conf_edt_hint(a->events ? a->node : 0);
	ocrEdtCreate(&g, template, 2, (u64 *)paramv, EDT_PARAM_DEF, NULL,
		     EDT_PROP_NONE, &h, NULL);
	ocrEdtTemplateDestroy(template);
	return NULL_GUID;
}

MAIN_TASK
{
	void *words = depv[0].ptr;
	struct args a;

	CHECK(getArgc(words) == 3, "usage: leak tasks|events NODE");
	a.events = !strcmp(getArgv(words, 1), "events");
	a.node = strtoul(getArgv(words, 2), NULL, 0);
	conf_start(conf_task(leak, a.events ? a.node : 0, PARAMS(a), 1, NULL),
		   0);
	return NULL_GUID;
}
