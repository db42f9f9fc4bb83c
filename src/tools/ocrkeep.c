/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrkeep.c - runs a launcher for ocrrun, and outlives it.
 *
 *	ocrkeep LAUNCHER [ARGUMENT...]
 *
 * A launcher that is killed can say nothing, and its nodes have nobody left to
 * say it to; and Open MPI's sometimes waits for ever for itself, when its
 * processes have ended.  So somebody watches from outside:
 *
 *   the launcher ends         its exit status, or the one that a node has told;
 *                             if the job failed and no node has said why, the
 *                             first to end is named
 *   it is killed              said; what is left of its processes on this host
 *                             ends within GRACE_S, or is ended
 *   it hangs                  said, and it is killed
 *   a process of it is        said and killed after OCR_SILENCE_S, if the other
 *   stopped                   nodes have not: they may not know it yet, or have
 *                             ended
 *   this process is killed    the launcher gets SIGTERM, and ends the job
 *
 * Signals that come from another process are passed on to the launcher; those
 * of a terminal reach it anyway, in the same process group.
 */
#define _GNU_SOURCE /* struct ucred */
#include "fabric/keeper.h"
#include "fabric/watch.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What is left of a job whose launcher has died ends by itself within this. */
#define GRACE_S 2

/* While there is nothing else to wait for, the launcher is looked at so often;
 * when it looked the same so many times, it hangs. */
#define LOOK_MS	  500
#define LOOKS_MAX 6

/* New processes of the launcher are looked for so often, until there have been
 * none for so long. */
#define NEW_MS	  5
#define NEW_LOOKS 100

/* So many of those that ended first are named. */
#define ORDER_MAX 4

static const int passed_on[] = {SIGTERM, SIGINT,  SIGHUP,
				SIGQUIT, SIGUSR1, SIGUSR2};

/* More processes of one launcher on this host are not watched. */
#define NODES_MAX 4096

/* Nodes that are stopped are the other nodes' affair for so much longer. */
#define LATER_S	  3
#define SILENCE_S 10

struct node {
	pid_t pid;
	int rank; /* -1: it has not yet become a node */
	bool has_ended;
};

struct keeper {
	const char *name; /* of the launcher */
	pid_t launcher;
	sigset_t before;
	int signals;   /* signalfd */
	int words;     /* socket that nodes tell on; -1 */
	unsigned told; /* exit status; 0: nothing */
	int status;    /* of waitpid() */
	bool has_ended;
	bool was_hung;
	/* What its first thread waited for at the last look. */
	char waits[256];
	unsigned same;
	/* The launcher's processes on this host: */
	struct ocr_watch *watch;
	struct node nodes[NODES_MAX];
	unsigned n_nodes, n_living;
	unsigned old_looks;	   /* since a new one was found */
	unsigned order[ORDER_MAX]; /* indices of the first to end */
	unsigned n_ended;
	bool were_new; /* the first to end, or others beside it */
	bool is_said;  /* a node has said what is wrong */
};

static void
say(const char *fmt, ...)
{
	char line[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	fprintf(stderr, "ocrrun: %s\n", line);
}

/* -- Processes, by /proc --------------------------------------------------- */

/* Calls fn with each child that some thread of `parent` has. */
static void
each_child(struct keeper *k, pid_t parent,
	   void (*fn)(struct keeper *k, pid_t child))
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)];
	struct dirent *e;
	long pid;
	FILE *f;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%ld/task", (long)parent);
	d = opendir(path);
	while (d && (e = readdir(d)) != NULL) {
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%ld/task/%s/children",
			 (long)parent, e->d_name);
		f = fopen(path, "re");
		while (f && fscanf(f, "%ld", &pid) == 1)
			fn(k, (pid_t)pid);
		if (f)
			fclose(f);
	}
	if (d)
		closedir(d);
}

/* -1: it is not known yet, or not any more. */
static int
read_rank(pid_t pid)
{
	static const char name[] = "PMIX_RANK=";
	char path[64], *line = NULL;
	size_t room = 0;
	int rank = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/environ", (long)pid);
	f = fopen(path, "re");
	while (f && rank < 0 && getdelim(&line, &room, 0, f) > 0)
		if (!strncmp(line, name, sizeof(name) - 1))
			rank = atoi(line + sizeof(name) - 1);
	if (f)
		fclose(f);
	free(line);
	return rank;
}

/* -- Nodes ----------------------------------------------------------------- */

static void
see(struct keeper *k, pid_t child)
{
	unsigned i;

	for (i = 0; i < k->n_nodes; i++) {
		struct node *n = &k->nodes[i];

		if (n->pid != child)
			continue;
		/* Also of those that have ended: the launcher may never ask. */
		if (!n->has_ended && n->rank < 0)
			n->rank = read_rank(child);
		return;
	}
	if (i == NODES_MAX || !ocr_watch_begin(k->watch, i, (uint32_t)child))
		return;
	k->nodes[i] = (struct node){child, read_rank(child), false};
	k->n_nodes++;
	k->n_living++;
	k->old_looks = 0;
}

static void
on_end_of_node(struct keeper *k, unsigned i)
{
	if (!k->n_ended)
		k->were_new = k->old_looks < NEW_LOOKS;
	if (k->n_ended < ORDER_MAX)
		k->order[k->n_ended] = i;
	k->n_ended++;
	k->nodes[i].has_ended = true;
	k->n_living--;
}

static void
append(char *text, size_t room, const struct node *n)
{
	size_t at = strlen(text);
	const char *comma = at ? ", " : "";

	if (n->rank < 0)
		snprintf(text + at, room - at,
			 "%sa process that was no node yet (pid %ld)", comma,
			 (long)n->pid);
	else
		snprintf(text + at, room - at, "%snode %d (pid %ld)", comma,
			 n->rank, (long)n->pid);
}

/* One that ends between two looks, just started, is not in the list: there is
 * no other sign of it than what the launcher ends with. */
static void
name_none(const char *host, int status)
{
	if (status > 128)
		say("on host %s a process of the job was ended by signal %d "
		    "(%s) as soon as it had been started",
		    host, status - 128, strsignal(status - 128));
}

/* The launcher ends the others. */
static void
end_stopped(struct keeper *k, const struct node *n)
{
	char host[256] = "?", text[128] = "";

	gethostname(host, sizeof(host) - 1);
	append(text, sizeof(text), n);
	say("on host %s %s has been stopped for too long (OCR_SILENCE_S); it "
	    "is killed, and the job ends",
	    host, text);
	k->is_said = true;
	kill(n->pid, SIGKILL);
}

static void
on_news(void *ctx, uint32_t i, uint32_t pid, enum ocr_watch_news news)
{
	struct keeper *k = ctx;

	if (news == OCR_WATCH_LOST) {
		end_stopped(k, &k->nodes[i]);
		ocr_watch_begin(k->watch, i, pid);
	} else if (news == OCR_WATCH_ENDED) {
		on_end_of_node(k, i);
	}
}

/* A process may take longer to be gone than the launcher to notice, and to end
 * others: the first is not always the cause, but it is among the first. */
static void
name_first(const struct keeper *k)
{
	char host[256] = "?", text[256] = "";

	if (k->is_said || k->told)
		return;
	gethostname(host, sizeof(host) - 1);
	for (unsigned i = 0; i < k->n_ended && i < ORDER_MAX; i++)
		append(text, sizeof(text), &k->nodes[k->order[i]]);
	if (!k->n_ended)
		name_none(host,
			  WIFEXITED(k->status) ? WEXITSTATUS(k->status) : 0);
	else
		say("on host %s these ended first, in this order, before the "
		    "job did: %s%s",
		    host, text,
		    k->were_new ? "; one that had just been started may have "
				  "ended before them, unseen"
				: "");
}

/* -- A launcher that hangs ------------------------------------------------- */

/* What the launcher's first thread waits for, if that is another thread. */
static bool
reads_futex(const struct keeper *k, char *text, size_t room)
{
	char path[64];
	FILE *f;
	bool ok;

	snprintf(path, sizeof(path), "/proc/%ld/syscall", (long)k->launcher);
	f = fopen(path, "re");
	if (!f)
		return false;
	ok = fgets(text, (int)room, f) != NULL &&
	     strtol(text, NULL, 10) == SYS_futex;
	fclose(f);
	return ok;
}

/* One without processes of its own may have some on other hosts: then it waits
 * for what they say, not for one of its threads. */
static void
look(struct keeper *k)
{
	char waits[sizeof(k->waits)] = "";

	if (!reads_futex(k, waits, sizeof(waits))) {
		k->same = 0;
		return;
	}
	k->same = strcmp(waits, k->waits) ? 0 : k->same + 1;
	memcpy(k->waits, waits, sizeof(waits));
	if (k->same < LOOKS_MAX)
		return;
	say("%s (pid %ld) hangs: its processes on this host have ended, and it "
	    "waits for itself; it is killed",
	    k->name, (long)k->launcher);
	k->was_hung = true;
	kill(k->launcher, SIGKILL);
}

/* -- Events ---------------------------------------------------------------- */

static void
reap(struct keeper *k)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != k->launcher)
			continue;
		k->status = status;
		k->has_ended = true;
	}
}

static void
on_signal(struct keeper *k)
{
	struct signalfd_siginfo s;

	if (read(k->signals, &s, sizeof(s)) != sizeof(s))
		return;
	if (s.ssi_signo == SIGCHLD)
		reap(k);
	else if (s.ssi_code == SI_USER && !k->has_ended)
		kill(k->launcher, (int)s.ssi_signo);
}

static bool
is_mine(struct msghdr *m)
{
	struct cmsghdr *c = CMSG_FIRSTHDR(m);
	struct ucred who;

	if (!c || c->cmsg_level != SOL_SOCKET ||
	    c->cmsg_type != SCM_CREDENTIALS)
		return false;
	memcpy(&who, CMSG_DATA(c), sizeof(who));
	return who.uid == getuid();
}

static void
on_word(struct keeper *k)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(struct ucred))];
	} control;
	struct ocr_keeper_word w;
	struct iovec v = {&w, sizeof(w)};
	struct msghdr m = {
		.msg_iov = &v,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};

	if (recvmsg(k->words, &m, MSG_DONTWAIT) == sizeof(w) && is_mine(&m) &&
	    w.magic == OCR_KEEPER_MAGIC) {
		k->is_said = true;
		if (!k->told)
			k->told = w.status & 0xff;
	}
}

/* How long nothing needs to be looked at. */
static int
patience_ms(const struct keeper *k)
{
	if (k->old_looks < NEW_LOOKS)
		return NEW_MS;
	return k->n_living ? -1 : LOOK_MS;
}

static void
wait_for_something(struct keeper *k)
{
	struct pollfd fds[] = {
		{.fd = k->signals, .events = POLLIN},
		{.fd = k->words, .events = POLLIN},
		{.fd = ocr_watch_fd(k->watch), .events = POLLIN},
	};
	int n = poll(fds, sizeof(fds) / sizeof(*fds), patience_ms(k));

	if (fds[1].revents)
		on_word(k);
	if (fds[0].revents)
		on_signal(k);
	if (fds[2].revents)
		ocr_watch_look(k->watch, on_news, k);
	if (n || k->has_ended)
		return;
	k->old_looks++;
	each_child(k, k->launcher, see);
	if (!k->n_living && k->old_looks > NEW_LOOKS)
		look(k);
}

/* -- The end --------------------------------------------------------------- */

static void
end_child(struct keeper *k, pid_t child)
{
	say("process %ld is still there; it is killed", (long)child);
	(void)k;
	kill(child, SIGKILL);
}

static long
ms_until(const struct timespec *end)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (end->tv_sec - now.tv_sec) * 1000 +
	       (end->tv_nsec - now.tv_nsec) / 1000000;
}

/* Orphans of the launcher are this process's children. */
static void
end_orphans(struct keeper *k)
{
	struct pollfd fd = {.fd = k->signals, .events = POLLIN};
	struct timespec end;
	bool killed = false;
	long ms;
	pid_t pid;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += GRACE_S;
	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0) {
		if (pid)
			continue;
		ms = killed ? -1 : ms_until(&end);
		if (!killed && ms <= 0) {
			killed = true;
			each_child(k, getpid(), end_child);
		} else if (poll(&fd, 1, (int)ms) > 0) {
			on_signal(k);
		}
	}
}

static int
verdict(struct keeper *k)
{
	int sig;

	while (k->words >= 0 &&
	       poll(&(struct pollfd){k->words, POLLIN, 0}, 1, 0) > 0)
		on_word(k);
	while (ocr_watch_look(k->watch, on_news, k) > 0)
		;
	if (WIFEXITED(k->status)) {
		if (WEXITSTATUS(k->status))
			name_first(k);
		return WEXITSTATUS(k->status) && k->told
			       ? (int)k->told
			       : WEXITSTATUS(k->status);
	}
	sig = WTERMSIG(k->status);
	/* It may fall over what its processes leave. */
	if (k->was_hung || sig == SIGPIPE)
		name_first(k);
	if (!k->was_hung)
		say("%s (pid %ld) was ended by signal %d (%s); the job ends",
		    k->name, (long)k->launcher, sig, strsignal(sig));
	end_orphans(k);
	if (k->told)
		return (int)k->told;
	return k->was_hung ? 1 : 128 + sig;
}

/* -- The begin ------------------------------------------------------------- */

static void
open_words(struct keeper *k)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	char name[64];
	uint64_t random;
	int on = 1, n;

	k->words = -1;
	if (getrandom(&random, sizeof(random), 0) != sizeof(random))
		return;
	n = snprintf(name, sizeof(name), "ocrrun.%ld.%016llx", (long)getpid(),
		     (unsigned long long)random);
	memcpy(a.sun_path + 1, name, (size_t)n);
	k->words = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (k->words < 0)
		return;
	if (!setsockopt(k->words, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)) &&
	    !bind(k->words, (const struct sockaddr *)&a,
		  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			      (size_t)n)) &&
	    !setenv(OCR_KEEPER, name, 1))
		return;
	close(k->words);
	k->words = -1;
}

static _Noreturn void
become_launcher(const struct keeper *k, pid_t keeper, char **argv)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != keeper)
		_exit(1);
	sigprocmask(SIG_SETMASK, &k->before, NULL);
	execvp(argv[0], argv);
	say("%s: %s", argv[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

/* The nodes refuse what is no number. */
static uint32_t
patience_s(void)
{
	const char *text = getenv("OCR_SILENCE_S");
	long s = text && isdigit((unsigned char)*text) ? strtol(text, NULL, 10)
						       : SILENCE_S;

	return s > 0 && s < INT32_MAX ? (uint32_t)s + LATER_S : 0;
}

static int
begin(struct keeper *k, char **argv)
{
	pid_t self = getpid();
	sigset_t set;
	int err;

	signal(SIGCHLD, SIG_DFL); /* ignored, nobody could be waited for */
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (size_t i = 0; i < sizeof(passed_on) / sizeof(*passed_on); i++)
		sigaddset(&set, passed_on[i]);
	sigprocmask(SIG_BLOCK, &set, &k->before);
	k->signals = signalfd(-1, &set, SFD_CLOEXEC);
	if (k->signals < 0)
		return -errno;
	err = ocr_watch_open(&k->watch, NODES_MAX, patience_s());
	if (err)
		return err;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	open_words(k);
	k->launcher = fork();
	if (k->launcher < 0)
		return -errno;
	if (!k->launcher)
		become_launcher(k, self, argv);
	return 0;
}

int
main(int argc, char **argv)
{
	static struct keeper k = {.words = -1};
	int err;

	if (argc < 2) {
		fprintf(stderr, "ocrkeep: it is for ocrrun, not for people\n");
		return 2;
	}
	k.name = strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : argv[1];
	err = begin(&k, argv + 1);
	if (err) {
		say("cannot start %s: %s", k.name, strerror(-err));
		return 126;
	}
	while (!k.has_ended)
		wait_for_something(&k);
	return verdict(&k);
}
