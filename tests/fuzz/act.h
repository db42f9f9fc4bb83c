/* SPDX-License-Identifier: BSD-3-Clause */
/* act.h - what the tasks of a node do that is fuzzed: one call each. */
#ifndef TESTS_FUZZ_ACT_H
#define TESTS_FUZZ_ACT_H

#include "ocr.h"

/* Which call a task makes, its first parameter; behind it come two GUIDs and
 * two numbers, for those that take some. */
enum act {
	ACT_CREATE_ALL, /* one object of each kind */
	ACT_SATISFY,
	ACT_DEPEND,
	ACT_DESTROY_BLOCK,
	ACT_DESTROY_EVENT,
	ACT_DESTROY_TASK,
	ACT_DESTROY_TEMPLATE,
	ACT_DESTROY_MAP,
	ACT_RELEASE,
	ACT_DOWNGRADE,
	ACT_ASK_KIND,
	ACT_ASK_HINT,
	ACT_SET_HINT,
	ACT_CREATE_BLOCK,
	ACT_CREATE_EVENT,
	ACT_CREATE_TASK,
	ACT_CREATE_LABELED,
	ACT_PARTITION,
	ACT_COPY,
	ACT_ELEMENT,
	ACT_GET_CHUNK,
	ACT_CLOSE_FILE,
	ACT_REDUCE,
	ACT_WAIT,
	ACTS
};

ocrGuid_t act_body(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);
/* The creator function of maps. */
void act_creator(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv, u32 guidc,
		 ocrGuid_t *guidv);

/* node.c: what there is, for others to name. */
void act_learn(ocrGuid_t g);
ocrGuid_t act_known(uint64_t i);

#endif
