/* SPDX-License-Identifier: BSD-3-Clause */
/* connect.h - a process's part in connecting a channel.
 *
 * Threads: any; one call for each channel.
 */
#ifndef SRC_DRI_MEET_CONNECT_H
#define SRC_DRI_MEET_CONNECT_H

#include "src/dri/array/distribution.h"
#include "src/dri/link/link.h"

/* One side as the caller takes part in it. */
struct dri_part {
	struct dri_bufferset *set; /* NULL: it does not */
	const struct dri_distribution *dist;
	DRI_Dataspec dataspec;
	struct dri_sets group; /* who else is on it, as far as is known */
};

/* Connects, among the processes that know the name; link[side] is open then
 * where part[side] was given.  Blocks.  A status of DRI_Channel_connect(). */
int ocr_dri_connect(struct dri_world *w, const char *name, uint64_t among,
		    bool clique, const struct dri_part part[2],
		    struct dri_link *link[2]);

/* What the host answers; handlers. */
ocr_op_fn ocr_dri_on_table, ocr_dri_on_refuse, ocr_dri_on_answer;

#endif
