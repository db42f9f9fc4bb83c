/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_left.h - what a node has left when the job has ended. */
#ifndef TESTS_SIM_SIM_LEFT_H
#define TESTS_SIM_SIM_LEFT_H

#include "src/boot/runtime.h"

/* How many things; says what they are, if any. */
uint64_t sim_left_on(struct ocr_runtime *rt);

#endif
