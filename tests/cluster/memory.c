/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.c - a job that needs more memory for blocks than its nodes may use.
 *
 * Meant for OCR_MEM_LIMIT=8m: seven blocks of a MiB fit on a node.
 *   steps   each node has three blocks; tasks that all can start at once read
 *           all of them on each node, and write them on their own.  Each task
 *           alone fits, not all of them together.
 *   create  each node creates blocks until there is no memory, destroys them,
 *           and creates as many again
 *   pieces  a block of five MiB, of the next node, is taken to pieces by
 *           copies and put together again: it fits if nothing is copied
 *   asked   many tasks ask one after the other for blocks of another node,
 *           with no memory to read one until all have asked
 *   stuck   a task needs all of these blocks at a time: from three nodes on
 * that never fits
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#include <string.h>

#define MIB	((u64)1 << 20)
#define WORDS	(MIB / sizeof(u64))
#define BLOCKS	3 /* of each node */
#define ROUNDS	6 /* readers of a block on each node, writers on its own */
#define WRITERS ROUNDS
#define NODES	16
#define MOST	8 /* so many do not fit */

struct all {
	u64 nodes;
	u64 at; /* the next block, where they come one after the other */
	u64 stuck;
	ocrGuid_t block[NODES * BLOCKS];
};

static u64
n_blocks(const struct all *a)
{
	return a->nodes * BLOCKS;
}

/* A task without dependences that goes on with `all`. */
static void
go_on(ocrEdt_t body, u64 node, const struct all *a)
{
	conf_start(conf_task(body, node, PARAMS(*a), 1, NULL), 0);
}

static bool
is_uniform(const u64 *p)
{
	for (u64 k = 1; p && k < WORDS; k++)
		if (p[k] != p[0])
			return false;
	return p != NULL;
}

/* -- steps ----------------------------------------------------------------- */

/* A block each, since all of them may not fit on this node. */
TASK(verify)
{
	struct all a = *PARAM(struct all);
	const u64 *p = depv[0].ptr;
	ocrGuid_t next;

	CHECK(is_uniform(p), "a block has two versions");
	CHECK_EQ("writers", p[0], WRITERS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (++a.at == n_blocks(&a)) {
		PRINTF("all steps were done\n");
		ocrShutdown();
		return NULL_GUID;
	}
	next = conf_task(verify, a.nodes - 1, PARAMS(a), 1, NULL);
	conf_link(a.block[a.at], next, 0, DB_MODE_RO);
	return NULL_GUID;
}

TASK(read_block)
{
	CHECK(is_uniform(depv[0].ptr), "a reader sees two versions at once");
	return NULL_GUID;
}

TASK(write_block)
{
	u64 *p = depv[0].ptr;

	CHECK(is_uniform(p), "a writer sees two versions at once");
	for (u64 k = 0; k < WORDS; k++)
		p[k]++;
	return NULL_GUID;
}

/* On each node, inside the finish task. */
TASK(start_tasks)
{
	const struct all *a = PARAM(struct all);
	u64 here = conf_here();
	ocrGuid_t t;

	for (u64 i = 0; i < n_blocks(a); i++) {
		for (u64 r = 0; r < ROUNDS; r++) {
			t = conf_task(read_block, here, NO_PARAMS, 1, NULL);
			conf_link(a->block[i], t, 0,
				  r % 2 ? DB_MODE_RO : DB_MODE_CONST);
			if (i / BLOCKS != here)
				continue;
			t = conf_task(write_block, here, NO_PARAMS, 1, NULL);
			conf_link(a->block[i], t, 0,
				  r % 2 ? DB_MODE_RW : DB_MODE_EW);
		}
	}
	return NULL_GUID;
}

TASK(start_nodes)
{
	const struct all *a = PARAM(struct all);

	for (u64 i = 0; i < a->nodes; i++)
		go_on(start_tasks, i, a);
	return NULL_GUID;
}

static void
start_steps(struct all *a)
{
	ocrGuid_t done, all, first;

	a->at = 0;
	first = conf_task(verify, a->nodes - 1, PARAMS(*a), 2, NULL);
	all = conf_finish_task(start_nodes, 0, PARAMS(*a), 1, &done);
	conf_link(done, first, 1, DB_MODE_NULL);
	conf_link(a->block[0], first, 0, DB_MODE_RO);
	conf_start(all, 0);
}

/* -- stuck ----------------------------------------------------------------- */

TASK(need_all)
{
	FAIL("%u blocks fit", (unsigned)depc);
	return NULL_GUID;
}

static void
start_stuck(const struct all *a)
{
	u64 n = n_blocks(a);
	ocrGuid_t t =
		conf_task(need_all, a->nodes - 1, NO_PARAMS, (u32)n, NULL);

	for (u64 i = 0; i < n; i++)
		conf_link(a->block[i], t, (u32)i, DB_MODE_CONST);
}

/* -- Blocks of each node, for both ----------------------------------------- */

TASK(make_blocks)
{
	struct all a = *PARAM(struct all);
	u64 node = a.at / BLOCKS;

	for (u64 i = 0; i < BLOCKS; i++) {
		u64 *p = conf_block(&a.block[a.at], node, MIB);

		CHECK(p, "there is no memory for a first block");
		memset(p, 0, MIB);
		CHECK_OK(ocrDbRelease(a.block[a.at++]));
	}
	if (a.at < n_blocks(&a))
		go_on(make_blocks, node + 1, &a);
	else if (a.stuck)
		start_stuck(&a);
	else
		start_steps(&a);
	return NULL_GUID;
}

/* -- create ---------------------------------------------------------------- */

struct again {
	u64 want; /* so many fitted */
	ocrGuid_t end;
};

/* Creates until there is no memory; how many there are then. */
static u64
create_all(ocrGuid_t *block)
{
	ocrHint_t h = conf_db_hint(conf_here() + 1);
	u64 n = 0;
	u8 err = 0;
	void *p;

	while (n < MOST) {
		err = ocrDbCreate(&block[n], &p, MIB, DB_PROP_NONE,
				  n % 2 ? &h : NULL_HINT, NO_ALLOC);
		if (err)
			break;
		memset(p, (int)n, MIB);
		n++;
	}
	if (err != OCR_ENOMEM)
		FAIL("block %u of a MiB: status %u", (unsigned)n,
		     (unsigned)err);
	return n;
}

static void
destroy_all(const ocrGuid_t *block, u64 n)
{
	for (u64 i = 0; i < n; i++)
		OK(ocrDbDestroy(block[i]));
}

/* Bytes go when the home of their block says so, and that may be on another
 * node; until then this comes again. */
TASK(create_again)
{
	struct again a = *PARAM(struct again);
	ocrGuid_t block[MOST];
	u64 n = create_all(block);

	destroy_all(block, n);
	if (n < a.want)
		conf_start(conf_task(create_again, conf_here(), PARAMS(a), 1,
				     NULL),
			   0);
	else
		conf_link(NULL_GUID, a.end, (u32)conf_here(), DB_MODE_NULL);
	return NULL_GUID;
}

TASK(create)
{
	struct again a = {.end = *PARAM(ocrGuid_t)};
	ocrGuid_t block[MOST], small;
	u64 n = create_all(block);
	void *p;

	a.want = n;
	CHECK(n > MOST / 2, "%u blocks fit", (unsigned)n);
	/* What needs no bytes works. */
	CHECK_OK(ocrDbCreate(&small, &p, MIB, DB_PROP_NO_ACQUIRE, NULL_HINT,
			     NO_ALLOC));
	CHECK_OK(ocrDbDestroy(small));
	/* The first one is of this node. */
	CHECK_OK(ocrDbDestroy(block[0]));
	CHECK_OK(ocrDbCreate(&block[0], &p, MIB, DB_PROP_NONE, NULL_HINT,
			     NO_ALLOC));
	destroy_all(block, n);
	conf_start(conf_task(create_again, conf_here(), PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(created)
{
	PRINTF("all were created\n");
	ocrShutdown();
	return NULL_GUID;
}

static void
start_create(u64 nodes)
{
	ocrGuid_t end = conf_task(created, 0, NO_PARAMS, (u32)nodes, NULL);

	for (u64 i = 0; i < nodes; i++)
		conf_start(conf_task(create, i, PARAMS(end), 1, NULL), 0);
}

/* -- asked ----------------------------------------------------------------- */

#define ASKED 300
#define LONG  ((u64)200 << 10)
#define FROM  16
#define FULL  96

struct asked {
	u64 i, n;
	ocrGuid_t end, block[FROM];
	ocrGuid_t large;      /* for which they keep the first, in its packet */
	ocrGuid_t full[FULL]; /* of node 1, which has no memory for a reader */
};

TASK(all_read)
{
	PRINTF("all have read\n");
	ocrShutdown();
	return NULL_GUID;
}

TASK(read_long)
{
	const struct asked *a = PARAM(struct asked);

	CHECK_EQ("a word", *(const u64 *)depv[0].ptr, 7);
	conf_link(NULL_GUID, a->end, (u32)a->i, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(ask_next);

/* On node 0, so that they ask one after the other. */
TASK(ask_back)
{
	const struct asked *a = PARAM(struct asked);

	conf_start(conf_task(ask_next, 1, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(ask_next)
{
	struct asked a = *PARAM(struct asked);
	ocrGuid_t t;

	if (a.i == ASKED) {
		destroy_all(a.full, a.n);
		return NULL_GUID;
	}
	t = conf_task(read_long, 1, PARAMS(a), 2, NULL);
	conf_link(a.block[a.i % FROM], t, 0, DB_MODE_CONST);
	conf_link(a.large, t, 1, DB_MODE_CONST);
	a.i++;
	conf_start(conf_task(ask_back, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(fill_node)
{
	struct asked a = *PARAM(struct asked);
	void *p;

	while (a.n < FULL && !ocrDbCreate(&a.full[a.n], &p, LONG / 2,
					  DB_PROP_NONE, NULL_HINT, NO_ALLOC))
		a.n++;
	conf_start(conf_task(ask_back, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

static void
start_asked(void)
{
	struct asked a = {.i = 0};

	for (u64 k = 0; k < FROM; k++) {
		u64 *p = conf_block(&a.block[k], 0, LONG);

		*p = 7;
		OK(ocrDbRelease(a.block[k]));
	}
	memset(conf_block(&a.large, 0, MIB), 0, MIB);
	OK(ocrDbRelease(a.large));
	a.end = conf_task(all_read, 1, NO_PARAMS, ASKED, NULL);
	conf_start(conf_task(fill_node, 1, PARAMS(a), 1, NULL), 0);
}

/* -- pieces ---------------------------------------------------------------- */

#define PIECES 5

struct piece {
	ocrGuid_t whole, next;
	u64 i;
};

TASK(change)
{
	const struct piece *a = PARAM(struct piece);
	u64 *p = depv[0].ptr;
	ocrGuid_t done;

	CHECK(is_uniform(p), "a piece of two");
	CHECK_EQ("a word", p[0], a->i);
	for (u64 k = 0; k < WORDS; k++)
		p[k] += 10;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbCopy(a->whole, a->i * MIB, depv[0].guid, 0, MIB,
			   DB_COPY_PARTITION_BACK, &done));
	conf_link(done, a->next, 1 + (u32)a->i, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(judge)
{
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < PIECES; i++) {
		CHECK(is_uniform(p + i * WORDS), "a piece is not whole");
		CHECK_EQ("a word at the end", p[i * WORDS], 10 + i);
	}
	PRINTF("all pieces came back\n");
	ocrShutdown();
	return NULL_GUID;
}

/* All pieces are there before one goes back. */
static void
start_pieces(void)
{
	ocrGuid_t db, copied, t, gate;
	ocrHint_t h = conf_db_hint(1);
	struct piece a = {.i = 0};
	u64 *p = conf_block(&a.whole, 1, PIECES * MIB);
	ocrGuid_t all = conf_task(conf_nothing, 0, NO_PARAMS, PIECES, &gate);

	a.next = conf_task(judge, 0, NO_PARAMS, 1 + PIECES, NULL);
	conf_link(a.whole, a.next, 0, DB_MODE_RO);
	for (u64 k = 0; k < PIECES * WORDS; k++)
		p[k] = k / WORDS;
	OK(ocrDbRelease(a.whole));
	for (; a.i < PIECES; a.i++) {
		t = conf_task(change, 0, PARAMS(a), 2, NULL);
		OK(ocrDbCreate(&db, NULL, MIB, DB_PROP_NO_ACQUIRE, &h,
			       NO_ALLOC));
		OK(ocrDbCopy(db, 0, a.whole, a.i * MIB, MIB, DB_COPY_PARTITION,
			     &copied));
		conf_link(copied, t, 0, DB_MODE_EW);
		conf_link(gate, t, 1, DB_MODE_NULL);
		conf_link(copied, all, (u32)a.i, DB_MODE_NULL);
	}
}

MAIN_TASK
{
	void *words = depv[0].ptr;
	struct all a = {.nodes = conf_nodes()};
	const char *way;

	CHECK(getArgc(words) == 2 && a.nodes <= NODES, "usage: memory WAY");
	way = getArgv(words, 1);
	a.stuck = !strcmp(way, "stuck");
	if (!strcmp(way, "create"))
		start_create(a.nodes);
	else if (!strcmp(way, "pieces"))
		start_pieces();
	else if (!strcmp(way, "asked"))
		start_asked();
	else if (a.stuck || !strcmp(way, "steps"))
		go_on(make_blocks, 0, &a);
	else
		FAIL("there is no way '%s'", way);
	return NULL_GUID;
}
