/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.h - the memory that worlds receive into, and the errors they tell.
 *
 * Linked with --wrap of ocr_memory_alloc, _free and _close, ocr_log_error and
 * _warn.
 * Memory that was given back is filled, and kept until the end of the seed: who
 * still writes to it is found.
 */
#ifndef TESTS_DRI_SIM_WATCH_H
#define TESTS_DRI_SIM_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Memory of the program, which is BYTES_UNUSED, and around it as well; and the
 * same given back, when what is around it is so still: who touches it from then
 * on, also to read, ends the run with a fault. */
void *watch_lend(size_t bytes);
void watch_give_back(void *bytes, size_t n);

/* Channels of this seed are left to DRI_Finalize, and their memory. */
void watch_leaves(void);

/* A process of this seed will be lost: it does nothing more to its window, so
 * that what was in it stays, for who does not know yet. */
void watch_stays(void);

/* Are errors to be expected?  Else the first one fails the seed. */
void watch_errors(bool expected);

/* Of what was told since the last watch_forget(): how often, and the last. */
void watch_forget(void);
unsigned watch_told(const char **last);

/* The seed is over, and all worlds are closed.  `stale`: some died, and what
 * others wrote to their memory is not judged. */
void watch_end(bool stale);

#endif
