/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_left.h - what a node has left when the job has ended. */
#ifndef TESTS_SIM_SIM_LEFT_H
#define TESTS_SIM_SIM_LEFT_H

#include "src/boot/runtime.h"

/* How many things; says what they are, if any. */
uint64_t sim_left_on(struct ocr_runtime *rt);

/* Adds what the workers of a node have counted. */
struct ocr_sched;
struct sim_result;
void sim_left_count(const struct ocr_sched *sched, struct sim_result *r);

#endif
