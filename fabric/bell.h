/* SPDX-License-Identifier: BSD-3-Clause */
/* bell.h - what ends the sleep of a node, rung by itself and its neighbours.
 *
 * A pipe without a name; ringing writes a byte into it.  Bells of neighbours
 * are opened when they are first rung, and a limited number stay open.
 * Does not know who sleeps when.
 * Promise: after a ring wait() of the owner returns, once; a bell whose owner
 * is dead makes no sound, and no signal.
 * Threads: ring from any; wait and drain from one at a time.
 */
#ifndef FABRIC_BELL_H
#define FABRIC_BELL_H

#include "fabric/nameless.h"

#include <stdint.h>

struct ocr_bell;

/* 0 or -errno. */
int ocr_bell_open(struct ocr_bell **b);
void ocr_bell_close(struct ocr_bell *b);

/* The own one: where others find it, and what can be read after a ring. */
struct ocr_nameless ocr_bell_name(const struct ocr_bell *b);
int ocr_bell_fd(const struct ocr_bell *b);
/* Takes what has rung so far. */
void ocr_bell_drain(struct ocr_bell *b);

/* Rings the own one. */
void ocr_bell_ring_own(struct ocr_bell *b);
/* Rings that of another process.  0, or -errno if it cannot be opened. */
int ocr_bell_ring(struct ocr_bell *b, const struct ocr_nameless *name);
/* Closes those of others, which are opened anew on need.  Returns how many. */
int ocr_bell_drop(struct ocr_bell *b);

#endif
