/* SPDX-License-Identifier: BSD-3-Clause */
/* door.h - where people who look on come in: a socket of this process.
 *
 * Its name is in no folder, so nothing is left of a process that is killed:
 * "@ocrtop.UID.PID.RANDOM" in /proc/net/unix.
 * Knows who may come in; does not know what is said.
 * Promise: only processes of this process's user are heard, nobody who does not
 * listen keeps it waiting for long, and no visitor takes a descriptor that
 * others may need.
 * Threads: one.
 */
#ifndef SRC_OBSERVE_DOOR_H
#define SRC_OBSERVE_DOOR_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#define OCR_DOOR_NAME "ocrtop."
#define OCR_DOOR_MOST 4 /* visitors at once */
#define OCR_DOOR_FDS  (1 + OCR_DOOR_MOST)

/* What a visitor says, one byte: who are you; your numbers; those of all nodes,
 * if you are node 0, else yours.  Each is answered by packets, the last of
 * which is OCR_DOOR_END.  A visitor of another user gets OCR_DOOR_NO. */
#define OCR_DOOR_WHO '?'
#define OCR_DOOR_ONE 'o'
#define OCR_DOOR_ALL 'a'
#define OCR_DOOR_END "end\n"
#define OCR_DOOR_NO  "no\n"

struct ocr_door {
	int listener; /* -1: there is none */
	int visitors[OCR_DOOR_MOST];
	unsigned n;
};

/* The socket, and descriptors for visitors, once for the process, before
 * anybody counts how many are left.  0 or -errno. */
int ocr_door_build(void);

/* Visitors are let in from here on, until it is closed. */
void ocr_door_open(struct ocr_door *d);
void ocr_door_close(struct ocr_door *d);

/* What to wait for, into OCR_DOOR_FDS; how many. */
unsigned ocr_door_fds(const struct ocr_door *d, struct pollfd *fds);
/* After the wait: lets in who has come, and calls fn with what each visitor has
 * said. */
void ocr_door_heed(struct ocr_door *d, const struct pollfd *fds, unsigned n,
		   void (*fn)(void *ctx, int visitor, char said), void *ctx);

/* Not to a visitor who has left. */
void ocr_door_say(struct ocr_door *d, int visitor, const char *text,
		  size_t len);

#endif
