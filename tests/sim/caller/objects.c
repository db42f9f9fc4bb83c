/* SPDX-License-Identifier: BSD-3-Clause */
/* objects.c - calls of OCR 1.1's chapter 2. */
#include "tests/sim/caller/caller.h"

/* -- Blocks --------------------------------------------------------------- */

static void
call_ocrDbCreate(void)
{
	ocrGuid_t *g = caller_out(A_LABEL);
	void *p = NULL;
	u64 len = caller_size();
	u16 flags = caller_flags(DB_PROP_NO_ACQUIRE | DB_PROP_NO_HINT |
				 DB_PROP_SINGLE_ASSIGNMENT);
	u8 code = ocrDbCreate(
		g, chance(90) ? &p : NULL, len, flags, caller_hint(),
		chance(95) ? NO_ALLOC : (ocrInDbAllocator_t)caller_draw(5));

	if (!code && p && len)
		*(char *)p = 1;
	caller_got(code, A_BLOCK, g);
}

static void
call_ocrDbDestroy(void)
{
	ocrDbDestroy(caller_guid(A_BLOCK));
}

static void
call_ocrDbRelease(void)
{
	ocrDbRelease(caller_guid(A_BLOCK));
}

static void
call_ocrDbDowngradeRelease(void)
{
	ocrDbDowngradeRelease(caller_guid(A_BLOCK));
}

/* -- Events --------------------------------------------------------------- */

static ocrEventTypes_t
type(void)
{
	return (ocrEventTypes_t)(chance(97) ? caller_draw(7)
					    : caller_number() & 0x7fffffff);
}

static void
call_ocrEventCreate(void)
{
	ocrGuid_t *g = caller_out(A_LABEL);

	caller_got(ocrEventCreate(g, type(), caller_flags(EVT_PROP_TAKES_ARG)),
		   AN_EVENT, g);
}

static void
fill(ocrEventParams_t *p, ocrEventTypes_t t)
{
	static const u16 ops[] = {REDOP_F8_ADD, REDOP_U8_MAX, REDOP_U4_BITXOR,
				  REDOP_S4_MIN};

	switch (t) {
	case OCR_EVENT_LATCH_T:
		p->EVENT_LATCH.counter = caller_number();
		break;
	case OCR_EVENT_COUNTED_T:
		p->EVENT_COUNTED.nbDeps = caller_number();
		break;
	case OCR_EVENT_CHANNEL_T:
		p->EVENT_CHANNEL.maxGen = (u32)caller_number();
		p->EVENT_CHANNEL.nbSat = (u32)caller_number();
		p->EVENT_CHANNEL.nbDeps = (u32)caller_number();
		break;
	default:
		p->EVENT_COLLECTIVE.maxGen = (u32)caller_number();
		p->EVENT_COLLECTIVE.nbContribs = (u32)caller_number();
		p->EVENT_COLLECTIVE.nbContribsPd = (u32)caller_number();
		/* As many as the caller has. */
		p->EVENT_COLLECTIVE.nbDatum =
			chance(90) ? (u32)caller_draw(9) : UINT32_MAX;
		p->EVENT_COLLECTIVE.arity = (u32)caller_number();
		p->EVENT_COLLECTIVE.op =
			chance(95) ? ops[caller_draw(4)] : (u16)caller_number();
		p->EVENT_COLLECTIVE.type = (collectiveType_t)caller_draw(4);
		p->EVENT_COLLECTIVE.reuseDbPerGen = (u8)caller_draw(2);
	}
}

static void
call_ocrEventCreateParams(void)
{
	ocrEventTypes_t t = chance(50) ? OCR_EVENT_COLLECTIVE_T : type();
	bool reduces = t == OCR_EVENT_COLLECTIVE_T;
	ocrGuid_t *g = caller_out(A_LABEL);
	ocrEventParams_t p;
	u8 code;

	fill(&p, t);
	code = ocrEventCreateParams(g, t, caller_flags(EVT_PROP_TAKES_ARG),
				    chance(95) ? &p : NULL);
	caller_got(code, reduces ? A_REDUCTION : AN_EVENT, g);
}

static void
call_ocrEventDestroy(void)
{
	ocrEventDestroy(caller_guid(chance(80) ? AN_EVENT : A_REDUCTION));
}

static ocrGuid_t
data(void)
{
	return chance(40) ? NULL_GUID : caller_guid(A_BLOCK);
}

static void
call_ocrEventSatisfy(void)
{
	ocrEventSatisfy(caller_guid(AN_EVENT), data());
}

static void
call_ocrEventSatisfySlot(void)
{
	ocrEventSatisfySlot(caller_guid(AN_EVENT), data(),
			    (u32)caller_number());
}

/* A reduction of that many values at most: fill(). */
static void
call_ocrEventCollectiveSatisfySlot(void)
{
	u64 values[9] = {0};

	ocrEventCollectiveSatisfySlot(caller_guid(A_REDUCTION),
				      chance(95) ? values : NULL,
				      (u32)caller_number());
}

/* -- Tasks ---------------------------------------------------------------- */

static void
call_ocrEdtTemplateCreate(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrEdtTemplateCreate(g, chance(97) ? caller_body : NULL,
					caller_count(UINT32_MAX),
					caller_count(UINT32_MAX)),
		   A_TEMPLATE, g);
}

static void
call_ocrEdtTemplateCreateLabeled(void)
{
	ocrGuid_t *g = caller_out(A_LABEL);

	caller_got(ocrEdtTemplateCreateLabeled(
			   g, chance(97) ? caller_body : NULL,
			   caller_count(UINT32_MAX), caller_count(UINT32_MAX),
			   caller_flags(0)),
		   A_TEMPLATE, g);
}

static void
call_ocrEdtTemplateCreate_internal(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrEdtTemplateCreate_internal(g, caller_body,
						 caller_count(UINT32_MAX),
						 caller_count(UINT32_MAX),
						 chance(50) ? "body" : NULL),
		   A_TEMPLATE, g);
}

static void
call_ocrEdtTemplateDestroy(void)
{
	ocrEdtTemplateDestroy(caller_guid(A_TEMPLATE));
}

/* Without tasks that run there would be few calls. */
static void
create_plain(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);
	ocrGuid_t *out = chance(30) ? caller_out(ANYTHING) : NULL;
	ocrGuid_t depv[3];
	u32 n = (u32)caller_draw(4);
	u8 code;

	for (u32 i = 0; i < n; i++)
		depv[i] = chance(80) ? NULL_GUID
				     : caller_guid(chance(60) ? A_BLOCK
							      : AN_EVENT);
	code = ocrEdtCreate(g, caller_template(), (u32)caller_draw(4),
			    caller_params(), n, depv,
			    chance(20) ? EDT_PROP_FINISH : EDT_PROP_NONE,
			    caller_hint(), out);
	caller_got(code, A_TASK, g);
	caller_got(code, AN_EVENT, out);
}

/* With a pointer there are as many as the count says.  A task of some millions
 * of slots is allowed, and takes as much memory: none is made. */
static void
call_ocrEdtCreate(void)
{
	ocrGuid_t *g = caller_out(A_LABEL), *out = caller_out(AN_EVENT);
	const u64 *paramv = caller_params();
	const ocrGuid_t *depv = chance(50) ? caller_guids() : NULL;
	u32 paramc = caller_count(paramv ? CALLER_MOST : UINT32_MAX);
	u32 depc = caller_count(depv ? CALLER_MOST : UINT32_MAX);
	u16 flags = caller_flags(chance(25) ? EDT_PROP_OEVT_VALID |
						      EDT_PROP_FINISH |
						      EDT_PROP_LONG
					    : EDT_PROP_FINISH);
	u8 code;

	if (chance(60)) {
		create_plain();
		return;
	}
	code = ocrEdtCreate(g, caller_guid(A_TEMPLATE), paramc, paramv, depc,
			    depv, flags, caller_hint(), out);
	caller_got(code, A_TASK, g);
	caller_got(code, AN_EVENT, out);
}

static void
call_ocrEdtDestroy(void)
{
	ocrEdtDestroy(caller_guid(A_TASK));
}

static ocrGuid_t
source(void)
{
	static const enum what from[] = {A_BLOCK, AN_EVENT, AN_EVENT,
					 A_REDUCTION};

	return chance(20) ? NULL_GUID : caller_guid(from[caller_draw(4)]);
}

static ocrGuid_t
destination(void)
{
	return caller_guid(chance(75) ? A_TASK : AN_EVENT);
}

static void
call_ocrAddDependence(void)
{
	ocrAddDependence(source(), destination(), (u32)caller_number(),
			 caller_mode());
}

static void
call_ocrAddDependenceSlot(void)
{
	ocrAddDependenceSlot(source(), (u32)caller_number(), destination(),
			     (u32)caller_number(), caller_mode());
}

/* -- The rest of the core ------------------------------------------------- */

static void
call_ocrShutdown(void)
{
	if (chance(2))
		ocrShutdown();
}

static void
call_ocrAbort(void)
{
	if (chance(2))
		ocrAbort((u8)caller_draw(256));
}

static void
call_PRINTF(void)
{
	PRINTF("%s " GUIDF "\n", "a GUID", GUIDA(caller_guid(ANYTHING)));
}

/* As mainEdt gets them. */
static const u64 args[] = {1, 16, 0x61};

static void
call_getArgc(void)
{
	getArgc(args);
}

static void
call_getArgv(void)
{
	getArgv(args, caller_number());
}

static void
call_ocrGuidIsNull(void)
{
	ocrGuidIsNull(caller_guid(ANYTHING));
}

static void
call_ocrGuidIsUninitialized(void)
{
	ocrGuidIsUninitialized(caller_guid(ANYTHING));
}

static void
call_ocrGuidIsError(void)
{
	ocrGuidIsError(caller_guid(ANYTHING));
}

static void
call_ocrGuidIsEq(void)
{
	ocrGuidIsEq(caller_guid(ANYTHING), caller_guid(ANYTHING));
}

static void
call_ocrGuidIsLt(void)
{
	ocrGuidIsLt(caller_guid(ANYTHING), caller_guid(ANYTHING));
}

const struct call caller_objects[] = {
	OFTEN(ocrDbCreate, 8),
	OFTEN(ocrDbDestroy, 4),
	OFTEN(ocrDbRelease, 3),
	CALL(ocrDbDowngradeRelease),
	OFTEN(ocrEventCreate, 8),
	OFTEN(ocrEventCreateParams, 6),
	OFTEN(ocrEventDestroy, 3),
	OFTEN(ocrEventSatisfy, 6),
	OFTEN(ocrEventSatisfySlot, 4),
	OFTEN(ocrEventCollectiveSatisfySlot, 3),
	OFTEN(ocrEdtTemplateCreate, 4),
	CALL(ocrEdtTemplateCreateLabeled),
	CALL(ocrEdtTemplateCreate_internal),
	CALL(ocrEdtTemplateDestroy),
	OFTEN(ocrEdtCreate, 30),
	OFTEN(ocrEdtDestroy, 2),
	OFTEN(ocrAddDependence, 14),
	OFTEN(ocrAddDependenceSlot, 4),
	CALL(ocrShutdown),
	CALL(ocrAbort),
	CALL(PRINTF),
	CALL(getArgc),
	CALL(getArgv),
	CALL(ocrGuidIsNull),
	CALL(ocrGuidIsUninitialized),
	CALL(ocrGuidIsError),
	CALL(ocrGuidIsEq),
	CALL(ocrGuidIsLt),
	END(),
};
