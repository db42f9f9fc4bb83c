/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.c - see scene.h. */
#include "src/observe/scene.h"

#include "fabric/log.h"
#include "src/base/frames.h"
#include "src/base/lines.h"
#include "src/base/mode.h"
#include "src/base/runtime.h"
#include "src/base/symbol.h"
#include "src/data/block.h"
#include "src/observe/strict.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"
#include "src/task/who.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

/* So many slots, and as many blocks, are told. */
#define MOST 16

/* So far from a block an address is taken for one beside it. */
#define BEFORE 4096
#define BEHIND 65536

#define SIZE_TEXT 64

static const struct ocr_edt *
task_here(void)
{
	return ocr_self ? ocr_self->task : NULL;
}

/* Its block, if the task still has it. */
static const struct ocr_block *
block_of(const struct ocr_held_block *h)
{
	return h->released || h->gone ? NULL : h->block;
}

/* How far the address is from the block; 0: inside. */
static uintptr_t
distance(uintptr_t at, uintptr_t data, uint64_t size)
{
	if (at < data)
		return data - at;
	return at - data < size ? 0 : at - data - size + 1;
}

bool
ocr_scene_find(uintptr_t at, struct ocr_view_info *info)
{
	const struct ocr_edt *t = task_here();
	uintptr_t least = UINTPTR_MAX, d;

	for (uint32_t i = 0; t && i < t->held.n; i++) {
		const struct ocr_held_block *h = &t->held.blocks[i];
		const struct ocr_block *b = block_of(h);

		if (!b || !h->data)
			continue;
		d = distance(at, (uintptr_t)h->data, b->size);
		if (d >= least ||
		    d > (at < (uintptr_t)h->data ? BEFORE : BEHIND))
			continue;
		least = d;
		*info = (struct ocr_view_info){
			.rt = t->rt,
			.db = h->db,
			.edt = ocr_edt_guid(t),
			.func = ocr_edt_func(t),
			.data = h->data,
			.size = b->size,
			.mode = h->mode,
			.live = true,
		};
	}
	return least != UINTPTR_MAX;
}

static void
tell_place(ocr_node_t self, const struct ocr_edt *t)
{
	char made[OCR_STRICT_TEXT] = "";
	struct utsname u;

	if (uname(&u))
		*u.nodename = 0;
	if (t)
		ocr_strict_origin(t->rt, ocr_edt_guid(t), made);
	ocr_log_note(self, "  the %s%s ran on host %s, in process %d",
		     t ? "task" : "thread", made, u.nodename, (int)getpid());
}

/* ", 4800 bytes" of what the task has under that name. */
static void
size_text(const struct ocr_edt *t, ocrGuid_t db, char *buf)
{
	*buf = 0;
	for (uint32_t i = 0; i < t->held.n; i++) {
		const struct ocr_held_block *h = &t->held.blocks[i];

		if (!ocr_guid_eq(h->db, db))
			continue;
		if (block_of(h))
			snprintf(buf, SIZE_TEXT, ", %" PRIu64 " bytes",
				 block_of(h)->size);
		else
			snprintf(buf, SIZE_TEXT, ", which it has %s",
				 h->gone ? "destroyed" : "released");
		return;
	}
}

static void
at_text(const void *data, char *buf)
{
	*buf = 0;
	if (data)
		snprintf(buf, SIZE_TEXT, ", at %p", data);
}

static void
tell_slots(ocr_node_t self, const struct ocr_edt *t)
{
	char db[OCR_WHO_GUID_TEXT], at[SIZE_TEXT], size[SIZE_TEXT];

	for (uint32_t i = 0; i < t->depc && i < MOST; i++) {
		const ocrEdtDep_t *d = &ocr_edt_depv(t)[i];

		if (ocr_guid_is_null(d->guid)) {
			ocr_log_note(self, "  slot %u: no data block", i);
			continue;
		}
		size_text(t, d->guid, size);
		at_text(d->ptr, at);
		ocr_log_note(self, "  slot %u: %s, mode %s%s%s", i,
			     ocr_who_guid_text(d->guid, db),
			     ocr_mode_text(d->mode), at, size);
	}
	if (t->depc > MOST)
		ocr_log_note(self, "  and %u more slots", t->depc - MOST);
}

/* Behind those of the slots. */
static void
tell_created(ocr_node_t self, const struct ocr_edt *t)
{
	char db[OCR_WHO_GUID_TEXT], at[SIZE_TEXT], size[SIZE_TEXT];
	uint32_t n = t->held.n_sorted;

	for (uint32_t i = n; i < t->held.n && i < n + MOST; i++) {
		const struct ocr_held_block *h = &t->held.blocks[i];

		size_text(t, h->db, size);
		at_text(h->data, at);
		ocr_log_note(self, "  created by it: %s%s%s",
			     ocr_who_guid_text(h->db, db), at, size);
	}
	if (t->held.n > n + MOST)
		ocr_log_note(self, "  and %u more blocks",
			     t->held.n - n - MOST);
}

/* "call" of such a frame, which came so many times. */
static void
tell_call(ocr_node_t self, const char *call, const void *at, unsigned times,
	  const char *line)
{
	char where[OCR_SYMBOL_TEXT], often[32] = "";

	if (times > 1)
		snprintf(often, sizeof(often), ", %u times", times);
	ocr_log_note(self, "  %s %s%s%s%s%s", call, ocr_symbol_text(at, where),
		     *line ? " (" : "", line, *line ? ")" : "", often);
}

static_assert(OCR_FRAMES <= OCR_LINES, "they are asked for at once");

static void
tell_calls(ocr_node_t self, const void *context)
{
	char lines[OCR_FRAMES][OCR_LINE_TEXT];
	struct ocr_frames f;

	ocr_frames_get(context, &f);
	ocr_lines_find(f.at, f.n, lines);
	for (unsigned i = 0, n; i < f.n; i += n) {
		for (n = 1; i + n < f.n && f.at[i + n] == f.at[i]; n++)
			;
		tell_call(self, i ? "called from" : "in", f.at[i], n, lines[i]);
	}
	if (f.cut)
		ocr_log_note(self, "  and so on");
}

void
ocr_scene_tell(const void *context)
{
	const struct ocr_edt *t = task_here();
	ocr_node_t self = ocr_self ? ocr_self->rt->self : OCR_LOG_NOBODY;

	tell_place(self, t);
	/* First, since the task may have written over what comes next. */
	tell_calls(self, context);
	if (!t)
		return;
	tell_slots(self, t);
	tell_created(self, t);
}
