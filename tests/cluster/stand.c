/* SPDX-License-Identifier: BSD-3-Clause */
/* stand.c - loaded into a launcher (LD_PRELOAD): whoever asks for his stack, as
 * Open MPI's launchers do when a signal has hit them, stands there for ever,
 * and who ends his PMIx server waits for himself; with STAND_WAKES, as Open MPI
 * once in some hundred kills, while a thread wants a lock that nobody gives
 * back and another wakes to look at the time.  With STAND_CHILD each process
 * that it makes is hit by a signal before it becomes what it was made for.  The
 * launcher's nodes, which ask for their stack when they start, are not given
 * it. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
be_hit(void)
{
	raise(SIGSEGV);
}

__attribute__((constructor)) static void
keep_from_nodes(void)
{
	if (strncmp(program_invocation_short_name, "mpirun", strlen("mpirun")))
		return;
	unsetenv("LD_PRELOAD");
	if (getenv("STAND_CHILD"))
		pthread_atfork(NULL, NULL, be_hit);
}

int
backtrace(void **frames, int n)
{
	(void)frames;
	(void)n;
	for (;;)
		pause();
}

static void *
wake(void *unused)
{
	for (;;)
		select(0, NULL, NULL, NULL,
		       &(struct timeval){.tv_usec = 500000});
	return unused;
}

static void *
want(void *unused)
{
	for (;;)
		pthread_mutex_lock(&lock);
	return unused;
}

int
PMIx_server_finalize(void)
{
	pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t never = PTHREAD_COND_INITIALIZER;
	pthread_t thread;

	if (!getenv("STAND_WAKES"))
		want(NULL);
	pthread_create(&thread, NULL, wake, NULL);
	pthread_create(&thread, NULL, want, NULL);
	pthread_mutex_lock(&mine);
	for (;;)
		pthread_cond_wait(&never, &mine);
}
