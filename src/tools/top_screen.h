/* SPDX-License-Identifier: BSD-3-Clause */
/* top_screen.h - the terminal, while ocrtop has it.
 *
 * Promise: it is as it was when ocrtop ends, by whatever signal can be caught,
 * and while it is stopped.
 */
#ifndef SRC_TOOLS_TOP_SCREEN_H
#define SRC_TOOLS_TOP_SCREEN_H

#include "src/tools/top_show.h"

#include <stdbool.h>

/* False: there is no terminal. */
bool top_screen_open(void);
void top_screen_close(void);

/* Around what is printed on standard output. */
void top_screen_begin(void);
void top_screen_end(void);

struct top_size top_screen_size(void);

/* Until the next look is due, or the window has another size.  False: the user
 * wants to end. */
bool top_screen_wait(double seconds);

#endif
