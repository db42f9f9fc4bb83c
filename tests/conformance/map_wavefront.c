/* SPDX-License-Identifier: BSD-3-Clause */
/* map_wavefront.c - tasks of a map that wait for their neighbours above and to
 * the left, created by whoever comes first; other tasks on all nodes get them
 * from the map at the same time.  Each runs once. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-map-creator.h"

enum { W = 7, H = 6, RACERS = 4 };

struct shared {
	ocrGuid_t map, tmpl, end;
};

static void
creator(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	ocrGuid_t *guidv)
{
	u64 at[] = {index % paramv[0], index / paramv[0]};
	ocrGuid_t deps[] = {guidv[0], UNINITIALIZED_GUID, UNINITIALIZED_GUID};
	ocrGuid_t before = lid;

	if (paramc != 2 || guidc != 2)
		FAIL("the creator got %u values and %u GUIDs", paramc, guidc);
	if (!at[0])
		deps[1] = NULL_GUID;
	if (!at[1])
		deps[2] = NULL_GUID;
	OK(ocrEdtCreate(&lid, guidv[1], EDT_PARAM_DEF, at, EDT_PARAM_DEF, deps,
			EDT_PROP_MAPPED, NULL_HINT, NULL));
	if (!ocrGuidIsEq(lid, before))
		FAIL("the task has another GUID");
}

/* Hands on the number of paths to it. */
static void
hand_on(const struct shared *s, u64 x, u64 y, u32 slot, u64 paths)
{
	ocrGuid_t task;

	if (x == W || y == H)
		return;
	OK(ocrMapGet(&task, s->map, x + y * W));
	conf_link(conf_number(x, paths), task, slot, DB_MODE_CONST);
}

TASK(work)
{
	struct shared s = *(const struct shared *)depv[0].ptr;
	u64 x = paramv[0], y = paramv[1], paths = 0;
	ocrGuid_t me, self;

	CHECK_OK(ocrMapGet(&self, s.map, x + y * W));
	CHECK_OK(ocrGetGuid(&me, self));
	CHECK_EQ("type of identifier", ocrGetIdType(self), OCR_ID_GUID);
	for (u32 i = 1; i < 3; i++)
		if (depv[i].ptr) {
			paths += conf_value(&depv[i]);
			CHECK_OK(ocrDbDestroy(depv[i].guid));
		}
	if (!x && !y)
		paths = 1;
	hand_on(&s, x + 1, y, 1, paths);
	hand_on(&s, x, y + 1, 2, paths);
	if (x == W - 1 && y == H - 1)
		conf_link(conf_number(0, paths), s.end, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(race)
{
	const struct shared *s = PARAM(struct shared);
	ocrGuid_t task;

	for (u64 i = 0; i < W * H; i++)
		CHECK_OK(ocrMapGet(&task, s->map, W * H - 1 - i));
	conf_start(s->end, (u32)(1 + paramv[paramc - 1]));
	return NULL_GUID;
}

TASK(end)
{
	const struct shared *s = PARAM(struct shared);

	/* 11 steps, 5 of them down. */
	CHECK_EQ("paths", conf_value(&depv[0]), 462);
	CHECK_OK(ocrEdtTemplateDestroy(s->tmpl));
	CHECK_OK(ocrMapDestroy(s->map));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct {
		struct shared s;
		u64 i;
	} racer;
	struct shared s = {0}, *p;
	u64 size[] = {W, H};
	ocrGuid_t guids[2], task;

	CHECK_OK(ocrEdtTemplateCreate(&s.tmpl, work, 2, 3));
	p = conf_block(&guids[0], 1, sizeof(*p));
	guids[1] = s.tmpl;
	CHECK_OK(ocrMapCreate(&s.map, W * H, creator, 2, size, 2, guids));
	/* All of its parameters but the end are known to the last task. */
	s.end = conf_task(end, 1, PARAMS(s), 1 + RACERS, NULL);
	*p = s;
	CHECK_OK(ocrDbRelease(guids[0]));
	racer.s = s;
	for (racer.i = 0; racer.i < RACERS; racer.i++)
		conf_start(conf_task(race, racer.i, PARAMS(racer), 1, NULL), 0);
	CHECK_OK(ocrMapGet(&task, s.map, 0));
	return NULL_GUID;
}
