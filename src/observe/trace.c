/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.c - see trace.h. */
#include "src/observe/trace.h"

#include "fabric/clock.h"
#include "fabric/log.h"
#include "src/base/observer.h"
#include "src/data/block.h"
#include "src/observe/trace_pen.h"
#include "src/observe/trace_whole.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct ocr_trace {
	struct ocr_observer observer; /* first */
	struct ocr_trace_sheet sheet;
	unsigned n_lanes;
	struct ocr_trace_pen lanes[];
};

static_assert((int)OCR_TRACE_CACHE == (int)OCR_WAY_CACHE &&
		      (int)OCR_TRACE_FRESH == (int)OCR_WAY_FRESH &&
		      (int)OCR_TRACE_INLINE == (int)OCR_WAY_INLINE &&
		      (int)OCR_TRACE_FETCH == (int)OCR_WAY_READ &&
		      (int)OCR_TRACE_WINDOW == (int)OCR_WAY_WINDOW,
	      "file format");

/* NULL: not a worker. */
static struct ocr_trace_pen *
lane_of(struct ocr_observer *o)
{
	struct ocr_trace *t = (struct ocr_trace *)(void *)o;

	return ocr_self && ocr_self->id < t->n_lanes ? &t->lanes[ocr_self->id]
						     : NULL;
}

/* -- What a thread does ---------------------------------------------------- */

static void
on_task(struct ocr_observer *o, ocrGuid_t edt, const struct ocr_stream *s)
{
	const struct ocr_edt *t =
		((const struct ocr_edt_now *)(const void *)s)->edt;
	const void *code = t->run.flags & OCR_EDT_LEAVES
				   ? ocr_trace_goes
				   : (const void *)ocr_edt_func(t);
	struct ocr_trace_pen *l = lane_of(o);

	if (!l)
		return;
	ocr_trace_pen_name(l, code);
	l->task = edt;
	if (l->whole)
		ocr_trace_whole_before(l, t);
	OCR_TRACE_WRITE(l, OCR_TRACE_RUN, OCR_TRACE_GUID(edt), (uintptr_t)code);
	if (l->whole)
		ocr_trace_whole_begin(l, t);
}

static void
on_thread(struct ocr_observer *o, enum ocr_moment moment)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (!l)
		return;
	switch (moment) {
	case OCR_MOMENT_RETURNED:
		OCR_TRACE_WRITE(l, OCR_TRACE_RETURN, 0);
		break;
	case OCR_MOMENT_PARKS:
		OCR_TRACE_WRITE(l, OCR_TRACE_PARK, 0);
		break;
	case OCR_MOMENT_RESUMES:
		l->task = ocr_edt_guid(ocr_self->task);
		OCR_TRACE_WRITE(l, OCR_TRACE_RESUME, OCR_TRACE_GUID(l->task));
		break;
	case OCR_MOMENT_STEALS:
		OCR_TRACE_WRITE(l, OCR_TRACE_STEAL, 0);
		break;
	case OCR_MOMENT_SLEEPS:
		OCR_TRACE_WRITE(l, OCR_TRACE_SLEEP, 0);
		break;
	case OCR_MOMENT_RESTS:
		OCR_TRACE_WRITE(l, OCR_TRACE_REST, 0);
		break;
	case OCR_MOMENT_WAKES:
		OCR_TRACE_WRITE(l, OCR_TRACE_WAKE, 0);
		break;
	}
}

/* -- What tasks ask for ---------------------------------------------------- */

static void
write_creation(struct ocr_trace_pen *l, const struct ocr_msg_create_edt *m)
{
	uint64_t finish = m->flags & OCR_EDT_FINISH ? OCR_TRACE_FINISH : 0;
	uint64_t await = m->flags & OCR_RUN_PASSES ? OCR_TRACE_AWAIT : 0;

	OCR_TRACE_WRITE(l, OCR_TRACE_CREATE, OCR_TRACE_GUID(m->edt),
			m->depc | finish | await);
}

static void
on_issue(struct ocr_observer *o, const struct ocr_stream *s,
	 const struct ocr_op *op)
{
	const struct ocr_msg_create_labeled *labeled = (const void *)op;
	const struct ocr_msg_satisfy *satisfy = (const void *)op;
	const struct ocr_msg_add_dep *dep = (const void *)op;
	struct ocr_trace_pen *l = lane_of(o);

	if (!l)
		return;
	if (op->type == OCR_MSG_CREATE_LABELED)
		op = (const void *)labeled->creation;
	if (l->whole)
		ocr_trace_whole_issue(l, s, op);
	switch (op->type) {
	case OCR_MSG_CREATE_EDT:
		ocr_trace_pen_turn(l, s);
		write_creation(l, (const void *)op);
		break;
	case OCR_MSG_SATISFY:
	case OCR_MSG_SATISFY_EDT: /* the same fields */
		ocr_trace_pen_turn(l, s);
		OCR_TRACE_WRITE(l, OCR_TRACE_SATISFY,
				OCR_TRACE_GUID(satisfy->event), satisfy->slot);
		break;
	case OCR_MSG_ADD_DEP:
		ocr_trace_pen_turn(l, s);
		OCR_TRACE_WRITE(l, OCR_TRACE_DEPEND, OCR_TRACE_GUID(dep->event),
				OCR_TRACE_GUID(dep->dest), dep->slot);
		break;
	case OCR_MSG_END_REQUEST:
		ocr_trace_pen_turn(l, s);
		OCR_TRACE_WRITE(l, OCR_TRACE_STOP, 0);
		break;
	default:
		break;
	}
}

/* -- What becomes of it --------------------------------------------------- */

static void
write_travel(struct ocr_trace_pen *l, enum ocr_trace_type type, ocr_node_t node,
	     const struct ocr_op *op)
{
	if (l)
		OCR_TRACE_WRITE(l, type, node,
				(uint64_t)op->type << 32 | op->len_bytes);
}

static void
on_leave(struct ocr_observer *o, const struct ocr_stream *s, ocr_node_t self,
	 ocr_node_t to, const struct ocr_op *op)
{
	(void)s;
	if (to != self)
		write_travel(lane_of(o), OCR_TRACE_SEND, to, op);
}

static void
on_emit(struct ocr_observer *o, ocr_node_t self, ocr_node_t to,
	const struct ocr_op *op)
{
	const struct ocr_msg_acquire *m = (const void *)op;
	struct ocr_trace_pen *l = lane_of(o);

	if (l && op->type == OCR_MSG_END_REQUEST)
		OCR_TRACE_WRITE(l, OCR_TRACE_STOP, 0);
	if (l && op->type == OCR_MSG_ACQUIRE)
		OCR_TRACE_WRITE(l, OCR_TRACE_ASK, OCR_TRACE_GUID(m->edt),
				OCR_TRACE_GUID(m->db));
	if (to != self)
		write_travel(l, OCR_TRACE_SEND, to, op);
}

static void
write_have(struct ocr_trace_pen *l, const struct ocr_msg_acquired *m)
{
	const struct ocr_block *b = m->block;

	if (b)
		OCR_TRACE_WRITE(l, OCR_TRACE_HAVE, OCR_TRACE_GUID(m->edt),
				OCR_TRACE_GUID(b->guid), b->size);
}

static void
on_begin(struct ocr_observer *o, enum ocr_source source, ocr_node_t self,
	 ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *fed = (const void *)op;
	const struct ocr_msg_acquired *had = (const void *)op;
	struct ocr_trace_pen *l = lane_of(o);

	(void)self;
	if (!l)
		return;
	if (source == OCR_FROM_NODE)
		write_travel(l, OCR_TRACE_GET, from, op);
	if (op->type == OCR_MSG_SATISFY_EDT)
		OCR_TRACE_WRITE(l, OCR_TRACE_FED, OCR_TRACE_GUID(fed->edt),
				fed->slot);
	else if (op->type == OCR_MSG_ACQUIRED)
		write_have(l, had);
}

static void
on_send(struct ocr_observer *o, ocr_node_t to, const struct ocr_op *op)
{
	write_travel(lane_of(o), OCR_TRACE_SEND, to, op);
}

/* -- Where bytes come from, and what is waited for ------------------------ */

static void
on_read(struct ocr_observer *o, ocr_node_t from, uint64_t bytes)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (l)
		OCR_TRACE_WRITE(l, OCR_TRACE_READ, from, bytes);
}

static void
on_grant(struct ocr_observer *o, const struct ocr_msg_grant *m,
	 enum ocr_way way)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (l)
		OCR_TRACE_WRITE(l, OCR_TRACE_GRANT, OCR_TRACE_GUID(m->edt),
				OCR_TRACE_GUID(m->db),
				(uint64_t)m->holder << 32 | (uint64_t)way,
				m->size);
}

static void
on_wait(struct ocr_observer *o, const struct ocr_stream *s, ocr_node_t node)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (l)
		OCR_TRACE_WRITE(l, OCR_TRACE_WAIT,
				OCR_TRACE_GUID(ocr_trace_pen_whose(s)), node);
}

static void
on_go_on(struct ocr_observer *o, const struct ocr_stream *s, bool has_waited)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (l)
		OCR_TRACE_WRITE(l, OCR_TRACE_GO_ON,
				OCR_TRACE_GUID(ocr_trace_pen_whose(s)),
				has_waited);
}

/* -- For who looks for races ----------------------------------------------- */

static void
on_used(struct ocr_observer *o, const struct ocr_stream *s,
	const struct ocr_held_block *b)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (l)
		ocr_trace_whole_used(l, s, b);
}

static void
on_made(struct ocr_observer *o, ocrGuid_t object, const void *site)
{
	struct ocr_trace_pen *l = lane_of(o);

	if (!l)
		return;
	ocr_trace_pen_name(l, site);
	OCR_TRACE_WRITE(l, OCR_TRACE_MADE, OCR_TRACE_GUID(object),
			(uintptr_t)site);
}

/* -- From its beginning to its end ----------------------------------------- */

static uint64_t
date_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Hosts of one name are told apart by it, and names of one host are one. */
static void
read_boot(char *text, size_t bytes)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, bytes - 1);

	text[n > 0 ? n : 0] = 0;
	text[strcspn(text, "\n")] = 0;
	if (fd >= 0)
		close(fd);
}

static void
fill_head(struct ocr_trace_file *f, const struct ocr_trace_config *c)
{
	ssize_t n;

	*f = (struct ocr_trace_file){
		.magic = OCR_TRACE_MAGIC,
		.version = OCR_TRACE_VERSION,
		.node = c->self,
		.nodes = c->size,
		.workers = c->workers,
		.lanes = c->lanes,
		.pid = (uint32_t)getpid(),
		.begin_ns = ocr_clock_ns(),
		.date_ns = date_ns(),
		.is_whole = c->whole,
	};
	gethostname(f->host, sizeof(f->host) - 1);
	read_boot(f->boot, sizeof(f->boot));
	n = readlink("/proc/self/exe", f->program, sizeof(f->program) - 1);
	(void)n;
}

static int
open_file(struct ocr_trace *t, const struct ocr_trace_config *c)
{
	struct ocr_trace_file head;
	char path[4096];
	int err = 0;

	fill_head(&head, c);
	if (mkdir(c->folder, 0777) && errno != EEXIST)
		err = -errno;
	else if ((size_t)snprintf(path, sizeof(path), "%s/%u.ocrtrace",
				  c->folder, c->self) >= sizeof(path))
		err = -ENAMETOOLONG;
	else
		err = ocr_trace_sheet_open(&t->sheet, path, &head);
	if (err)
		ocr_log_error(c->self,
			      "OCR_TRACE=%s: no trace can be written there: %s",
			      c->folder, strerror(-err));
	return err ? -ECANCELED : 0;
}

int
ocr_trace_open(struct ocr_trace **out, const struct ocr_trace_config *c)
{
	struct ocr_trace *t =
		calloc(1, sizeof(*t) + c->lanes * sizeof(t->lanes[0]));
	int err;

	if (!t)
		return -ENOMEM;
	t->observer = (struct ocr_observer){
		.task = on_task,
		.issue = on_issue,
		.leave = on_leave,
		.emit = on_emit,
		.begin = on_begin,
		.send = on_send,
		.read = on_read,
		.grant = on_grant,
		.wait = on_wait,
		.go_on = on_go_on,
		.thread = on_thread,
	};
	if (c->whole) {
		t->observer.used = on_used;
		t->observer.made = on_made;
	}
	t->n_lanes = c->lanes;
	err = open_file(t, c);
	if (err) {
		free(t);
		return err;
	}
	for (unsigned i = 0; i < c->lanes; i++)
		t->lanes[i] = (struct ocr_trace_pen){
			.lane = {.sheet = &t->sheet, .id = i},
			.whole = c->whole,
		};
	*out = t;
	return 0;
}

struct ocr_observer *
ocr_trace_observer(struct ocr_trace *t)
{
	return &t->observer;
}

void
ocr_trace_complete(struct ocr_trace *t, uint64_t unseen)
{
	ocr_trace_whole_lines(t->lanes, t->n_lanes);
	t->sheet.head->unseen = unseen;
}

void
ocr_trace_close(struct ocr_trace *t)
{
	if (!t)
		return;
	for (unsigned i = 0; i < t->n_lanes; i++)
		ocr_trace_lane_close(&t->lanes[i].lane);
	ocr_trace_sheet_close(&t->sheet);
	free(t);
}
