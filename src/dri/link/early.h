/* SPDX-License-Identifier: BSD-3-Clause */
/* early.h - messages for a link that the table has opened elsewhere already.
 *
 * Threads: under the world's lock.
 */
#ifndef SRC_DRI_LINK_EARLY_H
#define SRC_DRI_LINK_EARLY_H

#include "src/dri/link/link.h"

/* Keeps a copy for later.  0 or -errno; -EPROTO: `from` has said more than it
 * has buffers. */
int ocr_dri_early_keep_locked(struct dri_link *l, dri_apply_fn *apply,
			      ocr_node_t from, const struct ocr_op *op);
/* The link is open: handles them, in their order. */
void ocr_dri_early_replay_locked(struct dri_link *l);
void ocr_dri_early_free(struct dri_link *l);

#endif
