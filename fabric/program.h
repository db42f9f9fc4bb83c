/* SPDX-License-Identifier: BSD-3-Clause */
/* program.h - which program this process runs.
 *
 * Promise: two processes whose numbers differ run different programs, or
 * different builds of this runtime; offsets of functions mean nothing there.
 * Threads: any.
 */
#ifndef FABRIC_PROGRAM_H
#define FABRIC_PROGRAM_H

#include <stdint.h>

/* From the build ids (a note that the linker makes) of the executable and of
 * the library that holds the runtime; 0 when neither has one. */
uint64_t ocr_program_id(void);

#endif
