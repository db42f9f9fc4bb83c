/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrkeep.c - runs a launcher for ocrrun, and outlives it.
 *
 *	ocrkeep LAUNCHER [ARGUMENT...]
 *	ocrkeep --host ...		on other hosts: keep_host.h
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
 *   it stands                 for itself, in its handler of a signal, in an
 *                             abort, or for hosts that do not answer
 *                             (keep_launcher.h): said, and it is killed
 *   nobody answers it         said, and it is killed (keep_wire.h)
 *   a process of it is        said and killed after OCR_SILENCE_S, if the other
 *   stopped                   nodes have not: they may not know it yet, or have
 *                             ended
 *   one stands in a handler   of a signal that hit it before it was a node:
 *                             said, and it is killed
 *   this process is killed    so is the launcher, and its nodes end with it;
 *                             srun gets SIGTERM, and ends the job
 *   either is killed          what mpirun leaves in files is removed
 *                             (keep_broom.h)
 *
 * Signals that come from another process are passed on to the launcher; those
 * of a terminal reach it anyway, in the same process group.
 */
#define _GNU_SOURCE /* struct ucred */
#include "fabric/clock.h"
#include "fabric/keeper.h"
#include "src/tools/keep_broom.h"
#include "src/tools/keep_host.h"
#include "src/tools/keep_launcher.h"
#include "src/tools/keep_nodes.h"
#include "src/tools/keep_say.h"
#include "src/tools/keep_slurm.h"
#include "src/tools/keep_wire.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is left of a job whose launcher has died ends by itself within this. */
#define GRACE_S 2

/* New processes of the launcher are looked for so often. */
#define NEW_MS 5

static const int passed_on[] = {SIGTERM, SIGINT,  SIGHUP,
				SIGQUIT, SIGUSR1, SIGUSR2};

/* Nodes that are stopped are the other nodes' affair for so much longer. */
#define LATER_S	  3
#define SILENCE_S 10

struct keeper {
	const char *name; /* of the launcher */
	struct keep_launcher launcher;
	struct keep_wire wire;
	struct keep_nodes *nodes;
	sigset_t before;
	int signals;	 /* signalfd */
	int words;	 /* socket that nodes tell on; -1 */
	unsigned told;	 /* exit status; 0: nothing */
	bool is_said;	 /* a node has said what is wrong */
	bool is_aborted; /* and has asked the launcher to end the job */
	int status;	 /* of waitpid() */
	bool has_ended;
	enum keep_stand stood; /* when it was killed for it */
	bool are_doubted;      /* processes of the launcher */
	int64_t looked_ms;
};

/* -- A launcher that stands ------------------------------------------------ */

static void
say_how_it_stands(const struct keeper *k)
{
	long pid = k->launcher.pid;
	int sig = k->launcher.sig;

	switch (k->stood) {
	case KEEP_WAITS_FOR_ITSELF:
		ocr_keep_say("%s (pid %ld) hangs: its processes on this host "
			     "have ended, and it waits for itself; it is "
			     "killed",
			     k->name, pid);
		break;
	case KEEP_STANDS_IN_HANDLER:
		ocr_keep_say("%s (pid %ld) was hit by signal %d (%s) and hangs "
			     "in its handler of it; it is killed, and the job "
			     "ends",
			     k->name, pid, sig, strsignal(sig));
		break;
	case KEEP_STANDS_IN_ABORT:
		ocr_keep_say("%s (pid %ld) hangs: it has been asked to end the "
			     "job, and does nothing; it is killed",
			     k->name, pid);
		break;
	case KEEP_WAITS_FOR_HOSTS:
		ocr_keep_say("%s (pid %ld) hangs: the job has failed, its "
			     "processes on this host have ended, and it waits "
			     "for other hosts, which say nothing; it is killed",
			     k->name, pid);
		break;
	case KEEP_IS_ALONE: /* said */
	case KEEP_WORKS:
		break;
	}
}

/* The nodes refuse what is no number. */
static unsigned
silence_s(void)
{
	const char *text = getenv("OCR_SILENCE_S");
	long s = text && isdigit((unsigned char)*text) ? strtol(text, NULL, 10)
						       : SILENCE_S;

	return s > 0 && s < INT32_MAX ? (unsigned)s + LATER_S : 0;
}

/* Slurm's may do without its controller for a while. */
static bool
is_mpirun(const struct keeper *k)
{
	return strncmp(k->name, "mpirun", strlen("mpirun")) == 0;
}

/* A host was cut off, and what is left of the job waits for it. */
static bool
is_alone(struct keeper *k)
{
	int64_t limit_ms = silence_s() * INT64_C(1000), ms;
	const char *peer = "";

	if (!is_mpirun(k) || limit_ms == 0)
		return false;
	ms = ocr_keep_wire_look(&k->wire, k->launcher.pid, &peer);
	if (ms < limit_ms)
		return false;
	ocr_keep_say("%s (pid %ld) has had no answer from host %s for %lld s "
		     "(OCR_SILENCE_S); it is killed, and the job ends",
		     k->name, (long)k->launcher.pid, peer,
		     (long long)(ms / 1000));
	return true;
}

static void
look(struct keeper *k)
{
	struct keep_reason why = {
		.are_gone = ocr_keep_nodes_are_gone(k->nodes),
		.have_failed = ocr_keep_nodes_failed(k->nodes),
		.is_aborted = k->is_aborted,
	};

	k->looked_ms = ocr_clock_ms();
	k->are_doubted = ocr_keep_nodes_end_handling(k->nodes);
	k->stood = ocr_keep_launcher_look(&k->launcher, why);
	if (k->stood == KEEP_WORKS && is_alone(k))
		k->stood = KEEP_IS_ALONE;
	if (k->stood == KEEP_WORKS)
		return;
	say_how_it_stands(k);
	kill(k->launcher.pid, SIGKILL);
}

/* -- Events ---------------------------------------------------------------- */

static void
reap(struct keeper *k)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != k->launcher.pid)
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
		kill(k->launcher.pid, (int)s.ssi_signo);
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
		k->is_aborted |= w.is_abort != 0;
		if (!k->told)
			k->told = w.status & 0xff;
	}
}

/* How long nothing needs to be looked at.  While there is no reason, a look at
 * the launcher comes with a look at its processes, once a second. */
static int
patience_ms(const struct keeper *k)
{
	if (ocr_keep_nodes_are_new(k->nodes))
		return NEW_MS;
	if (!ocr_keep_nodes_live(k->nodes) || k->is_aborted || k->are_doubted ||
	    ocr_keep_launcher_is_doubted(&k->launcher))
		return KEEP_LOOK_MS;
	return -1;
}

static void
wait_for_something(struct keeper *k)
{
	struct pollfd fds[] = {
		{.fd = k->signals, .events = POLLIN},
		{.fd = k->words, .events = POLLIN},
		{.fd = ocr_keep_nodes_fd(k->nodes), .events = POLLIN},
	};
	int n = poll(fds, sizeof(fds) / sizeof(*fds), patience_ms(k));

	if (fds[1].revents)
		on_word(k);
	if (fds[0].revents)
		on_signal(k);
	if (fds[2].revents)
		ocr_keep_nodes_hear(k->nodes);
	if (k->has_ended)
		return;
	if (!n)
		ocr_keep_nodes_find(k->nodes, k->launcher.pid);
	if (k->stood == KEEP_WORKS &&
	    ocr_clock_ms() - k->looked_ms >= KEEP_LOOK_MS)
		look(k);
}

/* -- The end --------------------------------------------------------------- */

static void
end_child(void *ctx, pid_t child)
{
	const int *sig = ctx;

	if (*sig == SIGTERM)
		ocr_keep_say("process %ld is still there; it is ended",
			     (long)child);
	kill(child, *sig);
}

/* Orphans of the launcher are this process's children.  Asked to end, they may
 * end others first. */
static void
end_orphans(struct keeper *k)
{
	struct pollfd fd = {.fd = k->signals, .events = POLLIN};
	int64_t end = ocr_clock_ms() + GRACE_S * 1000, ms;
	int sig = SIGTERM;
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0) {
		if (pid)
			continue;
		ms = end - ocr_clock_ms();
		if (ms > 0) {
			if (poll(&fd, 1, (int)ms) > 0)
				on_signal(k);
			continue;
		}
		ocr_keep_each_child(getpid(), end_child, &sig);
		sig = SIGKILL;
		end = ocr_clock_ms() + GRACE_S * 1000;
	}
}

/* Nodes are its daemons' children, and of how each ended it says itself. */
static bool
is_srun(const struct keeper *k)
{
	return strcmp(k->name, "srun") == 0;
}

static void
name_nodes(const struct keeper *k, int status)
{
	if (!is_srun(k))
		ocr_keep_nodes_name_first(k->nodes, status);
}

static void
name_first(const struct keeper *k, int status)
{
	if (!k->is_said && !k->told && !ocr_keep_nodes_said(k->nodes))
		name_nodes(k, status);
}

/* Its nodes have another parent, and nobody ends them. */
static void
end_step(const struct keeper *k)
{
	const char *why = ocr_keep_slurm_cancel(k->launcher.pid, &k->before);

	if (why != NULL && k->stood == KEEP_WORKS)
		ocr_keep_say("%s: its nodes may go on (squeue --steps, "
			     "scancel)",
			     why);
}

/* It was ended from here, or by somebody else. */
static int
verdict_of_killed(struct keeper *k, int sig)
{
	/* It may fall over what its processes leave. */
	if (k->stood == KEEP_WAITS_FOR_ITSELF || sig == SIGPIPE)
		name_first(k, 0);
	/* What its processes have said it may have kept to itself. */
	if (k->stood == KEEP_STANDS_IN_ABORT ||
	    k->stood == KEEP_WAITS_FOR_HOSTS)
		name_nodes(k, 0);
	if (k->stood == KEEP_WORKS)
		ocr_keep_say("%s (pid %ld) was ended by signal %d (%s); the "
			     "job ends",
			     k->name, (long)k->launcher.pid, sig,
			     strsignal(sig));
	if (is_srun(k))
		end_step(k);
	end_orphans(k);
	if (k->told)
		return (int)k->told;
	if (k->stood == KEEP_STANDS_IN_HANDLER)
		return 128 + k->launcher.sig;
	return k->stood != KEEP_WORKS ? 1 : 128 + sig;
}

static int
verdict(struct keeper *k)
{
	int status;

	ocr_keep_broom_let();
	while (k->words >= 0 &&
	       poll(&(struct pollfd){k->words, POLLIN, 0}, 1, 0) > 0)
		on_word(k);
	while (ocr_keep_nodes_hear(k->nodes) > 0)
		;
	if (!WIFEXITED(k->status))
		return verdict_of_killed(k, WTERMSIG(k->status));
	status = WEXITSTATUS(k->status);
	if (status)
		name_first(k, status);
	return status && k->told ? (int)k->told : status;
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

/* What the launcher gets when this process is killed.  srun has to tell others
 * to end the nodes.  Those of mpirun and prterun end with it, and asked to end
 * while it starts it may wait for itself for ever, with nobody left to see. */
static int
last_signal(const struct keeper *k)
{
	return is_srun(k) ? SIGTERM : SIGKILL;
}

static _Noreturn void
become_launcher(const struct keeper *k, pid_t keeper, char **argv)
{
	prctl(PR_SET_PDEATHSIG, last_signal(k));
	if (getppid() != keeper)
		_exit(1);
	sigprocmask(SIG_SETMASK, &k->before, NULL);
	execvp(argv[0], argv);
	ocr_keep_say("%s: %s", argv[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

/* Daemons of mpirun are started by this program, on their hosts.  Nobody is in
 * the way of a user who has one of his own. */
static void
keep_hosts(void)
{
	char self[PATH_MAX], agent[PATH_MAX + 64];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n <= 0)
		return;
	self[n] = 0;
	/* Words are split at each blank, and a shell reads them. */
	for (const char *c = self; *c != 0; c++)
		if (!isalnum((unsigned char)*c) && strchr("/._-+", *c) == NULL)
			return;
	snprintf(agent, sizeof(agent), "%s --host %u orted", self, silence_s());
	setenv("OMPI_MCA_orte_launch_agent", agent, 0);
}

/* Where nothing is under way the kernel asks whether somebody is there. */
static void
keep_wires(void)
{
	unsigned s = silence_s();
	char text[16];

	if (s == 0)
		return;
	snprintf(text, sizeof(text), "%u", s / 2);
	setenv("OMPI_MCA_oob_tcp_keepalive_time", text, 0);
	snprintf(text, sizeof(text), "%u", s / 10 + 1);
	setenv("OMPI_MCA_oob_tcp_keepalive_intvl", text, 0);
	setenv("OMPI_MCA_oob_tcp_keepalive_probes", "4", 0);
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
	err = ocr_keep_nodes_open(&k->nodes, silence_s());
	if (err)
		return err;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	open_words(k);
	if (is_mpirun(k)) {
		keep_hosts();
		keep_wires();
	}
	k->launcher.pid = fork();
	if (k->launcher.pid < 0)
		return -errno;
	if (!k->launcher.pid)
		become_launcher(k, self, argv);
	if (is_mpirun(k))
		ocr_keep_broom(k->launcher.pid);
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
	if (strcmp(argv[1], "--host") == 0 && argc > 3)
		return ocr_keep_host(argv + 2);
	k.name = strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : argv[1];
	err = begin(&k, argv + 1);
	if (err) {
		ocr_keep_say("cannot start %s: %s", k.name, strerror(-err));
		return 126;
	}
	while (!k.has_ended)
		wait_for_something(&k);
	return verdict(&k);
}
