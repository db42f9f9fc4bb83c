/* SPDX-License-Identifier: BSD-3-Clause */
/* hungry.h - nodes that now and then get no memory when they ask for some.
 *
 * Between sim_hungry_begin() and sim_hungry_end() each allocation of a node
 * fails with a chance, now and then some in a row.  A call for which there is
 * none has done nothing, and programs make it again (sim_note_again, notes.h).
 * What cannot be told to a program ends the job with a message that says that
 * memory is missing. Knows nothing of what is asked for: it stands in place of
 * malloc() and the like (--wrap), of what the simulator is linked from;
 * programs have their own.
 */
#ifndef TESTS_SIM_HUNGRY_H
#define TESTS_SIM_HUNGRY_H

#include "tests/sim/sim_job.h"

#include <stdbool.h>
#include <stdint.h>

/* One allocation in `one_in` fails, which ones the seed says.  Messages about
 * memory are not told but to those who want to see all. */
void sim_hungry_begin(unsigned one_in, uint64_t seed, bool verbose);
/* Adds the errors that were told. */
void sim_hungry_end(struct sim_result *r);

/* Has the job that has just ended kept the promises?  It is right in the end,
 * or has said what it is short of, and nothing else. */
bool sim_hungry_is_good(const struct sim_result *r, bool strict);

/* Runs one seed in a process of its own, which may end by ocr_no_memory().
 * False: `run` has returned that, or the process has ended in another way. */
bool sim_hungry_try(bool (*run)(void *ctx), void *ctx);
/* A line for people: how all of them have ended. */
void sim_hungry_report(FILE *out, const char *program);

#endif
