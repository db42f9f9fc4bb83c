/* SPDX-License-Identifier: BSD-3-Clause */
/* ring.h - an io_uring, if this build and this kernel have it.
 *
 * Knows requests (engine.h), and hands each back as often as the kernel
 * answers; whether it is done is the engine's business.
 * Threads: one, the engine's.
 */
#ifndef SRC_FILE_RING_H
#define SRC_FILE_RING_H

#include "src/file/engine.h"

struct ocr_ring;

/* `wake` becomes readable when somebody wants the thread.  0, or -errno:
 * -ENOSYS from a build without, -EPERM from many containers. */
int ocr_ring_open(struct ocr_ring **r, int wake);
/* Nothing is under way. */
void ocr_ring_close(struct ocr_ring *r);

/* Asks the kernel to move the next `len_bytes` of the request.  False: the
 * ring is full. */
bool ocr_ring_start(struct ocr_ring *r, struct ocr_io *io, uint32_t len_bytes);

/* Waits for answers, or until the thread is wanted.  Returns one answered
 * request and what read or write would have returned, or -errno; NULL when
 * there is none left for now.  Only the first call of several waits. */
struct ocr_io *ocr_ring_wait(struct ocr_ring *r, bool first, int *result);

#endif
