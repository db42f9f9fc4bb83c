/* SPDX-License-Identifier: BSD-3-Clause */
/* msg.h - every op of the runtime, as bytes.
 *
 * One struct per message.  The object that an op changes is always the first
 * field after the head, so a log can name it without knowing the message.
 * Messages marked "local" never travel: one that arrives from another node is
 * refused.  The index of the protocol is the table in boot/ops.c; the
 * sequences are drawn in doc/change/PROTOCOL.md.
 */
#ifndef SRC_BASE_MSG_H
#define SRC_BASE_MSG_H

#include "fabric/fabric.h"
#include "guidmap/guid.h"
#include "include/extensions/ocr-hints.h"
#include "include/ocr-types.h"
#include "src/base/code.h"
#include "src/base/msg_block.h"
#include "src/base/msg_task.h"
#include "src/base/msg_watch.h"

#include <assert.h>

/* Nodes of one job run one version: the packet header carries it. */
enum ocr_msg_type {
	OCR_MSG_CREATE_EVENT = 1,
	OCR_MSG_CREATE_TEMPLATE,
	OCR_MSG_GET_TEMPLATE,
	OCR_MSG_TEMPLATE,
	OCR_MSG_CREATE_EDT,
	OCR_MSG_CREATE_DB,
	OCR_MSG_CREATE_LABELED,
	OCR_MSG_LABEL_DONE,
	OCR_MSG_DESTROY,
	OCR_MSG_SATISFY,
	OCR_MSG_SATISFY_EDT,
	OCR_MSG_ADD_DEP,
	OCR_MSG_SET_HINT,
	OCR_MSG_CREATE_MAP,
	OCR_MSG_SPREAD,
	OCR_MSG_SPREAD_DONE,
	OCR_MSG_TOUCH,
	OCR_MSG_ASK,
	OCR_MSG_TELL,
	OCR_MSG_ACQUIRE,
	OCR_MSG_GRANT,
	OCR_MSG_ACQUIRED,
	OCR_MSG_FETCHED,
	OCR_MSG_DROP,
	OCR_MSG_PARTITION,
	OCR_MSG_PARTED,
	OCR_MSG_PARTS,
	OCR_MSG_PLACED,
	OCR_MSG_JOIN,
	OCR_MSG_JOINED,
	OCR_MSG_WHOLE,
	OCR_MSG_RELEASE,
	OCR_MSG_OPEN_FILE,
	OCR_MSG_GET_CHUNK,
	OCR_MSG_CLOSE_FILE,
	OCR_MSG_FILE_TURN,
	OCR_MSG_LOADED,
	OCR_MSG_RECALL,
	OCR_MSG_RECALLED,
	OCR_MSG_RETURNED,
	OCR_MSG_YIELD,
	OCR_MSG_STARVED,
	OCR_MSG_PUSH,
	OCR_MSG_OFFER,
	OCR_MSG_SERVE,
	OCR_MSG_SERVES,
	OCR_MSG_SCOPE_LEAVE,
	OCR_MSG_SCOPE_RETURN,
	OCR_MSG_SCOPE_DONE,
	OCR_MSG_TASK_END,
	OCR_MSG_IDLE,
	OCR_MSG_END_REQUEST,
	OCR_MSG_END,
	OCR_MSG_GUEST_DONE,
	OCR_MSG_QUIET_ASK,
	OCR_MSG_QUIET_TELL,
	OCR_MSG_STUCK_EXPLAIN,
	OCR_MSG_STUCK_WAIT,
	OCR_MSG_STUCK_FACT,
	OCR_MSG_LOOK_WANT,
	OCR_MSG_LOOK_ASK,
	OCR_MSG_LOOK_FACT,
	OCR_MSG_TOP_ASK,
	OCR_MSG_TOP_TELL,
	OCR_MSG_STRICT_PLACE,
	OCR_MSG_STRICT_MISUSE,
	OCR_MSG_COLLECTIVE_CREATE,
	OCR_MSG_COLLECTIVE_DESTROY,
	OCR_MSG_COLLECTIVE_DEP,
	OCR_MSG_CONTRIBUTE,
	OCR_MSG_PARTIAL,
	OCR_MSG_RESULT,
	OCR_MSG_BRANCH,
	OCR_MSG_CREATE_BRIEF,
	OCR_MSG_TYPES
};

/* CREATE_EVENT: an event of the kind that its GUID says.  Creator -> owner. */
struct ocr_msg_create_event {
	struct ocr_op op;
	ocrGuid_t event;
	int64_t count; /* a latch's first value, a counted event's nbDeps */
	/* Of a channel event; the others have zeros: */
	uint32_t max_gen;
	uint32_t nb_sat;
	uint32_t nb_deps;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_create_event) == 48, "wire format");

enum ocr_label_how {
	OCR_LABEL_CHECK = 1, /* unless it exists */
	OCR_LABEL_BLOCK,     /* as soon as it does not exist */
};

/* CREATE_LABELED: one of the creations above, of an object with a label.
 * Creator -> owner.  Reply, if the creator waits for it: of CHECK TELL, for its
 * body, of BLOCK LABEL_DONE, for its stream. */
struct ocr_msg_create_labeled {
	struct ocr_op op;
	ocrGuid_t label;
	uint64_t wait; /* who of the creator; 0: nobody waits */
	uint32_t how;
	uint32_t by; /* the creator: the sender is the owner when it waited */
	unsigned char creation[]; /* the op */
};
static_assert(sizeof(struct ocr_msg_create_labeled) == 40, "wire format");

/* LABEL_DONE: owner -> creator.  The stream with this number may go on. */
struct ocr_msg_label_done {
	struct ocr_op op;
	ocrGuid_t label;
	uint64_t wait;
	uint64_t created; /* 0: the object existed */
};
static_assert(sizeof(struct ocr_msg_label_done) == 40, "wire format");

/* DESTROY: of an event, task, template or block.  Any node -> owner. */
struct ocr_msg_destroy {
	struct ocr_op op;
	ocrGuid_t guid;
};
static_assert(sizeof(struct ocr_msg_destroy) == 24, "wire format");
#define OCR_DESTROY(g_)                                                        \
	((struct ocr_msg_destroy){                                             \
		.op = OCR_OP(OCR_MSG_DESTROY, struct ocr_msg_destroy),         \
		.guid = (g_)})

/* SATISFY: slot `slot` of `event` receives `data`.  Any node -> owner. */
struct ocr_msg_satisfy {
	struct ocr_op op;
	ocrGuid_t event;
	ocrGuid_t data; /* GUID of kind DB, or NULL_GUID: control only */
	uint32_t slot;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_satisfy) == 48, "wire format");

/* SATISFY_EDT: the same for a task, with the mode in which it wants `data`. */
struct ocr_msg_satisfy_edt {
	struct ocr_op op;
	ocrGuid_t edt;
	ocrGuid_t data;
	uint32_t slot;
	uint32_t mode;
};
static_assert(sizeof(struct ocr_msg_satisfy_edt) == 48, "wire format");

/* ADD_DEP: when `event` fires, `slot` of `dest` is satisfied.  Any node ->
 * owner of the event; the destination hears of it when it is satisfied. */
struct ocr_msg_add_dep {
	struct ocr_op op;
	ocrGuid_t event;
	ocrGuid_t dest; /* an event or a task */
	uint32_t slot;
	uint32_t mode;
};
static_assert(sizeof(struct ocr_msg_add_dep) == 48, "wire format");

/* The same for a task that waits in the place of a body, which is told when it
 * is refused.  Reply, if so: TELL. */
struct ocr_msg_await {
	struct ocr_msg_add_dep dep;
	uint64_t number; /* as in ASK */
	uint32_t by;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_await) == 64, "wire format");

/* SET_HINT: these properties of an object have these values.  Any node ->
 * owner; of a template: owner -> nodes that know it, with whoever set them, and
 * as what number (ocr_template_foresee()). */
struct ocr_msg_set_hint {
	struct ocr_op op;
	ocrGuid_t guid;
	uint32_t origin;
	uint32_t number; /* 0: none */
	ocrHint_t hint;
};
static_assert(sizeof(struct ocr_msg_set_hint) == 104, "wire format");

/* CREATE_MAP: a map with a function.  Creator -> every node, by SPREAD.  paramc
 * values and guidc GUIDs follow. */
struct ocr_msg_create_map {
	struct ocr_op op;
	ocrGuid_t map;
	struct ocr_code code;
	uint32_t paramc;
	uint32_t guidc;
	uint64_t is_default; /* 1: what NULL_GUID means as a map */
	uint64_t values[];
};
static_assert(sizeof(struct ocr_msg_create_map) == 56, "wire format");

/* SPREAD: `inner`, an op for every node: CREATE_MAP, or DESTROY of a map.
 * Parent -> child, in the tree of `root`, whose spread number `number` it is.
 * Reply: SPREAD_DONE, when the child and all below it have done the op. */
struct ocr_msg_spread {
	struct ocr_op op;
	ocrGuid_t object; /* that of the inner op */
	uint64_t number;
	uint32_t root;
	uint32_t zero;
	uint64_t inner[];
};
static_assert(sizeof(struct ocr_msg_spread) == 40, "wire format");

struct ocr_msg_spread_done {
	struct ocr_op op;
	ocrGuid_t object;
	uint64_t number;
	uint32_t root;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_spread_done) == 40, "wire format");

/* TOUCH: the element of a map with a creator shall exist.  Any node ->
 * owner. */
struct ocr_msg_touch {
	struct ocr_op op;
	ocrGuid_t element;
};
static_assert(sizeof(struct ocr_msg_touch) == 24, "wire format");

enum ocr_event_state {
	OCR_EVENT_ABSENT, /* not yet, or not any more */
	OCR_EVENT_CREATED,
	OCR_EVENT_SATISFIED, /* one dependence more would be, at once */
};

enum ocr_ask {
	OCR_ASK_EVENT, /* how is it: enum ocr_event_state; never parked */
	OCR_ASK_KIND,  /* of the object: enum ocr_guid_kind; never parked */
	OCR_ASK_HINT,  /* its hints, also if it comes later */
};

/* ASK: a body of the sender waits to hear it.  Any node -> owner.  Reply: TELL,
 * with the same number. */
struct ocr_msg_ask {
	struct ocr_op op;
	ocrGuid_t guid;
	uint64_t number;
	uint32_t what; /* enum ocr_ask */
	uint32_t by;   /* who asks: the sender is the owner when it waited */
};
static_assert(sizeof(struct ocr_msg_ask) == 40, "wire format");

struct ocr_answer {
	int32_t err; /* 0, or -errno: there is no answer */
	uint32_t value;
	ocrHint_t hint; /* to OCR_ASK_HINT; else 0 */
};

/* TELL: the answer to ASK; the outcome of CREATE_LABELED; why an ADD_DEP whose
 * body waits was refused.  Owner -> who asked. */
struct ocr_msg_tell {
	struct ocr_op op;
	ocrGuid_t guid;
	uint64_t number;
	struct ocr_answer answer;
};
static_assert(sizeof(struct ocr_msg_tell) == 112, "wire format");

enum ocr_file_mode {
	OCR_FILE_WRITE = 1,
	OCR_FILE_CREATE = 2, /* if there is none */
	OCR_FILE_CUT = 4,    /* to no bytes */
};

/* OPEN_FILE, local: the file exists; it is opened, and the block `descriptor`
 * says when and how.  NULL_GUID: nobody asked.  The path follows, with its
 * zero. */
struct ocr_msg_open_file {
	struct ocr_op op;
	ocrGuid_t file;
	ocrGuid_t descriptor;
	uint32_t mode; /* enum ocr_file_mode */
	uint32_t zero;
	char path[];
};

/* GET_CHUNK: the block `chunk` is this range of the file.  Any node -> owner of
 * both. */
struct ocr_msg_get_chunk {
	struct ocr_op op;
	ocrGuid_t file;
	ocrGuid_t chunk;
	uint64_t offset;
	uint64_t size;
};
static_assert(sizeof(struct ocr_msg_get_chunk) == 56, "wire format");

/* CLOSE_FILE: no more chunks are asked for, and a body of the sender waits
 * until the file is closed.  Any node -> owner.  Reply: TELL, with the same
 * number.
 */
struct ocr_msg_close_file {
	struct ocr_op op;
	ocrGuid_t file;
	uint64_t number;
	uint32_t by; /* who asks: the sender is the owner when it waited */
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_close_file) == 40, "wire format");

/* FILE_TURN, local: the file of this chunk acquires it, to load it or to store
 * it, before or after all tasks.  It gets ACQUIRED, with the chunk's GUID for
 * that of a task. */
struct ocr_msg_file_turn {
	struct ocr_op op;
	ocrGuid_t db;
};

/* LOADED, local: the bytes of a chunk are here, or there are none, if err is
 * not 0. */
struct ocr_msg_loaded {
	struct ocr_op op;
	ocrGuid_t db;
	int32_t err;
	uint32_t zero;
};

/* SCOPE_RETURN: credit comes home.  Any node -> owner of the scope. */
struct ocr_msg_scope_return {
	struct ocr_op op;
	ocrGuid_t scope;
	uint64_t credit;
};
static_assert(sizeof(struct ocr_msg_scope_return) == 32, "wire format");

/* SCOPE_LEAVE, SCOPE_DONE, TASK_END, local: the last steps of a task. */
struct ocr_msg_task {
	struct ocr_op op;
	ocrGuid_t edt;
	void *task;	 /* struct ocr_edt */
	uint64_t joined; /* it is a member of a finish scope */
};

/* END_REQUEST: any node -> node 0.  END: node 0 -> all: the job ends with
 * this exit status. */
struct ocr_msg_end {
	struct ocr_op op;
	ocrGuid_t none; /* NULL_GUID */
	uint32_t status;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_end) == 32, "wire format");

/* IDLE: the sending node has nothing to run, and is told so once: until it has
 * been sent a task (OCR_EDT_MOVED), or for good.  Any node -> some others. */
struct ocr_msg_idle {
	struct ocr_op op;
	ocrGuid_t none;	  /* NULL_GUID */
	uint64_t busy_ns; /* so long it was with what it has been sent last;
			   * UINT64_MAX: nobody knows */
};
static_assert(sizeof(struct ocr_msg_idle) == 32, "wire format");

/* GUEST_DONE: the program of the sending node waits for the end of the job
 * alone, which comes when all do.  Any node -> node 0, once. */
struct ocr_msg_guest_done {
	struct ocr_op op;
	ocrGuid_t none; /* NULL_GUID */
};
static_assert(sizeof(struct ocr_msg_guest_done) == 24, "wire format");

/* QUIET_ASK: wave `wave`.  Node 0 -> all.  Reply: QUIET_TELL, when the node
 * rests, with the numbers of ops that it has sent and handled so far; these
 * two are not counted. */
struct ocr_msg_quiet {
	struct ocr_op op;
	ocrGuid_t none; /* NULL_GUID */
	uint64_t wave;
	uint64_t sent;
	uint64_t handled;
};
static_assert(sizeof(struct ocr_msg_quiet) == 48, "wire format");

/* What a reduction event does: the same on all nodes that have it. */
struct ocr_shape {
	uint32_t max_gen;  /* generations that may be incomplete */
	uint32_t contribs; /* contributors in all */
	uint32_t here;	   /* on each node that has any */
	uint32_t n;	   /* values of a contribution */
	uint32_t arity;	   /* children of a node of the tree */
	uint16_t op;	   /* REDOP_* */
	uint8_t type;	   /* COL_* */
	uint8_t reuse;	   /* the runtime destroys the results */
};
static_assert(sizeof(struct ocr_shape) == 24, "wire format");

/* COLLECTIVE_CREATE, local: this node takes part in the event. */
struct ocr_msg_collective_create {
	struct ocr_op op;
	ocrGuid_t event;
	struct ocr_shape shape;
};

/* CONTRIBUTE, local: the next contribution of slot `slot`; the values
 * follow. */
struct ocr_msg_contribute {
	struct ocr_op op;
	ocrGuid_t event;
	uint32_t slot;
	uint32_t zero;
	uint64_t values[];
};

/* COLLECTIVE_DEP, local: the next generation of post-slot `sslot` satisfies
 * `slot` of `dest`. */
struct ocr_msg_collective_dep {
	struct ocr_op op;
	ocrGuid_t event;
	ocrGuid_t dest; /* an event or a task */
	uint32_t sslot;
	uint32_t slot;
	uint32_t mode;
	uint32_t zero;
};

/* PARTIAL: what `count` contributors have given to a generation, combined; the
 * values follow, unless `empty` says that slot 0, which a broadcast waits for,
 * is not among them.  Node -> its parent in the tree of the event; at the top
 * to another there, what several nodes have given side by side, and `count` is
 * that of the sender alone.  In an event that not all nodes take part in,
 * `placed` says that the sender knows its place (BRANCH), and else it goes to
 * the root. */
struct ocr_msg_partial {
	struct ocr_op op;
	ocrGuid_t event;
	uint64_t generation;
	struct ocr_shape shape; /* the sender's */
	uint32_t count;
	uint16_t empty;
	uint16_t placed;
	uint64_t values[];
};
static_assert(sizeof(struct ocr_msg_partial) == 64, "wire format");

/* RESULT: a generation is complete; the values follow.  Node -> its children
 * in the tree of the event. */
struct ocr_msg_result {
	struct ocr_op op;
	ocrGuid_t event;
	uint64_t generation;
	uint64_t values[];
};
static_assert(sizeof(struct ocr_msg_result) == 32, "wire format");

/* BRANCH: generations from `since` on go up to `parent`, and come from these
 * children, 0 behind them if they are an odd number.  Root of an event that not
 * all nodes take part in -> each other node that does, ahead of the result of
 * the first generation. */
struct ocr_msg_branch {
	struct ocr_op op;
	ocrGuid_t event;
	uint64_t since;
	uint32_t parent;
	uint32_t n;
	uint32_t children[];
};
static_assert(sizeof(struct ocr_msg_branch) == 40, "wire format");

/* Does the op say nothing about the kind of its object?  Of what creates, the
 * sender knows it. */
static inline bool
ocr_msg_is_mapped(const struct ocr_op *op)
{
	return op->type <= OCR_MSG_SET_HINT &&
	       ocr_guid_kind(((const struct ocr_msg_destroy *)(const void *)op)
				     ->guid) == OCR_GUID_MAPPED;
}

/* The head of a message of a struct without trailing bytes. */
#define OCR_OP(type_, struct_)                                                 \
	((struct ocr_op){.len_bytes = sizeof(struct_), .type = (type_)})

#endif
