/* SPDX-License-Identifier: BSD-3-Clause */
/* lend.h - the memory of an end's buffers: the library's, or the program's,
 * which two sets may have at once.
 */
#ifndef TESTS_DRI_SIM_LEND_H
#define TESTS_DRI_SIM_LEND_H

#include "tests/dri/sim/script.h"

/* Makes the end's set. */
void lend_set(struct end *e);
/* The end has a channel: another may send from its memory if this one does as
 * well, and may not if it receives. */
void lend_again(struct end *e);
/* The set is gone: the program takes its memory back. */
void lend_end(struct end *e);

#endif
