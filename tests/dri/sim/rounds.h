/* SPDX-License-Identifier: BSD-3-Clause */
/* rounds.h - the buffers that go through a channel that is connected, one for
 * each round.
 */
#ifndef TESTS_DRI_SIM_ROUNDS_H
#define TESTS_DRI_SIM_ROUNDS_H

#include "tests/dri/sim/script.h"

/* All of them, or until somebody is lost. */
void rounds_send(struct end *e);
void rounds_receive(struct end *e);

/* So often a wait came to its end without a buffer. */
uint64_t rounds_late(void);

/* Looks at one of the buffers that the end has in hand, and puts it. */
void rounds_give_back(struct end *e);

/* One set on both sides: what is received may be sent again. */
void rounds_in_place(struct end *send, struct end *receive);

#endif
