/* SPDX-License-Identifier: BSD-3-Clause */
/* random.h - a task of the random program at work. */
#ifndef TESTS_SIM_RANDOM_RANDOM_H
#define TESTS_SIM_RANDOM_RANDOM_H

#include "tests/sim/random/plan.h"

#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"

/* What every task gets; GUIDs may follow. */
struct args {
	u64 seed;
	u64 size, features;
	u64 task, stage;
	ocrGuid_t ranges[PLAN_OBJ_OUTPUT]; /* NULL_GUID: none of this kind */
	ocrGuid_t map;	/* NULL_GUID: there is none, or it is not told */
	ocrGuid_t tmpl; /* of its tasks */
	/* That are kept; NULL_GUID: each task has its own, and there are none.
	 */
	ocrGuid_t kept;	 /* of all tasks */
	ocrGuid_t small; /* of small ones */
};

/* The GUIDs that a task knows. */
struct env {
	unsigned n;
	uint16_t ids[PLAN_IDS];
	ocrGuid_t guids[PLAN_IDS];
};

/* A task at work. */
struct me {
	const struct plan *p;
	const struct args *args;
	unsigned nr;
	const struct plan_task *t;
	struct env env;
	u64 *board; /* while it builds a group: the board, if not released */
	ocrGuid_t board_guid;
};

#define WRONG(me, fmt, ...)                                                    \
	FAIL("task %u of seed %" PRIu64 ": " fmt, (me)->nr, (me)->args->seed,  \
	     ##__VA_ARGS__)

/* The body of all tasks. */
ocrGuid_t random_work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

/* The GUIDs on the board of a group. */
ocrGuid_t *random_table(const struct plan_group *g, void *board);
/* That of an object that the task knows, or knows the name of. */
ocrGuid_t random_guid(struct me *m, unsigned obj);
/* Keeps it in mind, and on the board. */
void random_learn(struct me *m, unsigned obj, ocrGuid_t g);

void random_create(struct me *m, unsigned obj);
/* A block that is nobody's object. */
ocrGuid_t random_block(struct me *m, unsigned node, u64 bytes, u64 seed);

/* random_small.c: a template for them, which knows how many parameters they
 * have; does a small task do that, which may come later?  Some that do nothing.
 */
ocrGuid_t random_small_template(bool counted);
bool random_small_does(const struct me *m, const struct plan_op *op);
void random_small_more(const struct me *m);

/* Lets all nodes use a reduction event, and then satisfies the slot. */
void random_reduce(u64 seed, ocrGuid_t event, ocrGuid_t task, u32 slot);

/* What names are elements of: created by mainEdt, destroyed at the end. */
void random_names_create(const struct plan *p, struct args *a);
void random_names_destroy(const struct args *a);

/* Is in slot `i` what the plan says?  Does with it what the task should. */
bool random_take(struct me *m, unsigned i, const ocrEdtDep_t *d);
/* Releases or destroys what came in slot `i`: what others will read now, the
 * rest now or at the end of the body. */
void random_let_go(struct me *m, unsigned i, const ocrEdtDep_t *d);

#endif
