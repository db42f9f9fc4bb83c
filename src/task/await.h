/* SPDX-License-Identifier: BSD-3-Clause */
/* await.h - a body, or the guest of a node, waits for an event.
 *
 * A task of the runtime waits in its place, as tasks do, and hands over what
 * came; so it waits for a data block to be acquired as well.
 */
#ifndef SRC_TASK_AWAIT_H
#define SRC_TASK_AWAIT_H

#include "src/base/msg.h"
#include "src/data/held.h"

#include <stdbool.h>

struct ocr_edt;
struct ocr_runtime;

/* What came with an event. */
struct ocr_awaited {
	struct ocr_answer answer; /* of the owner: why it refused */
	ocrGuid_t guid;		  /* a block or NULL_GUID */
	void *ptr;		  /* NULL: no block, none asked for, or empty */
	u64 size;
	struct ocr_held_block got; /* block NULL: none */
};

/* Waits, in the API call of that name, until `event` is satisfied, which may be
 * before it exists.  With `acquire` t then has the block, in mode CONST, until
 * it releases or destroys it, gets it again, or ends.  0; -ENOENT: the event is
 * gone; -ECANCELED: the job has ended (the guest alone); -ENOMEM; or why the
 * event refused. */
int ocr_await(struct ocr_edt *t, const char *call, ocrGuid_t event,
	      bool acquire, struct ocr_awaited *r);

/* The body in whose place a task waits, for a job that is stuck. */
enum ocr_await_call { OCR_AWAIT_WAIT, OCR_AWAIT_BLOCK };
struct ocr_await_view {
	ocrGuid_t edt; /* its task */
	bool guest;    /* which is the program's main() */
	enum ocr_await_call call;
};
static inline const char *
ocr_await_call_name(uint64_t call)
{
	return call == OCR_AWAIT_WAIT ? "ocrWait" : "ocrLegacyBlockProgress";
}

/* False: t does not wait in another's place.  Under its lock. */
bool ocr_await_view(const struct ocr_edt *t, struct ocr_await_view *v);

#endif
