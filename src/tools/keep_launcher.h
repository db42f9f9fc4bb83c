/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_launcher.h - whether a launcher still does what it is there for.
 *
 * Four ways to stand for ever have been met: it waits for one of its own
 * threads (or that one for a lock that nobody gives back), it was hit by a
 * signal and stands in its own handler of it, it was told to end the job and
 * waits for a host that does not answer, and it has ended the job itself and
 * waits for its daemon on another host, which waits for one of its own threads.
 * All are seen in /proc, and believed when they last. Knows no nodes; kills
 * nobody. Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_LAUNCHER_H
#define SRC_TOOLS_KEEP_LAUNCHER_H

#include "src/tools/keep_threads.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* It is looked at so often at most, while there is a reason at least. */
#define KEEP_LOOK_MS 100

enum keep_stand {
	KEEP_WORKS,
	KEEP_WAITS_FOR_ITSELF,
	KEEP_STANDS_IN_HANDLER,
	KEEP_STANDS_IN_ABORT,
	KEEP_WAITS_FOR_HOSTS,
	KEEP_IS_ALONE, /* as keep_wire.h sees it */
};

struct keep_launcher {
	pid_t pid; /* fixed; the rest is for looks: */
	char waits[256];
	unsigned same;
	struct keep_lock lock;
	unsigned locked;
	bool wakes; /* others have run since it was first seen */
	int sig; /* in whose handler it stands; 0: in none */
	unsigned in_handler;
	uint64_t switches;
	unsigned idle;
	/* At this look: */
	bool are_asleep, is_still, is_stopped, has_one_thread;
};

/* What its processes on this host let expect of it. */
struct keep_reason {
	bool are_gone;	  /* all of them have ended */
	bool have_failed; /* one of them badly */
	bool is_aborted;  /* one has asked it to end the job */
};

/* What it does, by this look and those before. */
enum keep_stand ocr_keep_launcher_look(struct keep_launcher *l,
				       struct keep_reason why);

/* True: something may be wrong, and the next look should come soon. */
bool ocr_keep_launcher_is_doubted(const struct keep_launcher *l);

#endif
