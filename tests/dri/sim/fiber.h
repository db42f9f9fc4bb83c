/* SPDX-License-Identifier: BSD-3-Clause */
/* fiber.h - a function that may stop in the middle, and go on later.
 *
 * All in one thread.  A fiber can be used for one function after the other.
 */
#ifndef TESTS_DRI_SIM_FIBER_H
#define TESTS_DRI_SIM_FIBER_H

#include <stdbool.h>

struct fiber;

struct fiber *fiber_open(void);
/* It must not be in the middle of a function. */
void fiber_close(struct fiber *f);

/* Calls fn(arg) on the fiber.  True: it has returned; false: it has stopped,
 * and fiber_go_on() is next. */
bool fiber_call(struct fiber *f, void (*fn)(void *arg), void *arg);
bool fiber_go_on(struct fiber *f);

/* Stops the function that runs on this fiber. */
void fiber_stop(struct fiber *f);

#endif
