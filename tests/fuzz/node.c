/* SPDX-License-Identifier: BSD-3-Clause */
/* node.c - see node.h. */
#include "tests/fuzz/node.h"

#include "fabric/log.h"
#include "fabric/memory.h"
#include "src/base/code.h"
#include "src/observe/quiet.h"
#include "src/stream/dispatch.h"
#include "tests/fuzz/act.h"
#include "tests/fuzz/target.h"
#include "tests/sim/sim_files.h"

#include <string.h>

#define STACK_BYTES ((size_t)512 << 10)
#define MAX_STEPS   64

/* The one there is: bodies are called without it. */
static struct node *node;

void
act_learn(ocrGuid_t g)
{
	if (!ocr_guid_is_null(g))
		node->guids[node->n_guids++ % NODE_GUIDS] = g;
}

ocrGuid_t
act_known(uint64_t i)
{
	unsigned n = node->n_guids < NODE_GUIDS ? node->n_guids : NODE_GUIDS;

	return n ? node->guids[i % n] : NULL_GUID;
}

/* Its first words, as far as it has them: mostly a GUID, another one or a
 * number, a number. */
static void
on_sent(void *ctx, ocr_node_t to, const struct ocr_op *op)
{
	const uint64_t *word = (const uint64_t *)(const void *)(op + 1);
	unsigned n = op->len_bytes / 8 - 1;
	ocrGuid_t g;

	(void)ctx, (void)to;
	for (unsigned i = 0; i + 1 < n && i < 4; i += 2) {
		g.upper = word[i];
		g.lower = word[i + 1];
		if (ocr_guid_kind(g) < OCR_GUID_KINDS && g.upper >> 56)
			act_learn(g);
	}
	for (unsigned i = 2; i < n && i < 6; i++)
		node->numbers[node->n_numbers++ % NODE_NUMBERS] = word[i];
}

struct ocr_code
node_code_of_task(void)
{
	struct ocr_code c;

	must(!ocr_code_of(act_body, &c));
	return c;
}

struct ocr_code
node_code_of_creator(void)
{
	struct ocr_code c;

	must(!ocr_code_of((ocrEdt_t)(void (*)(void))act_creator, &c));
	return c;
}

static void
become(const struct node *n, unsigned worker)
{
	ocr_self = &n->rt->sched->workers[worker];
}

bool
node_has_ended(const struct node *n)
{
	return atomic_load_explicit(&n->rt->ending, memory_order_relaxed);
}

void
node_drive(struct node *n, void (*fn)(void *arg), void *arg)
{
	static const uint64_t create[NODE_PARAMS] = {ACT_CREATE_ALL};

	node_act(n, create, 0, NULL, NULL);
	must(!ocr_stacks_run(&n->stacks, fn, arg));
	become(n, 0);
	ocr_wait_forget(ocr_self);
}

void
node_poll(struct node *n)
{
	become(n, 1);
	ocr_fabric_poll(n->rt->fabric);
	ocr_fabric_flush(n->rt->fabric);
}

void
node_run(struct node *n, unsigned tasks)
{
	while (tasks-- && ocr_sched_has_work(n->rt) && !node_has_ended(n)) {
		become(n, 0);
		ocr_worker_step(&n->rt->sched->workers[0]);
	}
	ocr_fabric_flush(n->rt->fabric);
}

void
node_move_file(struct node *n, unsigned which)
{
	uint64_t pending = sim_files_pending(&n->rt, 1);

	if (pending)
		sim_files_step(&n->rt, which % pending);
}

void
node_look(struct node *n, bool rested)
{
	become(n, 1);
	ocr_quiet_look(n->rt, rested);
}

void
node_act(struct node *n, const uint64_t params[NODE_PARAMS], unsigned depc,
	 const ocrGuid_t *blocks, const uint32_t *modes)
{
	_Alignas(8) unsigned char
		bytes[sizeof(struct ocr_msg_create_edt) + NODE_PARAMS * 8];
	struct ocr_msg_create_edt *c = (void *)bytes;
	struct ocr_msg_satisfy_edt s = {
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt),
	};

	become(n, 0);
	*c = (struct ocr_msg_create_edt){
		.op = {sizeof(bytes), OCR_MSG_CREATE_EDT, 0},
		.edt = ocr_guid_new(ocr_self->guids, OCR_GUID_EDT, 0,
				    n->rt->self),
		.code = node_code_of_task(),
		.paramc = NODE_PARAMS,
		.depc = depc,
	};
	memcpy(c->paramv, params, NODE_PARAMS * 8);
	act_learn(c->edt);
	if (ocr_apply(n->rt, &c->op))
		return;
	s.edt = c->edt;
	for (s.slot = 0; s.slot < depc; s.slot++) {
		s.data = blocks[s.slot];
		s.mode = modes[s.slot];
		ocr_apply(n->rt, &s.op);
	}
}

void
node_open(struct node *n, ocr_node_t self, bool strict,
	  enum ocr_protocol protocol)
{
	struct wire_config w = {.self = self, .sent = on_sent};
	struct ocr_runtime_config r = {
		.self = self,
		.size = WIRE_NODES,
		.sched.n_workers = 1,
		.sched.n_domains = 1,
		.protocol = protocol,
		.strict = strict,
		.sched.stack_bytes = STACK_BYTES,
		.files = OCR_ENGINE_MANUAL,
		.cache_bytes = 4000,
		.inline_bytes = 64,
		.scope_credit = 8,
	};

	memset(n, 0, sizeof(*n));
	node = n;
	n->wire = wire_open(&w);
	must(!ocr_memory_open_plain(&r.memory));
	r.transport = wire_transport(n->wire);
	must(!ocr_runtime_open(&n->rt, &r));
	ocr_stacks_init(&n->stacks, STACK_BYTES, 0);
	n->rt->sched->workers[0].stacks = &n->stacks;
}

void
node_close(struct node *n)
{
	struct ocr_memory *memory = n->rt->memory;

	wire_must_be_heard(n->rt->fabric);
	/* As at the end of a job: what files have under way comes to its end,
	 * and what they have not got is lost. */
	for (int i = 0; i < MAX_STEPS && sim_files_pending(&n->rt, 1); i++)
		sim_files_step(&n->rt, 0);
	sim_files_flush(&n->rt, 1, false);
	while (sim_files_pending(&n->rt, 1))
		sim_files_step(&n->rt, 0);
	become(n, 1);
	ocr_runtime_close(n->rt);
	ocr_self = NULL;
	ocr_stacks_fini(&n->stacks);
	wire_close(n->wire);
	ocr_memory_close(memory);
	/* Each input tells what it has to. */
	ocr_log_repeats(OCR_LOG_NOBODY);
	node = NULL;
}
