/* SPDX-License-Identifier: BSD-3-Clause */
/* long_chain.c - a chain of 10,000 events on one node, and one of 2,000 that
 * changes the node at each step, fire to the end: no stack grows with them. */
#include "tests/conformance/conf.h"

#define NEAR 10000
#define FAR  2000

#define MAKERS 4

/* Returns a block with the GUIDs of its events. */
TASK(make)
{
	ocrGuid_t db = NULL_GUID,
		  *g = conf_block(&db, 0, FAR / MAKERS * sizeof(*g));

	for (u32 i = 0; i < FAR / MAKERS; i++)
		g[i] = conf_event(OCR_EVENT_ONCE_T);
	return db;
}

/* Links the events of all makers in turn, and sets the chain off. */
TASK(weave)
{
	ocrGuid_t first = NULL_GUID, last = *PARAM(ocrGuid_t);

	for (u32 i = 0; i < FAR; i++) {
		first = ((ocrGuid_t *)depv[i % MAKERS].ptr)[i / MAKERS];
		conf_link(first, last, 0, DB_DEFAULT_MODE);
		last = first;
	}
	CHECK_OK(ocrEventSatisfy(first, conf_number(1, FAR)));
	return NULL_GUID;
}

TASK(near_chain)
{
	ocrGuid_t first = NULL_GUID, last = *PARAM(ocrGuid_t);

	for (u32 i = 0; i < NEAR; i++) {
		first = conf_event(i % 2 ? OCR_EVENT_ONCE_T : OCR_EVENT_IDEM_T);
		conf_link(first, last, 0, DB_DEFAULT_MODE);
		last = first;
	}
	CHECK_OK(ocrEventSatisfy(first, conf_number(1, NEAR)));
	return NULL_GUID;
}

TASK(end)
{
	CHECK_EQ("through the near chain", conf_value(&depv[0]), NEAR);
	CHECK_EQ("through the far chain", conf_value(&depv[1]), FAR);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 0, NO_PARAMS, 2, NULL), t, out, w;
	ocrGuid_t ends[2] = {conf_event(OCR_EVENT_ONCE_T),
			     conf_event(OCR_EVENT_ONCE_T)};

	for (u32 i = 0; i < 2; i++)
		conf_link(ends[i], last, i, DB_MODE_CONST);
	conf_start(conf_task(near_chain, 1, PARAMS(ends[0]), 1, NULL), 0);
	w = conf_task(weave, 1, PARAMS(ends[1]), MAKERS, NULL);
	for (u32 i = 0; i < MAKERS; i++) {
		t = conf_task(make, i, NO_PARAMS, 1, &out);
		conf_link(out, w, i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
