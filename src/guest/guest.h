/* SPDX-License-Identifier: BSD-3-Clause */
/* guest.h - the runtime under a program with a main of its own.
 *
 * Knows the job that this process has, one at a time, and the job's guest: the
 * thread that opened it.  The guest is no worker, so it may be blocked; what it
 * asks for goes through the stream of a task that never runs.
 * Does not know the calls of extensions/ocr-legacy.h (guest/legacy.c).
 * Threads: handlers and bodies on any; the rest is the guest's.
 */
#ifndef SRC_GUEST_GUEST_H
#define SRC_GUEST_GUEST_H

#include "include/ocr-types.h"
#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_awaited;
struct ocr_guest;
struct ocr_runtime;

/* Opens the node; the caller is the guest from here on.  0; -EBUSY: there is a
 * job already; or another -errno, and then the cause has been explained. */
int ocr_guest_open(struct ocr_guest **l);

/* The job of this process, or NULL.  From any thread. */
struct ocr_guest *ocr_guest_current(void);

/* Is the calling thread the guest? */
bool ocr_guest_is_caller(const struct ocr_guest *l);

/* The GUID of the task that the guest's calls seem to come from. */
ocrGuid_t ocr_guest_context(const struct ocr_guest *l);

/* How `event` is, at its owner: enum ocr_event_state.  0, or -ECANCELED: the
 * job has ended. */
int ocr_guest_ask(struct ocr_guest *l, ocrGuid_t event, uint32_t *state);

/* ocr_await() by the guest, who releases all blocks that it could write before
 * it waits, and keeps what it gets until it gets it again or closes. */
int ocr_guest_block(struct ocr_guest *l, const char *call, ocrGuid_t event,
		    bool acquire, struct ocr_awaited *r);

/* Waits for the end of the job and closes the node.  Unless `until_shutdown`,
 * the job ends when every node has got here.  Returns its exit status. */
unsigned ocr_guest_close(struct ocr_guest *l, bool until_shutdown);

#endif
