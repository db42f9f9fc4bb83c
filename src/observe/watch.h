/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.h - what a node has for those who watch it. */
#ifndef SRC_OBSERVE_WATCH_H
#define SRC_OBSERVE_WATCH_H

#include "src/observe/facts.h"
#include "src/observe/hog.h"
#include "src/observe/look.h"
#include "src/observe/quiet.h"
#include "src/observe/top.h"

struct ocr_watch {
	struct ocr_quiet quiet;
	struct ocr_hog hog;
	struct ocr_look look;
	struct ocr_top top;
	_Atomic bool full;	/* and it has been said: full.h */
	struct ocr_facts facts; /* node 0, once the job is stuck */
};

#endif
