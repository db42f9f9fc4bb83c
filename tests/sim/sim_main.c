/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_main.c - runs an OCR program, built as a shared object, under many
 * seeds.
 *
 * For a seed that fails the command is printed that replays it, step by step
 * and with its output.
 */
#include "tests/sim/sim_job.h"

#include "fabric/memory.h"
#include "src/base/protocol.h"
#include "src/stream/order.h"
#include "src/stream/stream.h"
#include "tests/sim/hungry.h"
#include "tests/sim/shorts.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_STEPS 20000000
#define MAX_ARGS  64

static struct {
	uint64_t first, count, step, fails;
	unsigned nodes, workers; /* 0: the seed says */
	uint32_t protocol;	 /* the same, else one more than it */
	bool verbose, strict;
	bool traps; /* OCR_STRICT, which --strict has nothing to do with */
	bool stuck; /* is how every seed must end */
	bool careless;
	const char *trace;
	int argc; /* the program and its arguments */
	char **argv;
	ocrEdt_t main_edt;
	bool pauses, breaks, both_ways;
	bool unwatched;
	unsigned hungry; /* one allocation in so many fails; 0: none */
} opt = {.first = 1, .count = 200, .step = 1, .fails = 3};

static const char *const protocols[] = {
	[OCR_PROTOCOL_IMMEDIATE] = "immediate",
	[OCR_PROTOCOL_GROUPED] = "grouped",
	[OCR_PROTOCOL_RELAXED] = "relaxed",
	[OCR_PROTOCOL_CARRIED] = "carried",
};

static const char usage[] =
	"usage: %s [--seeds N] [--first S | --seed S] [--step N]\n"
	"          [--nodes N] [--workers N]\n"
	"          [--protocol immediate|grouped|relaxed|carried] [--trace "
	"FILE]\n"
	"          [--strict] [--traps] [--verbose] [--stuck] [--careless]\n"
	"          [--fails N] [--breaks] [--both-ways] [--unwatched] "
	"[--hungry N]\n"
	"          program.so [arguments]\n"
	"--step: each seed is so many more than the one before, 1 if you do "
	"not say.\n"
	"--strict: an error that a node tells, or an object left at the end,\n"
	"is a failure.  --traps: nodes are in strict mode (OCR_STRICT).\n"
	"--careless: the program may do anything, and a seed end in any way "
	"but\n"
	"by a crash, or not at all; a node refuses blocks of more than 1 MiB.\n"
	"--fails: so many failures end it, 3 if you do not say.\n"
	"--breaks: connections break, and sessions make them again.\n"
	"--both-ways: each seed runs once more, all ops as messages, and the\n"
	"same must happen.\n"
	"--unwatched: nobody looks, and all that may be a call is one, by the\n"
	"shortest way there is.\n"
	"--hungry: one allocation of the nodes in N fails.  Each seed ends "
	"well, or\n"
	"nodes say that they are out of memory, and nothing else.\n"
	"An argument @seed becomes the seed.\n";

static uint32_t
protocol_of(const char *name)
{
	for (uint32_t i = 0; i < OCR_PROTOCOLS; i++)
		if (!strcmp(name, protocols[i]))
			return i + 1;
	fprintf(stderr, "sim: there is no protocol '%s'\n", name);
	exit(2);
}

/* Mostly few, where most can happen; now and then more than one stream can
 * have debts to. */
static uint32_t
nodes_of(uint64_t seed)
{
	return seed % 16 == 15 ? OCR_LEDGER_DEBTS + 4
			       : 1 + (uint32_t)(seed % 4);
}

static struct sim_result
run(uint64_t seed, FILE *trace, enum sim_ways ways)
{
	struct sim_job_config c = {
		.n_nodes = opt.nodes ? opt.nodes : nodes_of(seed),
		.n_workers = opt.workers ? opt.workers
					 : 1 + (unsigned)(seed / 4 % 2),
		.protocol = opt.protocol ? opt.protocol - 1
					 : (uint32_t)(seed / 8 % 4),
		.strict = opt.traps,
		.seed = seed,
		.max_steps = MAX_STEPS,
		.trace = trace,
		.leaks = opt.strict,
		/* What was asked for counts as done there. */
		.unchecked = opt.careless || opt.unwatched || opt.hungry,
		.pauses = opt.pauses,
		.breaks = opt.breaks,
		.ways = ways,
	};
	char number[24], *argv[MAX_ARGS];
	struct sim_result r;

	snprintf(number, sizeof(number), "%" PRIu64, seed);
	for (int i = 0; i < opt.argc; i++)
		argv[i] = strcmp(opt.argv[i], "@seed") ? opt.argv[i] : number;
	if (opt.hungry)
		sim_hungry_begin(opt.hungry, seed, opt.verbose);
	r = sim_job_run(&c, opt.argc, argv, opt.main_edt);
	if (opt.hungry)
		sim_hungry_end(&r);
	return r;
}

/* Does the same happen when all ops are messages? */
static bool
is_same(uint64_t seed, const struct sim_result *r)
{
	struct sim_result m;

	if (!opt.both_ways)
		return true;
	m = run(seed, NULL, SIM_MESSAGES);
	if (m.outcome == r->outcome && m.status == r->status &&
	    m.steps == r->steps && m.digest == r->digest)
		return true;
	fprintf(stderr,
		"seed %" PRIu64 ": calls and messages differ: steps %" PRIu64
		" and %" PRIu64 ", digests %016" PRIx64 " and %016" PRIx64 "\n",
		seed, r->steps, m.steps, r->digest, m.digest);
	return false;
}

static bool
is_good(const struct sim_result *r)
{
	if (r->violations)
		return false;
	if (opt.hungry)
		return sim_hungry_is_good(r, opt.strict);
	if (opt.careless)
		return (r->outcome == SIM_ENDED || r->outcome == SIM_STUCK) &&
		       !r->bad_packets;
	if (opt.stuck)
		return r->outcome == SIM_STUCK && r->status && !r->bad_packets;
	return r->outcome == SIM_ENDED && !r->status && !r->bad_packets &&
	       (!opt.strict || (!r->leaks && !r->errors));
}

/* Blocks have little room with --careless. */
void *__real_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len_bytes,
				   enum ocr_memory_kind kind);
void *__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len_bytes,
				   enum ocr_memory_kind kind);

void *
__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len_bytes,
			     enum ocr_memory_kind kind)
{
	if (opt.careless && len_bytes > 1 << 20)
		return NULL;
	return __real_ocr_memory_alloc_kind(m, len_bytes, kind);
}

/* The command that runs this seed again, step by step. */
static void
say_replay(const char *sim, uint64_t seed)
{
	fprintf(stderr, "replay: %s --seed %" PRIu64, sim, seed);
	if (opt.nodes)
		fprintf(stderr, " --nodes %u", opt.nodes);
	if (opt.workers)
		fprintf(stderr, " --workers %u", opt.workers);
	if (opt.traps)
		fprintf(stderr, " --traps");
	if (opt.stuck)
		fprintf(stderr, " --stuck");
	if (opt.careless)
		fprintf(stderr, " --careless");
	if (opt.unwatched)
		fprintf(stderr, " --unwatched");
	if (opt.breaks)
		fprintf(stderr, " --breaks");
	if (opt.both_ways)
		fprintf(stderr, " --both-ways");
	if (opt.hungry)
		fprintf(stderr, " --hungry %u", opt.hungry);
	if (opt.protocol)
		fprintf(stderr, " --protocol %s", protocols[opt.protocol - 1]);
	if (opt.strict)
		fprintf(stderr, " --strict");
	fprintf(stderr, " --trace /dev/stderr");
	for (int i = 0; i < opt.argc; i++)
		fprintf(stderr, " %s", opt.argv[i]);
	fputc('\n', stderr);
}

/* The seed that runs, for on_crash(). */
static uint64_t running;
static const char *simulator;

static void
on_crash(int signal)
{
	fprintf(stderr, "seed %" PRIu64 ": crashed: %s\n", running,
		strsignal(signal));
	say_replay(simulator, running);
	_exit(3);
}

/* A bug ends the process; which seed it was would be lost. */
static void
watch_crashes(const char *sim)
{
	static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

	simulator = sim;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], on_crash);
}

static const char *
say(const struct sim_result *r)
{
	static const char *const names[] = {
		[SIM_ENDED] = "ended",
		[SIM_STUCK] = "stuck: nothing can happen any more",
		[SIM_HUNG] = "hung, and nobody said so",
		[SIM_RUNAWAY] = "did not end",
		[SIM_BROKEN] = "could not start",
	};

	return names[r->outcome];
}

static void
parse(int argc, char **argv)
{
	static const struct option options[] = {
		{"seeds", 1, NULL, 'n'},     {"seed", 1, NULL, 's'},
		{"nodes", 1, NULL, 'N'},     {"workers", 1, NULL, 'w'},
		{"trace", 1, NULL, 't'},     {"verbose", 0, NULL, 'v'},
		{"protocol", 1, NULL, 'p'},  {"stuck", 0, NULL, 'S'},
		{"strict", 0, NULL, 'x'},    {"first", 1, NULL, 'f'},
		{"traps", 0, NULL, 'T'},     {"fails", 1, NULL, 'F'},
		{"careless", 0, NULL, 'C'},  {"breaks", 0, NULL, 'B'},
		{"both-ways", 0, NULL, 'b'}, {"unwatched", 0, NULL, 'U'},
		{"hungry", 1, NULL, 'H'},    {"step", 1, NULL, 'm'},
		{NULL, 0, NULL, 0},
	};
	int o;

	if (getenv("OCR_SIM_SEEDS"))
		opt.count = strtoull(getenv("OCR_SIM_SEEDS"), NULL, 0);
	while ((o = getopt_long(argc, argv, "+v", options, NULL)) != -1) {
		switch (o) {
		case 'n':
			opt.count = strtoull(optarg, NULL, 0);
			break;
		case 'f':
			opt.first = strtoull(optarg, NULL, 0);
			break;
		case 'm':
			opt.step = strtoull(optarg, NULL, 0);
			break;
		case 's':
			opt.first = strtoull(optarg, NULL, 0);
			opt.count = 1;
			opt.verbose = true;
			break;
		case 'F':
			opt.fails = strtoull(optarg, NULL, 0);
			break;
		case 'N':
			opt.nodes = (unsigned)atoi(optarg);
			break;
		case 'w':
			opt.workers = (unsigned)atoi(optarg);
			break;
		case 'p':
			opt.protocol = protocol_of(optarg);
			break;
		case 'x':
			opt.strict = true;
			break;
		case 't':
			opt.trace = optarg;
			break;
		case 'T':
			opt.traps = true;
			setenv("OCR_STRICT", "1", 1);
			break;
		case 'S':
			opt.stuck = true;
			break;
		case 'C':
			opt.careless = true;
			break;
		case 'B':
			opt.breaks = true;
			break;
		case 'b':
			opt.both_ways = true;
			break;
		case 'U':
			opt.unwatched = true;
			break;
		case 'H':
			opt.hungry = (unsigned)atoi(optarg);
			break;
		case 'v':
			opt.verbose = true;
			break;
		default:
			fprintf(stderr, usage, argv[0]);
			exit(2);
		}
	}
	if (optind == argc || argc - optind > MAX_ARGS) {
		fprintf(stderr, usage, argv[0]);
		exit(2);
	}
	opt.argc = argc - optind;
	opt.argv = argv + optind;
}

static void
load(const char *path)
{
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (lib) {
		opt.main_edt = (ocrEdt_t)dlsym(lib, "mainEdt");
		opt.pauses = dlsym(lib, "sim_pauses");
	}
	if (!opt.main_edt) {
		fprintf(stderr, "sim: %s\n", dlerror());
		exit(2);
	}
}

/* Standard output is for the report while programs print. */
static int
silence(void)
{
	int out = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	close(null);
	return out;
}

static void
add(struct sim_result *sum, const struct sim_result *r)
{
	sum->ops_sent += r->ops_sent;
	sum->packets_sent += r->packets_sent;
	sum->debts_carried += r->debts_carried;
	sum->along += r->along;
	sum->along_read += r->along_read;
	sum->offers += r->offers;
	sum->offers_read += r->offers_read;
	sum->asked += r->asked;
	sum->sent_to_copy += r->sent_to_copy;
	sum->rights += r->rights;
	sum->home += r->home;
	sum->lent += r->lent;
	sum->stayed += r->stayed;
	sum->passed += r->passed;
	sum->passed_used += r->passed_used;
	sum->by_right += r->by_right;
	sum->tasks_sent_away += r->tasks_sent_away;
}

/* A line for people, and for campaign.sh one of what the newer ways were used
 * for. */
static void
report(uint64_t seeds, uint64_t failed, const struct sim_result *sum)
{
	const char *slash = strrchr(opt.argv[0], '/');

	if (opt.hungry) {
		sim_hungry_report(stdout, slash ? slash + 1 : opt.argv[0]);
		return;
	}
	printf("%s: %" PRIu64 " seeds, %" PRIu64 " failed; %" PRIu64
	       " remote ops in %" PRIu64 " packets\n",
	       slash ? slash + 1 : opt.argv[0], seeds, failed, sum->ops_sent,
	       sum->packets_sent);
	printf("ways: %" PRIu64 " blocks lent, %" PRIu64
	       " read in their packet, %" PRIu64 " along, %" PRIu64
	       " of them read unasked, %" PRIu64 " offered, %" PRIu64
	       " of them read unasked, %" PRIu64
	       " readers asked to serve, %" PRIu64 " sent to them, %" PRIu64
	       " rights kept, %" PRIu64 " grants by them, %" PRIu64
	       " sent home, %" PRIu64 " rights along, %" PRIu64
	       " of them used, %" PRIu64 " debts carried, %" PRIu64
	       " tasks sent away",
	       sum->lent, sum->stayed, sum->along, sum->along_read, sum->offers,
	       sum->offers_read, sum->asked, sum->sent_to_copy, sum->rights,
	       sum->by_right, sum->home, sum->passed, sum->passed_used,
	       sum->debts_carried, sum->tasks_sent_away);
	sim_shorts_report(stdout);
	putchar('\n');
}

/* One seed, which is added up.  False: it is not as it should be. */
static bool
try(uint64_t seed, FILE *trace, struct sim_result *sum)
{
	struct sim_result r;

	r = run(seed, trace, opt.unwatched ? SIM_CALLS : SIM_AS_SEED);
	add(sum, &r);
	if (is_good(&r) && is_same(seed, &r))
		return true;
	fprintf(stderr,
		"seed %" PRIu64 ": %s after %" PRIu64
		" steps, status %u, %" PRIu64 " bad packets, %" PRIu64
		" errors, %" PRIu64 " things left, %" PRIu64 " violations\n",
		seed, say(&r), r.steps, r.status, r.bad_packets, r.errors,
		r.leaks, r.violations);
	say_replay(simulator, seed);
	return false;
}

static bool
try_hungry(void *trace)
{
	struct sim_result none = {0};

	return try(running, trace, &none);
}

int
main(int argc, char **argv)
{
	uint64_t failed = 0, done;
	struct sim_result sum = {0};
	FILE *trace = NULL;
	int out = -1;

	parse(argc, argv);
	watch_crashes(argv[0]);
	load(opt.argv[0]);
	if (opt.trace && !(trace = fopen(opt.trace, "w"))) {
		perror(opt.trace);
		return 2;
	}
	fflush(stdout);
	if (!opt.verbose)
		out = silence();
	for (done = 0; done < opt.count && failed < opt.fails; done++) {
		running = opt.first + done * opt.step;
		if (opt.hungry)
			failed += !sim_hungry_try(try_hungry, trace);
		else
			failed += !try(running, trace, &sum);
	}
	if (out >= 0)
		dup2(out, STDOUT_FILENO);
	report(done, failed, &sum);
	return failed || !done;
}
