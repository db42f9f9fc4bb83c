/* SPDX-License-Identifier: BSD-3-Clause */
/* bell.c - a pipe of one's own, and some of others.
 *
 * Each end is open for reading and writing.  So the own pipe takes one
 * descriptor, never ends, and a pipe whose owner is dead can still be written:
 * no signal.
 */
#define _GNU_SOURCE /* pipe2 */
#include "fabric/bell.h"

#include "fabric/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* So many of others stay open: a node with more neighbours opens some anew,
 * which costs it some microseconds more for a sleeper. */
#define KEPT 16

struct kept {
	uint64_t device, inode;
	int fd; /* -1: free */
};

struct ocr_bell {
	int fd;
	struct ocr_lock lock;
	struct kept kept[KEPT]; /* guarded by lock */
};

static void
sound(int fd)
{
	/* It fails only when it is full, and then it can be read. */
	while (write(fd, "", 1) < 0 && errno == EINTR)
		;
}

static int
drop_kept(struct ocr_bell *b)
{
	int n = 0;

	for (int i = 0; i < KEPT; i++) {
		if (b->kept[i].fd >= 0) {
			close(b->kept[i].fd);
			n++;
		}
		b->kept[i].fd = -1;
	}
	return n;
}

int
ocr_bell_open(struct ocr_bell **out)
{
	struct ocr_bell *b = calloc(1, sizeof(*b));
	struct ocr_nameless own;
	int fds[2];

	if (b == NULL)
		return -ENOMEM;
	if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) != 0) {
		free(b);
		return -errno;
	}
	own = ocr_nameless(fds[0], 0);
	b->fd = ocr_nameless_open(&own);
	close(fds[0]);
	close(fds[1]);
	if (b->fd < 0) {
		int err = b->fd;

		free(b);
		return err;
	}
	ocr_lock_init(&b->lock);
	for (int i = 0; i < KEPT; i++)
		b->kept[i].fd = -1;
	*out = b;
	return 0;
}

void
ocr_bell_close(struct ocr_bell *b)
{
	drop_kept(b);
	close(b->fd);
	free(b);
}

struct ocr_nameless
ocr_bell_name(const struct ocr_bell *b)
{
	return ocr_nameless(b->fd, 0);
}

int
ocr_bell_fd(const struct ocr_bell *b)
{
	return b->fd;
}

void
ocr_bell_drain(struct ocr_bell *b)
{
	char bytes[64];
	ssize_t n;

	do
		n = read(b->fd, bytes, sizeof(bytes));
	while (n == sizeof(bytes) || (n < 0 && errno == EINTR));
}

void
ocr_bell_ring_own(struct ocr_bell *b)
{
	sound(b->fd);
}

/* Opens it in the place of another, or of all, if need be. */
static int
find_locked(struct ocr_bell *b, const struct ocr_nameless *name)
{
	struct kept *k = &b->kept[name->inode % KEPT];

	if (k->fd >= 0 && k->device == name->device && k->inode == name->inode)
		return k->fd;
	if (k->fd >= 0)
		close(k->fd);
	k->fd = ocr_nameless_open(name);
	if (k->fd == -EMFILE || k->fd == -ENFILE) {
		drop_kept(b);
		k->fd = ocr_nameless_open(name);
	}
	k->device = name->device;
	k->inode = name->inode;
	return k->fd;
}

int
ocr_bell_ring(struct ocr_bell *b, const struct ocr_nameless *name)
{
	int fd;

	ocr_lock(&b->lock, OCR_LOCK_BELL);
	fd = find_locked(b, name);
	if (fd >= 0)
		sound(fd);
	ocr_unlock(&b->lock, OCR_LOCK_BELL);
	return fd < 0 ? fd : 0;
}

int
ocr_bell_drop(struct ocr_bell *b)
{
	int n;

	ocr_lock(&b->lock, OCR_LOCK_BELL);
	n = drop_kept(b);
	ocr_unlock(&b->lock, OCR_LOCK_BELL);
	return n;
}
