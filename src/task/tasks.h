/* SPDX-License-Identifier: BSD-3-Clause */
/* tasks.h - what a node has for tasks, their templates and finish scopes. */
#ifndef SRC_TASK_TASKS_H
#define SRC_TASK_TASKS_H

#include "src/base/pool.h"
#include "src/task/pause.h"
#include "src/task/scope.h"
#include "src/task/share.h"
#include "src/task/template.h"

struct ocr_tasks {
	struct ocr_pool edts, nows, templates;
	struct ocr_pool fars; /* parameters and slots: edt.h */
	struct ocr_template_cache foreign;
	struct ocr_scopes scopes;
	struct ocr_pause pause;
	struct ocr_share share;
};

#endif
