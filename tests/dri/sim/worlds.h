/* SPDX-License-Identifier: BSD-3-Clause */
/* worlds.h - processes of libdri in one thread, moved by a seed.
 *
 * Each has a world of its own on a simulated network (tests/sim/), a task
 * (task.h) that drives it, and tasks for the threads of its program, which make
 * the public calls of dri.h.  A call that waits gives control back, and so may
 * every taking of the world's lock; who goes on, and which packet arrives or
 * write is done, is drawn. When nothing can happen any more though tasks have
 * not returned, that is told, with what each of them waits for, and the program
 * ends. Knows nothing of what the programs do.
 */
#ifndef TESTS_DRI_SIM_WORLDS_H
#define TESTS_DRI_SIM_WORLDS_H

#include "tests/dri/generate.h"

#include <stdbool.h>
#include <stdint.h>

#define WORLDS_MOST 5

/* The one that runs, for messages; 0: none. */
extern uint64_t worlds_seed;
extern bool worlds_trace;

void worlds_open(uint64_t seed, uint32_t n);
/* A thread of the program of process p. */
void worlds_start(uint32_t p, void (*fn)(void *arg), void *arg,
		  const char *name);
/* Process p dies after about so many steps. */
void worlds_kill(uint32_t p, uint64_t steps);
bool worlds_is_killed(uint32_t p);
/* Has process p, which has not ended, heard that another is lost? */
bool worlds_is_broken(uint32_t p);
/* Until all tasks have returned. */
void worlds_run(void);
/* Until hardly anything can happen, though some wait. */
void worlds_settle(void);
/* For tests that lie, between the two above: the world of p; NULL: closed.
 * Whatever was done to it, its tasks look again. */
struct dri_world *worlds_of(uint32_t p);
void worlds_touch(uint32_t p);
void worlds_close(void);

/* The clock by which calls tell that they wait: it stands still but for this,
 * or, if hurried, goes by itself. */
void worlds_pass(uint64_t ns);
bool worlds_is_hurried(void);

/* Numbers of things that happened, for people. */
uint64_t worlds_steps(void);

/* Tells what is wrong with this seed, and ends the program. */
_Noreturn void worlds_fail(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

#endif
