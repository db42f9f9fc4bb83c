/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_ready.c - a task asks whether a channel event would satisfy a
 * dependence at once, from the event's node and from others. */
#include "tests/conformance/conf.h"

#include <extensions/ocr-legacy.h>

typedef struct {
	ocrGuid_t channel, end;
	u64 slot;
} ask_t;

TASK(take)
{
	const ask_t *a = PARAM(ask_t);

	CHECK_EQ("what came", conf_value(&depv[0]), 7);
	CHECK(!ocrLegacyIsChannelReady(a->channel), "it is ready when empty");
	CHECK_OK(ocrEventDestroy(a->channel));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(a->end, (u32)a->slot);
	return NULL_GUID;
}

TASK(ask)
{
	const ask_t *a = PARAM(ask_t);
	ocrGuid_t sticky = conf_event(OCR_EVENT_STICKY_T), taker;

	CHECK(!ocrLegacyIsChannelReady(a->channel), "it is ready at first");
	CHECK_OK(ocrEventSatisfy(a->channel, conf_number(a->slot, 7)));
	CHECK(!ocrLegacyIsChannelReady(a->channel),
	      "it is ready when half of a generation is there");
	CHECK_OK(ocrEventSatisfy(a->channel, NULL_GUID));
	CHECK(ocrLegacyIsChannelReady(a->channel), "it is not ready");
	CHECK(ocrLegacyIsChannelReady(a->channel), "a look has changed it");
	CHECK_OK(ocrEventSatisfy(sticky, NULL_GUID));
	CHECK(!ocrLegacyIsChannelReady(sticky), "a sticky event is a channel");
	CHECK(!ocrLegacyIsChannelReady(NULL_GUID), "NULL_GUID is a channel");
	CHECK_OK(ocrEventDestroy(sticky));
	taker = conf_task(take, a->slot + 1, PARAMS(*a), 1, NULL);
	conf_link(a->channel, taker, 0, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	ask_t a = {.end = conf_end((u32)conf_nodes())};

	for (; a.slot < conf_nodes(); a.slot++) {
		a.channel = conf_channel(4, 2, 1);
		conf_task(ask, a.slot, PARAMS(a), 0, NULL);
	}
	return NULL_GUID;
}
