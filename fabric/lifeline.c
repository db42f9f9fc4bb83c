/* SPDX-License-Identifier: BSD-3-Clause */
/* lifeline.c - see lifeline.h.
 *
 * The parent is watched by a pidfd, not by PR_SET_PDEATHSIG: that tells the end
 * of the parent's thread that forked, and launchers fork from threads that they
 * end as soon as the job is started.
 */
#include "fabric/lifeline.h"

#include "fabric/log.h"
#include "fabric/thread_name.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NAME_BYTES 32

/* For what is left in the program's buffers. */
#define FLUSH_S	 1
/* A launcher that is asked to end this process has so long. */
#define ABORT_MS 1500

enum { HELD, SNAPPED, CLOSED };

struct ocr_lifeline {
	/* Fixed after open: */
	pthread_t thread;
	pid_t parent;
	char parent_name[NAME_BYTES];
	int parent_fd; /* pidfd; -1: it cannot be watched */
	int bell;      /* eventfd: state has changed */

	_Atomic int state;
	_Atomic uint32_t settled; /* exit status + 1; 0: the job goes on */
	_Atomic uint32_t aborted; /* the same, once the launcher was asked */

	pthread_mutex_t lock; /* a leaf */
	/* Guarded by lock: */
	ocr_node_t self;
	char host[256];
};

static void
ring(struct ocr_lifeline *l)
{
	uint64_t one = 1;

	while (write(l->bell, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

/* True if this call was the one that left HELD. */
static bool
leave(struct ocr_lifeline *l, int to)
{
	int held = HELD;

	return atomic_compare_exchange_strong_explicit(&l->state, &held, to,
						       memory_order_acq_rel,
						       memory_order_acquire);
}

static void
read_name(struct ocr_lifeline *l)
{
	char path[48];
	FILE *f;

	strcpy(l->parent_name, "?");
	snprintf(path, sizeof(path), "/proc/%ld/comm", (long)l->parent);
	f = fopen(path, "re");
	if (f == NULL)
		return;
	if (fgets(l->parent_name, sizeof(l->parent_name), f) != NULL)
		l->parent_name[strcspn(l->parent_name, "\n")] = 0;
	fclose(f);
}

static void
say(struct ocr_lifeline *l, bool parent)
{
	char who[64] = "its PMIx server does not answer any more";

	if (parent)
		snprintf(who, sizeof(who), "%s, pid %ld, has ended",
			 l->parent_name, (long)l->parent);
	pthread_mutex_lock(&l->lock);
	if (l->self == OCR_LOG_NOBODY)
		ocr_log_error(l->self,
			      "the launcher is gone (%s) while this process "
			      "(pid %ld) starts; it ends",
			      who, (long)getpid());
	else
		ocr_log_error(l->self,
			      "the launcher is gone (%s); the job ends, and "
			      "this node (host %s, pid %ld) with it",
			      who, l->host, (long)getpid());
	pthread_mutex_unlock(&l->lock);
}

/* Whoever holds a stream may hold it for ever. */
static void
flush_for_a_while(void)
{
	sigset_t set;

	signal(SIGALRM, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	alarm(FLUSH_S);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	fflush(NULL);
}

static _Noreturn void
end(struct ocr_lifeline *l, bool parent)
{
	uint32_t settled =
		atomic_load_explicit(&l->settled, memory_order_acquire);

	if (settled == 0)
		say(l, parent);
	flush_for_a_while();
	_exit(settled > 1 ? (int)(settled - 1) : 1);
}

/* A launcher may wait for a host that does not answer, and PMIx for it. */
static _Noreturn void
end_aborted(struct ocr_lifeline *l)
{
	uint32_t aborted =
		atomic_load_explicit(&l->aborted, memory_order_acquire);

	flush_for_a_while();
	_exit((int)(aborted - 1));
}

/* True: the job was aborted, and not yet before. */
static bool
hears_abort(struct ocr_lifeline *l)
{
	uint64_t n;

	return atomic_load_explicit(&l->aborted, memory_order_acquire) != 0 &&
	       atomic_load_explicit(&l->state, memory_order_acquire) == HELD &&
	       read(l->bell, &n, sizeof(n)) > 0;
}

/* With all signals blocked, SIGPIPE among them: where the launcher is gone, so
 * is who reads what this process says. */
static void *
thread_main(void *arg)
{
	struct ocr_lifeline *l = arg;
	struct pollfd fds[] = {
		{.fd = l->bell, .events = POLLIN},
		{.fd = l->parent_fd, .events = POLLIN},
	};
	int ms = -1, n;

	ocr_thread_name("ocr-lifeline");
	/* Until the bell rings for another reason, or the parent is gone. */
	for (;;) {
		n = poll(fds, 2, ms);
		if (n == 0)
			end_aborted(l);
		else if (n < 0 && errno != EINTR)
			break;
		else if (n > 0 && !hears_abort(l))
			break;
		else if (n > 0)
			ms = ABORT_MS;
	}
	if (atomic_load_explicit(&l->state, memory_order_acquire) == SNAPPED)
		end(l, false);
	if (leave(l, SNAPPED))
		end(l, true);
	return NULL;
}

static int
start_thread(struct ocr_lifeline *l)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&l->thread, NULL, thread_main, l);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -err;
}

/* Process 1 takes over who has lost his parent, and no launcher is behind a
 * parent in another space of process numbers (0). */
static void
watch_parent(struct ocr_lifeline *l)
{
	l->parent = getppid();
	l->parent_fd = -1;
	if (l->parent <= 1)
		return;
	read_name(l);
	l->parent_fd = (int)syscall(SYS_pidfd_open, l->parent, 0);
	/* Who was given to another meanwhile has lost it. */
	if (getppid() != l->parent)
		ocr_lifeline_snap(l);
}

int
ocr_lifeline_open(struct ocr_lifeline **out)
{
	struct ocr_lifeline *l = calloc(1, sizeof(*l));
	int err;

	if (l == NULL)
		return -ENOMEM;
	l->self = OCR_LOG_NOBODY;
	pthread_mutex_init(&l->lock, NULL);
	l->bell = eventfd(0, EFD_CLOEXEC);
	err = l->bell < 0 ? -errno : 0;
	if (err != 0)
		goto free_lifeline;
	watch_parent(l);
	err = start_thread(l);
	if (err != 0)
		goto close_fds;
	*out = l;
	return 0;

close_fds:
	if (l->parent_fd >= 0)
		close(l->parent_fd);
	close(l->bell);
free_lifeline:
	pthread_mutex_destroy(&l->lock);
	free(l);
	return err;
}

void
ocr_lifeline_close(struct ocr_lifeline *l)
{
	leave(l, CLOSED);
	ring(l);
	/* If it does not return, it ends the process. */
	pthread_join(l->thread, NULL);
	if (l->parent_fd >= 0)
		close(l->parent_fd);
	close(l->bell);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

void
ocr_lifeline_name(struct ocr_lifeline *l, ocr_node_t self, const char *host)
{
	pthread_mutex_lock(&l->lock);
	l->self = self;
	snprintf(l->host, sizeof(l->host), "%s", *host != 0 ? host : "?");
	pthread_mutex_unlock(&l->lock);
}

void
ocr_lifeline_snap(struct ocr_lifeline *l)
{
	if (leave(l, SNAPPED))
		ring(l);
}

void
ocr_lifeline_abort(struct ocr_lifeline *l, unsigned status)
{
	atomic_store_explicit(&l->aborted, status + 1, memory_order_release);
	ring(l);
}

void
ocr_lifeline_settle(struct ocr_lifeline *l, unsigned status)
{
	atomic_store_explicit(&l->settled, status + 1, memory_order_release);
}
