/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_channels.c - channels between simulated processes, by seeds.
 *
 *	sim_channels [--seeds N] [--first F] [--print] [--trace]
 *
 * Each seed makes processes, reorganizations and an order of all that happens.
 * A seed that fails says so, and fails again with --first F --seeds 1.  A
 * campaign, in the build folder:
 *
 *	make tests/dri/sim/sim_channels
 *	tests/dri/sim/sim_channels --seeds 1000000
 */
#include "tests/dri/sim/bytes.h"
#include "tests/dri/sim/program.h"
#include "tests/dri/sim/rounds.h"
#include "tests/dri/sim/watch.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct script script;
static uint64_t steps;

/* A fault belongs to a seed as well. */
static void
on_fault(int sig)
{
	char text[96];
	int n = snprintf(text, sizeof(text), "seed %llu: signal %d\n",
			 (unsigned long long)worlds_seed, sig);

	if (write(STDOUT_FILENO, text, (size_t)n) < 0)
		_exit(98);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void
run_seed(uint64_t seed, bool print)
{
	worlds_seed = seed;
	script_make(&script, seed);
	if (print) {
		printf("seed %llu: ", (unsigned long long)seed);
		script_print(&script);
		fflush(stdout);
	}
	worlds_open(seed, script.n);
	program_start(&script);
	if (script.is_lossy)
		worlds_kill(script.victim, script.kill_at);
	worlds_run();
	steps += worlds_steps();
	worlds_close();
	watch_end(script.is_lossy);
	script_free(&script);
}

int
main(int argc, char **argv)
{
	const char *check = getenv("OCR_CHECK");
	/* After a run that took all: what a sanitizer sees, it sees in few. */
	uint64_t seeds = check && !strcmp(check, "short") ? 300 : 3000;
	uint64_t first = 1;
	bool print = false;

	for (int a = 1; a < argc; a++) {
		if (!strcmp(argv[a], "--print"))
			print = true;
		else if (!strcmp(argv[a], "--trace"))
			print = worlds_trace = true;
		else if (a + 1 < argc && !strcmp(argv[a], "--seeds"))
			seeds = strtoull(argv[++a], NULL, 0);
		else if (a + 1 < argc && !strcmp(argv[a], "--first"))
			first = strtoull(argv[++a], NULL, 0);
		else
			return fprintf(stderr,
				       "usage: sim_channels [--seeds N] "
				       "[--first F] [--print] [--trace]\n"),
			       2;
	}
	/* What is used after its end is not what it was. */
	mallopt(M_PERTURB, 0xa5);
	signal(SIGABRT, on_fault);
	signal(SIGSEGV, on_fault);
	for (uint64_t i = first; i < first + seeds; i++)
		run_seed(i, print);
	printf("%llu seeds, %llu steps, %llu bytes received, %llu waits too "
	       "short: as they should be\n",
	       (unsigned long long)seeds, (unsigned long long)steps,
	       (unsigned long long)bytes_compared(),
	       (unsigned long long)rounds_late());
	return 0;
}
