/* SPDX-License-Identifier: BSD-3-Clause */
/* same_user.h - is who is at the other end of a socket this process's user?
 *
 * Anybody can take a name that is in no folder, and anybody can call there.
 * Promise: the kernel is asked, not the other end; who does not know is
 * refused.
 * Threads: any.
 */
#ifndef SRC_OBSERVE_SAME_USER_H
#define SRC_OBSERVE_SAME_USER_H

#include <stdbool.h>

/* Of a socket of AF_UNIX that is connected. */
bool ocr_same_user(int fd);

#endif
