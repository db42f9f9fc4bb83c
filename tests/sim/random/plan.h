/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - what a random OCR program does, and what must come of it.
 *
 * A plan is a pure function of seed, size and features, so every task of the
 * program, on any node, knows it without being told; GUIDs alone travel.  What
 * a task must find in its slots is part of the plan: the plan is the oracle.
 *
 * Tasks form a tree of groups.  A group is begun by its first task, which may
 * hand it on to further stages on other nodes; together they create the
 * group's objects, its children and the links, in random order, and then open
 * the gate (slot 0) of each child.  A child that is a group itself may hand
 * its duties on to its own children.  When all children are done, which the
 * group learns in several ways, its janitor checks the board and destroys what
 * is left.
 *
 * The board of a group is a block: a sum, a word for each child that must be
 * right in the end, and the GUIDs of all that the group needs.
 */
#ifndef TESTS_SIM_RANDOM_PLAN_H
#define TESTS_SIM_RANDOM_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#define PLAN_TASKS  512
#define PLAN_GROUPS 128
#define PLAN_OBJS   4096
#define PLAN_OPS    16384
#define PLAN_SLOTS  24
#define PLAN_IDS    1024 /* of one group */
#define PLAN_KIDS   16	 /* of one group, janitors and doomed included */
#define PLAN_NONE   UINT16_MAX

/* Bits of `features`. */
enum plan_feature {
	PLAN_NESTED = 1 << 0, /* groups in groups */
	PLAN_FINISH = 1 << 1, /* some of them finish scopes */
	PLAN_STAGES = 1 << 2, /* groups are built by several tasks */
	PLAN_ONCE = 1 << 3,
	PLAN_STICKY = 1 << 4,
	PLAN_IDEM = 1 << 5,
	PLAN_LATCH = 1 << 6,
	PLAN_OUTPUT = 1 << 7,	/* arcs from output events */
	PLAN_BLOCKS = 1 << 8,	/* blocks that go from task to task */
	PLAN_FRESH = 1 << 9,	/* blocks made by who passes them on */
	PLAN_CHAINS = 1 << 10,	/* events between event and task */
	PLAN_DOOMED = 1 << 11,	/* destroyed before they run or fire */
	PLAN_ACC = 1 << 12,	/* one block for sums of all tasks */
	PLAN_PARAMS = 1 << 13,	/* GUIDs as parameters */
	PLAN_HANDED = 1 << 14,	/* duties handed on, links made late */
	PLAN_BIG = 1 << 15,	/* blocks larger than a packet */
	PLAN_UNHELD = 1 << 16,	/* blocks created with NO_ACQUIRE */
	PLAN_SPREAD = 1 << 17,	/* tasks and blocks on all nodes */
	PLAN_SHARED = 1 << 18,	/* templates from other nodes */
	PLAN_RACING = 1 << 19,	/* readers that nobody waits for */
	PLAN_COUNTED = 1 << 20, /* and latches that begin with a count */
	PLAN_CHANNEL = 1 << 21,
	PLAN_LABELS = 1 << 22, /* objects under labels of ranges */
	PLAN_CHECKS = 1 << 23, /* several create the same one */
	PLAN_TURNS = 1 << 24,  /* one after the other under a label */
	PLAN_MAPS = 1 << 25,   /* objects of a map, created by it */
	PLAN_REDUCE = 1 << 26, /* reductions over all nodes */
	PLAN_KEPT = 1 << 27,   /* templates for the whole job, small tasks */
	PLAN_ALL = (1 << 28) - 1
};

enum plan_obj_kind {
	PLAN_OBJ_ONCE,
	PLAN_OBJ_STICKY,
	PLAN_OBJ_IDEM,
	PLAN_OBJ_LATCH,
	PLAN_OBJ_COUNTED,
	PLAN_OBJ_CHANNEL,
	PLAN_OBJ_REDUCE, /* created by those who take part */
	PLAN_OBJ_BLOCK,
	PLAN_OBJ_TEMPLATE,
	PLAN_OBJ_TASK,
	PLAN_OBJ_OUTPUT
};

/* How an object gets its GUID. */
enum plan_name {
	PLAN_UNNAMED, /* from its creation; it is passed on in boards */
	PLAN_LABEL,   /* of a range for its kind: everybody can compute it */
	PLAN_CHECK,   /* likewise, and several tasks try to create it */
	PLAN_BLOCK,   /* likewise, when the object before it is gone */
	PLAN_MAPPED   /* of a map, which creates it when it is asked for */
};

struct plan_obj {
	uint8_t kind;
	uint8_t name;
	uint8_t unheld;	 /* block: created with NO_ACQUIRE */
	uint8_t janitor; /* destroys it */
	uint8_t node;
	uint16_t group; /* whose stages create it; NONE: mainEdt */
	uint16_t task;	/* of a task, an output event; of a board: the
			 * first task of its group */
	uint8_t count;	/* latch: begins with it; counted: dependences */
	uint8_t max_gen, nb_sat, nb_deps; /* of a channel; max_gen 0: any */
	uint16_t label;	   /* index in the range: most often its own number */
	uint16_t versions; /* of a block: the newest; 0 is its creator's */
	uint32_t words;
	uint32_t key; /* when, among the ops of the stages, it is created */
};

enum plan_op_kind {
	PLAN_CREATE,	 /* a */
	PLAN_CREATE_TOO, /* a, which another op creates as well */
	PLAN_LINK,	 /* a -> b, slot, mode; a == NONE: NULL_GUID */
	PLAN_SATISFY,	 /* a with block b or none */
	PLAN_FRESH_SAT,	 /* a with a new block, seed `seed` */
	PLAN_SEND,	 /* channel a with a new block, block b or none */
	PLAN_TAKE,	 /* channel a -> b, slot, mode */
	PLAN_REDUCTION,	 /* event a, seed; opens slot of task b */
	PLAN_INCR,	 /* latch a */
	PLAN_DECR,
	PLAN_DESTROY, /* a */
	PLAN_GATE,    /* opens slot 0 of task a with the board */
	PLAN_RELEASE  /* the board */
};

struct plan_op {
	uint8_t kind, slot, mode;
	uint16_t a, b;
	uint16_t next;	 /* of the same task or group */
	uint16_t before; /* of a stage: bits of children that start later */
	uint16_t after;	 /* of a stage: comes later than this op, or NONE */
	uint32_t key;	 /* of a stage: in which order */
	uint32_t words;	 /* of a fresh block */
	uint64_t seed;
};

/* What a slot must bring. */
enum plan_slot_kind {
	PLAN_SLOT_NULL,
	PLAN_SLOT_BOARD, /* of the parent */
	PLAN_SLOT_SUB,	 /* of the group that it begins or cleans */
	PLAN_SLOT_ACC,
	PLAN_SLOT_AGAIN, /* the block of the slot before */
	PLAN_SLOT_BARE,	 /* a block in DB_MODE_NULL: its GUID alone */
	PLAN_SLOT_READ,	 /* block `obj`, a version from lo to hi */
	PLAN_SLOT_WRITE, /* version lo, and makes it lo + 1 */
	PLAN_SLOT_FRESH	 /* a block with `seed`; destroys it */
};

struct plan_slot {
	uint8_t kind, mode, last; /* last: and destroys the block */
	uint16_t obj, lo, hi;
	uint32_t words;
	uint64_t seed;
};

enum plan_role { PLAN_LEAF, PLAN_GROUP, PLAN_JANITOR, PLAN_DOOM };
/* How its group learns that a child is done. */
enum plan_done { PLAN_DONE_SCOPE, PLAN_DONE_LATCH, PLAN_DONE_OUTPUT };
enum plan_return {
	PLAN_RET_NULL,
	PLAN_RET_FRESH,
	PLAN_RET_BLOCK,
	PLAN_RET_EVENT
};

struct plan_task {
	uint8_t role, done, ret, finish;
	uint8_t by_params; /* gate without the board */
	uint8_t at_once;   /* no slots: it runs when it is created */
	uint8_t early;	   /* lets go of the board before its duties */
	uint8_t word;	   /* writes a word of the board */
	uint8_t index;	   /* among the children */
	uint8_t node;
	uint8_t n_slots;
	uint16_t group;	      /* that it is a child of; NONE: of mainEdt */
	uint16_t sub;	      /* that it begins or cleans up */
	uint16_t obj, output; /* output == NONE: no output event */
	uint16_t ret_obj;
	uint16_t duties; /* in plan.ops */
	uint32_t gate_key;
	uint32_t fresh_words;
	uint64_t fresh_seed;
	struct plan_slot slots[PLAN_SLOTS];
};

struct plan_group {
	uint16_t first; /* the task that begins it */
	uint16_t janitor;
	uint16_t board; /* an object of the parent's */
	uint16_t tmpl;	/* NONE, or one for all its tasks */
	uint8_t finish, n_stages, n_kids;
	uint8_t nodes[4]; /* of the stages */
	uint16_t kids[PLAN_KIDS];
	uint16_t done; /* latch, or NONE */
	uint16_t ops;  /* in plan.ops */
	uint16_t n_ids;
	uint16_t ids[PLAN_IDS];
	uint16_t n_own;	   /* of ids: created by its stages, first */
	uint16_t begin[5]; /* of each stage, in plan.sorted; then the end */
};

struct plan {
	uint64_t seed;
	uint32_t size, features;
	uint64_t random;
	uint16_t n_tasks, n_groups, n_objs, n_ops, n_sorted;
	uint16_t acc; /* object; NONE */
	int budget;
	uint64_t acc_sum;
	struct plan_task tasks[PLAN_TASKS];
	struct plan_group groups[PLAN_GROUPS];
	struct plan_obj objs[PLAN_OBJS];
	struct plan_op ops[PLAN_OPS];
	uint16_t sorted[PLAN_OPS];
};

/* For the making: plan_grow.c. */
void plan_grow(struct plan *p);
uint64_t plan_draw(struct plan *p, uint64_t below);

/* The plan, made by the first who asks; until another is asked for.  Any
 * thread, as long as all ask for the same. */
const struct plan *plan_get(uint64_t seed, uint32_t size, uint32_t features);

/* What task `t` adds wherever it leaves a trace. */
uint64_t plan_mark(const struct plan *p, unsigned t);
/* The seed of version `v` of block `obj`. */
uint64_t plan_version(const struct plan *p, unsigned obj, unsigned v);
/* Whether ops on the object may come before its creation: whoever knows its
 * name needs nobody to tell it.  Not blocks, whose creator writes them. */
static inline bool
plan_early(const struct plan_obj *o)
{
	return o->name == PLAN_MAPPED ||
	       (o->name != PLAN_UNNAMED && o->kind != PLAN_OBJ_BLOCK);
}

/* The bytes of a board. */
uint64_t plan_board_bytes(const struct plan_group *g);
/* The place of an object in a group's ids, or n_ids. */
unsigned plan_find(const struct plan_group *g, unsigned obj);
/* The objects that a task has to know; returns how many. */
unsigned plan_uses(const struct plan *p, unsigned t, uint16_t *ids);

#endif
