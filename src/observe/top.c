/* SPDX-License-Identifier: BSD-3-Clause */
/* top.c - see top.h. */
#include "src/observe/top.h"

#include "fabric/clock.h"
#include "src/base/runtime.h"
#include "src/observe/look.h"
#include "src/observe/watch.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* So long a node counts after a question. */
#define COUNT_MS 5000
/* Looks at workers while it does. */
#define LOOK_MS	 20
/* Who has not told by then is left out. */
#define TELL_MS	 1000

#define HOST_BYTES 65

/* -- The text of this node --------------------------------------------------
 */

/* "node SELF OF PID JOB HOST PROGRAM": the first line. */
static size_t
put_who(const struct ocr_runtime *rt, char *buf)
{
	char host[HOST_BYTES] = "";
	int n;

	gethostname(host, sizeof(host) - 1);
	n = snprintf(buf, OCR_GAUGE_BYTES,
		     "node %u %u %ld %016" PRIx64 " %s %s\n", rt->self,
		     rt->size, (long)getpid(), rt->watch->top.job,
		     *host ? host : "?", program_invocation_short_name);
	return n > 0 && n < OCR_GAUGE_BYTES ? (size_t)n : 0;
}

/* Somebody looks: from now on this node counts. */
static void
count(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;

	t->until_ms = ocr_clock_ms() + COUNT_MS;
	if (!t->gauge.on && !ocr_gauge_switch(rt, &t->gauge, true))
		t->look_ms = ocr_clock_ms();
}

/* Into t->text; how long it is. */
static size_t
put_text(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;
	size_t n;

	count(rt);
	n = put_who(rt, t->text);
	return n + ocr_gauge_text(rt, &t->gauge, t->text + n);
}

/* -- Messages ---------------------------------------------------------------
 */

int
ocr_top_on_ask(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_look *m = (const void *)op;
	struct ocr_top *t = &rt->watch->top;

	if (!rt->self || from != rt->tree.parent)
		return -EINVAL;
	ocr_lock(&t->lock, OCR_LOCK_LOOK);
	t->number = m->look;
	ocr_unlock(&t->lock, OCR_LOCK_LOOK);
	for (uint32_t i = 0; i < rt->tree.n; i++)
		ocr_dispatch_send(rt, ocr_tree_child(&rt->tree, i), op);
	ocr_look_call(&rt->watch->look, OCR_LOOK_TOP_ASKED);
	return 0;
}

int
ocr_top_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		const struct ocr_op *op)
{
	const struct ocr_msg_top_tell *m = (const void *)op;
	size_t room = op->len_bytes - sizeof(*m);
	struct ocr_top *t = &rt->watch->top;
	bool all = false;

	if (rt->self || from >= rt->size || room > 2 * OCR_GAUGE_BYTES)
		return -EINVAL;
	ocr_lock(&t->lock, OCR_LOCK_LOOK);
	if (t->texts && m->look == t->number && !t->texts[from] && from) {
		t->texts[from] = strndup(m->text, room);
		all = t->texts[from] && !--t->missing;
	}
	ocr_unlock(&t->lock, OCR_LOCK_LOOK);
	if (all)
		ocr_look_call(&rt->watch->look, OCR_LOOK_TOP_TOLD);
	return 0;
}

static void
tell(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;
	size_t n = put_text(rt);
	size_t len = (sizeof(struct ocr_msg_top_tell) + n + 7) & ~(size_t)7;
	struct ocr_msg_top_tell *m = calloc(1, len);

	if (!m)
		return;
	m->op.type = OCR_MSG_TOP_TELL;
	m->op.len_bytes = (uint32_t)len;
	memcpy(m->text, t->text, n);
	ocr_lock(&t->lock, OCR_LOCK_LOOK);
	m->look = t->number;
	ocr_unlock(&t->lock, OCR_LOCK_LOOK);
	ocr_fabric_send_now(rt->fabric, 0, &m->op);
	free(m);
}

/* -- Node 0 -----------------------------------------------------------------
 */

static void
free_texts(struct ocr_runtime *rt, char **texts)
{
	for (ocr_node_t i = 0; texts && i < rt->size; i++)
		free(texts[i]);
	free(texts);
}

static void
ask_all(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;
	struct ocr_msg_look m = {
		.op = OCR_OP(OCR_MSG_TOP_ASK, struct ocr_msg_look),
		.none = NULL_GUID,
	};
	char **texts = calloc(rt->size, sizeof(*texts));

	if (!texts)
		return;
	ocr_lock(&t->lock, OCR_LOCK_LOOK);
	m.look = ++t->number;
	t->texts = texts;
	t->missing = rt->size - 1;
	ocr_unlock(&t->lock, OCR_LOCK_LOOK);
	t->open = true;
	t->due_ms = ocr_clock_ms() + TELL_MS;
	for (uint32_t i = 0; i < rt->tree.n; i++)
		ocr_fabric_send_now(rt->fabric, ocr_tree_child(&rt->tree, i),
				    &m.op);
}

/* True: it is not under way, or all have told, or time is up. */
static bool
is_told(struct ocr_top *t)
{
	bool told;

	ocr_lock(&t->lock, OCR_LOCK_LOOK);
	told = !t->missing;
	ocr_unlock(&t->lock, OCR_LOCK_LOOK);
	return told || ocr_clock_ms() >= t->due_ms;
}

static void
say_all(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;
	size_t n = put_text(rt);
	char **texts;

	ocr_lock(&t->lock, OCR_LOCK_LOOK);
	texts = t->texts;
	t->texts = NULL;
	ocr_unlock(&t->lock, OCR_LOCK_LOOK);
	for (unsigned k = 0; k < t->n_waiting; k++) {
		ocr_door_say(&t->door, t->waiting[k], t->text, n);
		for (ocr_node_t i = 1; texts && i < rt->size; i++)
			if (texts[i])
				ocr_door_say(&t->door, t->waiting[k], texts[i],
					     strlen(texts[i]));
		ocr_door_say(&t->door, t->waiting[k], OCR_DOOR_END,
			     strlen(OCR_DOOR_END));
	}
	free_texts(rt, texts);
	t->n_waiting = 0;
	t->open = false;
}

/* -- Visitors ---------------------------------------------------------------
 */

static void
answer(struct ocr_runtime *rt, int visitor, bool numbers)
{
	struct ocr_top *t = &rt->watch->top;
	size_t n = numbers ? put_text(rt) : put_who(rt, t->text);

	ocr_door_say(&t->door, visitor, t->text, n);
	ocr_door_say(&t->door, visitor, OCR_DOOR_END, strlen(OCR_DOOR_END));
}

static void
on_said(void *runtime, int visitor, char said)
{
	struct ocr_runtime *rt = runtime;
	struct ocr_top *t = &rt->watch->top;

	if (said != OCR_DOOR_ALL || rt->self || rt->size == 1) {
		answer(rt, visitor, said != OCR_DOOR_WHO);
		return;
	}
	for (unsigned i = 0; i < t->n_waiting; i++)
		if (t->waiting[i] == visitor)
			return;
	if (t->n_waiting == OCR_DOOR_MOST)
		return;
	t->waiting[t->n_waiting++] = visitor;
	count(rt);
	if (!t->open)
		ask_all(rt);
}

/* -- The thread that looks --------------------------------------------------
 */

void
ocr_top_begin(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;

	t->door.listener = -1;
	t->text = malloc(2 * OCR_GAUGE_BYTES);
	if (t->text)
		ocr_door_open(&t->door);
}

void
ocr_top_end(struct ocr_runtime *rt)
{
	ocr_door_close(&rt->watch->top.door);
}

unsigned
ocr_top_fds(const struct ocr_runtime *rt, struct pollfd *fds)
{
	return ocr_door_fds(&rt->watch->top.door, fds);
}

int
ocr_top_patience_ms(const struct ocr_runtime *rt)
{
	const struct ocr_top *t = &rt->watch->top;
	int64_t left = t->look_ms - ocr_clock_ms();

	/* It is open only while this node counts. */
	return !t->gauge.on ? -1 : left > 0 ? (int)left : 0;
}

/* While this node counts. */
static void
look(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;
	int64_t now = ocr_clock_ms();

	if (!t->gauge.on || now < t->look_ms)
		return;
	ocr_gauge_look(rt, &t->gauge);
	t->look_ms = now + LOOK_MS;
	if (now > t->until_ms)
		ocr_gauge_switch(rt, &t->gauge, false);
}

void
ocr_top_heed(struct ocr_runtime *rt, const struct pollfd *fds, unsigned n,
	     bool asked)
{
	struct ocr_top *t = &rt->watch->top;

	if (!t->text)
		return;
	look(rt);
	ocr_door_heed(&t->door, fds, n, on_said, rt);
	if (asked)
		tell(rt);
	if (t->open && is_told(t))
		say_all(rt);
}

void
ocr_top_fini(struct ocr_runtime *rt)
{
	struct ocr_top *t = &rt->watch->top;

	free_texts(rt, t->texts);
	free(t->text);
	ocr_gauge_fini(rt);
}
