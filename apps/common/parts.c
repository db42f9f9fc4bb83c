/* SPDX-License-Identifier: BSD-3-Clause */
/* parts.c - see parts.h. */
#include "apps/common/parts.h"

#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"

/* What a channel may have to hold. */
#define MAX_AHEAD 2

u8
parts_reserve(struct parts *p)
{
	ocrHint_t hint;
	u8 err = ocrGuidRangeCreate(&p->channels, (u64)p->n * p->ways,
				    GUID_USER_EVENT_CHANNEL);

	if (!err)
		err = ocrHintInit(&hint, OCR_HINT_GROUP_T);
	if (!err)
		err = ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK,
				      (u64)p->per_node * p->ways);
	return err ? err : ocrGuidMapSpread(&p->channels, &hint);
}

static u8
find_channel(const struct parts *p, u32 part, u32 way, ocrGuid_t *channel)
{
	return ocrGuidFromIndex(channel, p->channels,
				(u64)part * p->ways + way);
}

u8
parts_listen(const struct parts *p, u32 part, u32 way)
{
	const ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = MAX_AHEAD, .nbSat = 1, .nbDeps = 1},
	};
	ocrGuid_t channel;
	u8 err = find_channel(p, part, way, &channel);

	return err ? err
		   : ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T,
					  GUID_PROP_IS_LABELED |
						  EVT_PROP_TAKES_ARG,
					  &params);
}

u8
parts_deafen(const struct parts *p, u32 part, u32 way)
{
	ocrGuid_t channel;
	u8 err = find_channel(p, part, way, &channel);

	return err ? err : ocrEventDestroy(channel);
}

u8
parts_hear(const struct parts *p, u32 part, u32 way, ocrGuid_t task, u32 slot)
{
	ocrGuid_t channel;
	u8 err = find_channel(p, part, way, &channel);

	return err ? err : ocrAddDependence(channel, task, slot, DB_MODE_CONST);
}

u8
parts_tell(const struct parts *p, u32 part, u32 way, ocrGuid_t block)
{
	ocrGuid_t channel;
	u8 err = find_channel(p, part, way, &channel);

	return err ? err : ocrEventSatisfy(channel, block);
}

static u8
start_part(const struct parts *p, ocrGuid_t template, u64 part, ocrGuid_t block)
{
	ocrGuid_t node, task;
	ocrHint_t hint;
	u8 err = ocrAffinityGetAt(AFFINITY_PD, part / p->per_node, &node);

	if (!err)
		err = ocrHintInit(&hint, OCR_HINT_EDT_T);
	if (!err)
		err = ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
				      ocrAffinityToHintValue(node));
	if (!err)
		err = ocrEdtCreate(&task, template, EDT_PARAM_DEF, &part,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   NULL);
	return err ? err : ocrAddDependence(block, task, 0, DB_MODE_CONST);
}

u8
parts_start(const struct parts *p, ocrEdt_t body, ocrGuid_t block)
{
	ocrGuid_t template;
	u8 err = ocrEdtTemplateCreate(&template, body, 1, 1);

	for (u64 i = 0; i < p->n && !err; i++)
		err = start_part(p, template, i, block);
	return err ? err : ocrEdtTemplateDestroy(template);
}
