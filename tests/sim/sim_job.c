/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_job.c - see sim_job.h. */
#include "tests/sim/sim_job.h"

#include "fabric/fabric.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "src/boot/runtime.h"
#include "src/observe/quiet.h"
#include "src/observe/watch.h"
#include "src/sched/stack.h"
#include "src/sched/wait.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "src/task/share.h"
#include "tests/sim/job.h"
#include "tests/sim/notes.h"
#include "tests/sim/own.h"
#include "tests/sim/recorder.h"
#include "tests/sim/sim_files.h"
#include "tests/sim/sim_left.h"
#include "tests/sim/transport_sim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The one that runs: programs call without one. */
static struct job *job;

static void
become(struct ocr_runtime *rt, unsigned worker)
{
	ocr_self = &rt->sched->workers[worker];
}

/* A worker polls, too, but between its tasks alone, and inherits from that as
 * one without any. */
static void
poll_node(struct ocr_runtime *rt)
{
	bool by_worker = job->c->seed % 4 == 1 && !rt->sched->workers[0].task;

	become(rt, by_worker ? 0 : rt->sched->n_workers);
	ocr_self->inherits = by_worker;
	ocr_fabric_poll(rt->fabric);
	ocr_self->inherits = false;
	ocr_fabric_flush(rt->fabric);
}

static bool
has_ended(const struct ocr_runtime *rt)
{
	return atomic_load_explicit(&rt->ending, memory_order_relaxed);
}

static bool
all_ended(const struct job *j)
{
	for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
		if (!has_ended(j->rt[n]))
			return false;
	return true;
}

/* Bodies of a node that have stopped in the middle. */
static unsigned
count_paused(const struct job *j, ocr_node_t node)
{
	unsigned n = 0;

	for (unsigned i = 0; i < j->n_paused; i++)
		n += j->paused[i].rt == j->rt[node];
	return n;
}

static bool
can_run(const struct job *j, ocr_node_t node)
{
	return count_paused(j, node) || ocr_sched_has_work(j->rt[node]);
}

static unsigned
list_ready(struct job *j, ocr_node_t *ready)
{
	unsigned n = 0, others = 0;

	for (ocr_node_t i = 0; i < j->c->n_nodes; i++) {
		if (has_ended(j->rt[i]) || !can_run(j, i))
			continue;
		others += i != j->slow;
		ready[n++] = i;
	}
	if (!others || n == others)
		return n;
	for (unsigned i = 0, k = 0; i < n; i++)
		if (ready[i] != j->slow)
			ready[k++] = ready[i];
	return others;
}

/* A worker of the node goes on with a body that has stopped. */
static void
end_pause(struct job *j, struct ocr_runtime *rt, unsigned nth)
{
	struct pause p;
	unsigned i = 0;

	while (j->paused[i].rt != rt || nth--)
		i++;
	p = j->paused[i];
	j->paused[i] = j->paused[--j->n_paused];
	become(rt, rt->sched->n_workers);
	ocr_wait_answer(rt, p.number, NULL_GUID, NULL, 0);
}

/* It may go on with a body on another stack, where this loop does so too. */
static void
run_task(struct job *j, ocr_node_t node)
{
	struct ocr_runtime *rt = j->rt[node];
	unsigned w = (unsigned)(sim_job_draw(j) % rt->sched->n_workers);
	unsigned paused = count_paused(j, node);

	if (paused && sim_job_draw(j) % 2)
		end_pause(j, rt, (unsigned)(sim_job_draw(j) % paused));
	if (j->c->trace)
		fprintf(j->c->trace, "task on node %u worker %u\n", node, w);
	become(rt, w);
	if (ocr_worker_step(&rt->sched->workers[w]))
		ocr_sched_give(&rt->sched->workers[w]);
}

/* A node that has nothing to run says so to others, as one does before it
 * sleeps. */
static void
ask_somewhere(struct job *j)
{
	ocr_node_t n = (ocr_node_t)(sim_job_draw(j) % j->c->n_nodes);

	if (has_ended(j->rt[n]) || can_run(j, n))
		return;
	become(j->rt[n], j->rt[n]->sched->n_workers);
	ocr_share_ask(j->rt[n], true);
	ocr_share_ask(j->rt[n], false);
}

/* Is thing i on its way from -> to?  NONE: from or to any node. */
static bool
is_between(struct job *j, size_t i, ocr_node_t from, ocr_node_t to)
{
	ocr_node_t f, t;

	return sim_net_between(j->net, i, &f, &t) &&
	       (from == OCR_NODE_NONE || f == from) &&
	       (to == OCR_NODE_NONE || t == to);
}

/* What goes from one node to another may take much longer than all else: long
 * enough that the others find nothing to do and look at each other. */
static bool
lags(struct job *j, size_t i)
{
	return j->lag && sim_job_draw(j) % 100 &&
	       is_between(j, i, j->lag_from, j->lag_to);
}

/* Long enough that all others come to an end before it. */
static void
starve_another(struct job *j)
{
	uint32_t n = j->c->n_nodes;

	j->starved_steps = 20u << sim_job_draw(j) % 8;
	j->starved_from = (ocr_node_t)(sim_job_draw(j) % n);
	j->starved_to = (ocr_node_t)(sim_job_draw(j) % n);
	if (!(sim_job_draw(j) % 3))
		j->starved_from = OCR_NODE_NONE;
	else if (!(sim_job_draw(j) % 2))
		j->starved_to = OCR_NODE_NONE;
}

static bool
is_starved(struct job *j, size_t i)
{
	return j->starves && is_between(j, i, j->starved_from, j->starved_to);
}

/* -- Moves ------------------------------------------------------------- */

/* One thing of the files is carried out. */
static void
move_io(struct job *j, uint64_t i)
{
	ocr_node_t n = sim_files_step(j->rt, i);

	if (j->c->trace)
		fprintf(j->c->trace, "file on node %u\n", n);
}

/* In some runs files are slow, in others faster than all else. */
static bool
is_io_next(struct job *j, bool others)
{
	static const unsigned percent[] = {20, 2, 80};

	return !others || sim_job_draw(j) % 100 < percent[j->c->seed % 3];
}

/* A move, with luck one that is not starved. */
static size_t
pick_move(struct job *j, size_t moves)
{
	size_t i = sim_job_draw(j) % moves;

	for (size_t n = 0; n < moves && is_starved(j, i); n++)
		i = (i + 1) % moves;
	return i;
}

static void
move_net(struct job *j, size_t i)
{
	char what[128];
	ocr_node_t at;

	if (j->c->trace) {
		sim_net_describe(j->net, i, what, sizeof(what));
		fprintf(j->c->trace, "%s\n", what);
	}
	at = sim_net_fire(j->net, i);
	if (at != OCR_NODE_NONE)
		poll_node(j->rt[at]);
}

static bool
breaks_now(struct job *j)
{
	if (!j->breaks_left || sim_job_draw(j) % j->break_one_in)
		return false;
	j->breaks_left--;
	return true;
}

/* A connection, any. */
static void
break_one(struct job *j)
{
	ocr_node_t a = (ocr_node_t)(sim_job_draw(j) % j->c->n_nodes);
	ocr_node_t b = (ocr_node_t)(sim_job_draw(j) % (j->c->n_nodes - 1));

	b += b >= a;
	if (j->c->trace)
		fprintf(j->c->trace, "break %u-%u\n", a, b);
	sim_net_break(j->net, a, b);
}

/* A node looks whether it rests, as one does before it sleeps. */
static void
look(struct job *j, ocr_node_t node, bool rested)
{
	struct ocr_runtime *rt = j->rt[node];

	/* In the middle of a task nobody sleeps. */
	if (count_paused(j, node))
		return;
	become(rt, rt->sched->n_workers);
	if (rt->fabric)
		ocr_quiet_look(rt, rested);
	else
		ocr_quiet_last(rt);
}

static void
look_somewhere(struct job *j)
{
	/* In this order: arguments are drawn in that of the compiler. */
	bool rested = sim_job_draw(j) % 2;

	look(j, (ocr_node_t)(sim_job_draw(j) % j->c->n_nodes), rested);
}

static void
move_any(struct job *j, size_t i)
{
	if (lags(j, i))
		look_somewhere(j);
	else
		move_net(j, i);
}

/* One thing happens.  False: nothing can. */
static bool
step(struct job *j)
{
	size_t moves = j->c->n_nodes > 1 ? sim_net_enabled(j->net) : 0;
	ocr_node_t ready[MAX_NODES];
	unsigned n = list_ready(j, ready);
	uint64_t io = sim_files_pending(j->rt, j->c->n_nodes);
	bool task = n && (!moves || sim_job_draw(j) % 100 < j->prefer_tasks);
	size_t move = !task && moves ? pick_move(j, moves) : 0;

	j->now_ms++;
	if (breaks_now(j)) {
		break_one(j);
		return true;
	}
	if (j->starves && !j->starved_steps--)
		starve_another(j);
	if (j->shares && !(sim_job_draw(j) % 8))
		ask_somewhere(j);
	if (io && is_io_next(j, n || moves)) {
		move_io(j, sim_job_draw(j) % io);
		return true;
	}
	if (n && !task && moves && is_starved(j, move))
		task = true;
	/* With more that can happen, nobody may find the job stuck. */
	if ((n || moves || io) && sim_job_draw(j) % 100 < j->looks)
		look_somewhere(j);
	else if (task)
		run_task(j, ready[sim_job_draw(j) % n]);
	else if (moves)
		move_any(j, move);
	else
		return false;
	return true;
}

/* A refused send is tried again in a poll: only then nothing is left. */
static bool
step_or_retry(struct job *j)
{
	if (step(j))
		return true;
	if (j->c->n_nodes == 1)
		return false;
	/* With breaks, until those who wait have lost their patience, often
	 * enough that not all they say then is refused or lost. */
	for (int round = 0; round < (j->c->breaks ? 1024 : 64); round++) {
		j->now_ms += 20;
		for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
			poll_node(j->rt[n]);
		if (step(j))
			return true;
	}
	return sim_net_pass(j->net);
}

/* Nothing can happen any more, so the nodes have to find that out.  What they
 * say to each other for it is all that still happens. */
static bool
finds_stuck(struct job *j)
{
	for (unsigned idle = 0; idle < 16 && !all_ended(j); idle++) {
		for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
			look(j, n, true);
		while (step_or_retry(j))
			idle = 0;
	}
	return all_ended(j);
}

static void
add_stats(struct job *j, struct sim_result *r)
{
	for (ocr_node_t n = 0; j->c->n_nodes > 1 && n < j->c->n_nodes; n++) {
		struct ocr_fabric_stats s;

		ocr_fabric_get_stats(j->rt[n]->fabric, &s);
		r->ops_sent += s.ops_sent;
		r->packets_sent += s.packets_sent;
		r->bad_packets += s.bad_packets;
		r->debts_carried += s.debts_carried;
		r->lost += ocr_fabric_lost(j->rt[n]->fabric) != NULL;
		sim_left_count(j->rt[n]->sched, r);
	}
}

/* As ocr_files_finish() does it.  False: bytes are lost. */
static bool
finish_files(struct job *j, unsigned status)
{
	while (sim_files_busy(j->rt, j->c->n_nodes) && step_or_retry(j))
		;
	while (!status && sim_files_held(j->rt, j->c->n_nodes) &&
	       step_or_retry(j))
		;
	sim_files_flush(j->rt, j->c->n_nodes, !status);
	while (sim_files_busy(j->rt, j->c->n_nodes) && step_or_retry(j))
		;
	return !sim_files_lost(j->rt, j->c->n_nodes) &&
	       !sim_files_busy(j->rt, j->c->n_nodes);
}

/* Who has stopped in the middle of a task comes to its end before the job
 * does.  False: nobody has. */
static bool
finish_body(struct job *j)
{
	struct ocr_worker *w;

	if (j->n_paused)
		end_pause(j, j->paused[0].rt, 0);
	for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
		for (unsigned i = 0; i < j->c->n_workers; i++) {
			w = &j->rt[n]->sched->workers[i];
			become(j->rt[n], i);
			ocr_wait_go_on(w);
		}
	return j->n_paused;
}

/* What the thread does, on each of its stacks: bodies that park leave it in the
 * middle, and it is called again. */
static void
run_all(void *arg)
{
	struct job *j = arg;
	struct sim_result *r = &j->result;

	sim_own_depth = 0;
	while (r->outcome == SIM_ENDED && !all_ended(j)) {
		if (++r->steps > j->c->max_steps)
			r->outcome = SIM_RUNAWAY;
		else if (!step_or_retry(j))
			r->outcome = finds_stuck(j) ? SIM_STUCK : SIM_HUNG;
	}
	while (finish_body(j))
		;
}

/* Nobody has to wait for the finish scopes that a worker keeps seats of between
 * two tasks (task/scope.h): so they may end behind the job. */
static void
settle(struct job *j)
{
	for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
		for (unsigned w = 0; w < j->c->n_workers; w++) {
			become(j->rt[n], w);
			j->rt[n]->sched->ops->settle(ocr_self);
			ocr_run_delayed(j->rt[n]);
		}
}

/* The last effects may still be under way when the job ends: a task's last
 * satisfaction, say, whose confirmation comes behind all that it has set in
 * motion, and ends the task's own scope. */
static uint64_t
count_left(struct job *j)
{
	uint64_t n = 0;

	while (j->c->n_nodes > 1 && step_or_retry(j))
		settle(j);
	for (ocr_node_t i = 0; i < j->c->n_nodes; i++)
		n += sim_left_on(j->rt[i]);
	return n;
}

/* Bodies that wait when the job ends never go on. */
static void
forget_bodies(struct job *j)
{
	for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
		for (unsigned w = 0; w < j->c->n_workers; w++)
			ocr_wait_forget(&j->rt[n]->sched->workers[w]);
}

static void
add_ending(unsigned ending, struct sim_result *r)
{
	r->ended += ending != 0;
	r->failed += (ending & 0xff) != 0;
}

static void
run(struct job *j, int argc, char **argv, ocrEdt_t main_edt)
{
	struct sim_result *r = &j->result;
	uint64_t errors = ocr_log_errors();

	become(j->rt[0], 0);
	if (ocr_runtime_begin(j->rt[0], argc, argv, main_edt))
		return;
	r->outcome = SIM_ENDED;
	if (ocr_stacks_run(&j->stacks, run_all, j))
		ocr_bug("no memory for a simulation");
	sim_own_depth = 1;
	forget_bodies(j);
	for (ocr_node_t n = 0; n < j->c->n_nodes; n++)
		add_ending(atomic_load_explicit(&j->rt[n]->ending,
						memory_order_relaxed),
			   r);
	if (r->outcome == SIM_ENDED)
		settle(j);
	if (r->outcome == SIM_ENDED && j->rt[0]->watch->quiet.stage)
		r->outcome = SIM_STUCK;
	r->status =
		atomic_load_explicit(&j->rt[0]->ending, memory_order_relaxed) &
		0xff;
	if (r->outcome == SIM_ENDED && !finish_files(j, r->status) &&
	    !r->status)
		r->status = 1;
	if (j->c->leaks && r->outcome == SIM_ENDED && !r->status)
		r->leaks = count_left(j);
	r->errors = ocr_log_errors() - errors;
	/* Each run tells what it has to. */
	ocr_log_repeats(OCR_LOG_NOBODY);
	add_stats(j, r);
}

/* -- What programs tell --------------------------------------------------- */

struct recorder *
sim_job_recorder(void)
{
	return job->recorder;
}

uint64_t
sim_job_ways(void)
{
	return sim_net_passed(job->net);
}

void
sim_pause(void)
{
	struct job *j = job;
	struct ocr_wait w;
	int err;

	if (!j->pauses || j->n_paused == MAX_PAUSED)
		return;
	/* As who waits has; others of this worker go on meanwhile. */
	ocr_stream_tell(&ocr_self->task->now->stream);
	sim_own_depth++;
	err = ocr_wait_begin(&w, "sim_pause", NULL_GUID, NULL, 0);
	sim_own_depth--;
	if (err)
		return;
	j->paused[j->n_paused++] = (struct pause){ocr_self->rt, w.number};
	ocr_wait_for(&w);
}

/* -- The whole ------------------------------------------------------------ */

struct sim_result
sim_job_run(const struct sim_job_config *c, int argc, char **argv,
	    ocrEdt_t main_edt)
{
	struct job j = {.c = c,
			.rng = c->seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
	struct sim_result r = {.outcome = SIM_BROKEN};
	ocr_node_t n = 0;

	j.result = r;
	if (c->n_nodes > MAX_NODES || c->n_workers > MAX_WORKERS ||
	    ocr_memory_open_plain(&j.memory))
		return r;
	sim_open_chance(&j);
	if (!c->unchecked)
		j.recorder =
			recorder_open((enum ocr_protocol)c->protocol, stderr);
	/* Half of the seeds run each body in one go. */
	j.pauses = c->pauses && sim_job_draw(&j) % 2;
	ocr_stacks_init(&j.stacks, STACK_BYTES, 0);
	sim_open_net(&j);
	job = &j;
	while (j.net && n < c->n_nodes && !sim_open_node(&j, n))
		n++;
	if (n == c->n_nodes)
		run(&j, argc, argv, main_edt);
	r = j.result;
	while (n--) {
		become(j.rt[n], c->n_workers);
		ocr_runtime_close(j.rt[n]);
	}
	ocr_self = NULL;
	job = NULL;
	ocr_stacks_fini(&j.stacks);
	if (j.net)
		sim_net_close(j.net);
	ocr_memory_close(j.memory);
	if (j.recorder) {
		r.digest = recorder_digest(j.recorder);
		r.violations = recorder_close(
			j.recorder,
			c->leaks && r.outcome == SIM_ENDED && !r.status);
	}
	return r;
}
