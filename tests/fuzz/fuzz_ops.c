/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_ops.c - ops of all kinds come to a node from others that have the job's
 * number and say anything, while its tasks use objects of all kinds.
 *
 * An input is a byte for the node, and steps: an op, or something that the node
 * does meanwhile.  The words of an op are written short, so that small changes
 * make other GUIDs of the same object, other objects, and numbers at the end
 * of ranges:
 *
 *	00-3f  that number
 *	40-7f  the GUID of something that there is, by number (two words)
 *	80-9f  two halves of 32 bits, a byte each
 *	a0-af  a number at the end of a range
 *	b0-bf  a GUID of something, with a field changed (two words)
 *	c0-cf  a number that others were sent
 *	d0-df  a GUID that nobody has made, field by field (two words)
 *	e0-ff  any eight bytes
 *
 * Two things are put right, because a member may do them: code is
 * that of a task or of a map's creator, or of a module that is not there; and
 * what is inside of an op has the length of an op.
 */
#include "src/boot/ops.h"
#include "src/stream/dispatch.h"
#include "tests/fuzz/act.h"
#include "tests/fuzz/node.h"
#include "tests/fuzz/target.h"

#include <string.h>

#define MAX_STEPS 64
#define MAX_WORDS 128

struct run {
	struct source s;
	struct node n;
	unsigned steps;
};

/* -- Words ----------------------------------------------------------------- */

static const uint64_t ends[16] = {
	UINT64_MAX,
	UINT64_MAX - 7,
	INT64_MAX,
	(uint64_t)INT64_MIN,
	UINT32_MAX,
	INT32_MAX,
	UINT64_C(1) << 32,
	UINT64_C(1) << 40,
	(UINT64_C(1) << 24) - 1,
	UINT64_C(1) << 61,
	65535,
	65536,
	4096,
	OCR_OP_MAX_BYTES,
	UINT64_C(0xffffffff00000000),
	WIRE_WINDOW - 16,
};

static ocrGuid_t
known(struct run *r, unsigned i)
{
	const struct node *n = &r->n;
	unsigned most = n->n_guids < NODE_GUIDS ? n->n_guids : NODE_GUIDS;

	return most ? n->guids[i % most] : NULL_GUID;
}

static ocrGuid_t
changed(struct run *r, unsigned how)
{
	ocrGuid_t g = known(r, take(&r->s));
	uint64_t by = take(&r->s);

	switch (how % 8) {
	case 0:
		g.upper = (g.upper & ~(UINT64_C(0xff) << 56)) |
			  by % (OCR_GUID_KINDS + 2) << 56;
		break;
	case 1:
		g.upper ^= UINT64_C(1) << (48 + by % 8);
		break;
	case 2: /* the owner */
		g.upper = (g.upper & ~(UINT64_C(0xffffff) << 24)) |
			  by % (WIRE_NODES + 1) << 24;
		break;
	case 3: /* the creator */
		g.upper =
			(g.upper & ~UINT64_C(0xffffff)) | by % (WIRE_NODES + 1);
		break;
	case 4:
		g.lower += by;
		break;
	case 5:
		g.lower -= by;
		break;
	case 6:
		g.lower = ends[by % 16];
		break;
	case 7:
		g.upper ^= UINT64_C(1) << by % 64;
		break;
	}
	return g;
}

static ocrGuid_t
forged(struct run *r)
{
	struct source *s = &r->s;
	unsigned kind = take(s) % OCR_GUID_KINDS, flags = take(s);
	ocr_node_t owner = take(s) % (WIRE_NODES + 1);
	ocr_node_t creator = take(s) % (WIRE_NODES + 1);

	return ocr_guid_make((enum ocr_guid_kind)kind, flags, owner, creator,
			     take(s));
}

/* One word or two to `at`, of which there are `room`; returns how many. */
static unsigned
put_word(struct run *r, uint64_t *at, unsigned room)
{
	unsigned b = take(&r->s);
	ocrGuid_t g;

	if (b < 0x40) {
		*at = b;
	} else if (b >= 0x80 && b < 0xa0) {
		*at = take(&r->s);
		*at |= (uint64_t)take(&r->s) << 32;
	} else if (b >= 0xa0 && b < 0xb0) {
		*at = ends[b % 16];
	} else if (b >= 0xc0 && b < 0xd0) {
		*at = r->n.numbers[b % NODE_NUMBERS];
	} else if (b >= 0xe0) {
		*at = take_word(&r->s);
	} else {
		g = b < 0x80   ? known(r, b - 0x40)
		    : b < 0xc0 ? changed(r, b)
			       : forged(r);
		at[0] = g.upper;
		if (room < 2)
			return 1;
		at[1] = g.lower;
		return 2;
	}
	return 1;
}

static void
put_words(struct run *r, uint64_t *at, unsigned n)
{
	for (unsigned i = 0; i < n;)
		i += put_word(r, at + i, n - i);
}

/* -- Ops ------------------------------------------------------------------- */

/* Of a module that is here only what is a function. */
static void
repair_code(struct ocr_code *c, struct ocr_code right)
{
	if (c->module % 2 || c->module == right.module)
		*c = right;
}

static void
repair_brief(struct ocr_msg_create_brief *m)
{
	struct ocr_code c = {m->module, m->offset};

	repair_code(&c, node_code_of_task());
	m->module = c.module;
	m->offset = (uint32_t)c.offset;
}

static void
repair(struct ocr_op *op)
{
	switch (op->type) {
	case OCR_MSG_CREATE_TEMPLATE:
		repair_code(&((struct ocr_msg_create_template *)op)->code,
			    node_code_of_task());
		break;
	case OCR_MSG_TEMPLATE:
		repair_code(&((struct ocr_msg_template *)op)->code,
			    node_code_of_task());
		break;
	case OCR_MSG_CREATE_EDT:
		repair_code(&((struct ocr_msg_create_edt *)op)->code,
			    node_code_of_task());
		break;
	case OCR_MSG_CREATE_BRIEF:
		repair_brief((struct ocr_msg_create_brief *)op);
		break;
	case OCR_MSG_CREATE_MAP:
		repair_code(&((struct ocr_msg_create_map *)op)->code,
			    node_code_of_creator());
		break;
	}
}

/* The words from `first` on are an op as well. */
static void
nest(struct run *r, uint64_t *words, unsigned first, unsigned *n)
{
	static const struct {
		uint16_t type;
		size_t bytes;
	} inner[] = {
		{OCR_MSG_CREATE_EVENT, sizeof(struct ocr_msg_create_event)},
		{OCR_MSG_CREATE_TEMPLATE,
		 sizeof(struct ocr_msg_create_template)},
		{OCR_MSG_CREATE_EDT, sizeof(struct ocr_msg_create_edt)},
		{OCR_MSG_CREATE_DB, sizeof(struct ocr_msg_create_db)},
		{OCR_MSG_CREATE_MAP, sizeof(struct ocr_msg_create_map)},
		{OCR_MSG_DESTROY, sizeof(struct ocr_msg_destroy)},
		{OCR_MSG_SATISFY, sizeof(struct ocr_op)},
	};
	unsigned which = take(&r->s) % (sizeof(inner) / sizeof(*inner));
	unsigned least = (unsigned)(inner[which].bytes / 8);
	struct ocr_op *op = (struct ocr_op *)(words + first);

	if (*n < first + least)
		*n = first + least;
	op->len_bytes = (*n - first) * 8;
	op->type = inner[which].type;
	op->zero = 0;
	/* Mostly of the same object. */
	if (take(&r->s) % 8)
		memcpy(words + first + 1, words + 1, 16);
	repair(op);
}

/* Those that travel.  What is kept means what it did as long as new ones come
 * at the end; some are there twice. */
static const uint16_t types[] = {
	OCR_MSG_CREATE_EVENT,
	OCR_MSG_CREATE_EVENT,
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
	OCR_MSG_SPREAD,
	OCR_MSG_TOUCH,
	OCR_MSG_ASK,
	OCR_MSG_TELL,
	OCR_MSG_ACQUIRE,
	OCR_MSG_GRANT,
	OCR_MSG_GRANT,
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
	OCR_MSG_GET_CHUNK,
	OCR_MSG_GET_CHUNK,
	OCR_MSG_CLOSE_FILE,
	OCR_MSG_RECALL,
	OCR_MSG_RECALL,
	OCR_MSG_RECALL,
	OCR_MSG_RECALLED,
	OCR_MSG_RETURNED,
	OCR_MSG_YIELD,
	OCR_MSG_PUSH,
	OCR_MSG_PUSH,
	OCR_MSG_OFFER,
	OCR_MSG_OFFER,
	OCR_MSG_SERVE,
	OCR_MSG_SERVES,
	OCR_MSG_SCOPE_RETURN,
	OCR_MSG_SCOPE_RETURN,
	OCR_MSG_SPREAD,
	OCR_MSG_SPREAD_DONE,
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
	OCR_MSG_PARTIAL,
	OCR_MSG_PARTIAL,
	OCR_MSG_PARTIAL,
	OCR_MSG_PARTIAL,
	OCR_MSG_PARTIAL,
	OCR_MSG_RESULT,
	OCR_MSG_BRANCH,
	OCR_MSG_IDLE,
	OCR_MSG_CREATE_BRIEF,
};
#define TYPES (sizeof(types) / sizeof(*types))

/* A new message is for here as well. */
static void
check_types(void)
{
	bool has[OCR_MSG_TYPES] = {false};

	for (unsigned i = 0; i < TYPES; i++)
		has[types[i]] = true;
	for (unsigned i = 0; i < OCR_MSG_TYPES; i++)
		must(has[i] == (ocr_ops_wire[i].name != NULL));
}

static ocr_node_t
peer_of(const struct run *r, unsigned b)
{
	ocr_node_t peer = b % (WIRE_NODES - 1);

	return peer < r->n.rt->self ? peer : peer + 1;
}

/* In memory of its own length. */
static void
come(struct run *r, ocr_node_t from, const struct ocr_op *op)
{
	struct ocr_op *exact = malloc(op->len_bytes);

	must(exact);
	memcpy(exact, op, op->len_bytes);
	wire_come(r->n.wire, from, exact, false);
	free(exact);
	node_poll(&r->n);
}

static void
come_op(struct run *r, unsigned b)
{
	uint64_t words[2 * MAX_WORDS] = {0};
	struct ocr_op *op = (struct ocr_op *)words;
	unsigned n, least, how = take(&r->s);

	op->type = types[b % TYPES];
	least = ocr_ops_wire[op->type].min_bytes / 8 - 1;
	n = how / 4 > least ? how / 4 : least;
	put_words(r, words + 1, n);
	n++;
	if (op->type == OCR_MSG_CREATE_LABELED)
		nest(r, words, sizeof(struct ocr_msg_create_labeled) / 8, &n);
	else if (op->type == OCR_MSG_SPREAD)
		nest(r, words, sizeof(struct ocr_msg_spread) / 8, &n);
	op->len_bytes = n * 8;
	repair(op);
	come(r, peer_of(r, how), op);
}

/* -- Steps ----------------------------------------------------------------- */

static void
act(struct run *r)
{
	uint64_t params[NODE_PARAMS] = {take(&r->s)};
	ocrGuid_t blocks[4];
	uint32_t modes[4];
	unsigned depc = take(&r->s) % 4;
	uint64_t words[2];

	put_words(r, params + 1, NODE_PARAMS - 1);
	for (unsigned i = 0; i < depc; i++) {
		put_words(r, words, 2);
		blocks[i] = (ocrGuid_t){words[0], words[1]};
		modes[i] = UINT32_C(1) << (1 + take(&r->s) % 4);
	}
	node_act(&r->n, params, depc, blocks, modes);
	node_run(&r->n, 4);
}

static void
step(struct run *r)
{
	unsigned b = take(&r->s);

	if (b & 0x80) {
		come_op(r, b & 0x7f);
		return;
	}
	switch (b % 8) {
	case 0:
	case 1:
		act(r);
		break;
	case 2:
		node_run(&r->n, 16);
		break;
	case 3:
		wire_come(r->n.wire, peer_of(r, b / 8), NULL, true);
		break;
	case 4:
		node_move_file(&r->n, b / 8);
		break;
	case 5:
		node_look(&r->n, b & 8);
		break;
	}
	node_poll(&r->n);
}

/* Again on another stack whenever a body waits. */
static void
run(void *arg)
{
	struct run *r = arg;

	if (!r->steps)
		node_run(&r->n, 1);
	while (r->s.left && r->steps++ < MAX_STEPS && !node_has_ended(&r->n))
		step(r);
	node_run(&r->n, 64);
	node_poll(&r->n);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct run r;
	unsigned how;

	check_types();
	r.s = (struct source){data, size};
	r.steps = 0;
	how = take(&r.s);
	node_open(&r.n, how & 1, how & 2, (enum ocr_protocol)(how / 4 % 4));
	node_drive(&r.n, run, &r);
	node_close(&r.n);
	return 0;
}
