/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - ends the job in the way that its arguments say, while all nodes have
 * tasks that run, are ready, and wait:
 *
 *	end shutdown NODE         ocrShutdown() by a task of that node
 *	end abort NODE CODE       ocrAbort(CODE)
 *	end kill NODE             SIGKILL to its own process
 *	end kill-idle NODE        the same, with nothing to do on other nodes
 *	end segv NODE             SIGSEGV
 *	end exit NODE CODE        exit(CODE)
 *	end quick NODE CODE       quick_exit(CODE)
 *	end thread NODE           pthread_exit()
 *	end foreign NODE CODE     exit(CODE) by a thread of the program
 *	end late NODE             ocrShutdown(), while a task of that node goes
 *	                          on until SIGALRM ends its process
 *	end stop NODE             SIGSTOP to its own process, then ocrShutdown()
 *	end stop-idle NODE        the same, with nothing to do on other nodes
 *	end never NODE            does not: somebody else will
 *	end idle NODE             the same, with nothing to do anywhere, but
 *	                          that a task of that node waits for a signal
 *
 * Each node prints a line "node N pid P" first.
 */
#include "tests/conformance/conf.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum way {
	SHUTDOWN,
	ABORT,
	KILL,
	KILL_IDLE,
	SEGV,
	EXIT,
	QUICK,
	THREAD,
	FOREIGN,
	LATE,
	STOP,
	STOP_IDLE,
	NEVER,
	IDLE,
	WAYS
};

static const char *const names[WAYS] = {
	[SHUTDOWN] = "shutdown", [ABORT] = "abort",
	[KILL] = "kill",	 [KILL_IDLE] = "kill-idle",
	[SEGV] = "segv",	 [EXIT] = "exit",
	[QUICK] = "quick",	 [THREAD] = "thread",
	[FOREIGN] = "foreign",	 [LATE] = "late",
	[STOP] = "stop",	 [STOP_IDLE] = "stop-idle",
	[NEVER] = "never",	 [IDLE] = "idle",
};

struct args {
	u64 way, node, code;
};

static void *
leave(void *code)
{
	exit((int)(uintptr_t)code);
}

TASK(end)
{
	pthread_t thread;
	const struct args *a = PARAM(struct args);

	switch ((enum way)a->way) {
	case SHUTDOWN:
		ocrShutdown();
		break;
	case ABORT:
		ocrAbort((u8)a->code);
		break;
	case KILL:
	case KILL_IDLE:
		kill(getpid(), SIGKILL);
		break;
	case STOP:
	case STOP_IDLE:
		kill(getpid(), SIGSTOP);
		ocrShutdown();
		break;
	case SEGV:
		signal(SIGSEGV, SIG_DFL);
		raise(SIGSEGV);
		break;
	case EXIT:
		exit((int)a->code);
	case QUICK:
		quick_exit((int)a->code);
	case THREAD:
		pthread_exit(NULL);
	case FOREIGN:
		pthread_create(&thread, NULL, leave,
			       (void *)(uintptr_t)a->code);
		break;
	case LATE:
		ocrShutdown();
		alarm(1);
		for (;;)
			pause();
	case IDLE:
		for (;;)
			pause();
	default:
		break;
	}
	return NULL_GUID;
}

/* There is always one more, on the next node. */
TASK(work)
{
	u64 next = conf_here() + 1;
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < 200; i++)
		*p += conf_word(*p, i);
	conf_link(depv[0].guid, conf_task(work, next, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_EW);
	return NULL_GUID;
}

TASK(say)
{
	PRINTF("node %" PRIu64 " pid %ld\n", conf_here(), (long)getpid());
	return NULL_GUID;
}

/* All nodes have said who they are. */
TASK(start)
{
	const struct args *a = PARAM(struct args);
	bool idle =
		a->way == KILL_IDLE || a->way == STOP_IDLE || a->way == IDLE;
	ocrGuid_t never = conf_event(OCR_EVENT_STICKY_T), t;

	for (u64 i = 0; !idle && i < 2 * conf_nodes(); i++) {
		t = conf_task(conf_nothing, i, NO_PARAMS, 1, NULL);
		conf_link(never, t, 0, DB_MODE_CONST);
		conf_link(conf_number(i, i),
			  conf_task(work, i, NO_PARAMS, 1, NULL), 0,
			  DB_MODE_EW);
	}
	conf_start(conf_task(end, a->node, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	void *words = depv[0].ptr;
	u64 argc = getArgc(words), n = conf_nodes();
	struct args a = {.way = WAYS};
	ocrGuid_t go, out, t;

	for (u64 i = 0; argc > 2 && i < WAYS; i++)
		if (!strcmp(getArgv(words, 1), names[i]))
			a.way = i;
	CHECK(a.way < WAYS, "usage: end WAY NODE [CODE]");
	a.node = strtoul(getArgv(words, 2), NULL, 0);
	CHECK(a.node < n, "there is no node %" PRIu64, a.node);
	if (argc > 3)
		a.code = strtoul(getArgv(words, 3), NULL, 0);
	go = conf_task(start, 0, PARAMS(a), (u32)n, NULL);
	for (u64 i = 0; i < n; i++) {
		t = conf_task(say, i, NO_PARAMS, 1, &out);
		conf_link(out, go, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
