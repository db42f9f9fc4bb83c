/* SPDX-License-Identifier: BSD-3-Clause */
/* msg_task.h - the messages that make tasks, and their templates; see msg.h. */
#ifndef SRC_BASE_MSG_TASK_H
#define SRC_BASE_MSG_TASK_H

#include "fabric/fabric.h"
#include "include/extensions/ocr-hints.h"
#include "include/ocr-types.h"
#include "src/base/code.h"

#include <assert.h>
#include <stdint.h>

/* CREATE_TEMPLATE: creator -> owner (which is the creator today). */
struct ocr_msg_create_template {
	struct ocr_op op;
	ocrGuid_t tmpl;
	struct ocr_code code;
};
static_assert(sizeof(struct ocr_msg_create_template) == 40, "wire format");

/* GET_TEMPLATE: a node meets a template for the first time -> its owner.
 * Reply: TEMPLATE. */
struct ocr_msg_get_template {
	struct ocr_op op;
	ocrGuid_t tmpl;
};
static_assert(sizeof(struct ocr_msg_get_template) == 24, "wire format");

/* TEMPLATE: owner -> who asked.  known 0: there is no such template. */
struct ocr_msg_template {
	struct ocr_op op;
	ocrGuid_t tmpl;
	struct ocr_code code;
	uint64_t known;
	ocrHint_t hint; /* that tasks inherit */
};
static_assert(sizeof(struct ocr_msg_template) == 120, "wire format");

enum ocr_edt_flag {
	OCR_EDT_FINISH = 1,
	OCR_EDT_OUTPUT_GIVEN = 2, /* the output event is the program's */
	OCR_EDT_HINTS = 4,	  /* an ocrHint_t follows the parameters */
	OCR_EDT_CREATOR = 8,	  /* local: it runs the creator of a map */
	OCR_EDT_RESULT = 16,	  /* local: a finish task's output event gets
				   * what it returns */
	OCR_EDT_MOVED = 32,	  /* it comes from another node, where `tmpl`
				   * was its name, or NULL_GUID: it had none */
	OCR_EDT_LEAVES = 64,	  /* local: it goes to another node instead of
				   * running its body */
};

/* CREATE_EDT: a task and its output event.  Creator -> owner, which runs it.
 * paramc values follow, then its hints, if there are any, or if those of the
 * template are not known before the op leaves its stream; then what rides on
 * it. */
struct ocr_msg_create_edt {
	struct ocr_op op;
	ocrGuid_t edt;
	ocrGuid_t tmpl;
	struct ocr_code code; /* filled in when the op leaves its stream */
	ocrGuid_t output;     /* NULL_GUID: nobody asked for the event */
	ocrGuid_t scope;      /* finish scope that it joins, or NULL_GUID */
	uint64_t credit;      /* of that scope, travelling with the task */
	uint32_t paramc;
	uint32_t depc;
	uint32_t flags;
	uint32_t zero;
	uint64_t paramv[];
};
static_assert(sizeof(struct ocr_msg_create_edt) == 112, "wire format");

static inline ocrHint_t *
ocr_msg_edt_hint(struct ocr_msg_create_edt *m)
{
	return (ocrHint_t *)(void *)(m->paramv + m->paramc);
}

/* Rides on a CREATE_EDT in place of an op of its own (stream/rider.h): a
 * SATISFY_EDT of that task, or an ADD_DEP to its output event.  Or on a PUSH: a
 * SATISFY or SATISFY_EDT with that block; or RETURNED of another. */
struct ocr_msg_rider {
	/* The data; or who waits; or who is satisfied; or what is returned. */
	ocrGuid_t guid;
	uint32_t slot; /* of RETURNED: the version, these are its lower bits */
	uint32_t mode; /* and OCR_RIDER_WAITS */
};
static_assert(sizeof(struct ocr_msg_rider) == 24, "wire format");

#define OCR_RIDER_WAITS 0x40000000u

/* CREATE_BRIEF: CREATE_EDT in 48 bytes, a line of a ring with its heads, of a
 * task with few parameters and slots, without scope and hints but its place:
 * src/stream/brief.h.  Creator -> owner, which runs it.  The output event has
 * the number that follows the task's.  paramc values follow, then what rides on
 * it and has no room here. */
struct ocr_msg_create_brief {
	struct ocr_op op;
	ocrGuid_t edt;
	uint64_t module; /* its code */
	uint32_t offset;
	uint8_t counts;	 /* paramc; 16 times depc */
	uint8_t flags;	 /* enum ocr_brief_flag */
	uint8_t slot;	 /* of who waits */
	uint8_t met;	 /* slots that are satisfied, with no block */
	uint64_t waiter; /* counter of the creator's task that waits */
	uint64_t paramv[];
};
static_assert(sizeof(struct ocr_msg_create_brief) == 48, "wire format");

#define OCR_BRIEF_PARAMS     8
#define OCR_BRIEF_SLOTS	     8
#define OCR_BRIEF_MOST_WORDS                                                   \
	(sizeof(struct ocr_msg_create_brief) / 8 + OCR_BRIEF_PARAMS)

enum ocr_brief_flag {
	OCR_BRIEF_OUTPUT = 1,	     /* it has an output event */
	OCR_BRIEF_WAITS = 2,	     /* and somebody waits for that */
	OCR_BRIEF_WAITER_PLACED = 4, /* whose GUID has that flag */
};

#endif
