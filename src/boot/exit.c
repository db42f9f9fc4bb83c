/* SPDX-License-Identifier: BSD-3-Clause */
/* exit.c - see exit.h.
 *
 * What libc runs when the process ends, and a key whose destructor it runs when
 * a thread ends.  Both do nothing unless a job runs.
 */
#include "src/boot/exit.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "src/api/print.h"
#include "src/base/symbol.h"
#include "src/boot/runtime.h"
#include "src/task/edt.h"
#include "src/task/who.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TEXT_BYTES (OCR_SYMBOL_TEXT + OCR_GUID_TEXT + 16)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int failed; /* fixed after once */
static pthread_key_t key;

/* The job that runs.
 *
 *   NULL -> a node      ocr_exit_forbid
 *   a node -> NULL      ocr_exit_allow: it may be closed
 *   a node -> TAKEN     take: by who ends the process, and reads the node until
 *                       then, so that it must not be closed any more
 */
static _Atomic(struct ocr_runtime *) running;
static struct ocr_job *job; /* of running */

static char taken;
#define TAKEN ((struct ocr_runtime *)(void *)&taken)

/* The task whose body the calling thread runs; NULL: it runs none. */
static struct ocr_edt *
own_task(void)
{
	return ocr_self && !ocr_who_calls().guest ? ocr_self->task : NULL;
}

static const char *
name_caller(char *text)
{
	char code[OCR_SYMBOL_TEXT], guid[OCR_GUID_TEXT];
	struct ocr_edt *t = own_task();

	if (!t)
		return "the program";
	snprintf(
		text, TEXT_BYTES, "task \"%s\" %s",
		ocr_symbol_text((const void *)(uintptr_t)ocr_edt_func(t), code),
		ocr_guid_text(ocr_edt_guid(t), guid));
	return text;
}

/* The node that runs, for the one that is to end the process; else NULL. */
static struct ocr_runtime *
take(void)
{
	struct ocr_runtime *rt =
		atomic_load_explicit(&running, memory_order_relaxed);

	/* The acquire pairs with ocr_exit_forbid(), and the release with
	 * nothing: who sees TAKEN waits. */
	while (rt && rt != TAKEN &&
	       !atomic_compare_exchange_weak_explicit(&running, &rt, TAKEN,
						      memory_order_acquire,
						      memory_order_relaxed))
		;
	return rt != TAKEN ? rt : NULL;
}

/* The job ends with this process. */
static _Noreturn void
end(struct ocr_runtime *rt, int status)
{
	ocr_print_end(rt->self);
	if (rt->size > 1)
		ocr_job_abort(job, status, "a node has left");
	fflush(NULL);
	_exit(status);
}

/* A status that says that something was wrong. */
static int
bad(int status)
{
	return status & 0xff ? status & 0xff : 1;
}

/* how: the call, as it was made. */
static void
on_end(int status, const char *how)
{
	struct ocr_runtime *rt = take();
	char text[TEXT_BYTES];

	if (!rt)
		return;
	if (rt->legacy && !own_task())
		ocr_log_error(rt->self,
			      "the program ends after ocrLegacyInit() and "
			      "without ocrLegacyFinalize(); the job ends with "
			      "status %d",
			      bad(status));
	else
		ocr_log_error(rt->self,
			      "%s calls %s while the job runs: ocrShutdown() "
			      "or ocrAbort() ends a job; it ends now, with "
			      "status %d",
			      name_caller(text), how, bad(status));
	end(rt, bad(status));
}

static void
on_exit_call(int status, void *arg)
{
	char how[32];

	(void)arg;
	snprintf(how, sizeof(how), "exit(%d)", status);
	on_end(status, how);
}

static void
on_quick_exit(void)
{
	on_end(0, "quick_exit()");
}

/* A worker that is gone takes its tasks with it. */
static void
on_thread_end(void *worker)
{
	struct ocr_runtime *rt = take();
	char text[TEXT_BYTES];

	(void)worker;
	if (!rt)
		return;
	ocr_log_error(rt->self,
		      "%s ends its thread: a body ends by return; the job ends "
		      "with status 1",
		      name_caller(text));
	end(rt, 1);
}

static void
install(void)
{
	if (on_exit(on_exit_call, NULL) || at_quick_exit(on_quick_exit) ||
	    pthread_key_create(&key, on_thread_end))
		failed = -ENOMEM;
}

int
ocr_exit_forbid(struct ocr_runtime *rt, struct ocr_job *j)
{
	pthread_once(&once, install);
	if (failed)
		return failed;
	job = j;
	atomic_store_explicit(&running, rt, memory_order_release);
	return 0;
}

void
ocr_exit_allow(void)
{
	/* Nobody has begun, or the process ends now. */
	if (atomic_exchange_explicit(&running, NULL, memory_order_relaxed) !=
	    TAKEN)
		return;
	for (;;)
		pause();
}

void
ocr_exit_forbid_thread(void)
{
	pthread_setspecific(key, &running);
}

void
ocr_exit_allow_thread(void)
{
	pthread_setspecific(key, NULL);
}
