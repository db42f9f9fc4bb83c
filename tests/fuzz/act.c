/* SPDX-License-Identifier: BSD-3-Clause */
/* act.c - see act.h. */
#include "tests/fuzz/act.h"

#include "extensions/ocr-affinity.h"
#include "extensions/ocr-db-info.h"
#include "extensions/ocr-db-partitioning.h"
#include "extensions/ocr-file.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"
#include "extensions/ocr-map-creator.h"
#include "extensions/ocr-reduction-event.h"

#include <stdbool.h>
#include <stddef.h>

static ocrHint_t
hint_of(ocrHintType_t type, ocrHintProp_t prop, u64 node)
{
	ocrGuid_t place;
	ocrHint_t h;

	ocrHintInit(&h, type);
	if (!ocrAffinityGetAt(AFFINITY_PD, node, &place))
		ocrSetHintValue(&h, prop, ocrAffinityToHintValue(place));
	return h;
}

static ocrGuid_t
create_block(u64 node, u64 size)
{
	ocrHint_t h = hint_of(OCR_HINT_DB_T, OCR_HINT_DB_AFFINITY, node % 4);
	ocrGuid_t g = NULL_GUID;
	unsigned char *p;

	if (ocrDbCreate(&g, (void **)&p, size % 4096, 0, &h, NO_ALLOC))
		return NULL_GUID;
	if (size % 4096)
		p[0] = p[size % 4096 - 1] = 7;
	act_learn(g);
	return g;
}

static ocrGuid_t
create_event(u64 kind)
{
	ocrEventParams_t p = {0};
	ocrEventTypes_t type = (ocrEventTypes_t)(kind % 6);
	ocrGuid_t g = NULL_GUID;

	if (type == OCR_EVENT_COUNTED_T)
		p.EVENT_COUNTED.nbDeps = 2;
	else if (type == OCR_EVENT_LATCH_T)
		p.EVENT_LATCH.counter = 2;
	else if (type == OCR_EVENT_CHANNEL_T) {
		p.EVENT_CHANNEL.maxGen = 2;
		p.EVENT_CHANNEL.nbSat = 1;
		p.EVENT_CHANNEL.nbDeps = 1;
	}
	if (!ocrEventCreateParams(&g, type, EVT_PROP_TAKES_ARG, &p))
		act_learn(g);
	return g;
}

/* With two slots, of which none is satisfied; at another node or here. */
static ocrGuid_t
create_task(ocrGuid_t tmpl, u64 node, bool finish)
{
	ocrHint_t h = hint_of(OCR_HINT_EDT_T, OCR_HINT_EDT_AFFINITY, node % 4);
	ocrGuid_t g = NULL_GUID, out = NULL_GUID;

	if (ocrEdtCreate(&g, tmpl, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF, NULL,
			 finish ? EDT_PROP_FINISH : EDT_PROP_NONE, &h, &out))
		return NULL_GUID;
	act_learn(g);
	act_learn(out);
	return g;
}

static ocrGuid_t
element(ocrGuid_t range, u64 i)
{
	ocrGuid_t g = NULL_GUID;

	if (ocrGuidFromIndex(&g, range, i) && ocrMapGet(&g, range, i))
		return NULL_GUID;
	act_learn(g);
	return g;
}

/* Whatever its label names. */
static void
create_labeled(ocrGuid_t g, u64 how, ocrGuid_t tmpl)
{
	static const u16 props[] = {GUID_PROP_IS_LABELED, GUID_PROP_CHECK,
				    GUID_PROP_BLOCK, EDT_PROP_MAPPED};
	u16 prop = props[how % 4];

	switch (how / 4 % 3) {
	case 0:
		ocrEventCreate(&g, OCR_EVENT_STICKY_T, prop);
		break;
	case 1:
		ocrDbCreate(&g, NULL, 16, prop | DB_PROP_NO_ACQUIRE, NULL_HINT,
			    NO_ALLOC);
		break;
	case 2:
		ocrEdtCreate(&g, tmpl, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF, NULL,
			     prop, NULL_HINT, NULL);
	}
}

static void
partition(ocrGuid_t g, u64 size)
{
	ocrDbPart_t parts[2] = {{0, size % 64, NULL_GUID},
				{size % 64, size % 64, NULL_GUID}};

	if (ocrDbPartition(g, 2, parts, 0))
		return;
	act_learn(parts[0].guid);
	act_learn(parts[1].guid);
}

static void
create_reduction(ocrGuid_t range, u64 i, collectiveType_t type)
{
	ocrEventParams_t p = {
		.EVENT_COLLECTIVE =
			{
				.maxGen = 2,
				.nbContribs = 4,
				.nbContribsPd = 1,
				.nbDatum = 2,
				.arity = 2,
				.op = REDOP_U8_ADD,
				.type = type,
				.reuseDbPerGen = true,
			},
	};
	ocrGuid_t g = element(range, i);

	ocrEventCreateParams(&g, OCR_EVENT_COLLECTIVE_T, GUID_PROP_IS_LABELED,
			     &p);
}

static void
copy(ocrGuid_t to, ocrGuid_t from, u64 x, u64 y)
{
	ocrGuid_t done = NULL_GUID;

	if (!ocrDbCopy(to, y % 16, from, y / 16 % 16, x % 64, x / 64 % 3,
		       &done))
		act_learn(done);
}

static void
get_chunk(ocrGuid_t file, u64 offset, u64 size)
{
	ocrGuid_t g = NULL_GUID;

	if (!ocrFileGetChunk(&g, file, offset, size))
		act_learn(g);
}

static void
open_file(void)
{
	ocrGuid_t file = NULL_GUID, descriptor = NULL_GUID;

	/* A regular file that nobody minds: this program. */
	if (ocrFileOpen(&file, "/proc/self/exe", "r", &descriptor, 0))
		return;
	act_learn(file);
	act_learn(descriptor);
	get_chunk(file, 0, 64);
}

/* The first ones keep their places in what is known. */
static void
create_all(void)
{
	ocrGuid_t tmpl, block, other, range, task;

	ocrEdtTemplateCreate(&tmpl, act_body, 0, 2);
	act_learn(tmpl);
	block = create_block(0, 64);
	other = create_block(1, 64);
	create_block(2, 300);
	ocrDbRelease(block);
	ocrDbRelease(other);
	for (u64 kind = 0; kind < 6; kind++)
		create_event(kind);
	task = create_task(tmpl, 0, false);
	create_task(tmpl, 1, true);
	create_task(tmpl, 2, true);
	ocrAddDependence(other, task, 0, DB_MODE_CONST);
	partition(create_block(0, 128), 64);
	if (!ocrGuidRangeCreate(&range, 8, GUID_USER_EVENT_STICKY)) {
		act_learn(range);
		for (u64 i = 0; i < 4; i++)
			create_labeled(element(range, i), 0, tmpl);
	}
	if (!ocrGuidRangeCreate(&range, 8, GUID_USER_DB))
		create_labeled(element(range, 1), 4, tmpl);
	if (!ocrMapCreate(&range, 8, act_creator, 0, NULL, 1, &tmpl)) {
		act_learn(range);
		for (u64 i = 0; i < 4; i++)
			element(range, i);
	}
	if (!ocrGuidRangeCreate(&range, 8, GUID_USER_EVENT_COLLECTIVE))
		for (u64 i = 0; i < 3; i++)
			create_reduction(range, i, (collectiveType_t)i);
	open_file();
}

void
act_creator(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	    ocrGuid_t *guidv)
{
	(void)paramc, (void)paramv;
	if (index % 4 != 3)
		create_labeled(lid, 3 + 4 * index,
			       guidc ? guidv[0] : NULL_GUID);
}

/* What was found; so that a compiler looks. */
static volatile unsigned looked;

/* What it was given is there. */
static unsigned
look(u32 depc, const ocrEdtDep_t *depv)
{
	unsigned sum = 0;
	u64 size;

	for (u32 i = 0; i < depc; i++) {
		const unsigned char *p = depv[i].ptr;

		if (!p || ocrDbGetSize(depv[i].guid, &size))
			continue;
		for (u64 k = 0; k < size && k < 1 << 16; k++)
			sum += p[k];
	}
	return sum;
}

static void
call(enum act act, ocrGuid_t g, ocrGuid_t h, u64 x, u64 y)
{
	static const ocrDbAccessMode_t modes[] = {DB_MODE_RW, DB_MODE_EW,
						  DB_MODE_RO, DB_MODE_CONST,
						  DB_MODE_NULL};
	u64 values[8] = {x, y};
	ocrGuidUserKind kind;
	ocrHint_t hint;

	switch (act) {
	case ACT_CREATE_ALL:
		create_all();
		break;
	case ACT_SATISFY:
		ocrEventSatisfySlot(g, h, (u32)x);
		break;
	case ACT_DEPEND:
		ocrAddDependence(g, h, (u32)x, modes[y % 5]);
		break;
	case ACT_DESTROY_BLOCK:
		ocrDbDestroy(g);
		break;
	case ACT_DESTROY_EVENT:
		ocrEventDestroy(g);
		break;
	case ACT_DESTROY_TASK:
		ocrEdtDestroy(g);
		break;
	case ACT_DESTROY_TEMPLATE:
		ocrEdtTemplateDestroy(g);
		break;
	case ACT_DESTROY_MAP:
		ocrGuidMapDestroy(g);
		break;
	case ACT_RELEASE:
		ocrDbRelease(g);
		break;
	case ACT_DOWNGRADE:
		ocrDbDowngradeRelease(g);
		break;
	case ACT_ASK_KIND:
		ocrGetGuidKind(&kind, g);
		break;
	case ACT_ASK_HINT:
		ocrGetHint(g, &hint);
		break;
	case ACT_SET_HINT:
		ocrHintInit(&hint, x % 2 ? OCR_HINT_DB_T : OCR_HINT_EDT_T);
		ocrSetHintValue(&hint, (ocrHintProp_t)((x % 4 << 8) + y % 8),
				x);
		ocrSetHint(g, &hint);
		break;
	case ACT_CREATE_BLOCK:
		create_block(x, y);
		break;
	case ACT_CREATE_EVENT:
		create_event(x);
		break;
	case ACT_CREATE_TASK:
		create_task(g, x, y & 1);
		break;
	case ACT_CREATE_LABELED:
		create_labeled(g, x, h);
		break;
	case ACT_PARTITION:
		partition(g, x);
		break;
	case ACT_COPY:
		copy(g, h, x, y);
		break;
	case ACT_ELEMENT:
		element(g, x);
		break;
	case ACT_GET_CHUNK:
		get_chunk(g, x, y);
		break;
	case ACT_CLOSE_FILE:
		if (x % 2)
			ocrFileClose(g);
		else
			ocrFileRelease(g);
		break;
	case ACT_REDUCE:
		ocrEventCollectiveSatisfySlot(g, values, (u32)x);
		break;
	case ACT_WAIT:
		ocrWait(g);
		break;
	case ACTS:
		break;
	}
}

ocrGuid_t
act_body(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 p[7] = {ACT_WAIT + 1};

	for (u32 i = 0; i < paramc && i < 7; i++)
		p[i] = paramv[i];
	looked += look(depc, depv);
	/* Only the first task, which knows itself alone, creates so much. */
	if (p[0] == ACT_CREATE_ALL && act_known(0).lower != act_known(1).lower)
		p[0] = ACT_CREATE_BLOCK;
	call((enum act)(p[0] % (ACTS + 1)), (ocrGuid_t){p[1], p[2]},
	     (ocrGuid_t){p[3], p[4]}, p[5], p[6]);
	return depc && p[5] % 2 ? depv[0].guid : NULL_GUID;
}
