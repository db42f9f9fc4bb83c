/* SPDX-License-Identifier: BSD-3-Clause */
/* extensions.c - calls of the extensions, but for files, and of 1.2. */
#include "tests/sim/caller/caller.h"

#include <string.h>

/* -- Hints, affinities ---------------------------------------------------- */

static ocrHintProp_t
prop(void)
{
	return (ocrHintProp_t)((caller_draw(5) << 8) + caller_draw(9));
}

static void
call_ocrHintInit(void)
{
	ocrHint_t h;

	ocrHintInit(chance(95) ? &h : NULL, (ocrHintType_t)caller_draw(8));
}

static void
call_ocrSetHintValue(void)
{
	ocrSetHintValue(caller_hint_out(), prop(), caller_number());
}

static void
call_ocrUnsetHintValue(void)
{
	ocrUnsetHintValue(caller_hint_out(), prop());
}

static void
call_ocrGetHintValue(void)
{
	s64 value;

	ocrGetHintValue(caller_hint_out(), prop(), chance(95) ? &value : NULL);
}

static enum what
hinted(void)
{
	static const enum what all[] = {A_BLOCK, A_TASK, A_TEMPLATE, AN_EVENT};

	return all[caller_draw(4)];
}

static void
call_ocrSetHint(void)
{
	ocrSetHint(caller_guid(hinted()), caller_hint_out());
}

static void
call_ocrGetHint(void)
{
	ocrGetHint(caller_guid(hinted()), caller_hint_out());
}

static ocrAffinityKind
kind(void)
{
	return (ocrAffinityKind)(chance(95) ? caller_draw(7)
					    : caller_number() & 0x7fffffff);
}

static void
call_ocrAffinityCount(void)
{
	u64 n;

	ocrAffinityCount(kind(), chance(95) ? &n : NULL);
}

static void
call_ocrAffinityGet(void)
{
	u64 n = caller_draw(5);
	ocrGuid_t all[4];

	if (!ocrAffinityGet(kind(), chance(95) ? &n : NULL,
			    chance(95) ? all : NULL) &&
	    n && n < 5)
		caller_learn(AN_AFFINITY, all[0]);
}

static void
call_ocrAffinityGetAt(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrAffinityGetAt(kind(), caller_number(), g), AN_AFFINITY,
		   g);
}

static void
call_ocrAffinityGetCurrent(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrAffinityGetCurrent(g), AN_AFFINITY, g);
}

static void
call_ocrAffinityQuery(void)
{
	ocrGuid_t all[4];
	u64 n = caller_draw(5);

	ocrAffinityQuery(caller_guid(ANYTHING), chance(95) ? &n : NULL,
			 chance(95) ? all : NULL);
}

static void
call_ocrAffinityToHintValue(void)
{
	ocrAffinityToHintValue(caller_guid(AN_AFFINITY));
}

/* -- Labels and maps ------------------------------------------------------ */

static ocrGuidUserKind
user_kind(void)
{
	return (ocrGuidUserKind)(chance(97) ? caller_draw(11)
					    : caller_number() & 0x7fffffff);
}

static u64
elements(void)
{
	return chance(80) ? 1 + caller_draw(5) : caller_number();
}

static void
call_ocrGuidRangeCreate(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrGuidRangeCreate(g, elements(), user_kind()), A_RANGE, g);
}

static void
call_ocrGuidMapSpread(void)
{
	ocrGuid_t *g = caller_out(chance(80) ? A_RANGE : A_MAP);

	caller_got(ocrGuidMapSpread(g, caller_hint_out()), A_RANGE, g);
}

static void
call_ocrGuidFromIndex(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrGuidFromIndex(g, caller_guid(A_RANGE), caller_number()),
		   A_LABEL, g);
}

static const s64 *
numbers(void)
{
	return (const s64 *)(const void *)caller_params();
}

static ocrGuidMapFunc_t
function(void)
{
	return chance(95) ? caller_map : NULL;
}

/* As many parameters as there are. */
static u32
paramc(void)
{
	return chance(90) ? (u32)caller_draw(6) : CALLER_MOST;
}

static void
call_ocrGuidMapCreate(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);
	u32 n = paramc();

	caller_got(ocrGuidMapCreate(g, n, function(), numbers(), elements(),
				    user_kind()),
		   A_RANGE, g);
}

static void
call_ocrGuidMapSetDefaultMap(void)
{
	u32 n = paramc();

	ocrGuidMapSetDefaultMap(n, function(), numbers(), elements(),
				user_kind());
}

static void
call_ocrGuidMapDestroy(void)
{
	ocrGuidMapDestroy(caller_guid(chance(50) ? A_RANGE : A_MAP));
}

static void
call_ocrGuidFromLabel(void)
{
	s64 tuple[4] = {0};
	ocrGuid_t *g = caller_out(ANYTHING);
	ocrGuid_t map = chance(30) ? NULL_GUID : caller_guid(A_RANGE);

	tuple[0] = (s64)caller_number();
	caller_got(ocrGuidFromLabel(g, map, tuple), A_LABEL, g);
}

static void
call_ocrGetGuidKind(void)
{
	ocrGuidUserKind k;

	ocrGetGuidKind(chance(95) ? &k : NULL, caller_guid(ANYTHING));
}

static void
call_ocrMapCreate(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);
	const u64 *params = caller_params();
	const ocrGuid_t *guids = chance(50) ? caller_guids() : NULL;

	caller_got(ocrMapCreate(g, elements(),
				chance(97) ? caller_creator : NULL, paramc(),
				params, guids ? paramc() : caller_count(9),
				guids),
		   A_MAP, g);
}

static void
call_ocrMapDestroy(void)
{
	ocrMapDestroy(caller_guid(A_MAP));
}

static void
call_ocrMapGet(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);
	static const enum what as[] = {A_BLOCK, A_TASK, AN_EVENT, A_LABEL};

	caller_got(ocrMapGet(g, caller_guid(A_MAP), caller_number()),
		   as[caller_draw(4)], g);
}

static void
call_ocrGetIdType(void)
{
	ocrGetIdType(caller_guid(ANYTHING));
}

static void
call_ocrGetGuid(void)
{
	ocrGetGuid(caller_out(ANYTHING), caller_guid(ANYTHING));
}

/* -- Parts, copies, files ------------------------------------------------- */

static void
call_ocrDbGetSize(void)
{
	u64 size;

	ocrDbGetSize(caller_guid(A_BLOCK), chance(95) ? &size : NULL);
}

static void
call_ocrDbPartition(void)
{
	ocrDbPart_t parts[4];
	u32 n = (u32)caller_draw(5);

	for (u32 i = 0; i < 4; i++) {
		parts[i].size = caller_size() / 4;
		parts[i].offset = chance(80) ? i * 64 : caller_number();
		parts[i].guid = NULL_GUID;
	}
	if (chance(5)) {
		ocrDbPartition(caller_guid(A_BLOCK), (u32)caller_number(), NULL,
			       0);
		return;
	}
	if (ocrDbPartition(caller_guid(A_BLOCK), n, parts,
			   chance(90) ? (u32)caller_draw(2)
				      : (u32)caller_number()))
		return;
	for (u32 i = 0; i < n; i++)
		caller_learn(A_BLOCK, parts[i].guid);
}

static u64
place(void)
{
	return chance(60) ? 0 : caller_size();
}

static void
call_ocrDbCopy(void)
{
	ocrGuid_t *done = chance(50) ? caller_out(ANYTHING) : NULL;
	u64 size = chance(70) ? caller_draw(40) : caller_number();
	u8 code = ocrDbCopy(
		caller_guid(A_BLOCK), place(), caller_guid(A_BLOCK), place(),
		size, chance(95) ? caller_draw(3) : caller_number(), done);

	caller_got(code, AN_EVENT, done);
}

/* -- The runtime's interface, and legacy ---------------------------------- */

static void
call_ocrElsUserGet(void)
{
	ocrElsUserGet((u8)caller_draw(256));
}

static void
call_ocrElsUserSet(void)
{
	ocrElsUserSet((u8)caller_draw(256), caller_guid(ANYTHING));
}

static void
call_ocrEdtLocalStorageGet(void)
{
	void *p = NULL;
	u64 size;

	if (!ocrEdtLocalStorageGet(chance(95) ? &p : NULL,
				   chance(90) ? &size : NULL))
		memset(p, 1, OCR_EDT_LOCAL_STORAGE_BYTES);
}

static void
call_ocrCurrentEdtGet(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrCurrentEdtGet(g), A_TASK, g);
}

static void
call_ocrCurrentEdtOutputGet(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrCurrentEdtOutputGet(g), AN_EVENT, g);
}

static void
call_ocrCurrentWorkerGuid(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrCurrentWorkerGuid(g), A_PLACE, g);
}

static void
call_ocrNbWorkers(void)
{
	ocrNbWorkers();
}

static void
call_ocrInformLegacyCodeBlocking(void)
{
	ocrInformLegacyCodeBlocking();
}

static void
call_ocrParseArgs(void)
{
	const char *argv[] = {"program", NULL};
	ocrConfig_t config;

	ocrParseArgs((int)caller_draw(2), argv, chance(95) ? &config : NULL);
}

static void
call_ocrLegacyInit(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrLegacyInit(g, NULL), A_PLACE, g);
}

static void
call_ocrLegacySpawnOCR(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrLegacySpawnOCR(g, caller_guid(A_TEMPLATE), caller_draw(3),
				     caller_params(), caller_draw(3),
				     chance(50) ? caller_guids() : NULL,
				     caller_guid(A_PLACE)),
		   AN_EVENT, g);
}

static void
call_ocrLegacyBlockProgress(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);
	void *result;
	u64 size;

	caller_got(ocrLegacyBlockProgress(caller_guid(AN_EVENT), g,
					  chance(50) ? &result : NULL,
					  chance(50) ? &size : NULL,
					  (u16)(chance(90) ? caller_draw(8)
							   : caller_number())),
		   A_BLOCK, g);
}

static void
call_ocrWait(void)
{
	caller_learn(A_BLOCK, ocrWait(caller_guid(AN_EVENT)));
}

static void
call_ocrLegacyFinalize(void)
{
	ocrLegacyFinalize(caller_guid(A_PLACE), (u8)caller_draw(2));
}

static void
call_ocrLegacyIsChannelReady(void)
{
	ocrLegacyIsChannelReady(caller_guid(AN_EVENT));
}

/* One that does not end its pause is told off when it returns. */
static void
call_ocrPause(void)
{
	u32 flag = ocrPause((u8)caller_draw(2));

	if (chance(80))
		ocrResume(flag);
}

static void
call_ocrQuery(void)
{
	ocrGuid_t g = chance(50) ? NULL_GUID : caller_guid(ANYTHING);
	u32 flag = chance(80) ? ocrPause(true) : 0, size;
	void *result;

	caller_learn(A_BLOCK,
		     ocrQuery((ocrQueryType_t)(chance(90) ? caller_draw(4)
							  : caller_number()),
			      g, chance(90) ? &result : NULL,
			      chance(90) ? &size : NULL, 0));
	ocrResume(flag);
}

static void
call_ocrResume(void)
{
	ocrResume((u32)caller_number());
}

const struct call caller_extensions[] = {
	CALL(ocrHintInit),
	CALL(ocrSetHintValue),
	CALL(ocrUnsetHintValue),
	CALL(ocrGetHintValue),
	OFTEN(ocrSetHint, 3),
	OFTEN(ocrGetHint, 3),
	CALL(ocrAffinityCount),
	CALL(ocrAffinityGet),
	CALL(ocrAffinityGetAt),
	CALL(ocrAffinityGetCurrent),
	OFTEN(ocrAffinityQuery, 2),
	CALL(ocrAffinityToHintValue),
	OFTEN(ocrGuidRangeCreate, 3),
	CALL(ocrGuidMapSpread),
	OFTEN(ocrGuidFromIndex, 6),
	OFTEN(ocrGuidMapCreate, 2),
	CALL(ocrGuidMapSetDefaultMap),
	CALL(ocrGuidMapDestroy),
	OFTEN(ocrGuidFromLabel, 3),
	OFTEN(ocrGetGuidKind, 3),
	OFTEN(ocrMapCreate, 2),
	CALL(ocrMapDestroy),
	OFTEN(ocrMapGet, 4),
	CALL(ocrGetIdType),
	CALL(ocrGetGuid),
	CALL(ocrDbGetSize),
	OFTEN(ocrDbPartition, 3),
	OFTEN(ocrDbCopy, 4),
	CALL(ocrElsUserGet),
	CALL(ocrElsUserSet),
	CALL(ocrEdtLocalStorageGet),
	CALL(ocrCurrentEdtGet),
	CALL(ocrCurrentEdtOutputGet),
	CALL(ocrCurrentWorkerGuid),
	CALL(ocrNbWorkers),
	CALL(ocrInformLegacyCodeBlocking),
	CALL(ocrParseArgs),
	CALL(ocrLegacyInit),
	CALL(ocrLegacySpawnOCR),
	OFTEN(ocrLegacyBlockProgress, 2),
	OFTEN(ocrWait, 2),
	CALL(ocrLegacyFinalize),
	CALL(ocrLegacyIsChannelReady),
	CALL(ocrPause),
	CALL(ocrQuery),
	CALL(ocrResume),
	END(),
};
