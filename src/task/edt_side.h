/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_side.h - what few tasks have: hints, and storage of their own.
 *
 * A task that uses none of it has one pointer that is NULL.
 * Threads: any for the hints; the one that runs the body for storage.
 */
#ifndef SRC_TASK_EDT_SIDE_H
#define SRC_TASK_EDT_SIDE_H

#include "include/ocr.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_edt;

struct ocr_edt_side {
	/* Guarded by the task's lock: */
	ocrHint_t hint;
	/* Fixed when the task is no longer WAITING: */
	int64_t priority;
	unsigned domain;
	/* Fixed after create: what it was called on the first of the nodes
	 * that it comes from, or NULL_GUID. */
	ocrGuid_t was;
	/* The body's: */
	void *storage; /* OCR_EDT_LOCAL_STORAGE_BYTES, or NULL */
	uint32_t n_guids;
	ocrGuid_t *guids; /* ocrElsUserGet() */
};

/* Adds hints; those for the scheduler count while the task is WAITING.  0 or
 * -ENOMEM. */
int ocr_edt_side_hint_locked(struct ocr_edt *t, const ocrHint_t *h);

/* Of a new one: 0 or -ENOMEM. */
int ocr_edt_side_rename(struct ocr_edt *t, ocrGuid_t was);
/* What it was renamed from, or NULL_GUID; and has it anything else, hints that
 * came late as well? */
ocrGuid_t ocr_edt_side_was(struct ocr_edt *t);
bool ocr_edt_side_is_more(struct ocr_edt *t);
/* As the program knows it; NULL_GUID: no memory. */
ocrGuid_t ocr_edt_side_name(struct ocr_edt *t);
/* g, or if its body knows t by that name, the one that it has here. */
ocrGuid_t ocr_edt_side_now(struct ocr_edt *t, ocrGuid_t g);

/* The task's memory, zeroed at first.  NULL: no memory. */
void *ocr_edt_side_storage(struct ocr_edt *t);

/* The GUID that the task has at `index`, or NULL_GUID. */
ocrGuid_t ocr_edt_side_guid(struct ocr_edt *t, unsigned index);
/* 0 or -ENOMEM. */
int ocr_edt_side_set_guid(struct ocr_edt *t, unsigned index, ocrGuid_t g);

/* The task is gone. */
void ocr_edt_side_free(struct ocr_edt *t);

#endif
