/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_wire.c - see keep_wire.h.
 *
 * A line of /proc/PID/net/tcp, which has all connections of its network:
 *
 *   sl: local:port remote:port state queues timer again uid timeout inode
 *
 * `again` counts how often what is unconfirmed was sent again; it is 0 from the
 * next confirmation on.  Whose it is tells the inode.
 */
#include "src/tools/keep_wire.h"

#include "fabric/clock.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Looks are so far apart, and nothing is said of what is silent for less; of
 * longer gaps no more counts. */
#define LOOK_MS 500
#define CALM_MS 2000
#define GAP_MS	2500
/* A look may take one part in so many of the time of a processor. */
#define PART	100
/* What was said has arrived if for so long all was confirmed, or nothing was
 * sent again, which the kernel begins with within a second. */
#define VOICE_LOOK_MS  100
#define VOICE_CALM_MS  500
#define VOICE_PLAIN_MS 2000

#define ESTABLISHED 1
#define ASKS	    2

struct line {
	char peer[33]; /* hexadecimal, as the kernel prints it */
	unsigned state, again;
	unsigned sent; /* bytes that are not confirmed */
	unsigned long inode;
};

typedef bool line_fn(void *ctx, const struct line *l);

/* -- What the kernel says -------------------------------------------------- */

/* True: fn did so, and no more lines are read. */
static bool
each_line(pid_t pid, const char *table, line_fn *fn, void *ctx)
{
	char path[64], text[512];
	bool done = false;
	struct line l;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/net/%s", (long)pid, table);
	f = fopen(path, "re");
	while (f != NULL && !done && fgets(text, sizeof(text), f) != NULL)
		done = sscanf(text,
			      "%*d: %*[0-9A-Fa-f]:%*x %32[0-9A-Fa-f]:%*x %x "
			      "%x:%*x %*s %x %*s %*s %lu",
			      l.peer, &l.state, &l.sent, &l.again,
			      &l.inode) == 5 &&
		       fn(ctx, &l);
	if (f != NULL)
		fclose(f);
	return done;
}

static bool
each_connection(pid_t pid, line_fn *fn, void *ctx)
{
	return each_line(pid, "tcp", fn, ctx) ||
	       each_line(pid, "tcp6", fn, ctx);
}

static bool
has_socket(pid_t pid, unsigned long inode)
{
	char folder[64], path[64 + sizeof(((struct dirent *)0)->d_name)];
	char wanted[64], link[64];
	bool found = false;
	struct dirent *e;
	ssize_t n;
	DIR *d;

	snprintf(wanted, sizeof(wanted), "socket:[%lu]", inode);
	snprintf(folder, sizeof(folder), "/proc/%ld/fd", (long)pid);
	d = opendir(folder);
	while (d != NULL && !found && (e = readdir(d)) != NULL) {
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		n = readlink(path, link, sizeof(link) - 1);
		if (n > 0) {
			link[n] = 0;
			found = strcmp(link, wanted) == 0;
		}
	}
	if (d != NULL)
		closedir(d);
	return found;
}

/* Words of four bytes, each as this machine reads it. */
static size_t
read_address(const char *hex, uint32_t words[4])
{
	size_t n = strlen(hex) / 8;
	char word[9] = "";

	for (size_t i = 0; i < n && i < 4; i++) {
		memcpy(word, hex + i * 8, 8);
		words[i] = (uint32_t)strtoul(word, NULL, 16);
	}
	return n;
}

static void
name_peer(const char *hex, char *text)
{
	uint32_t words[4] = {0};
	size_t n = read_address(hex, words);

	if (n == 0 || inet_ntop(n == 1 ? AF_INET : AF_INET6, words, text,
				KEEP_WIRE_TEXT) == NULL)
		snprintf(text, KEEP_WIRE_TEXT, "?");
}

/* 127.x.x.x, ::1, or the first as the second sees it. */
static bool
is_this_host(const char *hex)
{
	uint32_t words[4] = {0};
	size_t n = read_address(hex, words);

	if (n == 4 && (words[0] | words[1]) == 0 && words[2] == 0)
		return ntohl(words[3]) == 1;
	if (n == 4 && ((words[0] | words[1]) != 0 ||
		       ntohl(words[2]) != UINT32_C(0xffff)))
		return false;
	return ntohl(words[n - 1]) >> 24 == 127;
}

/* -- A look ---------------------------------------------------------------- */

/* What this thread has worked.  By the clock a look takes far longer where many
 * want a processor, and the next would be minutes away. */
static int64_t
worked_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* After one that has begun when this thread had worked so much. */
static int64_t
rest_ms(int64_t begin_us)
{
	return (worked_us() - begin_us) * PART / 1000;
}

struct look {
	struct keep_wire *w;
	pid_t pid;
	int64_t gone_ms; /* since the last one */
};

static bool
see(void *ctx, const struct line *l)
{
	struct look *k = ctx;
	struct keep_wire *w = k->w;
	struct keep_silence *s;

	if ((l->state != ESTABLISHED && l->state != ASKS) || l->again == 0 ||
	    is_this_host(l->peer))
		return false;
	for (s = w->list; s < w->list + w->n; s++)
		if (s->inode == l->inode) {
			s->is_there = true;
			s->silent_ms += k->gone_ms;
			return false;
		}
	if (w->n == KEEP_WIRE_MAX || !has_socket(k->pid, l->inode))
		return false;
	*s = (struct keep_silence){.inode = l->inode, .is_there = true};
	name_peer(l->peer, s->peer);
	w->n++;
	return false;
}

static void
drop_others(struct keep_wire *w)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < w->n; i++)
		if (w->list[i].is_there) {
			w->list[kept] = w->list[i];
			w->list[kept++].is_there = false;
		}
	w->n = kept;
}

int64_t
ocr_keep_wire_look(struct keep_wire *w, pid_t pid, const char **peer)
{
	struct look k = {.w = w, .pid = pid};
	int64_t begin = ocr_clock_ms(), begin_us = worked_us(), longest = 0;

	if (begin < w->next_ms)
		return 0;
	k.gone_ms = begin - w->looked_ms < GAP_MS ? begin - w->looked_ms
						  : GAP_MS;
	w->looked_ms = begin;
	each_connection(pid, see, &k);
	drop_others(w);
	for (unsigned i = 0; i < w->n; i++)
		if (w->list[i].silent_ms > longest) {
			longest = w->list[i].silent_ms;
			*peer = w->list[i].peer;
		}
	w->next_ms =
		begin + (w->n != 0 ? LOOK_MS : CALM_MS) + rest_ms(begin_us);
	return longest;
}

/* -- Does it arrive? ------------------------------------------------------- */

static bool
has_lasted(int64_t *since_ms, bool is_so, int64_t now_ms, int64_t limit_ms)
{
	if (!is_so)
		*since_ms = 0;
	else if (*since_ms == 0)
		*since_ms = now_ms;
	return is_so && now_ms - *since_ms >= limit_ms;
}

bool
ocr_keep_voice_judge(struct keep_voice *v, const struct keep_sound *s,
		     int64_t now_ms)
{
	bool is_calm =
		has_lasted(&v->calm_ms, s->is_there && !s->is_unconfirmed,
			   now_ms, VOICE_CALM_MS);
	bool is_plain = has_lasted(&v->plain_ms, s->is_there && !s->is_again,
				   now_ms, VOICE_PLAIN_MS);

	return is_calm || is_plain;
}

struct listener {
	struct keep_sound sound;
	pid_t pid;
};

static bool
hear(void *ctx, const struct line *l)
{
	struct listener *k = ctx;

	if (l->state != ESTABLISHED || is_this_host(l->peer) ||
	    !has_socket(k->pid, l->inode))
		return false;
	k->sound.is_there = true;
	k->sound.is_unconfirmed |= l->sent != 0;
	k->sound.is_again |= l->again != 0;
	return false;
}

bool
ocr_keep_voice_look(struct keep_voice *v, pid_t pid)
{
	struct listener k = {.pid = pid};
	int64_t begin = ocr_clock_ms(), begin_us = worked_us();

	if (begin < v->next_ms)
		return false;
	each_connection(pid, hear, &k);
	v->next_ms = begin + VOICE_LOOK_MS + rest_ms(begin_us);
	return ocr_keep_voice_judge(v, &k.sound, begin);
}
