/* SPDX-License-Identifier: BSD-3-Clause */
/* map_race.c - the wavefront of "OCR extensions", section 4: the tasks of
 * a map are created when the first neighbour asks for them, once, whoever else
 * asks, from all nodes and in all orders.
 *
 * A task hands on the number of ways that lead to it.  Beside its neighbours
 * a racer on each node has a slot of it, and so a share in when it is created.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-map-creator.h"

#define WIDTH  7
#define HEIGHT 6
#define TASKS  (WIDTH * HEIGHT)

enum { DATA, LEFT, ABOVE, RACERS };

struct data {
	ocrGuid_t map;
	ocrGuid_t tmpl;
	ocrGuid_t end;
	u64 nodes;
};

static void
creator(ocrGuid_t task, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	ocrGuid_t *guidv)
{
	u64 params[] = {index % WIDTH, index / WIDTH};
	ocrGuid_t deps[RACERS + 64] = {guidv[0], UNINITIALIZED_GUID,
				       UNINITIALIZED_GUID};
	ocrGuid_t given = task;

	if (paramc != 1 || guidc != 2 || index >= TASKS) {
		FAIL("the creator got %u values and %u GUIDs for %" PRIu64,
		     paramc, guidc, index);
		return;
	}
	if (params[0] == 0)
		deps[LEFT] = NULL_GUID;
	if (params[1] == 0)
		deps[ABOVE] = NULL_GUID;
	for (u64 i = 0; i < paramv[0]; i++)
		deps[RACERS + i] = UNINITIALIZED_GUID;
	OK(ocrEdtCreate(&task, guidv[1], 2, params, RACERS + (u32)paramv[0],
			deps, EDT_PROP_MAPPED, NULL_HINT, NULL));
	if (!ocrGuidIsEq(task, given))
		FAIL("the creation changed the GUID");
}

static void
hand_on(u64 ways, ocrGuid_t task, u32 slot)
{
	conf_link(conf_number(conf_here(), ways), task, slot, DB_MODE_CONST);
}

static ocrGuid_t
element(const struct data *d, u64 index)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrMapGet(&g, d->map, index));
	return g;
}

TASK(work)
{
	const struct data *d = depv[DATA].ptr;
	u64 x = paramv[0], y = paramv[1], ways = !x && !y;

	CHECK(d, "task %" PRIu64 ", %" PRIu64 " has no data", x, y);
	CHECK_EQ("slots", depc, RACERS + d->nodes);
	for (u32 slot = LEFT; slot <= ABOVE; slot++) {
		bool edge = slot == LEFT ? x == 0 : y == 0;

		CHECK_EQ("at the edge", !depv[slot].ptr, edge);
		if (edge)
			continue;
		ways += conf_value(&depv[slot]);
		CHECK_OK(ocrDbDestroy(depv[slot].guid));
	}
	if (x + 1 < WIDTH)
		hand_on(ways, element(d, x + 1 + y * WIDTH), LEFT);
	if (y + 1 < HEIGHT)
		hand_on(ways, element(d, x + (y + 1) * WIDTH), ABOVE);
	if (x + 1 == WIDTH && y + 1 == HEIGHT)
		hand_on(ways, d->end, 0);
	return NULL_GUID;
}

/* Forwards, backwards, in steps: each node in an order of its own. */
TASK(racer)
{
	static const u64 steps[] = {1, TASKS - 1, 5, 11};
	const struct data *d = depv[0].ptr;
	u64 node = paramv[0], at = node % TASKS;

	CHECK(d, "racer %" PRIu64 " has no data", node);
	for (u64 i = 0; i < TASKS; i++) {
		conf_start(element(d, at), RACERS + (u32)node);
		at = (at + steps[node % 4]) % TASKS;
	}
	conf_start(d->end, 2 + (u32)node);
	return NULL_GUID;
}

TASK(end)
{
	const struct data *d = depv[1].ptr;

	/* 11 over 5. */
	CHECK_EQ("ways", conf_value(&depv[0]), 462);
	CHECK_OK(ocrMapDestroy(d->map));
	CHECK_OK(ocrEdtTemplateDestroy(d->tmpl));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	u64 nodes = conf_nodes();
	ocrGuid_t data = NULL_GUID, guids[2];
	struct data *p = conf_block(&data, nodes - 1, sizeof(*p)), d;

	CHECK(nodes < 64, "too many nodes");
	d.nodes = nodes;
	d.tmpl = conf_template(work);
	d.end = conf_task(end, 0, NO_PARAMS, 2 + (u32)nodes, NULL);
	guids[0] = data;
	guids[1] = d.tmpl;
	CHECK_OK(ocrMapCreate(&d.map, TASKS, creator, 1, &nodes, 2, guids));
	*p = d;
	CHECK_OK(ocrDbRelease(data));
	conf_link(data, d.end, 1, DB_MODE_CONST);
	for (u64 i = 0; i < nodes; i++)
		conf_link(data, conf_task(racer, i, PARAMS(i), 1, NULL), 0,
			  DB_MODE_CONST);
	element(&d, 0);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}
