/* SPDX-License-Identifier: BSD-3-Clause */
/* label.h - creating objects with labels, of which there may be one already.
 *
 * Plain labeled creations need nothing of this: they are creations.  Here are
 * those whose outcome the owner decides (CREATE_LABELED), and the streams that
 * wait to hear it (LABEL_DONE).
 */
#ifndef SRC_NAMES_LABEL_H
#define SRC_NAMES_LABEL_H

#include "fabric/lock.h"
#include "src/base/msg.h"

struct ocr_runtime;
struct ocr_stream;

/* Streams of this node that wait for an answer. */
struct ocr_label_waits {
	struct ocr_lock lock;
	/* Guarded by lock: */
	uint64_t last;
	struct ocr_label_wait *first;
};

/* A number for the answer that `s` is going to wait for.  If the answer says
 * that the object existed, the `skip` ops that follow in the stream are
 * dropped.  0: no memory. */
uint64_t ocr_label_wait(struct ocr_runtime *rt, struct ocr_stream *s,
			uint32_t skip);
void ocr_label_waits_fini(struct ocr_label_waits *w);

/* For ocr_labels_create(): the label of a waiting creation is free. */
void ocr_label_reborn(void *rt, const struct ocr_op *op);

int ocr_label_on_create(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_label_on_done(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

#endif
