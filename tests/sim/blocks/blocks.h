/* SPDX-License-Identifier: BSD-3-Clause */
/* blocks.h - a task of the random program of blocks at work.
 *
 * There is no plan: each task draws what it does from a number of its own, with
 * whatever blocks and events it was told of or got in its slots.  What it may
 * read is for the simulator to judge, whom it tells (tests/sim/notes.h).
 *
 * Tasks form a tree.  Who creates a task counts the latch `done` up before,
 * and its end counts it down.  Whoever creates things that last also creates a
 * janitor for them, which waits for `done`, reads all words of the blocks and
 * destroys them; janitors count the latch `last`, and after it the job ends.
 *
 * Nobody waits for ever: an event has its satisfiers, which get it as a *duty*,
 * from the task that creates it; only children that it creates after these, and
 * their descendants, wait for the event.
 */
#ifndef TESTS_SIM_BLOCKS_BLOCKS_H
#define TESTS_SIM_BLOCKS_BLOCKS_H

#include "tests/conformance/conf.h"
#include "tests/sim/notes.h"

#define BLOCKS_KNOWN  8	 /* GUIDs of blocks that a task may know */
#define BLOCKS_EVENTS 4	 /* events that it may wait for */
#define BLOCKS_DUTIES 4	 /* events that it has to satisfy */
#define BLOCKS_HELD   16 /* blocks that it has */
#define BLOCKS_THINGS 16 /* that it makes, and that last */
#define BLOCKS_SLOTS  8
#define BLOCKS_OWN    6 /* blocks that it may cut into parts */
#define BLOCKS_LOANS  3 /* pieces of a block that are out at a time */
#define BLOCKS_DEPTH  3 /* of parts of parts */

/* Bits of `features`. */
enum blocks_feature {
	BLOCKS_SPREAD = 1 << 0, /* tasks on all nodes */
	BLOCKS_HOMES = 1 << 1,	/* homes of blocks likewise */
	BLOCKS_EW = 1 << 2,	/* modes; with none of them all are RW */
	BLOCKS_RW = 1 << 3,
	BLOCKS_RO = 1 << 4,
	BLOCKS_CONST = 1 << 5,
	BLOCKS_ARCS = 1 << 6,	 /* events between children */
	BLOCKS_LASTING = 1 << 7, /* sticky, idempotent, channel events */
	BLOCKS_CHAINS = 1 << 8,	 /* events behind events */
	BLOCKS_OUTPUT = 1 << 9,	 /* output events */
	BLOCKS_SCOPES = 1 << 10, /* finish scopes */
	BLOCKS_EARLY = 1 << 11,	 /* releases in the middle */
	BLOCKS_DOWNGRADE = 1 << 12,
	BLOCKS_UNHELD = 1 << 13, /* created with NO_ACQUIRE */
	BLOCKS_FRESH = 1 << 14,	 /* created by any task, not only the first */
	BLOCKS_BIG = 1 << 15,	 /* beyond what fits a grant */
	BLOCKS_HOT = 1 << 16,	 /* a block, and a node, that many use */
	BLOCKS_PAUSES = 1 << 17, /* bodies that stop in the middle */
	BLOCKS_TWICE = 1 << 18,	 /* a block in two slots of a task */
	BLOCKS_RACING = 1 << 19, /* passed on by who still writes */
	BLOCKS_BLANK = 1 << 20,	 /* not written when created */
	BLOCKS_SERIES = 1 << 21, /* readers on one node, again and again */
	BLOCKS_HINTS = 1 << 22,	 /* eager or lazy blocks */
	BLOCKS_ALL = (1 << 23) - 1,
	/* Of the program `pieces` only: */
	BLOCKS_PARTS = 1 << 23,
	BLOCKS_COPIES = 1 << 24,
	BLOCKS_LENDS = 1 << 25, /* copies that stand for parts */
	BLOCKS_FILES = 1 << 26,
	BLOCKS_PIECES = 15 << 23
};

/* A block, or a file, that nobody else may cut. */
struct own {
	ocrGuid_t db;
	u64 words;
	u64 is_file;
};

/* A range of a block, and the copy that stands for it. */
struct loan {
	struct sim_range whole, piece;
	u64 n;
};

/* Parameters of each task. */
struct args {
	u64 seed, features;
	u64 id;	     /* what it draws and writes follows from that */
	u64 budget;  /* tasks that it may create */
	u64 inside;  /* a finish scope: it makes nothing that lasts */
	u64 returns; /* a block, by its output event */
	u64 counts;  /* `done` down itself; else its output event does */
	ocrGuid_t done, last;
	ocrGuid_t tmpl;
	u64 n_known, n_events, n_duties;
	ocrGuid_t known[BLOCKS_KNOWN];
	ocrGuid_t events[BLOCKS_EVENTS];
	ocrGuid_t duties[BLOCKS_DUTIES];
	u64 depth; /* parts of parts of parts */
	u64 n_own;
	struct own own[BLOCKS_OWN];
	ocrGuid_t trash; /* an event that it destroys */
	u64 n_loans, loans_are_back;
	struct loan loans[BLOCKS_LOANS]; /* that were made before it */
};

/* A child that is being made. */
struct kid {
	ocrGuid_t task, output;
	u32 slots;
	u32 taken; /* of them, by who creates it; slot 0 is the gate */
	bool finish, has_output;
	bool placed; /* on `node` */
	u64 node;
	ocrGuid_t duty;	    /* or NULL_GUID */
	struct own *own;    /* what it may cut, or NULL */
	ocrGuid_t trash;    /* an event that it destroys, or NULL_GUID */
	struct loan *loans; /* that are back when it begins */
	u64 n_loans;
};

struct held {
	ocrGuid_t db;
	u64 *words;
	u64 n;
	ocrDbAccessMode_t mode;
	bool released;
	/* A word that nobody else may change meanwhile. */
	u64 probe, before;
	bool probed;
};

struct me {
	struct args a;
	u64 rng;
	u64 written; /* values */
	u64 children;
	struct held held[BLOCKS_HELD];
	unsigned n_held;
	ocrGuid_t blocks[BLOCKS_THINGS]; /* made here */
	ocrGuid_t lasting[BLOCKS_THINGS];
	unsigned n_blocks, n_lasting;
};

/* Below `below`, which is at least 1. */
static inline u64
draw(struct me *m, u64 below)
{
	m->rng = conf_word(m->rng, 1);
	return (m->rng >> 11) % below;
}

static inline bool
odds(struct me *m, u64 feature, u64 n)
{
	return m->a.features & feature && !draw(m, n);
}

/* A program with one block, which most tasks only read: so several nodes have
 * a lease at a time. */
static inline bool
is_narrow(const struct me *m)
{
	return conf_word(m->a.seed, 5) % 3 == 0;
}

/* A block of the task: what came in a slot, or is new. */
void blocks_acquired(struct me *m, const ocrEdtDep_t *d);
/* Creates one, and most often writes it. */
ocrGuid_t blocks_create(struct me *m, u64 *words);
ocrGuid_t blocks_create_at(struct me *m, u64 *words, u64 node);
/* Reads and writes something in one of them. */
void blocks_touch(struct me *m);
/* Reads all words of the i-th. */
void blocks_read_all(struct me *m, unsigned i);
/* Lets go of one of them, or only of the right to write. */
void blocks_let_go(struct me *m);
void blocks_release_all(struct me *m);
/* Lets go of that, if the task has it, and does not use it again. */
void blocks_forget(struct me *m, ocrGuid_t db);
/* Destroys a block; what the task had of it is gone. */
void blocks_destroy(struct me *m, ocrGuid_t db);
/* A block to pass on; most often not while it is written here. */
ocrGuid_t blocks_pass(struct me *m);
void blocks_learn(struct me *m, ocrGuid_t db);
ocrDbAccessMode_t blocks_mode(struct me *m);
/* One to read in, if the program has any. */
ocrDbAccessMode_t blocks_read_mode(struct me *m);
/* Where a task is to run, or a block to live. */
u64 blocks_place(struct me *m, u64 feature);
/* Others may go on. */
void blocks_pause(struct me *m);

/* A child whose gate, slot 0, is closed; with `others` that need theirs of the
 * budget. */
void blocks_create_kid(struct me *m, struct kid *k, unsigned others);
/* All slots that are not taken are satisfied; the gate comes last. */
void blocks_open_kid(struct me *m, const struct kid *k);

/* Whether another thing that lasts may be made. */
bool blocks_may_keep(const struct me *m);

ocrGuid_t blocks_latch(u64 count);
void blocks_count(ocrGuid_t latch, u32 slot);
/* Parameters of a task that knows nothing yet and creates no others; and such a
 * task, of which `last` counts the end. */
struct args blocks_args_of_helper(struct me *m);
ocrGuid_t blocks_spawn_last(struct me *m, ocrEdt_t body, u32 paramc,
			    const void *params, u32 slots);

/* A copy between blocks that the task has (copies.c). */
void blocks_copy(struct me *m);
/* Pieces of a new block are used instead of it, and come back. */
void blocks_lend(struct me *m);
/* One more file to be cut. */
void blocks_open_file(struct me *m);
/* Tells the simulator of those that were made for this task. */
void blocks_note_loans(const struct args *a);

/* One of the blocks that the task may cut becomes parts (parts.c).  Doomed: it
 * may be destroyed before they are. */
void blocks_cut(struct me *m, bool doomed);

#endif
