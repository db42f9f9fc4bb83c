/* SPDX-License-Identifier: BSD-3-Clause */
/* guests.c - a job that goes on until it is told to stop, and then looks
 * whether what it has kept and what it has sent is what it should be.
 *
 * Each node has a block with known words.  A token goes round all nodes: a task
 * reads the block of the node before, writes its own anew, so that it must be
 * fetched again, counts on, and makes the next task there.
 *
 *	guests FILE	until FILE is there
 *
 * Each node first says "node N pid P".
 */
#include "tests/conformance/conf.h"

#include <string.h>
#include <unistd.h>

#define WORDS	  33000 /* too many to come with a grant: src/data/along.h */
#define NODES_MAX 16
#define NAME_MAX  400

struct round {
	u64 trips, n_nodes;
	ocrGuid_t end;
	ocrGuid_t blocks[NODES_MAX];
	char file[NAME_MAX];
};

static ocrGuid_t visit(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

/* The next task, on the node after this one. */
static void
go_on(struct round *r)
{
	u64 at = r->trips % r->n_nodes;
	u64 from = (at + r->n_nodes - 1) % r->n_nodes;
	ocrGuid_t t = conf_task(visit, at, PARAMS(*r), 2, NULL);

	conf_link(r->blocks[from], t, 0, DB_MODE_RO);
	conf_link(r->blocks[at], t, 1, DB_MODE_EW);
}

TASK(visit)
{
	struct round r = *PARAM(struct round);
	u64 at = r.trips % r.n_nodes;
	u64 from = (r.trips + r.n_nodes - 1) % r.n_nodes;

	CHECK_EQ("words that are right", conf_match(depv[0].ptr, WORDS, from),
		 WORDS);
	CHECK_EQ("words of its own", conf_match(depv[1].ptr, WORDS, at), WORDS);
	conf_fill(depv[1].ptr, WORDS, at);
	if (r.trips < 2 * r.n_nodes) {
		PRINTF("node %u pid %d\n", (unsigned)(r.trips % r.n_nodes),
		       (int)getpid());
		fflush(stdout); /* somebody waits for it */
	}
	r.trips++;
	if (access(r.file, F_OK) != 0) {
		go_on(&r);
		return NULL_GUID;
	}
	CHECK(r.trips > 2 * r.n_nodes, "the job was told to stop at once");
	PRINTF("the job ends right\n");
	conf_start(r.end, 0);
	return NULL_GUID;
}

TASK(begin)
{
	struct round r = *PARAM(struct round);

	go_on(&r);
	return NULL_GUID;
}

/* One after the other, each on its node. */
TASK(fill)
{
	struct round r = *PARAM(struct round);
	u64 n = r.trips;

	r.blocks[n] = NULL_GUID;
	conf_fill(conf_block(&r.blocks[n], n, WORDS * sizeof(u64)), WORDS, n);
	CHECK_OK(ocrDbRelease(r.blocks[n]));
	r.trips++;
	if (r.trips < r.n_nodes)
		conf_start(conf_task(fill, r.trips, PARAMS(r), 1, NULL), 0);
	else
		conf_start(conf_task(begin, 0, PARAMS(r), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct round r = {.n_nodes = conf_nodes(), .end = conf_end(1)};

	CHECK(getArgc(depv[0].ptr) == 2, "usage: guests FILE");
	CHECK(r.n_nodes <= NODES_MAX, "too many nodes");
	CHECK(strlen(getArgv(depv[0].ptr, 1)) < NAME_MAX,
	      "the file's name is too long");
	strcpy(r.file, getArgv(depv[0].ptr, 1));
	conf_start(conf_task(fill, 0, PARAMS(r), 1, NULL), 0);
	return NULL_GUID;
}
