/* SPDX-License-Identifier: BSD-3-Clause */
/* host.h - brings the two sides of a channel together.
 *
 * The process that the hash of a channel's name chooses is its host, whether it
 * takes part or not: it collects what the others say, judges whether that fits,
 * and tells all of them.
 * Threads: handlers, and under the world's lock.
 */
#ifndef SRC_DRI_MEET_HOST_H
#define SRC_DRI_MEET_HOST_H

#include "src/dri/link/wire.h"
#include "src/dri/world/world.h"

ocr_node_t ocr_dri_host_of(const struct dri_world *w, const char *name);

ocr_op_fn ocr_dri_on_hello, ocr_dri_on_ask;

#endif
