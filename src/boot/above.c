/* SPDX-License-Identifier: BSD-3-Clause */
/* above.c - see above.h. */
#include "src/boot/above.h"

#include "src/boot/runtime.h"
#include "src/data/carry.h"
#include "src/data/home.h"
#include "src/data/newborn.h"
#include "src/data/push.h"
#include "src/event/event.h"
#include "src/file/chunk.h"
#include "src/file/files.h"
#include "src/names/mapped.h"
#include "src/observe/fault.h"
#include "src/observe/full.h"
#include "src/observe/quiet.h"
#include "src/observe/report.h"
#include "src/observe/strict.h"
#include "src/observe/watch.h"
#include "src/task/edt.h"
#include "src/task/pause.h"
#include "src/task/share.h"
#include "src/task/template.h"

const struct ocr_hooks ocr_above_hooks = {
	.end = ocr_runtime_end,
	.full = ocr_full_end,
	.failed = ocr_report_failed,
	.mistake = ocr_strict_count,
	.granted = ocr_strict_tell,
	.output_gone = ocr_edt_output_gone,
	.deliver = ocr_event_deliver,
	.feed = ocr_edt_feed,
	.name = ocr_edt_name_waiting,
	.step = ocr_edt_step,
	.mapped = ocr_mapped_handle,
	.departs = ocr_push_ahead,
	.put_by = ocr_carry_put_by,
	.take_back = ocr_home_take_back,
	.tell = ocr_newborn_tell,
	.resolve = ocr_template_resolve,
};

const struct ocr_backing ocr_above_backing = {
	.want = ocr_chunk_want,
	.close = ocr_chunk_close,
	.gone = ocr_chunk_gone,
	.save = ocr_chunk_save,
	.turn = ocr_chunk_turn,
};

static bool
files_are_busy(struct ocr_runtime *rt)
{
	return ocr_files_busy(rt->files);
}

static void
wake_hog(struct ocr_runtime *rt)
{
	ocr_hog_wake(&rt->watch->hog);
}

static void
stop_watchers(struct ocr_runtime *rt)
{
	ocr_hog_stop(&rt->watch->hog);
	ocr_look_stop(&rt->watch->look);
}

const struct ocr_sched_ops ocr_above_sched = {
	.run = ocr_edt_run,
	.priority = ocr_edt_priority,
	.domain = ocr_edt_domain,
	.settle = ocr_scope_settle,
	.gate = ocr_pause_gate,
	.is_orphaned = ocr_pause_is_orphaned,
	.begin = ocr_fault_begin_thread,
	.end = ocr_fault_end_thread,
	.is_busy = files_are_busy,
	.look = ocr_quiet_look,
	.last = ocr_quiet_last,
	.ask = ocr_share_ask,
	.give = ocr_share_give,
	.risen = wake_hog,
	.stop = stop_watchers,
};
