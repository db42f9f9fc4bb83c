/* SPDX-License-Identifier: BSD-3-Clause */
/* nameless.h - files without a name that other processes of this host open.
 *
 * Memory or a pipe of one process is reached through /proc/PID/fd, by those
 * whom the system lets: processes of the same user, which see each other.  The
 * number of the file tells that it is the right one.  Nothing is left when the
 * process ends, however it ends.
 * Threads: any.
 */
#ifndef FABRIC_NAMELESS_H
#define FABRIC_NAMELESS_H

#include <stdint.h>

/* Where a file can be had; sent to others.  Hostile when it arrives. */
struct ocr_nameless {
	uint64_t device, inode;
	uint64_t len_bytes; /* of memory */
	int32_t pid;
	int32_t fd; /* -1: none */
};

/* That of this process's fd; with fd -1 of none. */
struct ocr_nameless ocr_nameless(int fd, uint64_t len_bytes);

/* Opens it for reading and writing.  Returns the descriptor, or -errno;
 * -ESTALE: there is another file by now. */
int ocr_nameless_open(const struct ocr_nameless *n);

/* Why that failed, and what to do, for people; static text. */
const char *ocr_nameless_why(int err);

#endif
