/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_nodes.c - see keep_nodes.h. */
#include "src/tools/keep_nodes.h"

#include "fabric/death.h"
#include "fabric/watch.h"
#include "src/tools/keep_say.h"
#include "src/tools/keep_threads.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* There may be new ones until there have been none for so many looks. */
#define NEW_LOOKS 100

/* So many of those that ended first are named. */
#define ORDER_MAX 4

/* So many looks in a row see one in a handler before it is believed. */
#define HANDLER_LOOKS 20

/* More processes of one launcher on this host are not watched. */
#define NODES_MAX 4096

struct node {
	pid_t pid;
	int rank;	/* -1: it has not yet become a node */
	bool is_helper; /* it starts nodes elsewhere, as ssh does */
	bool has_ended;
	unsigned in_handler; /* so many looks, before it became a node */
};

struct keep_nodes {
	struct ocr_watch *watch;
	struct node nodes[NODES_MAX];
	pid_t launcher;
	unsigned n, n_living;
	unsigned old_looks;	   /* since a new one was found */
	unsigned order[ORDER_MAX]; /* indices of the first to end */
	unsigned n_order;
	unsigned n_ended;
	bool were_new; /* the first to end, or others beside it */
	bool has_said; /* what is wrong */
	bool has_failed;
	bool are_elsewhere; /* not where people are */
};

int
ocr_keep_nodes_open(struct keep_nodes **out, unsigned patience_s)
{
	struct keep_nodes *n = calloc(1, sizeof(*n));
	int err;

	if (n == NULL)
		return -ENOMEM;
	err = ocr_watch_open(&n->watch, NODES_MAX, patience_s);
	if (err != 0) {
		free(n);
		return err;
	}
	*out = n;
	return 0;
}

void
ocr_keep_nodes_are_elsewhere(struct keep_nodes *n)
{
	n->are_elsewhere = true;
}

/* -- Finding them ---------------------------------------------------------- */

void
ocr_keep_each_child(pid_t parent, void (*fn)(void *ctx, pid_t child), void *ctx)
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)];
	struct dirent *e;
	long pid;
	FILE *f;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%ld/task", (long)parent);
	d = opendir(path);
	while (d != NULL && (e = readdir(d)) != NULL) {
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%ld/task/%s/children",
			 (long)parent, e->d_name);
		f = fopen(path, "re");
		while (f != NULL && fscanf(f, "%ld", &pid) == 1)
			fn(ctx, (pid_t)pid);
		if (f != NULL)
			fclose(f);
	}
	if (d != NULL)
		closedir(d);
}

/* -1: not known yet, or not any more, or, if anything could be read, no node.
 */
static int
read_rank(pid_t pid, bool *is_read)
{
	static const char name[] = "PMIX_RANK=";
	char path[64], *line = NULL;
	size_t room = 0;
	int rank = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/environ", (long)pid);
	f = fopen(path, "re");
	*is_read = false;
	while (f != NULL && rank < 0 && getdelim(&line, &room, 0, f) > 0) {
		*is_read = true;
		if (strncmp(line, name, sizeof(name) - 1) == 0)
			rank = atoi(line + sizeof(name) - 1);
	}
	if (f != NULL)
		fclose(f);
	free(line);
	return rank;
}

/* Has the child become another program than the launcher, which it was? */
static bool
runs_another(pid_t launcher, pid_t child)
{
	const pid_t pids[] = {launcher, child};
	char path[64], exe[2][PATH_MAX];

	for (int i = 0; i < 2; i++) {
		ssize_t n;

		snprintf(path, sizeof(path), "/proc/%ld/exe", (long)pids[i]);
		n = readlink(path, exe[i], sizeof(exe[i]) - 1);
		if (n <= 0)
			return false;
		exe[i][n] = 0;
	}
	return strcmp(exe[0], exe[1]) != 0;
}

/* A node has its number from the moment on when it is another program. */
static void
look_at(const struct keep_nodes *n, struct node *x)
{
	bool is_another = runs_another(n->launcher, x->pid), is_read;

	x->rank = read_rank(x->pid, &is_read);
	x->is_helper = is_another && is_read && x->rank < 0;
}

static void
see(void *ctx, pid_t child)
{
	struct keep_nodes *n = ctx;
	unsigned i;

	for (i = 0; i < n->n; i++) {
		struct node *x = &n->nodes[i];

		if (x->pid != child)
			continue;
		/* Also of those that have ended: the launcher may never ask. */
		if (!x->has_ended && x->rank < 0 && !x->is_helper)
			look_at(n, x);
		return;
	}
	if (i == NODES_MAX || !ocr_watch_begin(n->watch, i, (uint32_t)child))
		return;
	n->nodes[i] = (struct node){.pid = child};
	look_at(n, &n->nodes[i]);
	n->n++;
	n->n_living++;
	n->old_looks = 0;
}

void
ocr_keep_nodes_find(struct keep_nodes *n, pid_t launcher)
{
	n->old_looks++;
	n->launcher = launcher;
	ocr_keep_each_child(launcher, see, n);
}

void
ocr_keep_nodes_leave_out(struct keep_nodes *n, pid_t pid)
{
	for (unsigned i = 0; i < n->n; i++) {
		if (n->nodes[i].pid != pid || n->nodes[i].has_ended)
			continue;
		ocr_watch_end(n->watch, i);
		n->nodes[i].has_ended = true;
		n->n_living--;
	}
}

bool
ocr_keep_nodes_are_new(const struct keep_nodes *n)
{
	return n->old_looks <= NEW_LOOKS;
}

bool
ocr_keep_nodes_live(const struct keep_nodes *n)
{
	return n->n_living != 0;
}

bool
ocr_keep_nodes_are_gone(const struct keep_nodes *n)
{
	return n->n_living == 0 &&
	       (n->n_ended != 0 || !ocr_keep_nodes_are_new(n));
}

/* -- Their end ------------------------------------------------------------- */

static void
append(char *text, size_t room, const struct node *x, int how)
{
	size_t at = strlen(text);
	const char *comma = at != 0 ? ", " : "";
	char death[OCR_DEATH_TEXT];

	if (x->rank < 0)
		snprintf(text + at, room - at, "%sa process %s (pid %ld)",
			 comma,
			 x->is_helper ? "of the launcher's own"
				      : "that was no node yet",
			 (long)x->pid);
	else
		snprintf(text + at, room - at, "%snode %d (pid %ld)", comma,
			 x->rank, (long)x->pid);
	if (how == OCR_DEATH_UNKNOWN)
		return;
	at = strlen(text);
	snprintf(text + at, room - at, " %s", ocr_death_text(how, death));
}

/* The launcher ends the others. */
static void
end_one(struct keep_nodes *n, const struct node *x, const char *why)
{
	char host[256] = "?", text[128] = "";

	gethostname(host, sizeof(host) - 1);
	append(text, sizeof(text), x, OCR_DEATH_UNKNOWN);
	ocr_keep_say_by(n->are_elsewhere ? x->pid : 0,
			"on host %s %s %s; it is killed, and the job ends",
			host, text, why);
	n->has_said = true;
	kill(x->pid, SIGKILL);
}

/* True: one may be in a handler, as long as it has not become a node, which has
 * one of its own. */
static bool
is_in_handler(struct keep_nodes *n, struct node *x)
{
	char why[96];
	int sig;

	if (x->has_ended || x->rank >= 0)
		return false;
	sig = ocr_keep_threads_handle(x->pid);
	if (sig != 0)
		look_at(n, x);
	if (sig == 0 || x->rank >= 0) {
		x->in_handler = 0;
		return false;
	}
	if (++x->in_handler != HANDLER_LOOKS)
		return true;
	snprintf(
		why, sizeof(why),
		"was hit by signal %d (%s) and hangs in the launcher's handler "
		"of it",
		sig, strsignal(sig));
	end_one(n, x, why);
	return true;
}

bool
ocr_keep_nodes_end_handling(struct keep_nodes *n)
{
	bool any = false;

	for (unsigned i = 0; i < n->n; i++)
		any |= is_in_handler(n, &n->nodes[i]);
	return any;
}

/* A helper that has done its work is not why a job ends. */
static void
note_first(struct keep_nodes *n, unsigned i, bool has_failed)
{
	if (n->nodes[i].is_helper && !has_failed)
		return;
	if (n->n_order == 0)
		n->were_new = ocr_keep_nodes_are_new(n);
	if (n->n_order < ORDER_MAX)
		n->order[n->n_order++] = i;
}

static void
on_end(struct keep_nodes *n, unsigned i)
{
	int how = ocr_watch_how(n->watch, i);
	bool has_failed = how != OCR_DEATH_UNKNOWN && how != 0;

	n->has_failed |= has_failed;
	note_first(n, i, has_failed);
	n->n_ended++;
	n->nodes[i].has_ended = true;
	n->n_living--;
}

static void
on_news(void *ctx, uint32_t i, uint32_t pid, enum ocr_watch_news news)
{
	struct keep_nodes *n = ctx;

	/* Watched before it is killed, for the launcher may reap it at once. */
	if (news == OCR_WATCH_LOST && ocr_watch_begin(n->watch, i, pid))
		end_one(n, &n->nodes[i],
			"has been stopped for too long (OCR_SILENCE_S)");
	else if (news == OCR_WATCH_LOST || news == OCR_WATCH_ENDED)
		on_end(n, i);
}

int
ocr_keep_nodes_fd(const struct keep_nodes *n)
{
	return ocr_watch_fd(n->watch);
}

int
ocr_keep_nodes_hear(struct keep_nodes *n)
{
	return ocr_watch_look(n->watch, on_news, n);
}

bool
ocr_keep_nodes_failed(const struct keep_nodes *n)
{
	return n->has_failed;
}

bool
ocr_keep_nodes_said(const struct keep_nodes *n)
{
	return n->has_said;
}

/* One that ends between two looks, just started, is not in the list: there is
 * no other sign of it than what the launcher ends with. */
static void
name_none(const char *host, int status)
{
	if (status > 128)
		ocr_keep_say("on host %s a process of the job was ended by "
			     "signal %d (%s) as soon as it had been started",
			     host, status - 128, strsignal(status - 128));
}

/* A process may take longer to be gone than the launcher to notice, and to end
 * others: the first is not always the cause, but it is among the first. */
void
ocr_keep_nodes_name_first(const struct keep_nodes *n, int status)
{
	char host[256] = "?", text[512] = "";

	gethostname(host, sizeof(host) - 1);
	if (n->n_ended == 0) {
		name_none(host, status);
		return;
	}
	if (n->n_order == 0)
		return;
	for (unsigned i = 0; i < n->n_order; i++)
		append(text, sizeof(text), &n->nodes[n->order[i]],
		       ocr_watch_how(n->watch, n->order[i]));
	ocr_keep_say("on host %s these ended first, in this order, before the "
		     "job did: %s%s",
		     host, text,
		     n->were_new ? "; one that had just been started may have "
				   "ended before them, unseen"
				 : "");
}
