/* SPDX-License-Identifier: BSD-3-Clause */
/* event_params.c - ocrEventCreateParams copies the parameters, ignores them
 * where there are none, and refuses those that make no sense. */
#include "tests/conformance/conf.h"

#include <string.h>

#define FAR ((u64)1 << 62)

static u8
try_channel(u32 max_gen, u32 sats, u32 deps)
{
	ocrEventParams_t p = {.EVENT_CHANNEL = {max_gen, sats, deps}};
	ocrGuid_t g;
	u8 code = ocrEventCreateParams(&g, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE,
				       &p);

	if (!code)
		OK(ocrEventDestroy(g));
	return code;
}

static u8
try_counted(u64 deps)
{
	ocrEventParams_t p = {.EVENT_COUNTED = {deps}};
	ocrGuid_t g;
	u8 code = ocrEventCreateParams(&g, OCR_EVENT_COUNTED_T, EVT_PROP_NONE,
				       &p);

	if (!code)
		OK(ocrEventDestroy(g));
	return code;
}

static u8
try_latch(u64 counter)
{
	ocrEventParams_t p = {.EVENT_LATCH = {counter}};
	ocrGuid_t g;
	u8 code =
		ocrEventCreateParams(&g, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &p);

	if (!code)
		OK(ocrEventDestroy(g));
	return code;
}

TASK(refuse)
{
	ocrEventParams_t p;
	ocrGuid_t g;

	memset(&p, 0xee, sizeof(p));
	CHECK_CODE(try_channel(0, 1, 1), OCR_EINVAL);
	CHECK_CODE(try_channel(1, 0, 1), OCR_EINVAL);
	CHECK_CODE(try_channel(1, 1, 0), OCR_EINVAL);
	CHECK_CODE(try_channel(1, 1, 1), 0);
	CHECK_CODE(try_channel(EVENT_CHANNEL_UNBOUNDED, 7, 9), 0);
	CHECK_CODE(try_counted(0), OCR_EINVAL);
	CHECK_CODE(try_counted((u64)-1), OCR_EINVAL);
	CHECK_CODE(try_counted(FAR), 0);
	CHECK_CODE(try_latch(FAR), 0);
	CHECK_CODE(try_latch(FAR + 1), OCR_EINVAL);
	CHECK_CODE(try_latch(-FAR), 0);
	/* Without parameters: as ocrEventCreate(). */
	CHECK_CODE(ocrEventCreate(&g, OCR_EVENT_COUNTED_T, EVT_PROP_NONE),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreate(&g, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreateParams(&g, OCR_EVENT_COUNTED_T, EVT_PROP_NONE,
					NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreateParams(&g, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE,
					NULL),
		   OCR_EINVAL);
	CHECK_CODE(
		ocrEventCreateParams(NULL, OCR_EVENT_ONCE_T, EVT_PROP_NONE, &p),
		OCR_EINVAL);
	CHECK_CODE(ocrEventCreateParams(&g, (ocrEventTypes_t)77, EVT_PROP_NONE,
					&p),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreateParams(&g, OCR_EVENT_ONCE_T, 0x4000, &p),
		   OCR_EINVAL);
	return NULL_GUID;
}

/* Events that have no parameters, and a latch whose are changed at once. */
TASK(ignore)
{
	static const ocrEventTypes_t types[] = {
		OCR_EVENT_ONCE_T, OCR_EVENT_IDEM_T, OCR_EVENT_STICKY_T};
	ocrEventParams_t p;
	ocrGuid_t end = *PARAM(ocrGuid_t), g, t, out;

	memset(&p, 0xee, sizeof(p));
	t = conf_task(conf_nothing, conf_here() + 1, NO_PARAMS, 5, &out);
	conf_link(out, end, (u32)paramv[2], DB_DEFAULT_MODE);
	for (u32 i = 0; i < 3; i++) {
		CHECK_OK(ocrEventCreateParams(&g, types[i], EVT_PROP_NONE, &p));
		conf_link(g, t, i, DB_DEFAULT_MODE);
		CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	}
	g = conf_event_with(OCR_EVENT_LATCH_T, NULL);
	conf_link(g, t, 3, DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	p.EVENT_LATCH.counter = 1;
	g = conf_event_with(OCR_EVENT_LATCH_T, &p);
	p.EVENT_LATCH.counter = 1000;
	conf_link(g, t, 4, DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

MAIN_TASK
{
	struct {
		ocrGuid_t end;
		u64 slot;
	} a = {.end = conf_end(6)};
	ocrGuid_t t, out;

	for (u32 i = 0; i < 3; i++) {
		t = conf_task(refuse, i, NO_PARAMS, 1, &out);
		conf_link(out, a.end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
		a.slot = 3 + i;
		conf_start(conf_task(ignore, i, PARAMS(a), 1, NULL), 0);
	}
	return NULL_GUID;
}
