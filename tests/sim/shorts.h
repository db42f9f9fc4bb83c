/* SPDX-License-Identifier: BSD-3-Clause */
/* shorts.h - how often nodes have said something in its short form
 * (PROTOCOL.md, 4.17).
 *
 * The runtime does not count that, as it would cost it something: this stands
 * in place of functions (--wrap) of what the simulator is linked from.
 */
#ifndef TESTS_SIM_SHORTS_H
#define TESTS_SIM_SHORTS_H

#include <stdio.h>

/* Since the process began, behind other numbers of a line. */
void sim_shorts_report(FILE *out);

#endif
