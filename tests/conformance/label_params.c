/* SPDX-License-Identifier: BSD-3-Clause */
/* label_params.c - events with parameters under labels: of those who create a
 * channel one wins, and it is first in, first out; a counted event is made
 * again under its label when it has met whom it expects. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

#define EACH  5
#define TRIES 3

struct args {
	ocrGuid_t channel, counted, end;
	u64 i, n, turn;
};

static const ocrEventParams_t a_channel = {
	.EVENT_CHANNEL = {EVENT_CHANNEL_UNBOUNDED, 1, 1}};
static const ocrEventParams_t for_two = {.EVENT_COUNTED = {2}};

/* -- A channel ------------------------------------------------------------ */

TASK(create)
{
	ocrGuid_t g = PARAM(struct args)->channel;
	u8 err = ocrEventCreateParams(&g, OCR_EVENT_CHANNEL_T,
				      GUID_PROP_CHECK | EVT_PROP_TAKES_ARG,
				      &a_channel);

	CHECK(!err || err == OCR_EGUIDEXISTS, "CHECK returned %u",
	      (unsigned)err);
	return NULL_GUID;
}

TASK(send)
{
	for (u64 i = 0; i < EACH; i++)
		CHECK_OK(ocrEventSatisfy(PARAM(struct args)->channel,
					 conf_number(i, i)));
	return NULL_GUID;
}

TASK(receive)
{
	const struct args *a = PARAM(struct args);

	for (u32 i = 0; i < EACH; i++)
		conf_link(a->channel, a->end, i, DB_MODE_CONST);
	return NULL_GUID;
}

/* All have received, and tried to create. */
TASK(received)
{
	const struct args *a = PARAM(struct args);

	for (u32 i = 0; i < EACH; i++)
		CHECK_EQ("number in order", conf_value(&depv[i]), i);
	CHECK_OK(ocrEventDestroy(a->channel));
	conf_start(a->end, (u32)a->i);
	return NULL_GUID;
}

static void
use_channel(struct args a)
{
	ocrGuid_t out, t;

	a.end = conf_task(received, a.i, PARAMS(a), EACH + TRIES, NULL);
	for (u64 k = 0; k < TRIES; k++) {
		t = conf_task(create, a.i + k, PARAMS(a), 1, &out);
		conf_link(out, a.end, (u32)(EACH + k), DB_MODE_NULL);
		conf_start(t, 0);
	}
	conf_start(conf_task(send, a.i + 1, PARAMS(a), 1, NULL), 0);
	conf_start(conf_task(receive, a.i + 2, PARAMS(a), 1, NULL), 0);
}

/* -- A counted event ------------------------------------------------------ */

static void use_counted(struct args a);

TASK(both)
{
	struct args a = *PARAM(struct args);

	CHECK_EQ("the first", conf_value(&depv[0]), a.turn);
	CHECK_EQ("the second", conf_value(&depv[1]), a.turn);
	if (a.turn++)
		conf_start(a.end, (u32)(a.n + a.i));
	else
		use_counted(a);
	return NULL_GUID;
}

TASK(link)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->counted, a->end, (u32)a->i, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(satisfy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a->counted, conf_number(a->i, a->turn)));
	return NULL_GUID;
}

static void
use_counted(struct args a)
{
	ocrGuid_t t = conf_task(both, a.i + 1, PARAMS(a), 2, NULL);
	u64 at = a.i;

	conf_start(conf_task(satisfy, at + 2, PARAMS(a), 1, NULL), 0);
	a.end = t;
	for (a.i = 0; a.i < 2; a.i++)
		conf_start(conf_task(link, at + a.i, PARAMS(a), 1, NULL), 0);
}

/* The second creation waits until the first event is gone. */
TASK(create_twice)
{
	ocrGuid_t g = PARAM(struct args)->counted;

	CHECK_OK(ocrEventCreateParams(&g, OCR_EVENT_COUNTED_T,
				      GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG,
				      &for_two));
	CHECK_OK(ocrEventCreateParams(&g, OCR_EVENT_COUNTED_T,
				      GUID_PROP_BLOCK | EVT_PROP_TAKES_ARG,
				      &for_two));
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.n = conf_nodes() + 1};
	ocrGuid_t channels, counted, g;

	CHECK_OK(ocrGuidRangeCreate(&channels, a.n, GUID_USER_EVENT_CHANNEL));
	CHECK_OK(ocrGuidRangeCreate(&counted, a.n, GUID_USER_EVENT_COUNTED));
	CHECK_OK(ocrGuidFromIndex(&g, counted, 0));
	CHECK_CODE(
		ocrEventCreate(&g, OCR_EVENT_COUNTED_T, GUID_PROP_IS_LABELED),
		OCR_EINVAL);
	a.end = conf_end(2 * (u32)a.n);
	for (a.i = 0; a.i < a.n; a.i++) {
		CHECK_OK(ocrGuidFromIndex(&a.channel, channels, a.i));
		CHECK_OK(ocrGuidFromIndex(&a.counted, counted, a.i));
		use_channel(a);
		use_counted(a);
		conf_start(conf_task(create_twice, a.i, PARAMS(a), 1, NULL), 0);
	}
	return NULL_GUID;
}
