/* SPDX-License-Identifier: BSD-3-Clause */
/* channel.h - the object behind a DRI_Channel.
 *
 * Threads: as its fields say.
 */
#ifndef SRC_DRI_CALL_CHANNEL_H
#define SRC_DRI_CALL_CHANNEL_H

#include "src/dri/array/dataspec.h"
#include "src/dri/array/distribution.h"
#include "src/dri/link/buffer.h"
#include "src/dri/link/link.h"

/* A channel that receives may send on what it got: it has two links then. */
struct dri_channel {
	struct dri_object object;
	/* Fixed after create: */
	struct dri_world *world;
	enum dri_side side;
	char name[DRI_MAX_NAME + 1];
	DRI_Dataspec dataspec;
	struct dri_distribution *dist; /* with a reference */
	struct dri_bufferset *set;     /* with a reference */
	struct dri_sets group;	       /* who else may be on its side */
	/* Under the world's lock: */
	struct dri_link *link[2]; /* enum dri_side; NULL: not connected */
	bool is_connecting;
	unsigned n_completing; /* gets that look at a link without the lock */
	uint64_t among; /* the processes that know its name; 0: all */
};

/* With a reference; NULL with *status, and that was told. */
struct dri_channel *ocr_dri_channel_find(const char *call, const char *argument,
					 DRI_Channel handle, int *status);

#endif
