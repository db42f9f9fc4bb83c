/* SPDX-License-Identifier: BSD-3-Clause */
/* refusals.c - makes each call of the API with each argument that it refuses,
 * in a task on the last node.  What strict mode says of it is in refusals.txt,
 * line by line; with the argument "fail" the job ends with status 3, and with
 * "fail stay" the task that ends it does not return.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-info.h"
#include "extensions/ocr-db-partitioning.h"
#include "extensions/ocr-file.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"
#include "extensions/ocr-map-creator.h"
#include "extensions/ocr-pause.h"
#include "extensions/ocr-reduction-event.h"
#include "extensions/ocr-runtime-itf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The call must be refused, with this code. */
#define NO(call, code)                                                         \
	do {                                                                   \
		u8 got_ = (call);                                              \
                                                                               \
		if (got_ != (code))                                            \
			FAIL("%s returned %u", #call, (unsigned)got_);         \
	} while (0)

/* What no node has made. */
static ocrGuid_t
of_no_node(ocrGuid_t g)
{
	g.upper |= UINT64_C(0xffffff) << 24;
	return g;
}

TASK(step)
{
	return NULL_GUID;
}

static void
try_edts(void)
{
	ocrGuid_t fixed = NULL_GUID, any = NULL_GUID, event = NULL_GUID, g;
	u64 v[3] = {0};

	OK(ocrEdtTemplateCreate(&fixed, step, 2, 1));
	OK(ocrEdtTemplateCreate(&any, step, EDT_PARAM_UNK, EDT_PARAM_UNK));
	OK(ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	NO(ocrEdtTemplateCreate(NULL, step, 0, 0), OCR_EINVAL);
	NO(ocrEdtTemplateCreate(&g, NULL, 0, 0), OCR_EINVAL);
	NO(ocrEdtTemplateCreate(&g, step, 70000, 0), OCR_EINVAL);
	NO(ocrEdtTemplateCreate(&g, step, 0, 70000), OCR_EINVAL);
	NO(ocrEdtTemplateCreateLabeled(&g, step, 0, 0, 0x8000), OCR_EINVAL);
	NO(ocrEdtTemplateDestroy(event), OCR_EINVAL);
	NO(ocrEdtTemplateDestroy(NULL_GUID), OCR_EINVAL);
	NO(ocrEdtCreate(&g, event, 0, NULL, 0, NULL, 0, NULL, NULL),
	   OCR_EINVAL);
	NO(ocrEdtCreate(&g, fixed, 3, v, 1, NULL, 0, NULL, NULL), OCR_EINVAL);
	NO(ocrEdtCreate(&g, fixed, 2, v, 0, NULL, 0, NULL, NULL), OCR_EINVAL);
	NO(ocrEdtCreate(&g, fixed, 2, NULL, 1, NULL, 0, NULL, NULL),
	   OCR_EINVAL);
	NO(ocrEdtCreate(&g, any, EDT_PARAM_DEF, v, 0, NULL, 0, NULL, NULL),
	   OCR_EINVAL);
	NO(ocrEdtCreate(&g, any, 0, v, 0, NULL, 0, NULL, NULL), OCR_EINVAL);
	NO(ocrEdtCreate(&g, fixed, 2, v, 1, &any, 0, NULL, NULL), OCR_EINVAL);
	NO(ocrEdtCreate(&g, fixed, 2, v, 1, NULL, 0x800, NULL, NULL),
	   OCR_EINVAL);
	NO(ocrEdtCreate(&g, fixed, 2, v, 1, NULL, EDT_PROP_OEVT_VALID, NULL,
			NULL),
	   OCR_EINVAL);
	NO(ocrEdtDestroy(event), OCR_EINVAL);
	NO(ocrEdtDestroy(ERROR_GUID), OCR_EINVAL);
	OK(ocrEdtTemplateDestroy(any));
	OK(ocrEdtTemplateDestroy(fixed));
	OK(ocrEventDestroy(event));
}

static void
try_events(bool strict)
{
	ocrGuid_t event = NULL_GUID, latch = NULL_GUID, tmpl, db = NULL_GUID, g;
	ocrEventParams_t none;
	void *p;

	memset(&none, 0, sizeof(none));
	tmpl = conf_template(step);
	OK(ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	OK(ocrEventCreate(&latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE));
	OK(ocrDbCreate(&db, &p, 8, DB_PROP_NONE, NULL, NO_ALLOC));
	NO(ocrEventCreate(NULL, OCR_EVENT_ONCE_T, 0), OCR_EINVAL);
	NO(ocrEventCreate(&g, (ocrEventTypes_t)77, 0), OCR_EINVAL);
	NO(ocrEventCreate(&g, OCR_EVENT_ONCE_T, 0x40), OCR_EINVAL);
	NO(ocrEventCreate(&g, OCR_EVENT_COUNTED_T, 0), OCR_EINVAL);
	NO(ocrEventCreateParams(&g, OCR_EVENT_CHANNEL_T, 0, &none), OCR_EINVAL);
	NO(ocrEventCreate(&g, OCR_EVENT_COLLECTIVE_T, 0), OCR_EINVAL);
	NO(ocrEventDestroy(tmpl), OCR_EINVAL);
	NO(ocrEventDestroy(of_no_node(event)), OCR_EINVAL);
	NO(ocrEventSatisfy(tmpl, NULL_GUID), OCR_EINVAL);
	NO(ocrEventSatisfy(event, tmpl), OCR_EINVAL);
	NO(ocrEventSatisfySlot(event, NULL_GUID, 1), OCR_EINVAL);
	NO(ocrEventSatisfySlot(latch, NULL_GUID, 2), OCR_EINVAL);
	if (strict) /* else it is served: doc/use/CHOICES.md, C13 */
		NO(ocrEventSatisfy(event, db), OCR_EPERM);
	NO(ocrAddDependence(db, db, 0, DB_MODE_RO), OCR_EPERM);
	NO(ocrAddDependence(tmpl, event, 0, DB_MODE_RO), OCR_EPERM);
	NO(ocrAddDependence(event, latch, 2, DB_MODE_RO), OCR_EINVAL);
	NO(ocrAddDependenceSlot(event, 1, latch, 0, DB_MODE_RO), OCR_EINVAL);
	NO(ocrEventCollectiveSatisfySlot(event, &g, 0), OCR_EINVAL);
	OK(ocrEventSatisfy(event, NULL_GUID));
	NO(ocrEventSatisfy(event, NULL_GUID), OCR_EPERM);
	OK(ocrEventDestroy(event));
	NO(ocrEventDestroy(event), OCR_EINVAL);
	OK(ocrEventSatisfySlot(latch, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	OK(ocrEventSatisfySlot(latch, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	OK(ocrDbDestroy(db));
	OK(ocrEdtTemplateDestroy(tmpl));
}

static void
try_blocks(void)
{
	ocrGuid_t db = NULL_GUID, other = NULL_GUID, event = NULL_GUID, g;
	ocrDbPart_t parts[2] = {{.offset = 0, .size = 16},
				{.offset = 8, .size = 8}};
	void *p;
	u64 n;

	OK(ocrDbCreate(&db, &p, 64, DB_PROP_NONE, NULL, NO_ALLOC));
	OK(ocrDbCreate(&other, &p, 64, DB_PROP_NO_ACQUIRE, NULL, NO_ALLOC));
	OK(ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	NO(ocrDbCreate(NULL, &p, 8, 0, NULL, NO_ALLOC), OCR_EINVAL);
	NO(ocrDbCreate(&g, &p, 8, 0x80, NULL, NO_ALLOC), OCR_EINVAL);
	NO(ocrDbCreate(&g, &p, 8, 0, NULL, (ocrInDbAllocator_t)1), OCR_EINVAL);
	NO(ocrDbRelease(event), OCR_EINVAL);
	NO(ocrDbRelease(other), OCR_EACCES);
	NO(ocrDbDowngradeRelease(other), OCR_EACCES);
	NO(ocrDbGetSize(db, NULL), OCR_EINVAL);
	NO(ocrDbGetSize(other, &n), OCR_EACCES);
	NO(ocrDbDestroy(event), OCR_EINVAL);
	NO(ocrDbCopy(event, 0, db, 0, 8, DB_COPY_DEFAULT, NULL), OCR_EINVAL);
	NO(ocrDbCopy(other, 0, db, 60, 8, DB_COPY_DEFAULT, NULL), OCR_EINVAL);
	NO(ocrDbCopy(other, 0, db, 0, 8, 99, NULL), OCR_EINVAL);
	NO(ocrDbPartition(event, 1, parts, 0), OCR_EINVAL);
	NO(ocrDbPartition(db, 1, NULL, 0), OCR_EINVAL);
	NO(ocrDbPartition(db, 0, parts, 0), OCR_EINVAL);
	NO(ocrDbPartition(db, 2, parts, 0), OCR_EINVAL);
	OK(ocrDbRelease(db));
	NO(ocrDbRelease(db), OCR_EACCES);
	OK(ocrDbDestroy(db));
	NO(ocrDbDestroy(db), OCR_EPERM);
	OK(ocrDbDestroy(other));
	OK(ocrEventDestroy(event));
}

static void
try_files(ocrGuid_t db)
{
	ocrGuid_t g;

	NO(ocrFileOpen(NULL, "x", "r", NULL, 0), OCR_EINVAL);
	NO(ocrFileOpen(&g, NULL, "r", NULL, 0), OCR_EINVAL);
	NO(ocrFileOpen(&g, "x", "q", NULL, 0), OCR_EINVAL);
	NO(ocrFileOpen(&g, "x", "r", NULL, 4), OCR_EINVAL);
	NO(ocrFileRelease(db), OCR_EINVAL);
	NO(ocrFileGetChunk(NULL, db, 0, 8), OCR_EINVAL);
	NO(ocrFileGetChunk(&g, db, 0, 8), OCR_EINVAL);
}

static ocrGuid_t
to_nothing(ocrGuid_t start, u64 skip, s64 *params, s64 *tuple)
{
	(void)start, (void)skip, (void)params, (void)tuple;
	return NULL_GUID;
}

static void
try_names(ocrGuid_t db)
{
	ocrGuid_t range = NULL_GUID, map = NULL_GUID, g = NULL_GUID;
	s64 tuple[1] = {0};

	OK(ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_STICKY));
	OK(ocrGuidMapCreate(&map, 0, to_nothing, NULL, 4, GUID_USER_DB));
	NO(ocrGuidRangeCreate(NULL, 4, GUID_USER_DB), OCR_EINVAL);
	NO(ocrGuidRangeCreate(&g, 0, GUID_USER_DB), OCR_EINVAL);
	NO(ocrGuidRangeCreate(&g, 4, (ocrGuidUserKind)99), OCR_EINVAL);
	NO(ocrGuidFromIndex(NULL, range, 0), OCR_EINVAL);
	NO(ocrGuidFromIndex(&g, db, 0), OCR_EINVAL);
	NO(ocrGuidFromIndex(&g, range, 4), OCR_EINVAL);
	NO(ocrGuidMapSpread(&db, NULL), OCR_EINVAL);
	NO(ocrGuidMapCreate(NULL, 0, to_nothing, NULL, 4, GUID_USER_DB),
	   OCR_EINVAL);
	NO(ocrGuidMapCreate(&g, 0, NULL, NULL, 4, GUID_USER_DB), OCR_EINVAL);
	NO(ocrGuidMapDestroy(db), OCR_EINVAL);
	NO(ocrGuidFromLabel(&g, range, tuple), OCR_EINVAL);
	NO(ocrGuidFromLabel(&g, map, tuple), OCR_EINVAL);
	NO(ocrMapGet(NULL, map, 0), OCR_EINVAL);
	NO(ocrMapGet(&g, map, 0), OCR_EINVAL);
	NO(ocrMapDestroy(range), OCR_EINVAL);
	NO(ocrGetGuid(NULL, db), OCR_EINVAL);
	NO(ocrGetGuid(&g, NULL_GUID), OCR_EINVAL);
	g = db;
	NO(ocrEventCreate(&g, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED),
	   OCR_EINVAL);
	OK(ocrGuidFromIndex(&g, range, 0));
	NO(ocrEventCreate(&g, OCR_EVENT_ONCE_T, GUID_PROP_IS_LABELED),
	   OCR_EINVAL);
	OK(ocrGuidMapDestroy(map));
}

static void
try_hints(ocrGuid_t db)
{
	ocrGuid_t g[2];
	ocrHint_t h;
	s64 value;
	u64 n = 0;

	NO(ocrHintInit(NULL, OCR_HINT_EDT_T), OCR_EINVAL);
	NO(ocrHintInit(&h, (ocrHintType_t)99), OCR_EINVAL);
	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	NO(ocrSetHintValue(NULL, OCR_HINT_EDT_PRIORITY, 1), OCR_EINVAL);
	NO(ocrSetHintValue(&h, OCR_HINT_DB_AFFINITY, 1), OCR_EINVAL);
	NO(ocrUnsetHintValue(&h, OCR_HINT_DB_AFFINITY), OCR_EINVAL);
	NO(ocrGetHintValue(&h, OCR_HINT_DB_AFFINITY, &value), OCR_EINVAL);
	NO(ocrSetHint(db, NULL), OCR_EINVAL);
	NO(ocrSetHint(db, &h), OCR_EINVAL);
	NO(ocrGetHint(db, &h), OCR_EINVAL);
	NO(ocrAffinityCount(AFFINITY_PD, NULL), OCR_EINVAL);
	NO(ocrAffinityCount((ocrAffinityKind)99, &n), OCR_EINVAL);
	NO(ocrAffinityGet(AFFINITY_PD, &n, NULL), OCR_EINVAL);
	NO(ocrAffinityGetAt(AFFINITY_CURRENT, 1, g), OCR_EINVAL);
	NO(ocrAffinityGetCurrent(NULL), OCR_EINVAL);
	n = 0;
	NO(ocrAffinityQuery(db, &n, g), OCR_EINVAL);
	NO(ocrEdtLocalStorageGet(NULL, &n), OCR_EINVAL);
	NO(ocrCurrentEdtGet(NULL), OCR_EINVAL);
	NO(ocrCurrentEdtOutputGet(NULL), OCR_EINVAL);
	NO(ocrCurrentWorkerGuid(NULL), OCR_EINVAL);
}

static void
try_waits(ocrGuid_t db)
{
	ocrGuid_t event = NULL_GUID, g;
	void *p;
	u32 n;

	OK(ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	NO(ocrLegacyBlockProgress(db, &g, NULL, NULL, LEGACY_PROP_NONE),
	   OCR_EINVAL);
	NO(ocrLegacyBlockProgress(event, &g, NULL, NULL, 0x40), OCR_EINVAL);
	if (!ocrGuidIsNull(ocrWait(db)))
		FAIL("ocrWait() of a block returned one");
	NO(ocrLegacyInit(NULL, NULL), OCR_EINVAL);
	NO(ocrLegacyInit(&g, NULL), OCR_EPERM);
	NO(ocrLegacySpawnOCR(&g, db, 0, NULL, 0, NULL, NULL_GUID), OCR_EPERM);
	NO(ocrLegacyFinalize(NULL_GUID, false), OCR_EPERM);
	if (!ocrGuidIsNull(
		    ocrQuery(OCR_QUERY_EVENTS, NULL_GUID, &p, NULL, 0)) ||
	    !ocrGuidIsNull(ocrQuery(OCR_QUERY_EVENTS, NULL_GUID, &p, &n, 0)))
		FAIL("ocrQuery() has not failed");
	if (ocrPause(true)) {
		if (!ocrGuidIsNull(ocrQuery((ocrQueryType_t)77, db, &p, &n, 0)))
			FAIL("ocrQuery() knows a 77");
		ocrResume(1);
	}
	OK(ocrEventDestroy(event));
}

TASK(try_all)
{
	ocrGuid_t db = NULL_GUID;
	void *p;

	OK(ocrDbCreate(&db, &p, 8, DB_PROP_NONE, NULL, NO_ALLOC));
	try_edts();
	try_events(!*PARAM(u64));
	try_blocks();
	try_files(db);
	try_names(db);
	try_hints(db);
	try_waits(db);
	OK(ocrDbDestroy(db));
	if (*PARAM(u64))
		ocrAbort(3);
	else
		ocrShutdown();
	while (*PARAM(u64) > 1)
		pause();
	return NULL_GUID;
}

MAIN_TASK
{
	u64 fail = getArgc(depv[0].ptr) - 1;

	conf_start(conf_task(try_all, conf_nodes() - 1, PARAMS(fail), 1, NULL),
		   0);
	return NULL_GUID;
}
