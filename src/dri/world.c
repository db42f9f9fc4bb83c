/* SPDX-License-Identifier: BSD-3-Clause */
/* world.c - brings the network up and down, and keeps it going meanwhile. */
#include "src/dri/world.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/meet.h"
#include "fabric/memory.h"
#include "fabric/ofi.h"
#include "fabric/transport.h"
#include "src/dri/host.h"
#include "src/dri/link.h"
#include "src/dri/options.h"
#include "src/dri/say.h"
#include "src/dri/ship.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The longest sleep before a driver looks at the time. */
#define NAP_MS 100

/* The library's thread looks so often whether the program still drives. */
#define PARK_NS 1000000

/* After so long a user wants to know what a call waits for. */
#define PATIENCE_S 10

/* How long a driver looks for news before it sleeps: about what waking up
 * costs; hardly at all where others want the core. */
#define SPIN_NS		20000
#define SPIN_CROWDED_NS 1000

/* Runs from here on are worth a write of their own. */
#define RUN_MIN_BYTES 4096
/* A staging piece, and a message. */
#define STAGE_BYTES   ((size_t)256 << 10)
#define PIECE_BYTES   ((size_t)32 << 10)
/* So much is under way at most, on each way. */
#define UNDER_WAY_MAX ((uint64_t)4 << 20)

/* A message from this process to itself. */
struct dri_own {
	struct dri_own *next;
	_Alignas(8) struct ocr_op op; /* and its bytes */
};

/* -- Messages -------------------------------------------------------------- */

const struct ocr_op_handler ocr_dri_handlers[DRI_MSGS] = {
	[DRI_MSG_HELLO] = {"HELLO", sizeof(struct dri_hello), ocr_dri_on_hello,
			   false},
	[DRI_MSG_TABLE] = {"TABLE", sizeof(struct dri_table), ocr_dri_on_table,
			   false},
	[DRI_MSG_REFUSE] = {"REFUSE", sizeof(struct dri_refuse),
			    ocr_dri_on_refuse, false},
	[DRI_MSG_ASK] = {"ASK", sizeof(struct dri_ask), ocr_dri_on_ask, false},
	[DRI_MSG_ANSWER] = {"ANSWER", sizeof(struct dri_answer),
			    ocr_dri_on_answer, false},
	[DRI_MSG_WINDOW] = {"WINDOW", sizeof(struct dri_window),
			    ocr_dri_on_window, false},
	[DRI_MSG_CREDIT] = {"CREDIT", sizeof(struct dri_credit),
			    ocr_dri_on_credit, false},
	[DRI_MSG_PIECE] = {"PIECE", sizeof(struct dri_piece), ocr_dri_on_piece,
			   false},
	[DRI_MSG_DONE] = {"DONE", sizeof(struct dri_done), ocr_dri_on_done,
			  false},
	[DRI_MSG_CLOSE] = {"CLOSE", sizeof(struct dri_close), ocr_dri_on_close,
			   false},
	[DRI_MSG_GONE] = {"GONE", sizeof(struct dri_done), ocr_dri_on_gone,
			  false},
};

void
ocr_dri_send_locked(struct dri_world *w, ocr_node_t to, const struct ocr_op *op)
{
	struct dri_own *own;

	if (to != w->self) {
		ocr_fabric_send(w->fabric, to, op);
		return;
	}
	own = malloc(offsetof(struct dri_own, op) + op->len_bytes);
	if (!own)
		ocr_bug("out of memory for a message");
	own->next = NULL;
	memcpy(&own->op, op, op->len_bytes);
	*w->own_end = own;
	w->own_end = &own->next;
}

static int
handle_own(struct dri_world *w)
{
	struct dri_own *own, *next;
	int n = 0, err;

	ocr_dri_lock(w);
	own = w->own;
	w->own = NULL;
	w->own_end = &w->own;
	ocr_dri_unlock(w);
	for (; own; own = next) {
		next = own->next;
		err = ocr_dri_handlers[own->op.type].fn(w, w->self, &own->op);
		if (err)
			ocr_log_error(w->self, "%s to itself: %s",
				      ocr_dri_handlers[own->op.type].name,
				      strerror(-err));
		free(own);
		n++;
	}
	return n;
}

void
ocr_dri_world_fail_locked(struct dri_world *w, const char *fmt, ...)
{
	char why[256];
	va_list ap;

	if (!w->broken && !w->ending) {
		va_start(ap, fmt);
		vsnprintf(why, sizeof(why), fmt, ap);
		va_end(ap);
		ocr_log_error(w->self, "%s; the job ends", why);
		if (w->job && w->size > 1)
			ocr_job_abort(w->job, 1, why);
	}
	w->broken = true;
	pthread_cond_broadcast(&w->changed);
}

static void
on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	struct dri_world *w = ctx;

	ocr_dri_lock(w);
	ocr_dri_world_fail_locked(w, "process %u on %s is lost: %s", peer,
				  w->job ? ocr_job_host(w->job, peer) : "?",
				  why);
	ocr_dri_unlock(w);
}

/* -- Driving --------------------------------------------------------------- */

void
ocr_dri_lock(struct dri_world *w)
{
	if (w->hooks)
		w->hooks->pause(w, false);
	pthread_mutex_lock(&w->lock);
}

void
ocr_dri_unlock(struct dri_world *w)
{
	pthread_mutex_unlock(&w->lock);
}

void
ocr_dri_queue_locked(struct dri_world *w, struct dri_job *j)
{
	if (j->is_queued)
		return;
	j->is_queued = true;
	j->next = NULL;
	*w->jobs_end = j;
	w->jobs_end = &j->next;
}

static int
run_one(struct dri_world *w)
{
	struct dri_job *j;

	ocr_dri_lock(w);
	/* When a process is lost, calls return without what they waited for,
	 * and the program may do as it likes with its memory. */
	j = w->broken ? NULL : w->jobs;
	if (j) {
		w->jobs = j->next;
		if (!w->jobs)
			w->jobs_end = &w->jobs;
		j->is_queued = false;
	}
	w->running = j;
	ocr_dri_unlock(w);
	if (!j)
		return 0;
	j->run(j);
	ocr_dri_lock(w);
	w->running = NULL;
	ocr_dri_unlock(w);
	return 1;
}

int
ocr_dri_world_step(struct dri_world *w)
{
	int n = handle_own(w) + run_one(w);

	if (!w->fabric)
		return n;
	n += ocr_fabric_poll(w->fabric);
	if (ocr_fabric_dirty(w->fabric))
		ocr_fabric_flush(w->fabric);
	return n;
}

static uint64_t
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void
timed_wait_locked(struct dri_world *w, pthread_cond_t *c, uint64_t ns)
{
	uint64_t at = now_ns() + ns;
	struct timespec t = {.tv_sec = (time_t)(at / 1000000000),
			     .tv_nsec = (long)(at % 1000000000)};

	pthread_cond_timedwait(c, &w->lock, &t);
}

/* There was nothing to do: looks a while longer, then sleeps. */
static void
idle(struct dri_world *w)
{
	uint64_t until = now_ns() + w->spin_ns;

	do {
		if (ocr_dri_world_step(w))
			return;
	} while (now_ns() < until ||
		 (w->fabric && ocr_fabric_is_moving(w->fabric)));
	if (w->fabric) {
		ocr_fabric_wait(w->fabric, NAP_MS);
		return;
	}
	ocr_dri_lock(w);
	if (!w->jobs && !w->own && !w->stopping)
		timed_wait_locked(w, &w->parked, NAP_MS * 1000000ull);
	ocr_dri_unlock(w);
}

/* One turn at the wheel. */
static void
drive_locked(struct dri_world *w, bool background)
{
	w->is_driven = true;
	w->is_background = background;
	ocr_dri_unlock(w);
	if (!ocr_dri_world_step(w))
		idle(w);
	ocr_dri_lock(w);
	w->is_driven = false;
	w->is_background = false;
	if (w->waiting)
		pthread_cond_broadcast(&w->changed);
}

bool
ocr_dri_world_view(const struct dri_world *w, ocr_node_t node, char **base,
		   uint64_t *len)
{
	if (node == w->self || (w->hooks && w->hooks->is_near(w, node))) {
		*base = ocr_memory_base(w->memory);
		*len = ocr_memory_len(w->memory);
		return true;
	}
	*base = ocr_neighbour_base(w->neighbours, node, len);
	return *base != NULL;
}

bool
ocr_dri_world_is_local(const struct dri_world *w, ocr_node_t node)
{
	return w->job && ocr_job_is_local(w->job, node);
}

/* Ends the sleep of whoever drives. */
static void
nudge_locked(struct dri_world *w)
{
	if (w->fabric)
		ocr_fabric_interrupt(w->fabric);
	pthread_cond_broadcast(&w->parked);
}

void
ocr_dri_changed_locked(struct dri_world *w)
{
	if (w->waiting)
		pthread_cond_broadcast(&w->changed);
	/* Who waits and drives may have waited for this. */
	if (w->jobs || w->own || (w->is_driven && !w->is_background) ||
	    (w->fabric && ocr_fabric_dirty(w->fabric)))
		nudge_locked(w);
}

/* Until something may have changed. */
static void
rest_locked(struct dri_world *w)
{
	if (w->hooks) {
		ocr_dri_unlock(w);
		w->hooks->pause(w, true);
		pthread_mutex_lock(&w->lock);
	} else if (w->is_driven) {
		if (w->is_background)
			nudge_locked(w);
		pthread_cond_wait(&w->changed, &w->lock);
	} else {
		drive_locked(w, false);
	}
}

bool
ocr_dri_wait_locked(struct dri_world *w, const struct dri_wait *wait)
{
	uint64_t patience = 0;
	bool done;

	w->waiting++;
	while (!(done = wait->is_done_locked(wait->arg)) && !w->broken) {
		if (!patience)
			patience = now_ns() + PATIENCE_S * 1000000000ull;
		rest_locked(w);
		if (wait->complain_locked && now_ns() > patience &&
		    !wait->is_done_locked(wait->arg)) {
			wait->complain_locked(wait->arg);
			patience = UINT64_MAX;
		}
	}
	w->waiting--;
	return done;
}

static void *
thread_main(void *arg)
{
	struct dri_world *w = arg;

	ocr_dri_lock(w);
	while (!w->stopping) {
		if (w->is_driven || w->waiting)
			timed_wait_locked(w, &w->parked, PARK_NS);
		else
			drive_locked(w, true);
	}
	ocr_dri_unlock(w);
	return NULL;
}

/* -- Open and close -------------------------------------------------------- */

static int
open_memory(struct dri_ground *g, const struct dri_options *o)
{
	struct ocr_memory_config c = {
		.limit_bytes = o->mem_limit,
		.n_local = ocr_job_local_size(g->job),
		.huge = OCR_HUGE_TRANSPARENT,
	};

	return ocr_memory_open(&g->memory, &c);
}

static int
open_transport(struct dri_ground *g, const struct dri_options *o)
{
	struct ocr_ofi_config t = {
		.job = g->job,
		.memory = g->memory,
		.provider = o->provider,
		.interface = o->interface,
		.piece_bytes = o->piece_bytes,
	};

	return g->size == 1 ? 0 : ocr_ofi_open(&g->transport, &g->secret, &t);
}

static int
open_fabric(struct dri_world *w, const struct dri_ground *g)
{
	struct ocr_fabric_config f = {
		.self = w->self,
		.size = w->size,
		.secret = g->secret,
		.transport = g->transport,
		.handlers = ocr_dri_handlers,
		.n_handlers = DRI_MSGS,
		.ctx = w,
		.lost = on_lost,
	};

	if (!g->transport)
		return 0;
	w->neighbours = ocr_neighbours_open(w->size);
	w->told = calloc(w->size, sizeof(*w->told));
	if (!w->neighbours || !w->told)
		return -ENOMEM;
	return ocr_fabric_open(&w->fabric, &f);
}

static void
choose_spin(struct dri_world *w)
{
	cpu_set_t cores;
	int n = 1;

	if (!sched_getaffinity(0, sizeof(cores), &cores))
		n = CPU_COUNT(&cores);
	w->spin_ns = ocr_job_local_size(w->job) > (uint32_t)n ? SPIN_CROWDED_NS
							      : SPIN_NS;
}

static void
init_locks(struct dri_world *w)
{
	pthread_condattr_t attr;

	pthread_mutex_init(&w->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&w->changed, &attr);
	pthread_cond_init(&w->parked, &attr);
	pthread_condattr_destroy(&attr);
	w->jobs_end = &w->jobs;
	w->own_end = &w->own;
}

/* All but what it stands on. */
static void
free_world(struct dri_world *w)
{
	ocr_neighbours_close(w->neighbours);
	pthread_cond_destroy(&w->parked);
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	free(w->links);
	free(w->told);
	free(w);
}

int
ocr_dri_world_open_on(struct dri_world **out, const struct dri_ground *g)
{
	struct dri_world *w = calloc(1, sizeof(*w));
	int err;

	if (!w)
		return -ENOMEM;
	init_locks(w);
	w->job = g->job;
	w->hooks = g->hooks;
	w->limits = g->limits;
	w->memory = g->memory;
	w->transport = g->transport;
	w->self = g->self;
	w->size = g->size;
	w->by_network = g->by_network;
	err = open_fabric(w, g);
	if (err)
		free_world(w);
	else
		*out = w;
	return err;
}

/* Others wait for this process: without it the job cannot be. */
static int
give_up(const struct dri_ground *g, const char *what, int err)
{
	ocr_log_error(g->self, "DRI_Init: %s: %s", what, strerror(-err));
	if (g->size > 1)
		ocr_job_abort(g->job, 1, "a process cannot start");
	if (g->transport)
		g->transport->ops->close(g->transport);
	if (g->memory)
		ocr_memory_close(g->memory);
	ocr_job_close(g->job);
	return err;
}

static void
close_ground(struct dri_world *w)
{
	struct ocr_memory *memory = w->memory;
	struct ocr_job *job = w->job;

	if (w->fabric)
		ocr_fabric_close(w->fabric);
	ocr_dri_ship_end(w);
	free_world(w);
	ocr_memory_close(memory);
	if (job)
		ocr_job_close(job);
}

/* All are there: so DRI_Init says. */
static int
begin(struct dri_world *w)
{
	int err;

	if (w->fabric)
		ocr_meet_others(w->job, w->fabric, 0);
	err = -pthread_create(&w->thread, NULL, thread_main, w);
	if (err) {
		ocr_log_error(w->self, "DRI_Init: a thread: %s",
			      strerror(-err));
		if (w->size > 1)
			ocr_job_abort(w->job, 1, "a process cannot start");
		close_ground(w);
		return err;
	}
	if (w->fabric)
		ocr_log_info(w->self, "process %u of %u, by %s", w->self,
			     w->size, ocr_ofi_describe(w->transport));
	return 0;
}

int
ocr_dri_world_open(struct dri_world **out, const struct dri_options *o)
{
	struct dri_ground g = {
		.limits = {RUN_MIN_BYTES, STAGE_BYTES, PIECE_BYTES,
			   UNDER_WAY_MAX},
		.by_network = o->by_network,
	};
	int err;

	err = ocr_job_open(&g.job);
	if (err)
		return err;
	g.self = ocr_job_rank(g.job);
	g.size = ocr_job_size(g.job);
	ocr_dri_say_self(g.self);
	err = open_memory(&g, o);
	if (err)
		return give_up(&g, "memory", err);
	err = open_transport(&g, o);
	if (err)
		return give_up(&g, "the network", err);
	err = ocr_dri_world_open_on(out, &g);
	if (err)
		return give_up(&g, "memory", err);
	choose_spin(*out);
	return begin(*out);
}

static void
stop_thread(struct dri_world *w)
{
	ocr_dri_lock(w);
	w->stopping = true;
	nudge_locked(w);
	ocr_dri_unlock(w);
	pthread_join(w->thread, NULL);
}

/* With the network going on. */
static void
meet_others(struct dri_world *w)
{
	if (w->hooks) {
		w->hooks->meet(w);
	} else {
		stop_thread(w);
		if (!w->fabric)
			return;
		ocr_ofi_quiet(w->transport);
		ocr_meet_others(w->job, w->fabric, w->broken);
	}
}

void
ocr_dri_world_close(struct dri_world *w)
{
	meet_others(w);
	/* What this process told itself last. */
	while (handle_own(w))
		;
	ocr_dri_links_free(w);
	ocr_dri_meetings_free(w);
	close_ground(w);
}
