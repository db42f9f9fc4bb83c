/* SPDX-License-Identifier: BSD-3-Clause */
/* wavefront_map.c - "OCR extensions", section 4: tasks with places instead of
 * GUIDs.
 *
 *	wavefront_map [WIDTH HEIGHT [race]]
 *
 *	(0,0) -> (1,0) -> (2,0)
 *	  |        |        |
 *	(0,1) -> (1,1) -> (2,1)
 *	  |        |        |
 *	(0,2) -> (1,2) -> (2,2)
 *
 * Each task waits for its neighbours above and to the left.  They name it by
 * its place in a map, and the map creates it when the first of them does so.
 * What a task hands on is the number of ways that lead to it, modulo 2^64, so
 * the last one knows whether all have run, once each.
 *
 * With "race" a task on each node asks for all elements as well, from the last
 * one to the first, while the wave runs.
 */
#include "apps/examples/example.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"

#include <stdlib.h>
#include <string.h>

struct data {
	ocrGuid_t map;
	ocrGuid_t task_template;
	ocrGuid_t last; /* the finish below */
	u64 width;
	u64 height;
};

struct place {
	u64 x;
	u64 y;
};

/* The slots of a task in the wave. */
enum slot { DATA, LEFT, ABOVE, SLOTS };

/* Runs once for each task, on the node that owns it. */
static void
creator(ocrGuid_t task, u64 index, u32 paramc UNUSED, u64 *paramv,
	u32 guidc UNUSED, ocrGuid_t *guidv)
{
	u64 width = paramv[0];
	struct place at = {index % width, index / width};
	ocrGuid_t deps[SLOTS] = {
		[DATA] = UNINITIALIZED_GUID,
		[LEFT] = at.x ? UNINITIALIZED_GUID : NULL_GUID,
		[ABOVE] = at.y ? UNINITIALIZED_GUID : NULL_GUID,
	};

	ocrEdtCreate(&task, guidv[1], EDT_PARAM_DEF, (const u64 *)&at,
		     EDT_PARAM_DEF, deps, EDT_PROP_MAPPED, NULL_HINT, NULL);
	ocrAddDependence(guidv[0], task, DATA, DB_MODE_CONST);
}

/* The ways to the last task, row by row. */
static u64
count_ways(u64 width, u64 height)
{
	u64 *ways = calloc(width, sizeof(*ways)), result;

	if (!ways)
		return 0;
	ways[0] = 1;
	for (u64 y = 0; y < height; y++)
		for (u64 x = 1; x < width; x++)
			ways[x] += ways[x - 1];
	result = ways[width - 1];
	free(ways);
	return result;
}

/* Ends the job when the wave and the races are over. */
EDT(finish)
{
	const u64 *ways = depv[0].ptr;
	const struct data *d = depv[1].ptr;

	PRINTF("%" PRIu64 " x %" PRIu64 " tasks: %" PRIu64
	       " ways modulo 2^64\n",
	       d->width, d->height, *ways);
	EXPECT(*ways == count_ways(d->width, d->height));
	ocrMapDestroy(d->map);
	ocrEdtTemplateDestroy(d->task_template);
	ocrDbDestroy(depv[0].guid);
	ocrDbDestroy(depv[1].guid);
	ocrShutdown();
	return NULL_GUID;
}

/* Hands the number on to a slot. */
static void
hand_on(u64 ways, ocrGuid_t task, u32 slot)
{
	ocrGuid_t db;
	u64 *p;

	ocrDbCreate(&db, (void **)&p, sizeof(*p), DB_PROP_NONE, NULL_HINT,
		    NO_ALLOC);
	*p = ways;
	ocrDbRelease(db);
	ocrAddDependence(db, task, slot, DB_MODE_CONST);
}

EDT(work)
{
	const struct place *at = (const struct place *)(const void *)paramv;
	const struct data *d = depv[DATA].ptr;
	u64 index = at->x + at->y * d->width, ways = 0;
	ocrGuid_t task;

	for (u32 slot = LEFT; slot <= ABOVE; slot++) {
		const u64 *from = depv[slot].ptr;

		if (!from)
			continue;
		ways += *from;
		ocrDbDestroy(depv[slot].guid);
	}
	if (index == 0)
		ways = 1;
	if (at->x + 1 < d->width) {
		ocrMapGet(&task, d->map, index + 1);
		hand_on(ways, task, LEFT);
	}
	if (at->y + 1 < d->height) {
		ocrMapGet(&task, d->map, index + d->width);
		hand_on(ways, task, ABOVE);
	}
	if (index + 1 == d->width * d->height)
		hand_on(ways, d->last, 0);
	return NULL_GUID;
}

/* Asks for all elements, and tells `last` that it did. */
EDT(race)
{
	const struct data *d = depv[0].ptr;
	ocrGuid_t task;

	for (u64 i = d->width * d->height; i-- > 0;)
		EXPECT(ocrMapGet(&task, d->map, i) == 0);
	ocrAddDependence(NULL_GUID, d->last, 2 + (u32)paramv[0],
			 DB_DEFAULT_MODE);
	return NULL_GUID;
}

/* The map; its rows are dealt to the nodes one by one. */
static void
create_map(struct data *d, ocrGuid_t data)
{
	const u64 params[] = {d->width};
	const ocrGuid_t guids[] = {data, d->task_template};
	ocrHint_t hint;

	ocrMapCreate(&d->map, d->width * d->height, creator, 1, params, 2,
		     guids);
	ocrHintInit(&hint, OCR_HINT_GROUP_T);
	ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, d->width);
	ocrGuidMapSpread(&d->map, &hint);
}

static u64
number(const void *args, u64 i, u64 otherwise)
{
	return i < getArgc(args) ? strtoull(getArgv(args, i), NULL, 10)
				 : otherwise;
}

EDT(mainEdt)
{
	const void *args = depv[0].ptr;
	u64 racers = 0;
	struct data *d, copy;
	ocrGuid_t data, racer, first;

	if (getArgc(args) > 3 && strcmp(getArgv(args, 3), "race") == 0)
		ocrAffinityCount(AFFINITY_PD, &racers);
	ocrDbCreate(&data, (void **)&d, sizeof(*d), DB_PROP_NONE, NULL_HINT,
		    NO_ALLOC);
	d->width = number(args, 1, 3);
	d->height = number(args, 2, 3);
	EXPECT(d->width && d->height);
	d->last = start_edt(finish, 0, 0, NULL, 2 + (u32)racers, EDT_PROP_NONE,
			    NULL);
	ocrEdtTemplateCreate(&d->task_template, work, PARAMC(struct place),
			     SLOTS);
	create_map(d, data);
	copy = *d;
	ocrDbRelease(data);
	ocrAddDependence(data, copy.last, 1, DB_MODE_CONST);
	for (u64 i = 0; i < racers; i++) {
		racer = start_edt(race, i, 1, &i, 1, EDT_PROP_NONE, NULL);
		ocrAddDependence(data, racer, 0, DB_MODE_CONST);
	}
	ocrMapGet(&first, copy.map, 0);
	ocrDbDestroy(depv[0].guid);
	return NULL_GUID;
}
