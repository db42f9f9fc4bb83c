/* SPDX-License-Identifier: BSD-3-Clause */
/* events.h - what a node has for events. */
#ifndef SRC_EVENT_EVENTS_H
#define SRC_EVENT_EVENTS_H

#include "src/base/pool.h"
#include "src/event/orphans.h"

struct ocr_events {
	struct ocr_pool pool;
	struct ocr_pool rests; /* of who waits behind the first */
	struct ocr_orphans orphans;
};

#endif
