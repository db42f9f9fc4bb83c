/* SPDX-License-Identifier: BSD-3-Clause */
/* worlds.c - who goes on, and what happens next. */
#include "tests/dri/sim/worlds.h"

#include "fabric/fabric.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "src/dri/call/init.h"
#include "src/dri/call/root.h"
#include "src/dri/link/link.h"
#include "src/dri/world/world.h"
#include "tests/dri/sim/task.h"
#include "tests/sim/transport_sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 2000000

/* Of a clock that goes: two looks are longer than a call waits in silence. */
#define TICK_NS UINT64_C(6000000000)

/* Rounds in which sends that were refused are tried again. */
#define MOST_RETRIES 100
#define FEW_RETRIES  6

struct process {
	struct dri_world *world;
	struct task *driver;
	bool arrived, killed, stopping;
};

static struct {
	struct dice dice;
	uint32_t n;
	struct sim_net *net;
	struct process process[WORLDS_MOST];
	uint64_t steps;
	int retries; /* since something happened */
	/* How the seed is biased: */
	int64_t prefer_tasks, preempt; /* percent */
	bool lazy;		       /* drivers rest before they run a job */
	bool drains;		       /* all arrives before a process leaves */
	bool lags;
	ocr_node_t lag_from, lag_to;
	uint32_t slow; /* this process goes on when no other can; n: none */
	uint32_t near[WORLDS_MOST]; /* bits: whose memory is here as well */
	uint64_t now_ns, tick_ns;   /* the clock, and from look to look */
	uint32_t victim;
	uint64_t kill_at; /* 0: nobody dies */
} sim;

uint64_t worlds_seed;
bool worlds_trace;

static bool
is_driver(const struct task *t)
{
	return sim.process[t->process].driver == t;
}

/* -- Messages -------------------------------------------------------------- */

void
worlds_fail(const char *fmt, ...)
{
	const struct task *t = task_current();
	va_list ap;

	fflush(NULL);
	printf("seed %llu: ", (unsigned long long)worlds_seed);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	if (t)
		printf("\n  in process %u, %s: %s", t->process, t->name,
		       t->doing);
	printf("\n  again: sim_channels --first %llu --seeds 1 --trace\n",
	       (unsigned long long)worlds_seed);
	fflush(NULL);
	_Exit(1);
}

static void
trace(const char *fmt, ...)
{
	va_list ap;

	if (!worlds_trace)
		return;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
}

static void
fail_stuck(void)
{
	printf("seed %llu: nothing can happen any more:\n",
	       (unsigned long long)worlds_seed);
	for (struct task *t = tasks_first(); t < tasks_behind(); t++)
		if (!t->returned && !is_driver(t))
			printf("  process %u, %s waits in %s\n", t->process,
			       t->name, t->doing);
	worlds_fail("stuck");
}

/* -- Tasks ----------------------------------------------------------------- */

void
worlds_start(uint32_t p, void (*fn)(void *), void *arg, const char *name)
{
	task_new(p, fn, arg, name);
}

static void
go_on(struct task *t)
{
	trace("%llu: process %u, %s: %s", (unsigned long long)sim.steps,
	      t->process, t->name, t->doing);
	ocr_dri_become(sim.process[t->process].world);
	task_go_on(t);
	if (t->has_acted || t->returned) {
		tasks_wake(t->process);
		sim.retries = 0;
	}
}

/* -- What a world calls ---------------------------------------------------- */

static void
pause_world(struct dri_world *w, bool waits)
{
	struct task *t = task_current();

	if (!t)
		return;
	/* A world that is being closed is no process's any more. */
	if (sim.process[t->process].world && sim.process[t->process].world != w)
		worlds_fail("works in another process's world");
	if (waits) {
		task_stop(true);
		return;
	}
	/* The driver says itself when it has done something. */
	if (!is_driver(t))
		t->has_acted = true;
	/* Between the queue and the job there is the most to go wrong. */
	if (dice_below(&sim.dice, 100) < sim.preempt ||
	    (sim.lazy && w->running && is_driver(t) &&
	     dice_once_in(&sim.dice, 2)))
		task_stop(false);
}

static bool
is_near(const struct dri_world *w, ocr_node_t node)
{
	return sim.near[w->self] >> node & 1;
}

static bool
is_quiet(void)
{
	if (sim.net && sim_net_enabled(sim.net))
		return false;
	for (uint32_t p = 0; p < sim.n; p++) {
		const struct dri_world *w = sim.process[p].world;

		if (w &&
		    (sim.process[p].driver->is_ready || w->jobs || w->own ||
		     (w->fabric && !ocr_fabric_is_idle(w->fabric))))
			return false;
	}
	return true;
}

static bool
may_leave(void *arg)
{
	const struct process *me = arg;

	if (me->world->broken)
		return true;
	for (uint32_t p = 0; p < sim.n; p++)
		if (!sim.process[p].arrived)
			return false;
	return !sim.drains || me->stopping || is_quiet();
}

static bool
has_stopped(void *arg)
{
	return ((const struct process *)arg)->driver->returned;
}

/* All channels are closed, and all was handled: nothing may be left. */
static void
look_for_leaks(const struct dri_world *w)
{
	for (uint32_t i = 0; i < w->links->n; i++)
		if (w->links->at[i])
			worlds_fail("link %u of process %u is left", i,
				    w->self);
}

static void
meet(struct dri_world *w)
{
	struct process *me = &sim.process[w->self];

	task_doing("waiting for the others");
	me->arrived = !me->killed;
	tasks_wake_all();
	task_wait(may_leave, me);
	if (sim.drains && !w->broken)
		for (uint32_t p = 0; p < sim.n; p++)
			if (!sim.process[p].stopping)
				look_for_leaks(sim.process[p].world);
	/* Those that are quiet together leave together. */
	for (uint32_t p = 0; p < sim.n && !w->broken; p++)
		if (sim.drains)
			sim.process[p].stopping = true;
	me->stopping = true;
	tasks_wake_all();
	task_wait(has_stopped, me);
	me->world = NULL;
}

/* Any wait that has a time may be long or short. */
static bool
is_late(struct dri_world *w)
{
	(void)w;
	task_rest();
	return dice_once_in(&sim.dice, 4);
}

/* In some seeds so much time goes by at each look that calls tell what they
 * wait for; what they then say of it must change nothing. */
static uint64_t
now_ns(struct dri_world *w)
{
	(void)w;
	return sim.now_ns += sim.tick_ns;
}

static const struct dri_hooks hooks = {
	.pause = pause_world,
	.is_late = is_late,
	.now_ns = now_ns,
	.meet = meet,
	.is_near = is_near,
};

static void
drive(void *arg)
{
	struct process *me = arg;

	while (!me->stopping) {
		task_current()->doing = "driving";
		if (ocr_dri_world_step(me->world))
			task_rest();
		else
			pause_world(me->world, true);
	}
}

/* -- What happens ---------------------------------------------------------- */

static void
kill_one(void)
{
	struct process *p = &sim.process[sim.victim];

	trace("process %u dies", sim.victim);
	sim.kill_at = 0;
	p->killed = true;
	if (p->world)
		p->world->broken = true;
	p->stopping = true;
	if (sim.net)
		sim_net_kill(sim.net, sim.victim);
	tasks_wake(sim.victim);
}

static int
list_ready(struct task **ready)
{
	struct task *t, *behind = tasks_behind();
	int n = 0, others = 0;

	for (t = tasks_first(); t < behind; t++)
		if (!t->returned && t->is_ready) {
			others += t->process != sim.slow;
			ready[n++] = t;
		}
	if (!others || n == others)
		return n;
	for (int i = 0, k = 0; i < n; i++)
		if (ready[i]->process != sim.slow)
			ready[k++] = ready[i];
	return others;
}

static void
move_net(size_t i)
{
	char what[128];
	ocr_node_t at;

	if (worlds_trace) {
		sim_net_describe(sim.net, i, what, sizeof(what));
		trace("%llu: %s", (unsigned long long)sim.steps, what);
	}
	sim.retries = 0;
	at = sim_net_fire(sim.net, i);
	if (at != OCR_NODE_NONE)
		sim.process[at].driver->is_ready = true;
}

static bool
has_job(const struct task *t)
{
	const struct dri_world *w = sim.process[t->process].world;

	return w && w->running;
}

static struct task *
pick_task(struct task **ready, int n)
{
	struct task *t = ready[dice_below(&sim.dice, n)];

	/* Who drives goes first, until it has a job to run. */
	for (int k = 0; k < 4 && sim.lazy && is_driver(t) == has_job(t); k++)
		t = ready[dice_below(&sim.dice, n)];
	return t;
}

/* What is late from one process to another, and what happens instead. */
static size_t
pick_move(size_t n)
{
	size_t i = (size_t)dice_below(&sim.dice, (int64_t)n);
	ocr_node_t from, to;

	for (int k = 0; k < 4 && sim.lags; k++) {
		if (!sim_net_between(sim.net, i, &from, &to) ||
		    from != sim.lag_from || to != sim.lag_to)
			break;
		i = (size_t)dice_below(&sim.dice, (int64_t)n);
	}
	return i;
}

/* False: nothing can happen. */
static bool
step(void)
{
	struct task *ready[TASKS_MOST];
	size_t moves = sim.net ? sim_net_enabled(sim.net) : 0;
	int n = list_ready(ready);

	if (!n && !moves)
		return false;
	sim.steps++;
	if (sim.kill_at && sim.steps >= sim.kill_at)
		kill_one();
	else if (n && (!moves || dice_below(&sim.dice, 100) < sim.prefer_tasks))
		go_on(pick_task(ready, n));
	else
		move_net(pick_move(moves));
	return true;
}

static bool
have_returned(void)
{
	const struct task *t, *behind = tasks_behind();

	for (t = tasks_first(); t < behind; t++)
		if (!t->returned)
			return false;
	return true;
}

/* A refused send is tried again in a poll, and who waits for quiet looks
 * again: only then nothing is left. */
static bool
step_or_retry(int most)
{
	if (step())
		return true;
	if (sim.retries++ == most)
		return false;
	for (struct task *t = tasks_first(); t < tasks_behind(); t++)
		if (is_driver(t) == sim.retries % 2)
			t->is_ready = true;
	return true;
}

void
worlds_run(void)
{
	while (!have_returned()) {
		if (!step_or_retry(MOST_RETRIES))
			fail_stuck();
		if (sim.steps > MOST_STEPS)
			worlds_fail("does not come to an end");
	}
}

void
worlds_settle(void)
{
	while (step_or_retry(FEW_RETRIES))
		;
	sim.retries = 0;
}

bool
worlds_is_broken(uint32_t p)
{
	return sim.process[p].world->broken;
}

void
worlds_pass(uint64_t ns)
{
	sim.now_ns += ns;
}

bool
worlds_is_hurried(void)
{
	return sim.tick_ns;
}

struct dri_world *
worlds_of(uint32_t p)
{
	return sim.process[p].world;
}

void
worlds_touch(uint32_t p)
{
	sim.retries = 0;
	tasks_wake(p);
}

/* -- Open and close -------------------------------------------------------- */

static void
open_net(uint64_t seed)
{
	static const size_t mtus[] = {160, 512, 1024, 4096};
	static const size_t pieces[] = {16, 256, 4096};
	struct sim_net_config c = {
		.n_nodes = sim.n,
		.mtu_bytes = mtus[dice_below(&sim.dice, 4)],
		.piece_bytes = pieces[dice_below(&sim.dice, 3)],
		.seed = seed,
		.refuse_percent = dice_once_in(&sim.dice, 4) ? 20 : 0,
		.sends_at_once = seed % 4 == 3,
	};

	if (sim.n > 1)
		sim.net = sim_net_open(&c);
}

/* So small that buffers of some bytes need many of them. */
static struct dri_limits
random_limits(void)
{
	static const int64_t runs[] = {1, 16, 48, 1 << 20};
	static const int64_t wide[] = {0, 128, 256, 512};
	static const uint64_t bursts[] = {1, 48, 1 << 20};
	static const int64_t direct[] = {0, 0, 64, 1 << 20};
	struct dri_limits l = {
		.run_bytes = runs[dice_below(&sim.dice, 4)],
		.stage_bytes = (size_t)16 << dice_below(&sim.dice, 4),
		.piece_bytes = (size_t)16 << dice_below(&sim.dice, 3),
	};

	l.under_way = l.piece_bytes * 4 << dice_below(&sim.dice, 3);
	l.staged_bytes = runs[dice_below(&sim.dice, 4)];
	l.wide_bytes = wide[dice_below(&sim.dice, 4)];
	l.direct_bytes = direct[dice_below(&sim.dice, 4)];
	l.burst_bytes = bursts[dice_below(&sim.dice, 3)];
	if (l.under_way < 4 * (uint64_t)l.wide_bytes)
		l.under_way = 4 * (uint64_t)l.wide_bytes;
	return l;
}

static void
open_world(uint32_t p, uint64_t seed, struct dri_limits limits)
{
	struct dri_ground g = {
		.above = &ocr_dri_above,
		.hooks = &hooks,
		.self = p,
		.size = sim.n,
		.number = seed,
	};
	char name[32];

	if (sim.net)
		g.transport = sim_net_transport(sim.net, p);
	if (ocr_memory_open_plain(&g.memory) ||
	    ocr_dri_world_open_on(&sim.process[p].world, &g))
		ocr_bug("no memory for a world");
	sim.process[p].world->links->limits = limits;
	snprintf(name, sizeof(name), "driver %u", p);
	sim.process[p].driver = task_new(p, drive, &sim.process[p], name);
}

static void
random_biases(void)
{
	static const int64_t preempts[] = {0, 5, 40};
	static const int64_t prefers[] = {50, 10, 90};
	struct dice *d = &sim.dice;
	int64_t near = dice_below(d, 3);

	sim.preempt = preempts[dice_below(d, 3)];
	sim.prefer_tasks = prefers[dice_below(d, 3)];
	sim.lazy = dice_once_in(d, 3);
	sim.drains = dice_once_in(d, 2);
	sim.lags = dice_once_in(d, 3);
	sim.lag_from = (ocr_node_t)dice_below(d, sim.n);
	sim.lag_to = (ocr_node_t)dice_below(d, sim.n);
	sim.slow = dice_once_in(d, 3) ? (uint32_t)dice_below(d, sim.n) : sim.n;
	/* Nobody's memory, all memory, that of some. */
	for (uint32_t p = 0; p < sim.n && near; p++)
		sim.near[p] = near == 1 ? UINT32_MAX : (uint32_t)dice_next(d);
}

void
worlds_open(uint64_t seed, uint32_t n)
{
	struct dri_limits limits;

	memset(&sim, 0, sizeof(sim));
	worlds_seed = seed;
	sim.dice = dice(seed, 2);
	sim.n = n;
	random_biases();
	sim.tick_ns = seed % 5 == 4 ? TICK_NS : 0;
	open_net(seed);
	limits = random_limits();
	for (uint32_t p = 0; p < n; p++)
		open_world(p, seed, limits);
}

void
worlds_kill(uint32_t p, uint64_t steps)
{
	sim.victim = p;
	sim.kill_at = steps;
}

bool
worlds_is_killed(uint32_t p)
{
	return sim.process[p].killed;
}

uint64_t
worlds_steps(void)
{
	return sim.steps;
}

void
worlds_close(void)
{
	tasks_end();
	if (sim.net)
		sim_net_close(sim.net);
	ocr_dri_become(NULL);
}
