/* SPDX-License-Identifier: BSD-3-Clause */
/* bytes.h - what is written to an end's buffers, and looked for in them. */
#ifndef TESTS_DRI_SIM_BYTES_H
#define TESTS_DRI_SIM_BYTES_H

#include "tests/dri/sim/script.h"

#define BYTES_UNUSED 0xa5 /* in places that nobody writes to */
#define BYTES_STALE  0x77 /* what was there before */

/* The elements that a sender owns. */
void bytes_fill(struct end *e, void *buffer, int round);
/* Those that a receiver stores are of that round, and what was filled as unused
 * is so still.  `when`: for messages. */
void bytes_look(const struct end *e, void *buffer, int round, const char *when);
/* Places that are not used. */
void bytes_fill_unused(struct end *e, void *buffer);
/* Those that are. */
void bytes_spoil(struct end *e, void *buffer);

/* Bytes that were compared, for people. */
uint64_t bytes_compared(void);

#endif
