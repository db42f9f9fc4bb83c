/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.c - a set of pidfds, by node, and a timer.
 *
 * A process with few descriptors has better use for most of them: then the end
 * of some neighbours is seen in /proc, within a second or some.
 */
#include "fabric/watch.h"

#include "fabric/death.h"
#include "fabric/proc_stat.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define AT_ONCE 8
/* A second's looks, some microseconds each: a node of a crowded host spends
 * nothing that one could measure, and its neighbours take turns. */
#define LOOKS	32

/* In the set, the timer is the node that does not exist. */
#define TIMER UINT32_MAX

/* What /proc says. */
#define GONE '-'

struct watched {
	uint64_t born;	  /* tells it from others with its number; 0: unknown */
	uint32_t pid;	  /* 0: not watched */
	int fd;		  /* pidfd; -1: none */
	uint32_t stopped; /* the second in which it was first seen so; or 0 */
	bool is_told;	  /* that it is */
	int how;	  /* it has ended */
};

struct ocr_watch {
	int set;   /* epoll */
	int timer; /* timerfd, which runs while somebody is watched */
	uint32_t size, n_watched, patience_s;
	uint32_t n_fds, most_fds; /* pidfds; the most since there is one */
	uint32_t seconds;	  /* from 1 */
	uint32_t next;		  /* to be looked at */
	struct watched nodes[];
};

/* A quarter of those that are left, of which fd is the first: who counted them
 * before may need the others for connections (ofi_spare.c). */
static uint32_t
most_fds(int fd)
{
	struct rlimit r;
	rlim_t left;

	if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur < (rlim_t)fd)
		return 0;
	left = (r.rlim_cur - (rlim_t)fd) / 4;
	return left > UINT32_MAX ? UINT32_MAX : (uint32_t)left;
}

static int
open_timer(struct ocr_watch *w)
{
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = TIMER};

	w->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (w->timer < 0)
		return -errno;
	if (epoll_ctl(w->set, EPOLL_CTL_ADD, w->timer, &e) == 0)
		return 0;
	close(w->timer);
	return -errno;
}

int
ocr_watch_open(struct ocr_watch **out, uint32_t size, uint32_t patience_s)
{
	struct ocr_watch *w =
		calloc(1, sizeof(*w) + size * sizeof(w->nodes[0]));
	uint32_t i;
	int err;

	if (w == NULL)
		return -ENOMEM;
	w->size = size;
	w->patience_s = patience_s;
	w->seconds = 1;
	for (i = 0; i < size; i++)
		w->nodes[i] =
			(struct watched){.fd = -1, .how = OCR_DEATH_UNKNOWN};
	w->set = epoll_create1(EPOLL_CLOEXEC);
	if (w->set < 0) {
		err = -errno;
		goto free_watch;
	}
	err = open_timer(w);
	if (err != 0)
		goto close_set;
	*out = w;
	return 0;

close_set:
	close(w->set);
free_watch:
	free(w);
	return err;
}

void
ocr_watch_close(struct ocr_watch *w)
{
	ocr_node_t i;

	for (i = 0; i < w->size; i++)
		ocr_watch_end(w, i);
	close(w->timer);
	close(w->set);
	free(w);
}

static void
set_timer(const struct ocr_watch *w, time_t s)
{
	struct itimerspec t = {{s, 0}, {s, 0}};

	timerfd_settime(w->timer, 0, &t, NULL);
}

/* Its state as ps prints it, or GONE; 0: not known. */
static char
read_state(uint32_t pid, uint64_t *born)
{
	struct ocr_proc_stat s;
	int err = ocr_proc_stat_read((pid_t)pid, &s);

	if (err != 0)
		return err == -ESRCH ? GONE : 0;
	*born = s.born;
	return ocr_proc_stat_has_ended(&s) ? GONE : s.state;
}

/* A pidfd in the set; -1: none, and errno says whether the process is gone. */
static int
open_pidfd(struct ocr_watch *w, ocr_node_t node, uint32_t pid)
{
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = node};
	int fd;

	fd = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
	if (fd >= 0 && w->n_fds == 0)
		w->most_fds = most_fds(fd);
	if (fd < 0 || (w->n_fds < w->most_fds &&
		       epoll_ctl(w->set, EPOLL_CTL_ADD, fd, &e) == 0))
		return fd;
	close(fd);
	errno = EMFILE;
	return -1;
}

bool
ocr_watch_begin(struct ocr_watch *w, ocr_node_t node, uint32_t pid)
{
	struct watched *p = &w->nodes[node];
	uint64_t born = 0;
	int fd;

	if (p->pid != 0)
		return true;
	fd = open_pidfd(w, node, pid);
	if (fd < 0 && (errno == ESRCH || read_state(pid, &born) == GONE))
		return false;
	*p = (struct watched){
		.born = born,
		.pid = pid,
		.fd = fd,
		.how = OCR_DEATH_UNKNOWN,
	};
	w->n_fds += fd >= 0;
	if (w->n_watched++ == 0)
		set_timer(w, 1);
	return true;
}

void
ocr_watch_end(struct ocr_watch *w, ocr_node_t node)
{
	struct watched *p = &w->nodes[node];

	if (p->pid == 0)
		return;
	if (p->fd >= 0) {
		close(p->fd); /* leaves the set with it */
		w->n_fds--;
	}
	*p = (struct watched){.fd = -1, .how = p->how};
	if (--w->n_watched == 0)
		set_timer(w, 0);
}

/* -- Once a second --------------------------------------------------------- */

/* Its last word. */
static __attribute__((cold, noinline)) int
say_last(struct ocr_watch *w, ocr_node_t node, enum ocr_watch_news news,
	 ocr_watch_fn *fn, void *ctx)
{
	struct watched *p = &w->nodes[node];
	uint32_t pid = p->pid;

	if (news == OCR_WATCH_ENDED)
		p->how = ocr_death_read(p->fd, pid);
	ocr_watch_end(w, node);
	fn(ctx, node, pid, news);
	return 1;
}

static int
see_running(struct watched *p, ocr_node_t node, ocr_watch_fn *fn, void *ctx)
{
	bool was_told = p->is_told;

	p->stopped = 0;
	p->is_told = false;
	if (was_told)
		fn(ctx, node, p->pid, OCR_WATCH_RUNS);
	return was_told;
}

static int
see_stopped(struct ocr_watch *w, ocr_node_t node, bool is_held,
	    ocr_watch_fn *fn, void *ctx)
{
	struct watched *p = &w->nodes[node];
	uint32_t for_s;

	if (p->stopped == 0)
		p->stopped = w->seconds;
	for_s = w->seconds - p->stopped;
	if (w->patience_s != 0 && for_s >= w->patience_s && !is_held)
		return say_last(w, node, OCR_WATCH_LOST, fn, ctx);
	if (for_s < OCR_WATCH_WARN_S || p->is_told)
		return 0;
	p->is_told = true;
	fn(ctx, node, p->pid, is_held ? OCR_WATCH_HELD : OCR_WATCH_STOPPED);
	return 1;
}

static int
see(struct ocr_watch *w, ocr_node_t node, ocr_watch_fn *fn, void *ctx)
{
	struct watched *p = &w->nodes[node];
	uint64_t born = p->born;
	char state = read_state(p->pid, &born);

	if (p->born == 0)
		p->born = born;
	if (p->fd < 0 && (state == GONE || born != p->born))
		return say_last(w, node, OCR_WATCH_ENDED, fn, ctx);
	if (state == 'T' || state == 't')
		return see_stopped(w, node, state == 't', fn, ctx);
	return state != 0 ? see_running(p, node, fn, ctx) : 0;
}

int
ocr_watch_tick(struct ocr_watch *w, ocr_watch_fn *fn, void *ctx)
{
	uint32_t left = w->n_watched < LOOKS ? w->n_watched : LOOKS;
	uint32_t passed;
	int n = 0;

	w->seconds++;
	for (passed = 0; left > 0 && passed < w->size; passed++) {
		ocr_node_t node = w->next++ % w->size;

		if (w->nodes[node].pid == 0)
			continue;
		left--;
		n += see(w, node, fn, ctx);
	}
	w->next %= w->size;
	return n;
}

/* -- News ------------------------------------------------------------------ */

int
ocr_watch_look(struct ocr_watch *w, ocr_watch_fn *fn, void *ctx)
{
	struct epoll_event e[AT_ONCE];
	uint64_t times;
	int i, n, news = 0;

	if (w->n_watched == 0)
		return 0;
	n = epoll_wait(w->set, e, AT_ONCE, 0);
	for (i = 0; i < n; i++) {
		ocr_node_t node = e[i].data.u32;

		if (node == TIMER) {
			/* Many at once are one: this process was stopped. */
			if (read(w->timer, &times, sizeof(times)) > 0)
				news += ocr_watch_tick(w, fn, ctx);
		} else if (w->nodes[node].fd >= 0) {
			news += say_last(w, node, OCR_WATCH_ENDED, fn, ctx);
		}
	}
	return news;
}

int
ocr_watch_how(const struct ocr_watch *w, ocr_node_t node)
{
	return w->nodes[node].how;
}

int
ocr_watch_fd(const struct ocr_watch *w)
{
	return w->set;
}
