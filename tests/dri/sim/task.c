/* SPDX-License-Identifier: BSD-3-Clause */
/* task.c - a list of fibers. */
#include "tests/dri/sim/task.h"

#include "fabric/log.h"
#include "tests/dri/sim/fiber.h"

#include <stdio.h>

static struct task tasks[TASKS_MOST];
static int n_tasks;
static struct task *current;

static struct fiber *spare[TASKS_MOST];
static int n_spare;

static struct fiber *
take_fiber(void)
{
	return n_spare ? spare[--n_spare] : fiber_open();
}

struct task *
task_new(uint32_t process, void (*fn)(void *), void *arg, const char *name)
{
	struct task *t = &tasks[n_tasks++];

	if (n_tasks > TASKS_MOST)
		ocr_bug("too many tasks");
	*t = (struct task){.fiber = take_fiber(),
			   .process = process,
			   .fn = fn,
			   .arg = arg,
			   .is_ready = true,
			   .doing = "begin"};
	snprintf(t->name, sizeof(t->name), "%s", name);
	return t;
}

struct task *
tasks_first(void)
{
	return tasks;
}

struct task *
tasks_behind(void)
{
	return tasks + n_tasks;
}

struct task *
task_current(void)
{
	return current;
}

void
task_go_on(struct task *t)
{
	current = t;
	t->is_ready = false;
	t->has_acted = false;
	if (t->started) {
		t->returned = fiber_go_on(t->fiber);
	} else {
		t->started = true;
		t->returned = fiber_call(t->fiber, t->fn, t->arg);
	}
	current = NULL;
}

void
tasks_wake(uint32_t process)
{
	for (int i = 0; i < n_tasks; i++)
		if (tasks[i].process == process)
			tasks[i].is_ready = true;
}

void
tasks_wake_all(void)
{
	for (int i = 0; i < n_tasks; i++)
		tasks[i].is_ready = true;
}

void
tasks_end(void)
{
	while (n_tasks)
		spare[n_spare++] = tasks[--n_tasks].fiber;
}

/* -- In a task ------------------------------------------------------------- */

void
task_stop(bool waits)
{
	struct task *t = current;

	t->is_ready = !waits;
	fiber_stop(t->fiber);
}

void
task_doing(const char *what)
{
	current->doing = what;
	current->has_acted = true;
}

void
task_rest(void)
{
	current->has_acted = true;
	task_stop(false);
}

void
task_wait(bool (*is_done)(void *), void *arg)
{
	while (!is_done(arg))
		task_stop(true);
	current->has_acted = true;
}
