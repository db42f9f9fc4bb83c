/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrtop.c - shows what a running job does, as its nodes tell it. */
#include "config.h"
#include "src/observe/door.h"
#include "src/tools/arguments.h"
#include "src/tools/top_link.h"
#include "src/tools/top_screen.h"
#include "src/tools/top_show.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct options {
	const char *which; /* JOB or PID, or NULL */
	bool once;
	double interval_s;
};

/* The links of one job, and what its nodes have told twice. */
struct job {
	const struct top_link *links;
	unsigned n_links;
	struct top_sight before, now;
};

static void
print_usage(FILE *out)
{
	fprintf(out,
		"Usage: ocrtop [--once] [--interval S] [JOB|PID]\n"
		"Shows what a job of yours does that runs on this host: its "
		"nodes, busy workers, tasks\n"
		"of each function, memory, what travels, and what has waited "
		"longest.  JOB is a number\n"
		"that ocrtop lists if there are several, PID a node, or the "
		"ocrrun that has started it.\n"
		"\n"
		"  --once        print it once, after an interval, and end\n"
		"  --interval S  seconds between two looks, 1 without it\n"
		"  --help        print this\n"
		"  --version     print the version\n"
		"\n"
		"In a terminal `q` ends it.  The exit status is 0, or 1 if "
		"there is no such job.\n");
}

static _Noreturn void
refuse(const char *what, const char *which)
{
	fprintf(stderr, "ocrtop: %s%s (see ocrtop --help)\n", what, which);
	exit(2);
}

static double
parse_interval(const char *text)
{
	char *end;
	double s = strtod(text, &end);

	if (!*text || *end || !(s >= 0.1 && s <= 3600))
		refuse("--interval takes seconds from 0.1 to 3600, not ", text);
	return s;
}

static void
parse(struct options *o, int argc, char **argv)
{
	*o = (struct options){.interval_s = 1};
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];

		if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
			print_usage(stdout);
			exit(0);
		} else if (!strcmp(a, "--version")) {
			printf("ocrtop (" PACKAGE_NAME ") " PACKAGE_VERSION
			       "\n");
			exit(0);
		} else if (!strcmp(a, "--once")) {
			o->once = true;
		} else if (!strcmp(a, "--interval")) {
			if (++i == argc)
				refuse("--interval needs a value", "");
			o->interval_s = parse_interval(argv[i]);
		} else if (*a == '-') {
			refuse("unknown option ", a);
		} else if (o->which) {
			refuse("one job at a time, not also ", a);
		} else {
			o->which = a;
		}
	}
}

/* -- Which job --------------------------------------------------------------
 */

/* 0: it is no process. */
static pid_t
pid_of(const char *which)
{
	char *end;
	long pid = which ? strtol(which, &end, 10) : 0;

	return which && *which && !*end && pid > 0 ? (pid_t)pid : 0;
}

static bool
is_wanted(const struct top_link *l, const struct options *o)
{
	pid_t pid = pid_of(o->which);
	char job[32];

	snprintf(job, sizeof(job), "%016" PRIx64, l->who.job);
	return !o->which || !strcmp(o->which, job) ||
	       (pid && top_link_is_below((pid_t)l->who.pid, pid));
}

/* The first of another job from i on. */
static unsigned
end_of(const struct top_links *all, unsigned i)
{
	unsigned k = i;

	/* A job of one node has no launcher that gives it a number. */
	while (k < all->n && all->at[k].who.job == all->at[i].who.job &&
	       (k == i || all->at[k].who.of > 1))
		k++;
	return k;
}

static void
list_jobs(const struct top_links *all)
{
	printf("%-16s  %5s  %5s  %-15s  %s\n", "JOB", "NODES", "HERE",
	       "PROGRAM", "PROCESSES");
	for (unsigned i = 0, k; i < all->n; i = k) {
		const struct top_node *w = &all->at[i].who;

		k = end_of(all, i);
		printf("%016" PRIx64 "  %5u  %5u  %-15s ", w->job, w->of, k - i,
		       w->program);
		for (; i < k; i++)
			printf(" %ld", all->at[i].who.pid);
		printf("\n");
	}
}

/* How many jobs are wanted; the first is *j. */
static unsigned
choose(const struct top_links *all, const struct options *o, struct job *j)
{
	unsigned n = 0;

	for (unsigned i = 0, k; i < all->n; i = k) {
		bool wanted = false;

		k = end_of(all, i);
		for (unsigned x = i; x < k; x++)
			wanted |= is_wanted(&all->at[x], o);
		if (wanted && !n++)
			*j = (struct job){.links = &all->at[i],
					  .n_links = k - i};
	}
	return n;
}

static int
say_none(const struct top_links *all, const struct options *o)
{
	if (all->foreign)
		fprintf(stderr,
			"ocrtop: process %ld belongs to another user, who "
			"alone may look\n",
			(long)all->foreign);
	else if (o->which)
		fprintf(stderr,
			"ocrtop: no job %s of yours runs on this host; ocrtop "
			"without it shows what does\n",
			o->which);
	else
		fprintf(stderr, "ocrtop: no job of yours runs on this host "
				"(ocrtop sees nodes of the same user, host and "
				"network namespace)\n");
	return 1;
}

/* -- What it does -----------------------------------------------------------
 */

static void
take_node(void *sight, char *text)
{
	struct top_sight *s = sight;
	struct top_node n = {.there = false};

	top_node_read(&n, text);
	if (!n.there || n.self >= s->n || s->nodes[n.self].there) {
		top_node_free(&n);
		return;
	}
	s->nodes[n.self] = n;
}

static void
forget(struct top_sight *s)
{
	for (unsigned i = 0; i < s->n; i++)
		top_node_free(&s->nodes[i]);
	free(s->nodes);
	*s = (struct top_sight){.n = 0};
}

/* Node 0 asks all for us; without it each that is here tells its own.  False:
 * nobody has told anything. */
static bool
ask(struct job *j)
{
	bool by_all = j->links[0].who.self == 0, told = false;

	forget(&j->before);
	j->before = j->now;
	j->now = (struct top_sight){
		.nodes = calloc(j->links[0].who.of, sizeof(*j->now.nodes)),
		.n = j->links[0].who.of,
	};
	if (!j->now.nodes) {
		j->now.n = 0;
		return false;
	}
	if (by_all)
		return top_link_ask(&j->links[0], OCR_DOOR_ALL, take_node,
				    &j->now);
	for (unsigned i = 0; i < j->n_links; i++)
		told |= top_link_ask(&j->links[i], OCR_DOOR_ONE, take_node,
				     &j->now);
	return told;
}

static const char *
why_missing(const struct job *j)
{
	return j->links[0].who.self == 0
		       ? "they do not answer node 0"
		       : "they are on other hosts, or do not answer; on the "
			 "host of node 0 ocrtop shows all";
}

static int
show_once(struct job *j, const struct options *o)
{
	struct timespec t = {.tv_sec = (time_t)o->interval_s};

	t.tv_nsec = (long)((o->interval_s - (double)t.tv_sec) * 1e9);
	if (ask(j)) {
		nanosleep(&t, NULL);
		if (ask(j)) {
			top_show(stdout, &j->before, &j->now, why_missing(j),
				 (struct top_size){0}, "\n");
			return 0;
		}
	}
	fprintf(stderr, "ocrtop: the job has ended\n");
	return 1;
}

static int
show_all(struct job *j, const struct options *o)
{
	const char *error = NULL;
	bool goes_on = true;

	if (!top_screen_open()) {
		fprintf(stderr, "ocrtop: this is no terminal; --once prints "
				"it as text\n");
		return 2;
	}
	while (goes_on) {
		if (!ask(j)) {
			error = "the job has ended, or does not answer";
			break;
		}
		top_screen_begin();
		top_show(stdout, &j->before, &j->now, why_missing(j),
			 top_screen_size(), "\033[K\r\n");
		top_screen_end();
		goes_on = top_screen_wait(o->interval_s);
	}
	top_screen_close();
	if (error)
		fprintf(stderr, "ocrtop: %s\n", error);
	return 0;
}

int
main(int argc, char **argv)
{
	static const char *const with_value[] = {"--interval", NULL};
	struct top_links all;
	struct options o;
	struct job j = {.n_links = 0};
	char **arguments = ocr_arguments_split(&argc, argv, with_value);
	unsigned n;
	int status;

	if (!arguments)
		return 1;
	parse(&o, argc, arguments);
	free(arguments);
	top_links_find(&all, pid_of(o.which));
	n = choose(&all, &o, &j);
	if (n > 1) {
		list_jobs(&all);
		status = 0;
	} else if (!n) {
		status = say_none(&all, &o);
	} else {
		status = o.once ? show_once(&j, &o) : show_all(&j, &o);
	}
	forget(&j.before);
	forget(&j.now);
	top_links_close(&all);
	return status;
}
