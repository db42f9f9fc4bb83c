/* SPDX-License-Identifier: BSD-3-Clause */
/* kills.c - starts jobs, kills some of their processes, and looks how they end.
 *
 *	kills OCRRUN END FIRST-SEED RUNS
 *
 * A seed says how many nodes there are, who is killed (a node, two, the
 * launcher, ocrrun; on several hosts, of hosts.sh, a daemon of the launcher as
 * well), how (SIGKILL, SIGSEGV, SIGQUIT for a launcher, after a SIGSTOP and
 * SIGCONT; SIGSTOP for good), when: while the job starts, works (END never), or
 * ends (END shutdown), whether the nodes of one host speak by its memory or by
 * the network, and on several hosts, whether what started the daemons there,
 * and stays for seconds, has ended.
 *
 * Then: the job has ended by itself, with a status that is not 0 and a message
 * that names the node and its host, or the launcher; all of its processes are
 * gone, and neither the nodes nor the launcher have left a file in /dev/shm or
 * in TMPDIR.  A job that is killed while it ends may have ended before.
 *
 * By kind of kill, the slowest end is told at the end, and how many jobs were
 * late: 2 s behind the verdict, which comes 0.1 s after a kill, and after the
 * setting and as much again as ocrkeep leaves to nodes if one was stopped.
 * Late is, too, who starved before anybody was hit.  Their output is printed.
 * With OCR_KILLS_LATE=1 they are wrong; an idle machine is needed for that.
 */
#define _GNU_SOURCE /* environ of others, pipe2 */
#include "fabric/clock.h"
#include "tests/cluster/kills_find.h"
#include "tests/cluster/kills_late.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A job that has not ended by then hangs: on a crowded machine, too. */
#define HANGS_MS 180000

#define MAX_TEXT (64 << 10)

/* A daemon, where there are several hosts. */
enum victim { NODE, PAIR, LAUNCHER, OCRRUN, DAEMON, VICTIMS };
enum phase { START, WORK, END, PHASES };

static const char *const victims[] = {"node", "pair", "launcher", "ocrrun",
				      "daemon"};
static const char *const phases[] = {"start", "work", "end"};

struct run {
	/* Drawn: */
	uint64_t seed, rng;
	unsigned nodes;
	enum victim victim;
	enum phase phase;
	int sig;
	bool paused;   /* SIGSTOP and SIGCONT before it */
	bool by_net;   /* on one host, too */
	bool settled;  /* what starts daemons has ended before, too */
	long delay_us; /* after the phase has begun */

	pid_t ocrrun, launcher;
	int out; /* of all of its processes; -1: closed */
	char text[MAX_TEXT];
	size_t len;
	struct process killed[2];
	unsigned n_killed;
	pid_t nodes_seen[MAX_PROCESSES];
	unsigned n_seen;
	int status; /* of ocrrun */
	bool has_ended;
	long took_ms; /* from the kill to the end of the last process */
};

static const char *ocrrun, *program;
static const char *hosts; /* of hosts.sh, its folder; NULL: this one */
static unsigned wrong;

static uint64_t
draw(struct run *r)
{
	r->rng ^= r->rng << 13;
	r->rng ^= r->rng >> 7;
	r->rng ^= r->rng << 17;
	return r->rng * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

static int64_t
now_us(void)
{
	return (int64_t)(ocr_clock_ns() / 1000);
}

static void __attribute__((format(printf, 2, 3)))
complain(const struct run *r, const char *fmt, ...)
{
	va_list ap;

	printf("FAILED  seed %ju (%s in %s): ", (uintmax_t)r->seed,
	       victims[r->victim], phases[r->phase]);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("; all of its output:\n%.*s\n", (int)r->len, r->text);
	wrong++;
}

static void
plan(struct run *r, uint64_t seed)
{
	static const long longest_us[PHASES] = {400000, 30000, 3000};

	*r = (struct run){.seed = seed,
			  .rng = seed * UINT64_C(0x9e3779b97f4a7c15) + 1,
			  .out = -1};
	for (int i = 0; i < 8; i++)
		draw(r);
	r->nodes = 2 + (unsigned)(draw(r) % 3);
	/* Mostly nodes: there are more of them. */
	r->victim = (enum victim)(
		draw(r) % 2 ? draw(r) % 2
			    : draw(r) % (hosts ? VICTIMS : DAEMON));
	r->phase = (enum phase)(draw(r) % PHASES);
	r->sig = draw(r) % 3 ? SIGKILL : SIGSEGV;
	r->paused = draw(r) % 4 == 0;
	if (r->victim < LAUNCHER && draw(r) % 4 == 0)
		r->sig = SIGSTOP;
	r->delay_us = (long)(draw(r) % (uint64_t)longest_us[r->phase]);
	r->by_net = draw(r) % 2;
	if (r->victim >= LAUNCHER && draw(r) % 3 == 0)
		r->sig = SIGQUIT;
	/* That takes seconds, which a job that ends has not. */
	r->settled = hosts && r->phase == WORK && r->victim != LAUNCHER &&
		     r->victim != OCRRUN && draw(r) % 2;
}

/* -- The job --------------------------------------------------------------- */

static void
start(struct run *r)
{
	char nodes[16];
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		abort();
	snprintf(nodes, sizeof(nodes), "%u", r->nodes);
	r->ocrrun = fork();
	if (r->ocrrun < 0)
		abort();
	if (!r->ocrrun) {
		setpgid(0, 0);
		/* A shell's jobs in the background ignore it. */
		signal(SIGQUIT, SIG_DFL);
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		if (r->by_net)
			setenv("OCR_PROVIDER", "net", 1);
		execl(ocrrun, ocrrun, "-n", nodes, program,
		      r->phase == END ? "shutdown" : "never", "0", NULL);
		_exit(127);
	}
	close(fds[1]);
	r->out = fds[0];
}

/* Reads what the job says, until `until_us`.  False: all is closed. */
static bool
listen_to(struct run *r, int64_t until_us)
{
	struct pollfd fd = {.fd = r->out, .events = POLLIN};
	int64_t left = until_us - now_us();
	struct timespec t = {left / 1000000, left % 1000000 * 1000};
	char drop[512];
	ssize_t n;

	if (left <= 0 || ppoll(&fd, 1, &t, NULL) <= 0)
		return true;
	if (r->len < sizeof(r->text) - 1)
		n = read(r->out, r->text + r->len,
			 sizeof(r->text) - 1 - r->len);
	else
		n = read(r->out, drop, sizeof(drop));
	if (n <= 0)
		return false;
	if (r->len < sizeof(r->text) - 1)
		r->len += (size_t)n;
	r->text[r->len] = 0;
	return true;
}

static unsigned
count_lines(const struct run *r)
{
	const char *at = r->text;
	unsigned n = 0;

	while ((at = strstr(at, " pid ")) != NULL) {
		n++;
		at++;
	}
	return n;
}

/* -- Whom to kill ---------------------------------------------------------- */

static void
take(struct run *r, struct process p)
{
	r->killed[r->n_killed++] = p;
}

/* False: they are not there yet, or not any more. */
static bool
pick(struct run *r)
{
	struct process p[2 * MAX_PROCESSES];
	unsigned n, i;

	r->n_killed = 0;
	if (r->victim == OCRRUN) {
		take(r, (struct process){.pid = r->ocrrun, .rank = -1});
		return true;
	}
	/* Before that it is a shell, with children of its own. */
	if (!kills_is_called(r->ocrrun, "ocrkeep\n") ||
	    !kills_launcher(r->ocrrun, p, hosts))
		return false;
	r->launcher = p[0].pid;
	if (r->victim == LAUNCHER) {
		take(r, p[0]);
		return true;
	}
	if (r->settled && kills_starts(r->launcher))
		return false;
	n = r->victim == DAEMON ? kills_daemons(r->ocrrun, p, hosts)
				: kills_nodes(r->ocrrun, r->launcher, p, hosts);
	if (n < (r->victim == PAIR ? 2u : 1u))
		return false;
	i = (unsigned)(draw(r) % n);
	take(r, p[i]);
	if (r->victim == PAIR)
		take(r, p[(i + 1) % n]);
	return true;
}

static void
hit(const struct run *r, int sig)
{
	for (unsigned i = 0; i < r->n_killed; i++)
		kill(r->killed[i].pid, sig);
}

/* -- The end --------------------------------------------------------------- */

/* All who come from the job are this process's children in the end. */
static bool
reap(struct run *r)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		if (pid == r->ocrrun) {
			r->status = status;
			r->has_ended = true;
		}
	return pid < 0;
}

/* Waits for the end of the output, and of all processes. */
static bool
is_over(struct run *r, int64_t until_us)
{
	static const struct timespec tick = {0, 1000000};
	sigset_t set;

	while (now_us() < until_us && listen_to(r, until_us))
		;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	while (!reap(r)) {
		if (now_us() >= until_us)
			return false;
		/* A child that has ended before it was looked for. */
		sigtimedwait(&set, NULL, &tick);
	}
	return true;
}

/* Who loses his parent becomes a child of this process. */
static void
end_all(struct run *r)
{
	static const struct timespec tick = {0, 1000000};
	struct process p[MAX_PROCESSES];
	unsigned n;

	kill(-r->ocrrun, SIGKILL);
	while (!reap(r)) {
		n = kills_children(getpid(), "", p, hosts);
		while (n--)
			kill(p[n].pid, SIGKILL);
		nanosleep(&tick, NULL);
	}
	close(r->out);
}

static bool
says(const struct run *r, const char *pattern)
{
	regex_t re;
	bool yes;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB | REG_NEWLINE))
		abort();
	yes = !regexec(&re, r->text, 0, NULL, 0);
	regfree(&re);
	return yes;
}

/* One of those that were killed is named, with its host. */
static bool
names_victim(const struct run *r)
{
	char host[65] = "", pattern[512];

	if (r->victim == LAUNCHER)
		return says(r, "^ocrrun: .* was (ended|hit) by signal ");
	if (r->victim == DAEMON)
		return says(r, "the launcher is gone \\(orted, |"
			       "lost communication with a remote daemon|"
			       "unable to reliably start one or more daemons");
	for (unsigned i = 0; i < r->n_killed; i++) {
		/* While it starts, it may have no number yet. */
		snprintf(pattern, sizeof(pattern),
			 "(node|rank) %d .*(host|node) %s.*|"
			 "on host %s .*\\(pid %ld\\)",
			 r->killed[i].rank, r->killed[i].host,
			 r->killed[i].host, (long)r->killed[i].pid);
		if (says(r, pattern))
			return true;
	}
	/* The launcher knows, and may keep it to itself. */
	if (hosts && says(r, "^ocrrun: mpirun.* hangs: "))
		return true;
	/* mpirun may have killed all that had its process group. */
	if (r->phase == START && says(r, "^ocrrun: it \\(pid .* itself; "))
		return true;
	/* Nobody but who killed it may have seen it. */
	gethostname(host, sizeof(host) - 1);
	snprintf(pattern, sizeof(pattern),
		 "on host %s .* just been started|"
		 "on host %s .* as soon as it had been started",
		 host, host);
	return r->phase == START && says(r, pattern);
}

static void
look_for_files(const struct run *r, const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d)) != NULL)
		for (unsigned i = 0; i < r->n_seen; i++) {
			char pid[16];

			snprintf(pid, sizeof(pid), "%ld",
				 (long)r->nodes_seen[i]);
			if (kills_has_number(e->d_name, pid))
				complain(r, "%s/%s is left", folder, e->d_name);
		}
	if (d)
		closedir(d);
}

/* That of mpirun, on the host on which it was started. */
static void
look_for_folder(const struct run *r)
{
	const char *tmp = getenv("TMPDIR");
	char path[512], host[65] = "";

	gethostname(host, sizeof(host) - 1);
	host[strcspn(host, ".")] = 0;
	snprintf(path, sizeof(path), "%s/ompi.%s.%u/pid.%ld",
		 tmp && *tmp ? tmp : "/tmp", host, (unsigned)geteuid(),
		 (long)r->launcher);
	if (r->launcher && !access(path, F_OK))
		complain(r, "%s is left", path);
}

/* Before anybody was hit a node got no processor for so long that it was given
 * up, on a crowded machine. */
static bool
starved(const struct run *r)
{
	return r->n_killed == 0 &&
	       says(r, "nothing has come from it for " KILLS_SILENCE_S " s");
}

static void
judge(struct run *r)
{
	bool good = WIFEXITED(r->status) && !WEXITSTATUS(r->status);
	const char *tmp = getenv("TMPDIR");

	look_for_files(r, "/dev/shm");
	/* Others put theirs into /tmp. */
	if (tmp)
		look_for_files(r, tmp);
	look_for_folder(r);
	if (r->victim == OCRRUN)
		return;
	if (good && r->phase != END)
		complain(r, "status 0");
	else if (!good && r->n_killed == 0 && !starved(r))
		complain(r, "it failed before anybody was hit");
	else if (!good && r->n_killed != 0 && !names_victim(r))
		complain(r, "nobody says who was killed");
}

/* Notes which processes there are, for what they may leave. */
static void
see_nodes(struct run *r)
{
	const char *at = r->text;

	while (r->n_seen < MAX_PROCESSES && (at = strstr(at, " pid ")) != NULL)
		r->nodes_seen[r->n_seen++] = (pid_t)strtol(at += 5, NULL, 10);
}

/* For what it may leave. */
static void
see_launcher(struct run *r)
{
	struct process p[MAX_PROCESSES];

	if (kills_launcher(r->ocrrun, p, hosts))
		r->launcher = p[0].pid;
}

static void
judge_time(const struct run *r)
{
	bool hangs = says(r, "^ocrrun: .* hangs");
	bool handles = says(r, "^ocrrun: .* no node yet .* hangs in the ");

	if (!kills_is_late(starved(r)	       ? KILLS_STARVED
			   : r->sig == SIGSTOP ? KILLS_STOPPED
			   : handles	       ? KILLS_HANDLES
			   : hangs	       ? KILLS_HUNG
					       : KILLS_KILLED,
			   r->seed, r->took_ms))
		return;
	if (getenv("OCR_KILLS_LATE"))
		complain(r, "late, after %ld ms", r->took_ms);
	else
		printf("late: seed %ju; all of its output:\n%.*s\n",
		       (uintmax_t)r->seed, (int)r->len, r->text);
}

static void
complain_of_none(struct run *r)
{
	char all[4096];

	kills_tell(r->ocrrun, all, sizeof(all));
	complain(r, "no %s was found for %d s; these come from ocrrun: %s",
		 victims[r->victim], HANGS_MS / 1000, all);
}

static void
complain_of_end(const struct run *r)
{
	char pids[64] = "";

	for (unsigned i = 0; i < r->n_killed; i++)
		snprintf(pids + strlen(pids), sizeof(pids) - strlen(pids),
			 "%s%ld", i ? " and " : "", (long)r->killed[i].pid);
	complain(r, "it hangs, %d s after signal %d to process %s",
		 HANGS_MS / 1000, r->sig, *pids ? pids : "none");
}

static void
do_kill(struct run *r)
{
	int64_t at;

	if (r->paused) {
		hit(r, SIGSTOP);
		at = now_us() + (int64_t)(draw(r) % 100000);
		while (now_us() < at && listen_to(r, at))
			;
		hit(r, SIGCONT);
	}
	hit(r, r->sig);
}

static void
one_run(struct run *r)
{
	int64_t limit, at, begin;
	bool open = true;

	start(r);
	limit = now_us() + HANGS_MS * INT64_C(1000);
	while (open && r->phase != START && count_lines(r) < r->nodes &&
	       now_us() < limit)
		open = listen_to(r, limit);
	at = now_us() + r->delay_us;
	while (open && now_us() < at)
		open = listen_to(r, at);
	/* They may not be there yet. */
	while (open && !pick(r) && now_us() < limit)
		open = listen_to(r, now_us() + 1000);
	if (!r->launcher && kills_is_called(r->ocrrun, "ocrkeep\n"))
		see_launcher(r);
	if (open && r->n_killed == 0) {
		complain_of_none(r);
		end_all(r);
		return;
	}
	begin = now_us();
	do_kill(r);
	limit = begin + HANGS_MS * INT64_C(1000);
	if (!is_over(r, limit)) {
		complain_of_end(r);
		end_all(r);
		return;
	}
	close(r->out);
	r->took_ms = (long)((now_us() - begin) / 1000);
	see_nodes(r);
	judge(r);
	judge_time(r);
	printf("seed %ju: %u nodes%s, %s in %s%s%s, signal %d: status %d, "
	       "%ld ms\n",
	       (uintmax_t)r->seed, r->nodes, r->by_net ? " by net" : "",
	       victims[r->victim], phases[r->phase],
	       r->settled ? ", settled" : "",
	       r->paused ? ", stopped before" : "", r->sig,
	       WIFEXITED(r->status) ? WEXITSTATUS(r->status)
				    : 128 + WTERMSIG(r->status),
	       r->took_ms);
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	static struct run r;
	uint64_t seed;
	unsigned runs;
	sigset_t set;

	if (argc < 5) {
		fprintf(stderr, "see the head of kills.c\n");
		return 2;
	}
	ocrrun = argv[1];
	program = argv[2];
	seed = strtoull(argv[3], NULL, 10);
	runs = (unsigned)strtoul(argv[4], NULL, 10);
	hosts = getenv("cluster_hosts");
	setenv("OCR_SILENCE_S", KILLS_SILENCE_S, 1);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (unsigned i = 0; i < runs; i++) {
		plan(&r, seed + i);
		one_run(&r);
	}
	kills_late_print();
	printf("%u jobs, %u wrong\n", runs, wrong);
	return wrong != 0;
}
