/* SPDX-License-Identifier: BSD-3-Clause */
/* file.c - does to the file PATH what can go wrong, or be left undone:
 *
 *	file churn PATH      writes its odd parts of PART_BYTES again and again,
 *	                     for ever; each node says its pid, and node 0 "go"
 *	file keep PATH       changes a chunk on each node, destroys none
 *	file held PATH       shuts down when a task has begun to change one
 *	file abort PATH      changes one, and aborts
 *	file grow PATH BYTES a chunk that ends there; prints what became of it
 *	file short PATH      a chunk that is cut off before it is acquired
 *	file limit PATH      a chunk that may not be written when it should be
 *	file beside PATH     a task does not end before another's chunk is on
 *	                     the disk
 *	file idle PATH       opens it, and nothing else happens
 *	file mode PATH MODE  opens it; prints the code that the descriptor has
 */
#include "tests/conformance/file.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#define PART_BYTES  131072
#define PARTS	    64
#define CHURN_ROUND 3

enum way {
	CHURN,
	KEEP,
	HELD,
	ABORT,
	GROW,
	SHORT,
	LIMIT,
	BESIDE,
	IDLE,
	MODE,
	WAYS
};

static const char *const names[WAYS] = {
	[CHURN] = "churn", [KEEP] = "keep",	[HELD] = "held",
	[ABORT] = "abort", [GROW] = "grow",	[SHORT] = "short",
	[LIMIT] = "limit", [BESIDE] = "beside", [IDLE] = "idle",
	[MODE] = "mode",
};

struct args {
	struct path path;
	ocrGuid_t file;
	u64 way, nr, round, bytes;
};

/* -- churn ---------------------------------------------------------------- */

static void get_part(const struct args *a);

TASK(churn)
{
	struct args a = *PARAM(struct args);

	memset(depv[0].ptr, (int)(1 + a.round % 255), PART_BYTES);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (a.round == CHURN_ROUND && a.nr == PARTS - 1) {
		PRINTF("go\n");
		fflush(stdout);
	}
	a.round++;
	get_part(&a);
	return NULL_GUID;
}

/* The task waits until the part of the round before is on the disk. */
static void
get_part(const struct args *a)
{
	ocrGuid_t g, task = conf_task(churn, a->nr / 2, PARAMS(*a), 1, NULL);

	OK(ocrFileGetChunk(&g, a->file, a->nr * PART_BYTES, PART_BYTES));
	conf_link(g, task, 0, DB_MODE_EW);
}

TASK(say_pid)
{
	PRINTF("node %u pid %d\n", (unsigned)paramv[0], (int)getpid());
	fflush(stdout);
	return NULL_GUID;
}

static void
churn_all(struct args *a)
{
	for (u64 i = 0; i < conf_nodes(); i++)
		conf_task(say_pid, i, 1, &i, 0, NULL);
	for (a->nr = 1; a->nr < PARTS; a->nr += 2)
		get_part(a);
}

/* -- keep, held, abort ---------------------------------------------------- */

TASK(change)
{
	const struct args *a = PARAM(struct args);

	memset(depv[0].ptr, 'x', 1000);
	if (a->way == ABORT)
		ocrAbort(3);
	if (a->way == HELD)
		ocrShutdown();
	return NULL_GUID;
}

/* One chunk of 1000 bytes for each node, the first on the last. */
static void
change_all(struct args *a)
{
	u64 n = conf_nodes();
	ocrGuid_t end = a->way == KEEP ? conf_end((u32)n) : NULL_GUID, g, out;

	for (u64 i = 0; i < (a->way == KEEP ? n : 1); i++) {
		ocrGuid_t task =
			conf_task(change, n - 1 - i, PARAMS(*a), 1, &out);

		if (a->way == KEEP)
			conf_link(out, end, (u32)i, DB_MODE_NULL);
		OK(ocrFileGetChunk(&g, a->file, i * 2000, 1000));
		conf_link(g, task, 0, DB_MODE_RW);
	}
}

/* -- beside --------------------------------------------------------------- */

/* Computes, and looks now and then. */
TASK(compute)
{
	const struct args *a = PARAM(struct args);
	u64 sum = 0, is = 0;

	while (is != UINT64_C(0x7878787878787878)) {
		for (u64 i = 0; i < 100000; i++)
			sum += conf_word(sum, i);
		is = file_word(&a->path, 0);
	}
	PRINTF("written beside a task: %u\n", (unsigned)(sum & 1));
	ocrShutdown();
	return NULL_GUID;
}

TASK(change_and_destroy)
{
	memset(depv[0].ptr, 'x', PART_BYTES);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

static void
write_beside(struct args *a)
{
	ocrGuid_t g, out,
		task = conf_task(change_and_destroy, 0, NO_PARAMS, 1, &out);

	conf_link(out, conf_task(compute, 0, PARAMS(*a), 1, NULL), 0,
		  DB_MODE_NULL);
	OK(ocrFileGetChunk(&g, a->file, 0, PART_BYTES));
	conf_link(g, task, 0, DB_MODE_EW);
}

/* -- The others ----------------------------------------------------------- */

TASK(tell)
{
	const struct args *a = PARAM(struct args);
	u64 size = 1;

	CHECK_OK(ocrDbGetSize(depv[0].guid, &size));
	PRINTF("%s: %" PRIu64 " bytes\n", depv[0].ptr ? "chunk" : "no chunk",
	       size);
	if (a->way == LIMIT) {
		/* In the middle, and above what the job prints. */
		struct rlimit limit = {1050, RLIM_INFINITY};

		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		memset(depv[0].ptr, 'x', 1000);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (a->way != LIMIT)
		ocrShutdown();
	return NULL_GUID;
}

TASK(cut)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g;

	OK(ocrFileGetChunk(&g, a->file, 100, 1000));
	if (a->way == SHORT && truncate(a->path.text, 500))
		FAIL("%s cannot be cut", a->path.text);
	conf_link(g, conf_task(tell, 1, PARAMS(*a), 1, NULL), 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(tell_mode)
{
	PRINTF("code %u: %s\n", (unsigned)ocrFileGetError(depv[0].ptr),
	       ocrFileGetErrorText(depv[0].ptr));
	ocrShutdown();
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t g;

	CHECK_EQ(a.path.text, ocrFileGetError(depv[0].ptr), 0);
	a.file = ocrFileGetGuid(depv[0].ptr);
	switch ((enum way)a.way) {
	case CHURN:
		churn_all(&a);
		break;
	case GROW:
		OK(ocrFileGetChunk(&g, a.file, a.bytes / 2,
				   a.bytes - a.bytes / 2));
		conf_link(g, conf_task(tell, 1, PARAMS(a), 1, NULL), 0,
			  DB_MODE_EW);
		break;
	case SHORT:
	case LIMIT:
		conf_task(cut, 1, PARAMS(a), 0, NULL);
		break;
	case BESIDE:
		write_beside(&a);
		break;
	case IDLE:
		break;
	default:
		change_all(&a);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	u64 argc = getArgc(depv[0].ptr);
	const char *way = argc > 2 ? getArgv(depv[0].ptr, 1) : "";
	struct args a = {.way = 0};
	const char *mode = "r+";
	ocrGuid_t task;

	while (a.way < WAYS && strcmp(way, names[a.way]))
		a.way++;
	if (a.way == WAYS) {
		FAIL("usage: file WAY PATH [BYTES | MODE]");
		return NULL_GUID;
	}
	snprintf(a.path.text, sizeof(a.path.text), "%s",
		 getArgv(depv[0].ptr, 2));
	if (argc > 3 && a.way == MODE)
		mode = getArgv(depv[0].ptr, 3);
	else if (argc > 3)
		a.bytes = strtoull(getArgv(depv[0].ptr, 3), NULL, 0);
	task = a.way == MODE ? conf_task(tell_mode, 0, NO_PARAMS, 1, NULL)
			     : conf_task(begin, 0, PARAMS(a), 1, NULL);
	file_open_for(&a.path, mode, task);
	return NULL_GUID;
}
