/* SPDX-License-Identifier: BSD-3-Clause */
/* task.h - threads of simulated processes, each a fiber: one of a program, or
 * the one that drives a world.
 *
 * Knows neither worlds nor the network; who goes on is the caller's choice.
 */
#ifndef TESTS_DRI_SIM_TASK_H
#define TESTS_DRI_SIM_TASK_H

#include <stdbool.h>
#include <stdint.h>

#define TASKS_MOST 64

struct fiber;

struct task {
	struct fiber *fiber;
	uint32_t process;
	void (*fn)(void *arg);
	void *arg;
	char name[64];
	const char *doing;
	bool started, returned;
	bool is_ready;	/* something has happened since it began to wait */
	bool has_acted; /* since it went on */
};

struct task *task_new(uint32_t process, void (*fn)(void *arg), void *arg,
		      const char *name);
/* All that there are, one behind the other, from tasks_first() to before
 * tasks_behind(): a step of the simulator looks at each. */
struct task *tasks_first(void);
struct task *tasks_behind(void);
/* The one that runs; NULL: none. */
struct task *task_current(void);

/* Until it stops or returns. */
void task_go_on(struct task *t);
/* Tasks of that process, or all, are ready. */
void tasks_wake(uint32_t process);
void tasks_wake_all(void);
/* Tasks go; their fibers are used again by those that follow. */
void tasks_end(void);

/* In a task: lets others go on; if it `waits`, until it is woken. */
void task_stop(bool waits);
/* What it is about to do, as long as it lives; until then; or just a rest. */
void task_doing(const char *what);
void task_wait(bool (*is_done)(void *arg), void *arg);
void task_rest(void);

#endif
