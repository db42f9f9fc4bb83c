/* SPDX-License-Identifier: BSD-3-Clause */
/* group.h - what channels ask of groups: who is in them.
 *
 * Threads: any.
 */
#ifndef SRC_DRI_CALL_GROUP_H
#define SRC_DRI_CALL_GROUP_H

#include "dri.h"
#include "src/dri/link/wire.h"
#include "src/dri/world/world.h"

/* The sets of the groups that exist, have that size, and have this process at
 * that rank. */
void ocr_dri_group_sets(struct dri_world *w, int size, int rank,
			struct dri_sets *out);

/* The number of a group that has this process, 0 if it has all, and its size.
 * A status, which was told. */
int ocr_dri_group_among(const char *call, DRI_Group group, uint64_t *among,
			int *size);

#endif
