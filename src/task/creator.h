/* SPDX-License-Identifier: BSD-3-Clause */
/* creator.h - a task that runs the creator function of a map. */
#ifndef SRC_TASK_CREATOR_H
#define SRC_TASK_CREATOR_H

#include "include/ocr-types.h"

struct ocr_edt;

/* Its body, and its end. */
void ocr_creator_run(struct ocr_edt *t);
void ocr_creator_end(struct ocr_edt *t);
/* The element that the task creates, or NULL_GUID. */
ocrGuid_t ocr_creator_element_of(const struct ocr_edt *t);

#endif
