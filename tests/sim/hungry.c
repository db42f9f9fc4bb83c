/* SPDX-License-Identifier: BSD-3-Clause */
/* hungry.c - see hungry.h. */
#include "tests/sim/hungry.h"

#include "fabric/log.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"
#include "tests/sim/notes.h"
#include "tests/sim/own.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	unsigned one_in; /* 0: nobody is hungry */
	unsigned row;	 /* so many more fail */
	uint64_t rng;
	uint64_t failed;
	uint64_t short_of;    /* messages about memory, and about others */
	uint64_t wrong;
	bool verbose;
} now;

static uint64_t
draw(void)
{
	now.rng = now.rng * UINT64_C(6364136223846793005) +
		  UINT64_C(1442695040888963407);
	return now.rng >> 33;
}

static bool
fails(void)
{
	if (!now.one_in || sim_own_depth)
		return false;
	if (now.row)
		now.row--;
	else if (draw() % now.one_in)
		return false;
	else if (!(draw() % 4))
		now.row = (unsigned)(draw() % 6);
	now.failed++;
	errno = ENOMEM;
	return true;
}

void
sim_hungry_begin(unsigned one_in, uint64_t seed, bool verbose)
{
	memset(&now, 0, sizeof(now));
	now.one_in = one_in;
	now.rng = seed * UINT64_C(0x9e3779b97f4a7c15);
	now.verbose = verbose;
	draw();
}

void
sim_hungry_end(struct sim_result *r)
{
	now.one_in = 0;
	r->errors += now.short_of + now.wrong;
}

bool
sim_hungry_is_good(const struct sim_result *r, bool strict)
{
	if (r->violations || r->bad_packets || now.wrong)
		return false;
	/* Who ends is lost to others that have not heard of the end, and in the
	 * simulator nobody tells them. */
	if (r->outcome == SIM_HUNG)
		return r->ended > 0;
	if (r->outcome != SIM_ENDED && r->outcome != SIM_STUCK)
		return false;
	if (r->failed)
		return now.short_of > 0;
	/* Behind the end of the job nobody says who was lost for want of
	 * memory; what was under way from there is not cleared away. */
	return r->outcome == SIM_ENDED && (!strict || !r->leaks || r->lost);
}

/* How a process has ended. */
enum end { FULL, FAILED, UNKNOWN, CRASHED, MISSED, SHORT, ENDS };
static uint64_t ends[ENDS];

bool
sim_hungry_try(bool (*run)(void *ctx), void *ctx)
{
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		bool good = run(ctx);

		fflush(NULL);
		_exit(!good	     ? FAILED
		      : now.short_of ? SHORT
		      : now.failed   ? MISSED
				     : FULL);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		ocr_bug("the simulation has lost a process");
	status = WEXITSTATUS(status);
	ends[status < ENDS ? status : UNKNOWN]++;
	return status == FULL || status >= MISSED;
}

void
sim_hungry_report(FILE *out, const char *program)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < ENDS; i++)
		n += ends[i];
	fprintf(out,
		"%s: %" PRIu64 " seeds, %" PRIu64 " failed; hungry: %" PRIu64
		" went on, %" PRIu64 " have said what they are short of\n",
		program, n, ends[FAILED] + ends[UNKNOWN] + ends[CRASHED],
		ends[MISSED], ends[SHORT]);
}

/* What was the number when a task asked last.  Each has its own: while a call
 * waits for another node, which has no memory for it, others are told of that,
 * too. */
static struct asker {
	ocrGuid_t task;
	uint64_t failed;
} *askers;
static size_t n_askers;

static struct asker *
this_asker(void)
{
	ocrGuid_t task =
		ocr_self->task ? ocr_edt_guid(ocr_self->task) : NULL_GUID;

	for (size_t i = 0; i < n_askers; i++)
		if (ocrGuidIsEq(askers[i].task, task))
			return &askers[i];
	askers = sim_own_realloc(askers, n_askers + 1, sizeof(*askers));
	askers[n_askers] = (struct asker){task, 0};
	return &askers[n_askers++];
}

bool
sim_note_again(void)
{
	struct asker *a = this_asker();
	bool missed = now.failed != a->failed;

	a->failed = now.failed;
	return missed;
}

/* -- What is asked for, and what is said ------------------------------------
 */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
char *__real_strdup(const char *s);
int __real_posix_memalign(void **p, size_t alignment, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_ocr_log_error(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
char *__wrap_strdup(const char *s);
int __wrap_posix_memalign(void **p, size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_ocr_log_error(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void __real_ocr_log_note(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void __wrap_ocr_log_note(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
_Noreturn void __wrap_ocr_no_memory(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

void *
__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

char *
__wrap_strdup(const char *s)
{
	return fails() ? NULL : __real_strdup(s);
}

int
__wrap_posix_memalign(void **p, size_t alignment, size_t size)
{
	return fails() ? ENOMEM : __real_posix_memalign(p, alignment, size);
}

void *
__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

/* The first message names what is missing, or that nothing can run; what
 * follows is of a job that ends. */
static void
hear(const char *text)
{
	if (strstr(text, "memory"))
		now.short_of++;
	else if (!now.short_of && !strstr(text, "the job cannot go on"))
		now.wrong++;
}

void
__wrap_ocr_log_error(ocr_node_t self, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	hear(text);
	if (!now.one_in || now.wrong || now.verbose)
		__real_ocr_log_error(self, "%s", text);
}

/* Tasks that wait for memory say so here. */
void
__wrap_ocr_log_note(ocr_node_t self, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	now.short_of += strstr(text, "bytes of memory for data block") ||
			strstr(text, "no memory to say");
	if (!now.one_in || now.verbose)
		__real_ocr_log_note(self, "%s", text);
}

/* Which ends a process is told to others by their network. */
void
__wrap_ocr_no_memory(const char *fmt, ...)
{
	va_list ap;

	if (!now.failed)
		ocr_bug("the simulator is out of memory");
	if (now.verbose) {
		va_start(ap, fmt);
		fprintf(stderr, "out of memory: ");
		vfprintf(stderr, fmt, ap);
		fputc('\n', stderr);
		va_end(ap);
	}
	fflush(NULL);
	_exit(now.wrong ? FAILED : SHORT);
}
