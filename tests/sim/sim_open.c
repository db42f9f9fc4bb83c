/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_open.c - opens the net and the nodes of a job, as its seed wants them. */
#include "fabric/memory.h"
#include "fabric/session.h"
#include "tests/sim/job.h"
#include "tests/sim/recorder.h"

/* How many nodes a host has; 0: all are of one. */
static uint32_t
per_host_of(const struct sim_job_config *c)
{
	static const uint32_t per_host[] = {0, 1, 2, 1};

	return c->even_ways ? 1 : per_host[c->seed / 2 % 4];
}

void
sim_open_chance(struct job *j)
{
	const struct sim_job_config *c = j->c;

	for (int i = 0; i < 8; i++)
		sim_job_draw(j);
	j->prefer_tasks = (unsigned[]){50, 10, 90, 30}[sim_job_draw(j) % 4];
	j->lag = sim_job_draw(j) % 3 == 0;
	j->lag_from = (ocr_node_t)(sim_job_draw(j) % c->n_nodes);
	j->lag_to = (ocr_node_t)(sim_job_draw(j) % c->n_nodes);
	j->looks = (unsigned[]){0, 1, 20}[sim_job_draw(j) % 3];
	j->slow = sim_job_draw(j) % 3
			  ? OCR_NODE_NONE
			  : (ocr_node_t)(sim_job_draw(j) % c->n_nodes);
	j->starves = c->n_nodes > 1 && !(sim_job_draw(j) % 3);
	j->shares = c->n_nodes > 1 && !c->strict && c->seed % 5 > 2;
	if (c->breaks && c->n_nodes > 1) {
		j->break_one_in = 3u << sim_job_draw(j) % 8;
		j->breaks_left = 10u << sim_job_draw(j) % 5;
	}
}

void
sim_open_net(struct job *j)
{
	static const size_t mtus[] = {512, 1024, 4096, 16384};
	struct sim_net_config n = {
		.n_nodes = j->c->n_nodes,
		.mtu_bytes = mtus[sim_job_draw(j) % 4],
		.piece_bytes = sim_job_draw(j) % 2 ? 4096 : 1 << 20,
		.seed = j->c->seed,
		.refuse_percent = sim_job_draw(j) % 4 ? 0 : 20,
		.breaks = j->c->breaks,
		.per_host = per_host_of(j->c),
		.cuts_idle = j->c->breaks && j->c->seed % 2,
		/* The host link has no sessions. */
		.sends_at_once = !j->c->breaks && j->c->seed % 4 == 3,
		.lends = (j->c->breaks || j->c->seed % 4 != 3) &&
			 j->c->seed / 5 % 3,
		.even_ways = j->c->even_ways,
	};

	n.lent_mtu_bytes = n.mtu_bytes << j->c->seed / 7 % 4;
	j->net = sim_net_open(&n);
}

static uint64_t
now_ms(void *ctx)
{
	return ((const struct job *)ctx)->now_ms;
}

/* What a node's fabric goes over.  Some sessions move bytes themselves. */
static int
open_transport(struct job *j, ocr_node_t node, struct ocr_transport **t)
{
	bool carries = j->c->seed / 11 % 3 == 0;
	struct ocr_session_config s = {
		.below = sim_net_transport(j->net, node),
		.self = node,
		.size = j->c->n_nodes,
		.window = carries ? ocr_memory_base(j->memory) : NULL,
		.window_bytes = ocr_memory_len(j->memory),
		.now_ms = now_ms,
		.ctx = j,
	};

	*t = s.below;
	return j->c->breaks ? ocr_session_open(t, &s) : 0;
}

static bool
are_all_calls(const struct job *j)
{
	return j->c->ways == SIM_CALLS ||
	       (j->c->ways == SIM_AS_SEED && j->c->seed / 5 % 4 == 0);
}

/* All calls (when nobody is asked), all messages, or as the coin falls.  It has
 * a line of numbers of its own, so the rest of the run is the same either way.
 */
static bool
by_message(void *arg)
{
	struct job *j = arg;

	if (j->c->ways == SIM_MESSAGES || j->c->seed / 5 % 4 == 3)
		return true;
	j->coin = j->coin * UINT64_C(6364136223846793005) + j->c->seed + 1;
	return j->coin >> 63;
}

/* What decides which ways there are is as by default between hosts. */
static void
be_as_by_default(struct ocr_runtime_config *r)
{
	r->lend_bytes = 0;
	r->serve_bytes = 0;
	r->carry_bytes = 4096;
	r->inline_bytes = 4096;
	r->cache_bytes = 1 << 20;
	r->share_bytes = 0;
	r->keep = r->size > 2 ? 0 : 2;
}

int
sim_open_node(struct job *j, ocr_node_t node)
{
	/* None, too small for most blocks, for all. */
	static const uint64_t cache_bytes[] = {0, 4000, 8000, 1 << 20};
	/* No block goes along with a satisfaction, small ones, all. */
	static const uint64_t carry_bytes[] = {0, 64, 4096};
	/* Tasks that go to other nodes have small blocks, or any. */
	static const uint64_t share_bytes[] = {1 << 20, 64};
	/* Nobody keeps the right to write, each node does, or after a time. */
	static const uint32_t keep[] = {1, 0, 2};
	static const uint32_t arity[] = {0, 1, 2};
	uint32_t per_host = per_host_of(j->c);
	struct ocr_runtime_config r = {
		.self = node,
		.size = j->c->n_nodes,
		.spread = j->c->seed / 4 % 2,
		.gather_least = j->c->seed / 8 % 2 ? 4 : 0,
		.sched.n_workers = j->c->n_workers,
		.sched.shares_all = j->c->seed / 7 % 2,
		.sched.puts_off = j->c->seed / 5 % 2,
		.sched.n_domains = j->c->n_workers > 1 ? 2 : 1,
		.protocol = (enum ocr_protocol)j->c->protocol,
		.observer = j->recorder ? recorder_observer(j->recorder) : NULL,
		.by_message = are_all_calls(j) ? NULL : by_message,
		.by_message_arg = j,
		.strict = j->c->strict,
		.memory = j->memory,
		.sched.stack_bytes = STACK_BYTES,
		.files = OCR_ENGINE_MANUAL,
		/* Some lend whatever is fetched, others nothing. */
		.lend_bytes = j->c->seed / 3 % 2,
		/* On several hosts readers of small blocks serve others, too.
		 */
		.serve_bytes = per_host,
		.serve_all = j->c->seed / 4 % 2,
		.host = per_host ? node - node % per_host : 0,
		.carry_bytes = carry_bytes[j->c->seed / 6 % 3],
		.share_bytes = j->shares ? share_bytes[j->c->seed / 10 % 2] : 0,
		.share_all = j->c->seed / 20 % 2,
		.keep = keep[j->c->seed / 18 % 3],
		.cache_bytes = cache_bytes[sim_job_draw(j) % 4],
		/* Small enough that others are fetched. */
		.inline_bytes = sim_job_draw(j) % 2 ? 4096 : 64,
		/* Of some all readers hear that a block is no more. */
		.told_bytes = j->c->seed / 9 % 3 ? 1 : 0,
		/* Small enough that scopes have to be opened inside. */
		.scope_credit = sim_job_draw(j) % 3 ? 0 : 4,
		/* Few nodes have trees of some depth, too. */
		.arity = arity[j->c->seed % 3],
	};

	if (j->c->even_ways)
		be_as_by_default(&r);
	if (j->c->n_nodes > 1 && open_transport(j, node, &r.transport))
		return -1;
	if (ocr_runtime_open(&j->rt[node], &r))
		return -1;
	for (unsigned w = 0; w < j->c->n_workers; w++)
		j->rt[node]->sched->workers[w].stacks = &j->stacks;
	return 0;
}
