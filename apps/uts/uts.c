/* SPDX-License-Identifier: BSD-3-Clause */
/* uts.c - Unbalanced Tree Search on all nodes of a job.
 *
 * Nobody knows how large a subtree is before it has been walked.  So a task
 * gets a packet of nodes, walks from there, and when it has looked at so many
 * nodes deals out what is still to do to new tasks:
 *
 *	search -+-> search -+-> search --------> join -> ... -> report
 *	        |           +-> search ----------^
 *	        |           +-> search -> search -^   (too little to deal out)
 *	        +-> search ...
 *
 * Each task has a slot of another to reply to.  Whoever deals out creates the
 * join task that the others reply to, and hands on its own slot to it; so the
 * replies form a tree, without events, and no task waits in its body.
 *
 * One packet stays, the others go to nodes that the digest in them chooses: as
 * good as dice, and the same in every run.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/common/clock.h"
#include "apps/common/command.h"
#include "apps/common/here.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"
#include "apps/uts/options.h"
#include "apps/uts/tree.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Among how many tasks the nodes of one are dealt out. */
#define WAYS 4

/* Fewer nodes are not worth a task. */
#define MIN_PACKET 8

/* A task that has too little to deal out goes on, up to so many grains. */
#define MAX_GRAINS 8

/* The pre-slots of the last task. */
enum { REPORT_COUNTS, REPORT_JOB, REPORT_SLOTS };

/* Where a subtree's counts go. */
struct reply {
	ocrGuid_t task;
	u64 slot;
};

/* What a search task needs to know besides its nodes. */
struct search {
	struct uts_tree tree;
	u64 grain;
	u64 free; /* its tasks may run anywhere */
	ocrGuid_t search_template;
	ocrGuid_t join_template;
	struct reply reply;
	struct uts_counts counts; /* what has been counted on the way */
};

/* The block of a search task. */
struct packet {
	struct search search;
	u64 count;
	struct uts_node node[];
};

/* The block for the last task. */
struct job {
	struct options options;
	ocrGuid_t search_template;
	ocrGuid_t join_template;
	u64 start_ns;
};

/* The parameters of a join task are a reply. */
#define REPLY_PARAMS (sizeof(struct reply) / sizeof(u64))

/* What this process has counted: for progress alone. */
static _Atomic u64 seen_here;

static u8
send_reply(const struct reply *reply, const struct uts_counts *counts)
{
	struct uts_counts *c;
	ocrGuid_t block;
	u8 err = ocrDbCreate(&block, (void **)&c, sizeof(*c), DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	*c = *counts;
	err = ocrDbRelease(block);
	if (!err)
		err = ocrAddDependence(block, reply->task, (u32)reply->slot,
				       DB_MODE_CONST);
	return err;
}

/* The task that all parts of a subtree reply to. */
static ocrGuid_t
join_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct uts_counts sum = {0};
	struct reply reply;
	u8 err = 0;

	(void)paramc;
	memcpy(&reply, paramv, sizeof(reply));
	for (u32 i = 0; i < depc && !err; i++) {
		uts_counts_add(&sum, depv[i].ptr);
		err = ocrDbDestroy(depv[i].guid);
	}
	if (!err)
		err = send_reply(&reply, &sum);
	if (err)
		quit_failed("uts", err);
	return NULL_GUID;
}

/*
 * Search tasks
 */

/* Starts a task on `node`, or anywhere if the search is free, with the nodes `first`, `first + step`, ... */
static u8
start_search(const struct search *search, const struct uts_stack *stack,
	     size_t first, size_t step, ocrGuid_t node)
{
	u64 count = (stack->count - first + step - 1) / step;
	struct packet *p;
	ocrGuid_t block;
	ocrHint_t hint;
	u8 err = ocrDbCreate(&block, (void **)&p,
			     sizeof(*p) + count * sizeof(p->node[0]),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	p->search = *search;
	p->count = count;
	for (u64 i = 0; i < count; i++)
		p->node[i] = stack->node[first + i * step];
	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	err = ocrDbRelease(block);
	if (!err)
		err = ocrEdtCreate(NULL, search->search_template, EDT_PARAM_DEF,
				   NULL, EDT_PARAM_DEF, &block, EDT_PROP_NONE,
				   search->free ? NULL_HINT : &hint, NULL);
	return err;
}

/* The node for the packet that starts with this node of the tree. */
static u8
choose_home(const struct uts_node *node, ocrGuid_t *home)
{
	u64 nodes, dice;
	u8 err = ocrAffinityCount(AFFINITY_PD, &nodes);

	memcpy(&dice, node->digest, sizeof(dice));
	if (!err)
		err = ocrAffinityGetAt(AFFINITY_PD, dice % nodes, home);
	return err;
}

/* Starts tasks for what is still on the stack, which is not empty. */
static u8
deal_out(struct search *search, const struct uts_stack *stack)
{
	size_t parts = stack->count / MIN_PACKET;
	struct reply reply = search->reply;
	u64 params[REPLY_PARAMS];
	ocrGuid_t home;
	u8 err = ocrAffinityGetCurrent(&home);

	if (err)
		return err;
	if (parts > WAYS)
		parts = WAYS;
	if (parts < 2)
		return start_search(search, stack, 0, 1, home);
	memcpy(params, &reply, sizeof(reply));
	err = ocrEdtCreate(&search->reply.task, search->join_template,
			   EDT_PARAM_DEF, params, (u32)parts, NULL,
			   EDT_PROP_NONE, NULL_HINT, NULL);
	for (size_t i = 0; i < parts && !err; i++) {
		search->reply.slot = i;
		if (i > 0)
			err = choose_home(&stack->node[i], &home);
		if (!err)
			err = start_search(search, stack, i, parts, home);
		/* These have gone with the first. */
		search->counts = (struct uts_counts){0};
	}
	return err;
}

/* Whether the task has done its share. */
static bool
is_enough(const struct search *search, const struct uts_stack *stack, u64 seen)
{
	if (seen < search->grain)
		return false;
	return stack->count >= 2 * MIN_PACKET ||
	       seen / MAX_GRAINS >= search->grain;
}

/* Walks from the nodes of a packet. */
static ocrGuid_t
search_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct packet *p = depv[0].ptr;
	struct search search = p->search;
	struct uts_stack stack = {0};
	bool room = uts_stack_push(&stack, p->node, p->count);
	u64 seen = 0, here;
	u8 err;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbDestroy(depv[0].guid);
	while (room && stack.count && !is_enough(&search, &stack, seen)) {
		room = uts_stack_step(&stack, &search.tree, &search.counts);
		seen++;
	}
	here = seen + atomic_fetch_add_explicit(&seen_here, seen,
						memory_order_relaxed);
	progress_tell(here, 0);
	if (!room)
		err = OCR_ENOMEM;
	if (!err)
		err = stack.count ? deal_out(&search, &stack)
				  : send_reply(&search.reply, &search.counts);
	uts_stack_fini(&stack);
	if (err)
		quit_failed("uts", err);
	return NULL_GUID;
}

/*
 * The end
 */

/* Walks the whole tree here; false if memory has run out. */
static bool
search_serially(const struct uts_tree *tree, struct uts_counts *counts)
{
	struct uts_node root = uts_root(tree);
	struct uts_stack stack = {0};
	bool room = uts_stack_push(&stack, &root, 1);

	*counts = (struct uts_counts){0};
	while (room && stack.count)
		room = uts_stack_step(&stack, tree, counts);
	uts_stack_fini(&stack);
	return room;
}

/* Whether the counts are what they must be. */
static bool
verify(const struct uts_tree *tree, const struct uts_counts *counts)
{
	const struct uts_published *p = uts_find_tree(tree);
	struct uts_counts want;

	if (p) {
		want = p->counts;
	} else if (!search_serially(tree, &want)) {
		fprintf(stderr, "uts: out of memory for the serial search\n");
		return false;
	}
	if (counts->nodes != want.nodes || counts->leaves != want.leaves ||
	    counts->depth != want.depth) {
		fprintf(stderr,
			"uts: %s %" PRIu64 " nodes, %" PRIu64
			" leaves, depth %" PRIu64 ", and not this\n",
			p ? "published are" : "the serial search finds",
			want.nodes, want.leaves, want.depth);
		return false;
	}
	if (p)
		PRINTF("uts: as published for %s\n", p->name);
	else
		PRINTF("uts: the same as by a serial search\n");
	return true;
}

static ocrGuid_t
report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct uts_counts *c = depv[REPORT_COUNTS].ptr;
	const struct job *job = depv[REPORT_JOB].ptr;
	double seconds = (double)(clock_now_ns() - job->start_ns) * 1e-9;
	bool ok = true;

	(void)paramc;
	(void)paramv;
	progress_end();
	PRINTF("uts: %" PRIu64 " nodes, %" PRIu64
	       " leaves (%.2f %%), depth %" PRIu64 "\n",
	       c->nodes, c->leaves,
	       100.0 * (double)c->leaves / (double)c->nodes, c->depth);
	PRINTF("uts: %.3f s, %.3f million nodes per second\n", seconds,
	       (double)c->nodes * 1e-6 / seconds);
	if (job->options.verify)
		ok = verify(&job->options.tree, c);
	ocrEdtTemplateDestroy(job->search_template);
	ocrEdtTemplateDestroy(job->join_template);
	for (u32 i = 0; i < depc; i++)
		ocrDbDestroy(depv[i].guid);
	if (ok)
		ocrShutdown();
	else
		ocrAbort(1);
	return NULL_GUID;
}

/*
 * The start
 */

/* Creates the last task, which runs here and gets the job's block. */
static u8
create_report(ocrGuid_t *report, ocrGuid_t job_block)
{
	u8 err = here_create(report, report_edt, REPORT_SLOTS, NULL);

	if (!err)
		err = ocrAddDependence(job_block, *report, REPORT_JOB,
				       DB_DEFAULT_MODE);
	return err;
}

/* Starts at the root. */
static u8
start(struct job *job, ocrGuid_t job_block)
{
	struct search search = {
		.tree = job->options.tree,
		.grain = job->options.grain,
		.free = job->options.free,
		.reply.slot = REPORT_COUNTS,
	};
	struct uts_node root = uts_root(&search.tree);
	struct uts_stack stack = {.node = &root, .count = 1};
	ocrGuid_t here;
	u8 err =
		ocrEdtTemplateCreate(&search.search_template, search_edt, 0, 1);

	if (!err)
		err = ocrEdtTemplateCreate(&search.join_template, join_edt,
					   REPLY_PARAMS, EDT_PARAM_UNK);
	job->search_template = search.search_template;
	job->join_template = search.join_template;
	job->start_ns = clock_now_ns();
	if (!err)
		err = ocrDbRelease(job_block);
	if (!err)
		err = create_report(&search.reply.task, job_block);
	if (!err)
		err = ocrAffinityGetCurrent(&here);
	if (!err)
		err = start_search(&search, &stack, 0, 1, here);
	return err;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t job_block;
	struct job *job;
	u8 err;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&job_block, (void **)&job, sizeof(*job), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	if (err) {
		quit_failed("uts", err);
		return NULL_GUID;
	}
	if (!command_take(&options_cli, &job->options, depv[0].ptr))
		return NULL_GUID;
	progress_start("uts", "nodes on node 0", job->options.progress);
	err = start(job, job_block);
	if (err)
		quit_failed("uts", err);
	return NULL_GUID;
}
