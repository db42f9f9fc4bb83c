/* SPDX-License-Identifier: BSD-3-Clause */
/* world_open.c - brings a world up and down. */
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/meet.h"
#include "fabric/memory.h"
#include "fabric/route.h"
#include "fabric/transport.h"
#include "src/dri/handle/say.h"
#include "src/dri/world/options.h"
#include "src/dri/world/world.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long a driver looks for news before it sleeps: about what waking up
 * costs.  Where others want the core it is offered them each time. */
#define SPIN_NS		20000
#define SPIN_CROWDED_NS 50000

/* Elements travel packed, many at once; each packet costs its receiver two or
 * three system calls.  This one has 256 KiB of them, and what is said of them.
 */
#define PACKET_BYTES ((size_t)258 << 10)

/* -- What a world is asked ------------------------------------------------- */

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

bool
ocr_dri_world_is_near(const struct dri_world *w, ocr_node_t node)
{
	return w->hooks ? w->hooks->is_near(w, node)
			: ocr_dri_world_is_local(w, node);
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

/* -- Open ------------------------------------------------------------------ */

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
	struct ocr_transport_config t = {
		.job = g->job,
		.memory = g->memory,
		.provider = o->provider,
		.interface = o->interface,
		.piece_bytes = o->piece_bytes,
		.packet_bytes = PACKET_BYTES,
		.tag = o->tag,
		.silence_s = OCR_SILENCE_S,
	};

	if (g->size == 1)
		return 0;
	g->number = ocr_job_number(g->job);
	return ocr_transport_open(&g->transport, &t);
}

static int
open_fabric(struct dri_world *w, const struct dri_ground *g)
{
	struct ocr_fabric_config f = {
		.self = w->self,
		.size = w->size,
		.transport = g->transport,
		.handlers = w->above->handlers,
		.n_handlers = w->above->n_handlers,
		.ctx = w,
		.lost = on_lost,
	};

	if (!g->transport)
		return 0;
	w->neighbours = ocr_neighbours_open(w->size);
	if (!w->neighbours)
		return -ENOMEM;
	return ocr_fabric_open(&w->fabric, &f);
}

/* The i-th of them. */
static int
nth_core(const cpu_set_t *cores, uint32_t i)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, cores) && i-- == 0)
			return cpu;
	return -1;
}

static void
choose_spin(struct dri_world *w)
{
	uint32_t n = 1, local = ocr_job_local_size(w->job);
	cpu_set_t cores;

	if (!sched_getaffinity(0, sizeof(cores), &cores))
		n = (uint32_t)CPU_COUNT(&cores);
	w->is_crowded = local > n;
	w->spin_ns = w->is_crowded ? SPIN_CROWDED_NS : SPIN_NS;
	w->core = -1;
	if (local > 1 && local <= n)
		w->core = nth_core(&cores, ocr_job_local_rank(w->job));
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
	free(w);
}

static int
open_above(struct dri_world *w, const struct dri_ground *g)
{
	int err = w->above->open(w);

	if (err)
		return err;
	err = open_fabric(w, g);
	if (err)
		w->above->close(w);
	return err;
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
	w->above = g->above;
	w->memory = g->memory;
	w->transport = g->transport;
	w->self = g->self;
	w->size = g->size;
	w->by_network = g->by_network;
	err = open_above(w, g);
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
	w->above->close(w);
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
	err = ocr_dri_world_start(w);
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
			     w->size, ocr_transport_describe(w->transport));
	return 0;
}

int
ocr_dri_world_open(struct dri_world **out, const struct dri_options *o,
		   const struct dri_above *above)
{
	struct dri_ground g = {.above = above, .by_network = o->by_network};
	int err;

	err = ocr_job_open(&g.job);
	if (err)
		return err;
	g.self = ocr_job_rank(g.job);
	g.size = ocr_job_size(g.job);
	ocr_dri_say_self(g.self);
	/* All have the same, as a rule: one says it. */
	if (!g.self)
		ocr_dri_options_near();
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

/* -- Close ----------------------------------------------------------------- */

/* With the network going on. */
static void
meet_others(struct dri_world *w)
{
	if (w->hooks) {
		w->hooks->meet(w);
	} else {
		ocr_dri_world_stop(w);
		if (!w->fabric)
			return;
		ocr_fabric_others_leave(w->fabric);
		if (ocr_meet_others(w->job, w->fabric, w->broken) ==
		    -EHOSTDOWN) {
			const char *lost = ocr_fabric_lost(w->fabric);

			ocr_log_error(w->self,
				      "%s in DRI_Finalize; the job ends",
				      lost ? lost : "a process is lost");
			ocr_job_abort(w->job, 1, "a process is lost");
		}
	}
}

void
ocr_dri_world_close(struct dri_world *w)
{
	meet_others(w);
	/* What this process told itself last. */
	while (ocr_dri_world_handle_own(w))
		;
	w->above->leave(w);
	close_ground(w);
}
