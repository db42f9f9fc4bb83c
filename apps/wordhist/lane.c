/* SPDX-License-Identifier: BSD-3-Clause */
/* lane.c - see lane.h.
 *
 * A chunk is read while the one before it is worked on: a task that does
 *nothing gets it, and satisfies an event with it, for which the next step
 *waits.
 *
 * What was found so far goes from task to task as a pile of blocks.
 *
 *	SHA256	one block, the state, which each task writes to
 *	COUNT	the words of pieces side by side, the last one on top.  A task
 *		joins those on top of the pile with its own, so that each block
 *		stands for half as many chunks as the one below it, as the ones
 *		in the binary number of the chunks.  So no word is merged more
 *		often than there are digits.
 *	others	nothing
 */
#include "apps/wordhist/lane.h"

#include "ocr.h"
#include "extensions/ocr-file.h"

#include "apps/common/progress.h"
#include "apps/wordhist/change.h"
#include "apps/wordhist/tree.h"
#include "apps/wordhist/words.h"

#include <inttypes.h>
#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The pre-slots of a step; then come blocks of the pile, the top one first. */
enum { STEP_PLAN, STEP_CHUNK, STEP_PILE };

enum { AHEAD_PLAN, AHEAD_CHUNK, AHEAD_SLOTS };

enum { TELL_TALLY, TELL_SLOTS };

/* More chunks than fit into a file. */
#define MAX_PILE 64

/* The parameters of a step, up to the end of the pile. */
struct lane {
	u64 run;
	u64 first, chunk, end; /* it has chunks from `first` on, now `chunk` */
	ocrGuid_t ahead; /* the event that has `chunk` as soon as it was read */
	struct reply reply;
	u64 pile_blocks;
	ocrGuid_t pile[MAX_PILE];
};

#define AHEAD_PARAMS (sizeof(ocrGuid_t) / sizeof(u64))

/* How many blocks of the pile a step takes. */
static u64
blocks_to_take(const struct plan *p, const struct lane *l)
{
	u64 n = 0;

	/* In the end there is one. */
	if (p->options.action != COUNT || l->chunk + 1 == l->end)
		return l->pile_blocks;
	for (u64 before = l->chunk - l->first; before & 1; before >>= 1)
		n++;
	return n;
}

/* Its chunk was read: lets the step have it.  Parameter: the event. */
static ocrGuid_t
ahead_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t ahead;
	u8 err;

	(void)depc;
	memcpy(&ahead, paramv, paramc * sizeof(u64));
	/* Released first, or the step may get a copy to write to. */
	err = ocrDbRelease(depv[AHEAD_CHUNK].guid);
	if (!err)
		err = ocrEventSatisfy(ahead, depv[AHEAD_CHUNK].guid);
	if (err)
		plan_give_up(depv[AHEAD_PLAN].ptr, err);
	return NULL_GUID;
}

/* Asks for a chunk of the lane, which is to be read at once. */
static u8
read_ahead(const struct plan *p, ocrGuid_t plan_block, struct lane *l,
	   u64 chunk)
{
	ocrGuid_t block, task;
	u8 err = ocrEventCreate(&l->ahead, OCR_EVENT_STICKY_T,
				EVT_PROP_TAKES_ARG);

	if (!err)
		err = plan_create_task(&task, p->ahead, l->run, AHEAD_PARAMS,
				       &l->ahead, AHEAD_SLOTS);
	if (!err)
		err = ocrFileGetChunk(
			&block, p->file[p->files > 1 ? l->run : 0],
			chunk * p->options.chunk, plan_chunk_bytes(p, chunk));
	if (!err)
		err = ocrAddDependence(plan_block, task, AHEAD_PLAN,
				       DB_MODE_CONST);
	return err ? err
		   : ocrAddDependence(block, task, AHEAD_CHUNK, DB_MODE_CONST);
}

/* The next step, with the chunk that is read. */
static u8
go_on(const struct plan *p, ocrGuid_t plan_block, struct lane *l)
{
	u64 take = blocks_to_take(p, l), kept = l->pile_blocks - take;
	ocrDbAccessMode_t mode =
		p->options.action == SHA256 ? DB_MODE_EW : DB_MODE_CONST;
	u64 bytes = offsetof(struct lane, pile) + kept * sizeof(l->pile[0]);
	ocrGuid_t task;
	u8 err;

	l->pile_blocks = kept;
	err = plan_create_task(&task, p->step, l->run,
			       (u32)(bytes / sizeof(u64)), l,
			       (u32)(STEP_PILE + take));
	for (u64 i = 0; i < take && !err; i++)
		err = ocrAddDependence(l->pile[kept + take - 1 - i], task,
				       (u32)(STEP_PILE + i), mode);
	if (!err)
		err = ocrAddDependence(l->ahead, task, STEP_CHUNK,
				       options_change_file(&p->options)
					       ? DB_MODE_EW
					       : DB_MODE_CONST);
	return err ? err
		   : ocrAddDependence(plan_block, task, STEP_PLAN,
				      DB_MODE_CONST);
}

/*
 * What is done with a chunk
 */

/* In small letters, if they are to be counted like these.  NULL without memory;
 * else `copy` is to be freed. */
static const void *
prepare(const struct plan *p, const void *text, u64 bytes, void **copy)
{
	*copy = NULL;
	if (!p->options.ignore_case)
		return text;
	*copy = malloc(bytes);
	if (*copy)
		change_to_lower(memcpy(*copy, text, bytes), bytes);
	return *copy;
}

static struct words *
count(const struct plan *p, const struct lane *l, const void *chunk)
{
	u64 bytes = plan_chunk_bytes(p, l->chunk);
	struct words *w = NULL;
	const void *text;
	void *copy;

	text = prepare(p, chunk, bytes, &copy);
	if (text)
		w = words_count(text, bytes, !l->chunk,
				l->chunk + 1 == p->chunks);
	free(copy);
	return w;
}

/* Counts the words of the chunk, and joins them with those of the pile. */
static u8
count_chunk(const struct plan *p, const struct lane *l,
	    const ocrEdtDep_t depv[], u32 depc, ocrGuid_t *made)
{
	struct words *w = count(p, l, depv[STEP_CHUNK].ptr);
	u8 err = 0;

	for (u32 i = STEP_PILE; i < depc && w && !err; i++) {
		struct words *joined = words_join(depv[i].ptr, w);

		free(w);
		w = joined;
		err = ocrDbDestroy(depv[i].guid);
	}
	if (!err)
		err = tree_make_block(w, made);
	free(w);
	return err;
}

static u8
hash_chunk(const struct plan *p, const struct lane *l, const ocrEdtDep_t depv[],
	   ocrGuid_t *made)
{
	crypto_hash_sha256_update(depv[STEP_PILE].ptr, depv[STEP_CHUNK].ptr,
				  plan_chunk_bytes(p, l->chunk));
	*made = depv[STEP_PILE].guid;
	return ocrDbRelease(*made);
}

static void
change_chunk(const struct plan *p, const struct lane *l, void *text)
{
	u64 bytes = plan_chunk_bytes(p, l->chunk);

	if (p->options.action == ROT13)
		change_rot13(text, bytes);
	else if (p->options.action == UPPER)
		change_to_upper(text, bytes);
	else
		change_to_lower(text, bytes);
}

/* `made`: a block for the pile, left as it is if there is none. */
static u8
work(const struct plan *p, const struct lane *l, const ocrEdtDep_t depv[],
     u32 depc, ocrGuid_t *made)
{
	switch (p->options.action) {
	case COUNT:
		return count_chunk(p, l, depv, depc, made);
	case SHA256:
		return hash_chunk(p, l, depv, made);
	default:
		change_chunk(p, l, depv[STEP_CHUNK].ptr);
		return 0;
	}
}

/*
 * Tasks
 */

/* On node 0: tells how far the job is.  Parameters: bytes, and of how many. */
static ocrGuid_t
tell_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *done = depv[TELL_TALLY].ptr;

	(void)paramc;
	(void)depc;
	*done += paramv[0];
	progress_tell(*done, paramv[1]);
	return NULL_GUID;
}

static u8
tell(const struct plan *p, u64 bytes)
{
	const u64 params[] = {bytes, p->bytes};
	ocrGuid_t task;
	u8 err = plan_create_task(&task, p->tell, 0, 2, params, TELL_SLOTS);

	return err ? err
		   : ocrAddDependence(p->tally, task, TELL_TALLY, DB_MODE_EW);
}

/* The last step: hands over what the pile is now. */
static u8
finish(const struct lane *l, ocrGuid_t made)
{
	return ocrGuidIsNull(l->reply.task)
		       ? 0
		       : ocrAddDependence(made, l->reply.task,
					  (u32)l->reply.slot, DB_MODE_CONST);
}

static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[STEP_PLAN].ptr;
	struct lane l;
	ocrGuid_t made = NULL_GUID;
	u64 bytes;
	u8 err;

	memcpy(&l, paramv, paramc * sizeof(u64));
	bytes = plan_chunk_bytes(p, l.chunk);
	if (!depv[STEP_CHUNK].ptr) {
		plan_fail(p,
			  "%" PRIu64 " bytes from %" PRIu64
			  " on cannot be read",
			  bytes, l.chunk * p->options.chunk);
		return NULL_GUID;
	}
	err = ocrEventDestroy(l.ahead);
	if (!err && l.chunk + 1 < l.end)
		err = read_ahead(p, depv[STEP_PLAN].guid, &l, l.chunk + 1);
	if (!err)
		err = work(p, &l, depv, depc, &made);
	/* What was changed is written then. */
	if (!err)
		err = ocrDbDestroy(depv[STEP_CHUNK].guid);
	if (!err)
		err = tell(p, bytes);
	if (!ocrGuidIsNull(made))
		l.pile[l.pile_blocks++] = made;
	l.chunk++;
	if (!err)
		err = l.chunk == l.end ? finish(&l, made)
				       : go_on(p, depv[STEP_PLAN].guid, &l);
	if (err)
		plan_give_up(p, err);
	return NULL_GUID;
}

/*
 * The start
 */

/* The parameters of a run. */
struct run {
	u64 run;
	struct reply reply;
};

#define RUN_PARAMS (sizeof(struct run) / sizeof(u64))

/* To whom each lane gives what it finds. */
static u8
share_reply(const struct plan *p, ocrGuid_t plan_block, const struct run *r,
	    u64 lanes, struct reply reply[])
{
	const struct tree tree = {p, plan_block, r->run, false};

	if (p->options.action == COUNT)
		return tree_create(&tree, lanes, r->reply, reply);
	for (u64 i = 0; i < lanes; i++)
		reply[i] = r->reply;
	return 0;
}

static ocrGuid_t
run_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[RUN_PLAN].ptr;
	struct reply reply[OPTIONS_MAX_LANES];
	u64 first, chunks, lanes;
	struct run r;
	u8 err;

	(void)depc;
	memcpy(&r, paramv, paramc * sizeof(u64));
	first = plan_first(p->chunks, p->runs, r.run);
	chunks = plan_first(p->chunks, p->runs, r.run + 1) - first;
	lanes = chunks < p->options.lanes ? chunks : p->options.lanes;
	/* Each byte needs the state behind the one before it. */
	if (p->options.action == SHA256)
		lanes = 1;
	err = share_reply(p, depv[RUN_PLAN].guid, &r, lanes, reply);
	for (u64 i = 0; i < lanes && !err; i++) {
		u64 from = first + plan_first(chunks, lanes, i);
		struct lane l = {
			.run = r.run,
			.first = from,
			.chunk = from,
			.end = first + plan_first(chunks, lanes, i + 1),
			.reply = reply[i],
			.pile_blocks = !ocrGuidIsNull(depv[RUN_STATE].guid),
			.pile = {depv[RUN_STATE].guid},
		};

		err = read_ahead(p, depv[RUN_PLAN].guid, &l, l.chunk);
		if (!err)
			err = go_on(p, depv[RUN_PLAN].guid, &l);
	}
	if (err)
		plan_give_up(p, err);
	return NULL_GUID;
}

u8
lane_create_run(const struct plan *p, u64 run, struct reply reply,
		ocrGuid_t *task)
{
	const struct run r = {.run = run, .reply = reply};
	return plan_create_task(task, p->run, run, RUN_PARAMS, &r, RUN_SLOTS);
}

u8
lane_create_shared(struct plan *p)
{
	u64 *done;
	u8 err = ocrEdtTemplateCreate(&p->step, step_edt, EDT_PARAM_UNK,
				      EDT_PARAM_UNK);

	if (!err)
		err = ocrEdtTemplateCreate(&p->run, run_edt, RUN_PARAMS,
					   RUN_SLOTS);
	if (!err)
		err = ocrEdtTemplateCreate(&p->ahead, ahead_edt, AHEAD_PARAMS,
					   AHEAD_SLOTS);
	if (!err)
		err = ocrEdtTemplateCreate(&p->tell, tell_edt, 2, TELL_SLOTS);
	if (!err)
		err = tree_create_shared(p);
	if (!err)
		err = ocrDbCreate(&p->tally, (void **)&done, sizeof(*done),
				  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
	if (err)
		return err;
	*done = 0;
	return ocrDbRelease(p->tally);
}

void
lane_destroy_shared(const struct plan *p)
{
	ocrEdtTemplateDestroy(p->run);
	ocrEdtTemplateDestroy(p->step);
	ocrEdtTemplateDestroy(p->ahead);
	ocrEdtTemplateDestroy(p->tell);
	ocrEdtTemplateDestroy(p->join);
	ocrDbDestroy(p->tally);
}
