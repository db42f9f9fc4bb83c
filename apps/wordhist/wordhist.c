/* SPDX-License-Identifier: BSD-3-Clause */
/* wordhist.c - counts the words of a file on all nodes of a job, finds its
 * checksum, or changes it: the tasks from the first one to the start of the
 * runs.
 *
 *	mainEdt   reads the options
 *	open      on each node: opens the file
 *	look      decides, if all could do so
 *	start     a finish task: starts a run on each node; all that these do is
 *	          in its scope (wordhist_lane.c)
 *	end       wordhist_end.c
 *
 * Each node opens the file itself, and reads and writes its own run; or node 0
 * does, and the chunks go to the other nodes as blocks.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-file.h"

#include "apps/common/command.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/wordhist/end.h"
#include "apps/wordhist/lane.h"
#include "apps/wordhist/plan.h"
#include "apps/wordhist/tree.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The pre-slots of `look`: the plan, and what each file says of itself. */
enum { LOOK_PLAN, LOOK_FILES };

enum { OPEN_PLAN, OPEN_SLOTS };

enum { START_PLAN, START_SLOTS };

/* The parameters of `start`. */
struct start {
	ocrGuid_t end;
};

#define START_PARAMS (sizeof(struct start) / sizeof(u64))
#define OPEN_PARAMS  (sizeof(struct reply) / sizeof(u64))

/* An API call failed where the plan is not at hand; nothing was changed. */
static void
fail(u8 err)
{
	fprintf(stderr, "wordhist: cannot start (error %u of the runtime)\n",
		err);
	ocrAbort(1);
}

/*
 * start
 */

/* The state of the checksum before the first byte. */
static u8
make_state(ocrGuid_t *block)
{
	crypto_hash_sha256_state *s;
	u8 err = ocrDbCreate(block, (void **)&s, sizeof(*s), DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	crypto_hash_sha256_init(s);
	return ocrDbRelease(*block);
}

/* From the last one to the first, each passes the state on to the next. */
static u8
start_hash(const struct plan *p, ocrGuid_t plan_block, struct reply result)
{
	ocrGuid_t task, state;
	u8 err = 0;

	for (u64 i = p->runs; i-- > 0 && !err;) {
		err = lane_create_run(p, i, result, &task);
		if (!err)
			err = ocrAddDependence(plan_block, task, RUN_PLAN,
					       DB_MODE_CONST);
		result = (struct reply){task, RUN_STATE};
	}
	if (!err)
		err = make_state(&state);
	return err ? err
		   : ocrAddDependence(state, result.task, (u32)result.slot,
				      DB_MODE_CONST);
}

/* One that needs no state. */
static u8
start_run(const struct plan *p, ocrGuid_t plan_block, u64 run,
	  struct reply reply)
{
	ocrGuid_t task;
	u8 err = lane_create_run(p, run, reply, &task);

	if (!err)
		err = ocrAddDependence(NULL_GUID, task, RUN_STATE,
				       DB_MODE_CONST);
	return err ? err
		   : ocrAddDependence(plan_block, task, RUN_PLAN,
				      DB_MODE_CONST);
}

/* The words of all runs are joined. */
static u8
start_count(const struct plan *p, ocrGuid_t plan_block, struct reply result)
{
	const struct tree tree = {p, plan_block, 0, true};
	struct reply *reply = malloc(p->runs * sizeof(*reply));
	u8 err = reply ? 0 : OCR_ENOMEM;

	if (!err)
		err = tree_create(&tree, p->runs, result, reply);
	for (u64 i = 0; i < p->runs && !err; i++)
		err = start_run(p, plan_block, i, reply[i]);
	free(reply);
	return err;
}

/* Nobody waits for what the runs find: they change the file, or there are none.
 */
static u8
start_change(const struct plan *p, ocrGuid_t plan_block, struct reply result)
{
	const struct reply nobody = {.task = NULL_GUID};
	u8 err = 0;

	for (u64 i = 0; i < p->runs && !err; i++)
		err = start_run(p, plan_block, i, nobody);
	return err ? err
		   : ocrAddDependence(NULL_GUID, result.task, (u32)result.slot,
				      DB_MODE_CONST);
}

static ocrGuid_t
start_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[START_PLAN].ptr;
	struct reply result = {.slot = END_RESULT};
	struct start s;
	u8 err;

	(void)depc;
	memcpy(&s, paramv, paramc * sizeof(u64));
	result.task = s.end;
	if (p->options.action == SHA256)
		err = start_hash(p, depv[START_PLAN].guid, result);
	else if (p->options.action == COUNT && p->runs)
		err = start_count(p, depv[START_PLAN].guid, result);
	else
		err = start_change(p, depv[START_PLAN].guid, result);
	if (err)
		plan_give_up(p, err);
	return NULL_GUID;
}

/* Creates `end` and `start`; the plan is complete and released. */
static u8
start(ocrGuid_t plan_block)
{
	ocrGuid_t template, task, done;
	struct start s;
	u8 err = end_create(&s.end);

	if (!err)
		err = ocrEdtTemplateCreate(&template, start_edt, START_PARAMS,
					   START_SLOTS);
	if (!err)
		err = ocrEdtCreate(&task, template, EDT_PARAM_DEF,
				   (const u64 *)&s, EDT_PARAM_DEF, NULL,
				   EDT_PROP_FINISH, NULL_HINT, &done);
	if (!err)
		err = ocrEdtTemplateDestroy(template);
	if (!err)
		err = ocrAddDependence(done, s.end, END_DONE, DB_MODE_NULL);
	if (!err)
		err = ocrAddDependence(plan_block, s.end, END_PLAN,
				       DB_MODE_CONST);
	return err ? err
		   : ocrAddDependence(plan_block, task, START_PLAN,
				      DB_MODE_CONST);
}

/*
 * look
 */

/* Nothing was changed so far, so plan_fail() would say too much. */
static bool
refuse(const struct plan *p, u64 node, const char *what, const char *why)
{
	char where[32] = "";

	if (p->files > 1)
		snprintf(where, sizeof(where), " on node %" PRIu64, node);
	fprintf(stderr, "wordhist: %s: %s%s%s\n", p->options.file, what, where,
		why);
	return false;
}

/* Whether all nodes have opened the same file; keeps what they have. */
static bool
look(struct plan *p, const ocrEdtDep_t file[])
{
	char why[128];

	p->bytes = ocrFileGetSize(file[0].ptr);
	for (u64 i = 0; i < p->files; i++) {
		u64 bytes = ocrFileGetSize(file[i].ptr);

		if (ocrFileGetError(file[i].ptr)) {
			snprintf(why, sizeof(why), ": %s",
				 ocrFileGetErrorText(file[i].ptr));
			return refuse(p, i, "cannot be opened", why);
		}
		snprintf(why, sizeof(why),
			 " has %" PRIu64 " bytes, and on node 0 %" PRIu64,
			 bytes, p->bytes);
		if (bytes != p->bytes)
			return refuse(p, i, "is not the same:", why);
		p->file[i] = ocrFileGetGuid(file[i].ptr);
	}
	return true;
}

static u8
decide(struct plan *p, u64 nodes)
{
	p->chunks = p->bytes / p->options.chunk +
		    (p->bytes % p->options.chunk != 0);
	p->runs = p->chunks < nodes ? p->chunks : nodes;
	return lane_create_shared(p);
}

static ocrGuid_t
look_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct plan *p = depv[LOOK_PLAN].ptr;
	u8 err;

	(void)paramc;
	if (!look(p, depv + LOOK_FILES)) {
		ocrAbort(1);
		return NULL_GUID;
	}
	err = decide(p, paramv[0]);
	for (u32 i = LOOK_FILES; i < depc && !err; i++)
		err = ocrDbDestroy(depv[i].guid);
	if (err) {
		plan_give_up(p, err);
		return NULL_GUID;
	}
	err = ocrDbRelease(depv[LOOK_PLAN].guid);
	if (!err)
		err = start(depv[LOOK_PLAN].guid);
	if (err)
		fail(err);
	return NULL_GUID;
}

/*
 * open, and mainEdt
 */

static ocrGuid_t
open_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[OPEN_PLAN].ptr;
	ocrGuid_t file, descriptor;
	struct reply reply;
	u8 err;

	(void)depc;
	memcpy(&reply, paramv, paramc * sizeof(u64));
	err = ocrFileOpen(&file, p->path,
			  options_change_file(&p->options) ? "rb+" : "rb",
			  &descriptor, 0);
	if (!err)
		err = ocrAddDependence(descriptor, reply.task, (u32)reply.slot,
				       DB_MODE_CONST);
	if (err)
		plan_give_up(p, err);
	return NULL_GUID;
}

/* Opens so many files; `look` gets them, and the plan to write to. */
static u8
open_files(ocrGuid_t plan_block, u64 files, u64 nodes)
{
	ocrGuid_t look_template, open_template, look_task, task;
	u8 err = ocrEdtTemplateCreate(&look_template, look_edt, 1,
				      (u32)(LOOK_FILES + files));

	if (!err)
		err = plan_create_task(&look_task, look_template, 0, 1, &nodes,
				       EDT_PARAM_DEF);
	if (!err)
		err = ocrEdtTemplateDestroy(look_template);
	if (!err)
		err = ocrEdtTemplateCreate(&open_template, open_edt,
					   OPEN_PARAMS, OPEN_SLOTS);
	for (u64 i = 0; i < files && !err; i++) {
		const struct reply reply = {look_task, LOOK_FILES + i};

		err = plan_create_task(&task, open_template, i, OPEN_PARAMS,
				       &reply, OPEN_SLOTS);
		if (!err)
			err = ocrAddDependence(plan_block, task, OPEN_PLAN,
					       DB_MODE_CONST);
	}
	if (!err)
		err = ocrEdtTemplateDestroy(open_template);
	return err ? err
		   : ocrAddDependence(plan_block, look_task, LOOK_PLAN,
				      DB_MODE_EW);
}

/* Looks at the files.  0, or the exit status after a line in `why`. */
static u8
prepare(struct plan *p, struct cli_error *why)
{
	const struct options *o = &p->options;

	/* Other nodes may be in other folders.  If this is no file, opening it
	 * will tell why. */
	if (!realpath(o->file, p->path))
		memcpy(p->path, o->file, sizeof(p->path));
	return o->out[0] && !outfile_check(o->out, why) ? 1 : 0;
}

/* What all tasks know, and how many nodes there are. */
static u8
create_plan(ocrGuid_t *block, struct plan **p, u64 *nodes)
{
	u8 err = ocrAffinityCount(AFFINITY_PD, nodes);

	return err ? err
		   : ocrDbCreate(block, (void **)p,
				 sizeof(**p) + *nodes * sizeof((*p)->file[0]),
				 DB_PROP_NONE, NULL_HINT, NO_ALLOC);
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct cli_error why;
	ocrGuid_t plan_block;
	struct plan *p;
	u64 nodes, files;
	u8 err, status;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = create_plan(&plan_block, &p, &nodes);
	if (err) {
		fail(err);
		return NULL_GUID;
	}
	if (!command_take(&options_cli, &p->options, depv[0].ptr))
		return NULL_GUID;
	status = prepare(p, &why);
	if (status) {
		fprintf(stderr, "wordhist: %s\n", why.text);
		ocrAbort(status);
	} else {
		progress_start("wordhist", "bytes", p->options.progress);
		p->files = files = p->options.one_reader ? 1 : nodes;
		err = ocrDbRelease(plan_block);
		if (!err)
			err = open_files(plan_block, files, nodes);
		if (err)
			fail(err);
	}
	return NULL_GUID;
}
