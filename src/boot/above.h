/* SPDX-License-Identifier: BSD-3-Clause */
/* above.h - what rooms call above themselves, put together. */
#ifndef SRC_BOOT_ABOVE_H
#define SRC_BOOT_ABOVE_H

#include "src/base/hooks.h"
#include "src/data/backing.h"
#include "src/sched/sched.h"

extern const struct ocr_hooks ocr_above_hooks;
extern const struct ocr_backing ocr_above_backing;
extern const struct ocr_sched_ops ocr_above_sched;

#endif
