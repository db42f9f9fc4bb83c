/* SPDX-License-Identifier: BSD-3-Clause */
/* msg_watch.h - the messages of who watches a job: what is stuck, what it does
 * now, what strict mode has seen; see msg.h. */
#ifndef SRC_BASE_MSG_WATCH_H
#define SRC_BASE_MSG_WATCH_H

#include "fabric/fabric.h"
#include "include/ocr-types.h"
#include "src/base/code.h"

#include <assert.h>

/* STUCK_EXPLAIN: node 0 -> all: nothing will happen any more.  First events
 * name themselves to the tasks that wait for them; then each node tells what
 * waits on it. */
struct ocr_msg_explain {
	struct ocr_op op;
	ocrGuid_t none; /* NULL_GUID */
	uint32_t tell;	/* 0: name events; 1: tell what waits */
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_explain) == 32, "wire format");

/* What has become of an event that something waits for. */
enum ocr_event_fate {
	OCR_FATE_THERE,	    /* it has not fired */
	OCR_FATE_DESTROYED, /* while it was waited for */
	OCR_FATE_LATE,	    /* it was gone when the dependence came */
	OCR_FATE_ABSENT,    /* it is not there yet */
	OCR_FATES
};

/* STUCK_WAIT: slot `slot` of `edt` would be satisfied by `event`, of the
 * sending node.  Owner of the event -> owner of the task. */
struct ocr_msg_stuck_wait {
	struct ocr_op op;
	ocrGuid_t edt;
	ocrGuid_t event;
	uint32_t slot;
	uint32_t fate; /* enum ocr_event_fate */
};
static_assert(sizeof(struct ocr_msg_stuck_wait) == 48, "wire format");

/* STUCK_FACT: one thing that the sending node knows of who waits for what
 * (src/observe/facts.h says what the fields mean).  Any node -> node 0. */
struct ocr_msg_stuck_fact {
	struct ocr_op op;
	ocrGuid_t object;
	ocrGuid_t other;
	struct ocr_code code;
	uint32_t kind; /* enum ocr_fact_kind */
	uint32_t slot;
	uint64_t n[4];
};
static_assert(sizeof(struct ocr_msg_stuck_fact) == 96, "wire format");

/* LOOK_WANT: somebody wants to know what the job does, which goes on; `look` is
 * the last that the sender has heard of.  Any node -> node 0.
 * LOOK_ASK: look number `look` begins: tell what waits.  Node 0 -> all. */
struct ocr_msg_look {
	struct ocr_op op;
	ocrGuid_t none; /* NULL_GUID */
	uint64_t look;
};
static_assert(sizeof(struct ocr_msg_look) == 32, "wire format");

/* LOOK_FACT: as STUCK_FACT, for that look.  Any node -> node 0. */
struct ocr_msg_look_fact {
	struct ocr_msg_stuck_fact is;
	uint64_t look;
};
static_assert(sizeof(struct ocr_msg_look_fact) == 104, "wire format");

/* TOP_ASK: as LOOK_ASK: tell your numbers.  Node 0 -> all.
 * TOP_TELL: they are, as text (src/observe/gauge.h), which a 0 may end.  Any node
 * -> node 0. */
struct ocr_msg_top_tell {
	struct ocr_op op;
	ocrGuid_t none; /* NULL_GUID */
	uint64_t look;
	char text[];
};
static_assert(sizeof(struct ocr_msg_top_tell) == 32, "wire format");

/* STRICT_PLACE: where the object was created.  Creator -> owner, and home of a
 * block -> who gets it, in strict mode. */
struct ocr_msg_place {
	struct ocr_op op;
	ocrGuid_t guid;
	struct ocr_code code;
};
static_assert(sizeof(struct ocr_msg_place) == 40, "wire format");

/* STRICT_MISUSE: an op of that type on the object, which you sent, has failed.
 * Owner -> sender, in strict mode.  module 0: it is not known where the object
 * was created. */
struct ocr_msg_misuse {
	struct ocr_op op;
	ocrGuid_t guid;
	struct ocr_code code;
	uint32_t type;
	uint32_t err; /* an errno */
};
static_assert(sizeof(struct ocr_msg_misuse) == 48, "wire format");

#endif
