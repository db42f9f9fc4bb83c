/* SPDX-License-Identifier: BSD-3-Clause */
/* program.h - carries out a script by the public calls, in the tasks of
 * worlds.h, and compares what comes of each call.
 */
#ifndef TESTS_DRI_SIM_PROGRAM_H
#define TESTS_DRI_SIM_PROGRAM_H

#include "tests/dri/sim/script.h"

/* Starts the tasks of all processes. */
void program_start(struct script *s);

#endif
