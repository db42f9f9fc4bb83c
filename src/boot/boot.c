/* SPDX-License-Identifier: BSD-3-Clause */
/* boot.c - starts a node, and takes it down again.
 *
 *   settings, job, topology, memory, [transport], runtime    built in order,
 *   workers, [progress thread], who looks for long tasks     undone in reverse
 *
 * In brackets: only when there is a second node.  The calling thread is worker
 * 0, or the guest, which is none of them.
 */
#include "src/boot/boot.h"

#include "fabric/job.h"
#include "fabric/keeper.h"
#include "fabric/log.h"
#include "fabric/meet.h"
#include "fabric/route.h"
#include "fabric/steps.h"
#include "fabric/transport.h"
#include "src/api/print.h"
#include "src/base/fail.h"
#include "src/base/settings.h"
#include "src/boot/runtime_end.h"
#include "src/boot/exit.h"
#include "src/boot/machine.h"
#include "src/boot/races.h"
#include "src/boot/runtime.h"
#include "src/boot/threads.h"
#include "src/boot/watchdog.h"
#include "src/data/along.h"
#include "src/file/files.h"
#include "src/observe/look.h"
#include "src/observe/refused.h"
#include "src/observe/stats.h"
#include "src/observe/strict.h"
#include "src/sched/topology.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* How long an idle worker looks for work before it sleeps: about what waking
 * it would cost; longer where an answer from the network is likely.  Where
 * others want the core it yields between two looks: other nodes of the job,
 * as a rule, which wait as it does, and a wake would cost more than their
 * turns.  Workers of one node make work for each other at once or not at all.
 */
#define SPIN_LOCAL_US	      20
#define SPIN_NETWORK_US	      100
#define SPIN_CROWDED_US	      50
#define SPIN_CROWDED_LOCAL_US 1

/* Of a body's stack: when the system has no limit, and at least. */
#define STACK_UNLIMITED ((size_t)64 << 20)
#define STACK_LEAST	((size_t)64 << 10)

struct ocr_boot {
	struct ocr_settings set;
	struct ocr_job *job;
	struct ocr_machine machine;
	struct ocr_transport *transport;
	struct ocr_runtime *rt;
	bool guest; /* the caller is no worker */
	struct ocr_steps steps;
	struct ocr_threads threads;
	struct ocr_races races; /* if it looks for any */
};

/* -- The end, when it does not come by itself ---------------------------- */

/* A launcher that sees another node end may end this one and itself.  What is
 * lost is told by itself. */
static void
settle(struct ocr_runtime *rt, uint32_t how)
{
	const struct ocr_boot *b = rt->ctx;

	if (!(how & OCR_ENDING_LOST))
		ocr_job_settle(b->job, how & 0xff);
}

/* An abort must end this process even if a task never returns. */
static void
on_ended(struct ocr_runtime *rt)
{
	uint32_t how = atomic_load_explicit(&rt->ending, memory_order_relaxed);

	settle(rt, how);
	if (how & 0xff)
		ocr_watchdog_release(rt, how & 0xff);
}

/* A program with a main of its own outlives its job, unless a node is lost. */
static void
on_ended_guest(struct ocr_runtime *rt)
{
	uint32_t how = atomic_load_explicit(&rt->ending, memory_order_relaxed);

	settle(rt, how);
	if (how & OCR_ENDING_LOST)
		ocr_watchdog_release(rt, how & 0xff);
}

/* -- Start ----------------------------------------------------------------- */

/* A body that waits leaves its stack to nobody: its thread needs another, where
 * bodies have as much room as they would have had. */
static size_t
stack_bytes(const struct ocr_boot *b)
{
	struct rlimit r;

	if (b->set.stack)
		return b->set.stack;
	if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur == RLIM_INFINITY)
		return STACK_UNLIMITED;
	return r.rlim_cur < STACK_LEAST ? STACK_LEAST : r.rlim_cur;
}

static uint64_t
spin_ns(const struct ocr_boot *b)
{
	bool others = ocr_job_size(b->job) > 1;
	uint64_t us =
		others ? b->machine.crowded ? SPIN_CROWDED_US : SPIN_NETWORK_US
		: b->machine.crowded ? SPIN_CROWDED_LOCAL_US
				     : SPIN_LOCAL_US;

	if (b->set.spin_us != OCR_SPIN_AUTO)
		us = b->set.spin_us;
	return us * 1000;
}

static bool
is_spread(const struct ocr_boot *b)
{
	return ocr_job_local_size(b->job) < ocr_job_size(b->job);
}

/* Do nodes, or some of them, reach each other by the network alone? */
static bool
is_by_network(const struct ocr_boot *b)
{
	return is_spread(b) || b->set.provider;
}

/* Four nodes need two messages more, and two behind each other as well, if they
 * tell each other: by memory that is sooner. */
static uint32_t
gather_least(const struct ocr_boot *b)
{
	return is_spread(b) ? 0 : b->set.provider ? 4 : 5;
}

/* Large ones between hosts; where nodes look into each other's memory, and by
 * another way only until they have met, they would bring what can be read. */
static size_t
packet_bytes(const struct ocr_boot *b)
{
	return is_by_network(b) ? OCR_ALONG_PACKET_BYTES : 0;
}

static int
open_network(struct ocr_boot *b)
{
	struct ocr_transport_config c = {
		.job = b->job,
		.memory = b->machine.memory,
		.provider = b->set.provider,
		.interface = b->set.interface,
		.piece_bytes = b->set.piece,
		.packet_bytes = packet_bytes(b),
		.lent_packet_bytes = OCR_ALONG_LENT_PACKET_BYTES,
		.steps = &b->steps,
		.tag = (enum ocr_tag)b->set.tag,
		.silence_s = b->set.silence,
	};

	if (ocr_job_size(b->job) == 1)
		return 0;
	ocr_job_set_start_s(b->job, b->set.start);
	return ocr_transport_open(&b->transport, &c);
}

/* By a right that is kept somebody may be passed only where there is a third
 * node (BLOCKS.md, 4.4.1.2), or where guests tell each other what they know in
 * ways of their own. */
static uint32_t
keep_of(const struct ocr_boot *b)
{
	if (b->set.keep != OCR_KEEP_AUTO)
		return (uint32_t)b->set.keep;
	return ocr_job_size(b->job) == 2 && !b->guest ? 2 : 0;
}

/* Nobody has numbered a node without others. */
static uint64_t
job_of(const struct ocr_boot *b)
{
	return ocr_job_size(b->job) > 1 ? ocr_job_number(b->job)
					: (uint64_t)getpid();
}

static bool
looks_for_races(const struct ocr_boot *b)
{
	return b->set.strict == OCR_STRICT_RACES;
}

static int
open_runtime(struct ocr_boot *b)
{
	struct ocr_runtime_config c = {
		.self = ocr_job_rank(b->job),
		.size = ocr_job_size(b->job),
		.spread = is_spread(b),
		.gather_least = gather_least(b),
		.sched.n_workers = b->machine.n_workers,
		.sched.n_domains = ocr_topology_n_domains(b->machine.topology),
		.protocol = (enum ocr_protocol)b->set.protocol,
		.strict = b->set.strict,
		.no_crash_report = !b->set.crash_report,
		.trace = b->set.trace,
		.races = looks_for_races(b),
		.files = b->set.io_uring ? OCR_ENGINE_BEST : OCR_ENGINE_THREAD,
		.transport = b->transport,
		.memory = b->machine.memory,
		.cache_bytes = b->set.cache,
		.lend_bytes = b->set.lend,
		.serve_bytes = is_spread(b) ? b->set.serve : 0,
		.host = ocr_job_host_first(b->job),
		.carry_bytes = b->set.carry,
		.share_bytes = b->set.share,
		.keep = keep_of(b),
		.sched.threaded = true,
		.sched.oversubscribed = b->machine.crowded,
		.sched.puts_off = is_by_network(b),
		.sched.spin_ns = spin_ns(b),
		.sched.stack_bytes = stack_bytes(b),
		.job = job_of(b),
		.long_task_ms = b->set.long_task_ms,
		.sched.guest = b->guest,
		.ended = b->guest ? on_ended_guest : on_ended,
		.ctx = b,
	};
	unsigned *domains = calloc(b->machine.n_workers, sizeof(*domains));
	int err;

	if (!domains)
		return -ENOMEM;
	if (c.races) {
		err = ocr_races_begin(&b->races, b->job, c.trace);
		c.trace = b->races.folder;
		if (err)
			goto out;
	}
	for (unsigned i = 0; i < b->machine.n_workers; i++)
		domains[i] = ocr_topology_domain(b->machine.topology, i);
	c.sched.domains = domains;
	err = ocr_runtime_open(&b->rt, &c);
out:
	free(domains);
	return err;
}

/* -- Run and end ----------------------------------------------------------- */

/* Ends, for its caller and for other nodes, what could not be started. */
static void
start(struct ocr_boot *b, int argc, char **argv, ocrEdt_t main_edt)
{
	struct ocr_runtime *rt = b->rt;
	int err;

	ocr_watchdog_begin();
	ocr_self = &rt->sched->workers[b->guest ? b->machine.n_workers + 1 : 0];
	err = ocr_exit_forbid(rt, b->job);
	b->threads = (struct ocr_threads){
		.rt = rt,
		.topology = b->machine.topology,
		.memory = b->machine.memory,
		.guest = b->guest,
	};
	if (!err)
		err = ocr_threads_start(&b->threads, b->machine.n_workers);
	ocr_steps_add(&b->steps, "threads");
	if (!err && !rt->self && main_edt)
		err = ocr_runtime_begin(rt, argc, argv, main_edt);
	if (err)
		ocr_fail(rt, "cannot start: %s", strerror(-err));
}

/* True if a node was lost before it had come to its end. */
static bool
meet(struct ocr_boot *b, unsigned status)
{
	struct ocr_runtime *rt = b->rt;
	const char *lost;

	/* Whose answer comes first goes first. */
	ocr_fabric_others_leave(rt->fabric);
	if (ocr_meet_others(b->job, rt->fabric, status) != -EHOSTDOWN || status)
		return false;
	lost = ocr_fabric_lost(rt->fabric);
	ocr_log_error(rt->self, "%s while the job ends; it ends with status 1",
		      lost ? lost : "a node is lost");
	return true;
}

/* Node 0 looks when all have written what they have, and until it has looked
 * nobody goes, for that may end it as well.  False: there are races, or they
 * could not be looked for. */
static bool
find_races(struct ocr_boot *b, uint32_t how)
{
	struct ocr_runtime *rt = b->rt;
	bool good = true;

	ocr_runtime_complete(rt);
	if (how & OCR_ENDING_LOST)
		return true;
	if (rt->fabric)
		ocr_meet_others(b->job, rt->fabric, 0);
	if (!rt->self)
		good = ocr_races_end(&b->races, rt);
	if (rt->fabric)
		ocr_meet_others(b->job, rt->fabric, 0);
	return good;
}

static unsigned
stop(struct ocr_boot *b)
{
	struct ocr_runtime *rt = b->rt;
	uint32_t how = atomic_load_explicit(&rt->ending, memory_order_acquire);
	unsigned status = how & 0xff;
	bool printed, missing = false;

	ocr_threads_join(&b->threads, status);
	/* The watchdog was earlier, and ends the process. */
	while (status && !ocr_watchdog_may_tell())
		pause();
	ocr_self = &rt->sched->workers[b->machine.n_workers];
	if (!(how & OCR_ENDING_LOST))
		ocr_files_finish(rt, !status);
	/* Before others end: their launcher may end this node as well. */
	if (status && !rt->strict)
		ocr_refused_list(rt);
	if (how & OCR_ENDING_LOST)
		status = ocr_end_await(rt);
	else if (rt->fabric)
		missing = meet(b, status);
	if (missing)
		status = 1;
	if (rt->strict && !status)
		ocr_strict_leaks(rt);
	if (b->set.stats && *b->set.stats) {
		ocr_stats_write(rt, b->set.stats);
	} else if (b->set.stats) {
		ocr_steps_print(&b->steps, rt->self);
		ocr_stats_print(rt);
	}
	if (rt->strict && ocr_strict_verdict(rt) && !status)
		status = 1;
	ocr_log_repeats(rt->self);
	/* A launcher that sees a node fail may end the others, who have
	 * something to say as well. */
	if (looks_for_races(b) && !find_races(b, how) && !status)
		status = 1;
	if (rt->strict && rt->fabric && !(how & OCR_ENDING_LOST))
		ocr_meet_others(b->job, rt->fabric, 1);
	if (missing || how & OCR_ENDING_LOST)
		ocr_job_abort(b->job, (int)status, "a node is lost");
	printed = ocr_print_end(rt->self);
	if (!status && (!printed || ocr_files_lost(rt)))
		status = 1;
	return status;
}

static void
close_all(struct ocr_boot *b)
{
	ocr_exit_allow();
	ocr_watchdog_forget();
	ocr_runtime_close(b->rt);
	ocr_self = NULL;
	ocr_machine_close(&b->machine);
}

static void
warn_of_name(void *self, const char *name, const char *meant)
{
	ocr_log_warn(*(ocr_node_t *)self,
		     "%s is no setting, and not looked at: did you mean %s?",
		     name, meant);
}

/* All nodes have the same settings, as a rule: one says it. */
static void
look_for_misspelt(const struct ocr_boot *b)
{
	ocr_node_t self = ocr_job_rank(b->job);

	if (!self)
		ocr_settings_near(environ, warn_of_name, &self);
}

/* They wait for this node: without it the job cannot be. */
static void
end_others(struct ocr_boot *b)
{
	if (ocr_job_size(b->job) > 1)
		ocr_job_abort(b->job, 1, "a node cannot start");
}

static int
give_up(struct ocr_boot *b, const char *what, int err)
{
	ocr_log_error(ocr_job_rank(b->job), "cannot start: %s: %s%s", what,
		      strerror(-err),
		      err == -EMFILE ? " (a higher limit helps: ulimit -n)"
				     : "");
	end_others(b);
	return err;
}

static int
open_parts(struct ocr_boot *b)
{
	int err;

	look_for_misspelt(b);
	err = ocr_machine_open(&b->machine, &b->set, b->job, &b->steps);
	if (err)
		return give_up(b, "processors and memory", err);
	ocr_steps_add(&b->steps, "memory");
	err = open_network(b);
	if (err) {
		give_up(b, "the network", err);
		goto close;
	}
	err = open_runtime(b);
	ocr_steps_add(&b->steps, "runtime");
	if (!err)
		return 0;
	/* Who found what is wrong has said it: trace.h, races.h. */
	if (err == -ECANCELED)
		end_others(b);
	else
		give_up(b, "the runtime", err);
	if (b->transport)
		b->transport->ops->close(b->transport);
close:
	ocr_machine_close(&b->machine);
	return err;
}

/* A program may be started with standard input, output or errors closed; no
 * descriptor of ours must be taken for them.  What stands there cannot be read
 * or written either: EBADF. */
static void
hold_standard(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			/* The lowest that is free: fd. */
			(void)!open("/", O_PATH | O_CLOEXEC);
}

int
ocr_boot(int argc, char **argv, ocrEdt_t main_edt)
{
	struct ocr_boot b = {.job = NULL};
	unsigned status;

	hold_standard();
	ocr_steps_begin(&b.steps);
	if (ocr_settings_read(&b.set)) {
		ocr_keeper_tell(1, false);
		return 1;
	}
	ocr_log_set_verbose(b.set.verbose);
	ocr_look_catch(ocr_settings_signal(&b.set));
	ocr_steps_add(&b.steps, "settings");
	if (ocr_job_open(&b.job))
		return 1;
	ocr_steps_add(&b.steps, "PMIx");
	if (open_parts(&b))
		return 1;
	start(&b, argc, argv, main_edt);
	ocr_threads_work(&b.threads);
	status = stop(&b);
	close_all(&b);
	ocr_job_close(b.job);
	return (int)status;
}

int
ocr_boot_open(struct ocr_boot **out, struct ocr_job *job)
{
	struct ocr_boot *b = calloc(1, sizeof(*b));
	int err;

	if (!b)
		return -ENOMEM;
	b->job = job;
	b->guest = true;
	hold_standard();
	ocr_steps_begin(&b->steps);
	err = ocr_settings_read(&b->set);
	ocr_log_set_verbose(b->set.verbose);
	ocr_look_catch(ocr_settings_signal(&b->set));
	ocr_steps_add(&b->steps, "settings");
	if (err)
		give_up(b, "the settings", err);
	else
		err = open_parts(b);
	if (err) {
		free(b);
		return err;
	}
	*out = b;
	return 0;
}

struct ocr_runtime *
ocr_boot_runtime(struct ocr_boot *b)
{
	return b->rt;
}

void
ocr_boot_start(struct ocr_boot *b)
{
	start(b, 0, NULL, NULL);
}

unsigned
ocr_boot_stop(struct ocr_boot *b)
{
	return stop(b);
}

void
ocr_boot_close(struct ocr_boot *b)
{
	close_all(b);
	free(b);
}
