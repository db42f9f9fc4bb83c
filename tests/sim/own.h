/* SPDX-License-Identifier: BSD-3-Clause */
/* own.h - memory of the simulator itself, which nodes that are short of it do
 * not take away (hungry.h).
 *
 * Promise: it is there, or the process ends.  To be freed with free().
 * Threads: one, but for what a test of several threads has no say in: the depth
 * is looked at by hungry.c alone.
 */
#ifndef TESTS_SIM_OWN_H
#define TESTS_SIM_OWN_H

#include <stddef.h>

/* Not 0: what is asked for now is no node's.  Volatile, since compilers know
 * that calloc() does not look at it. */
extern _Thread_local volatile unsigned sim_own_depth;

void *sim_own_calloc(size_t n, size_t size);
void *sim_own_realloc(void *p, size_t n, size_t size);

#endif
