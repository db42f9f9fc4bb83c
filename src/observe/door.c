/* SPDX-License-Identifier: BSD-3-Clause */
/* door.c - see door.h. */
#define _GNU_SOURCE /* struct ucred */
#include "src/observe/door.h"

#include "src/observe/same_user.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/* So long a visitor may keep others waiting. */
#define SEND_US 200000

static socklen_t
name_it(struct sockaddr_un *a)
{
	uint64_t random = 0;
	int n;

	*a = (struct sockaddr_un){.sun_family = AF_UNIX};
	/* Nobody can be there before. */
	if (getrandom(&random, sizeof(random), GRND_NONBLOCK) < 0)
		random = 0;
	n = snprintf(a->sun_path + 1, sizeof(a->sun_path) - 1,
		     OCR_DOOR_NAME "%u.%ld.%016" PRIx64, (unsigned)geteuid(),
		     (long)getpid(), random);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			   (size_t)n);
}

/* Of the process: -1, there is none; and descriptors that visitors get, so that
 * none is taken from who needs the last ones for connections. */
static int listener = -1;
static int kept[OCR_DOOR_MOST];
static unsigned n_kept;

static void
keep_one(void)
{
	int fd = fcntl(listener, F_DUPFD_CLOEXEC, 0);

	if (fd >= 0)
		kept[n_kept++] = fd;
}

int
ocr_door_build(void)
{
	struct sockaddr_un a;
	socklen_t len = name_it(&a);
	int fd, err;

	if (listener >= 0)
		return 0;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (!bind(fd, (const struct sockaddr *)&a, len) &&
	    !listen(fd, OCR_DOOR_MOST)) {
		listener = fd;
		for (unsigned i = 0; i < OCR_DOOR_MOST; i++)
			keep_one();
		return 0;
	}
	err = -errno;
	close(fd);
	return err;
}

void
ocr_door_open(struct ocr_door *d)
{
	d->n = 0;
	d->listener = listener;
}

static void
leave(struct ocr_door *d, int visitor)
{
	for (unsigned i = 0; i < d->n; i++)
		if (d->visitors[i] == visitor) {
			close(visitor);
			keep_one();
			d->visitors[i] = d->visitors[--d->n];
			return;
		}
}

void
ocr_door_close(struct ocr_door *d)
{
	while (d->n)
		leave(d, d->visitors[0]);
	d->listener = -1;
}

unsigned
ocr_door_fds(const struct ocr_door *d, struct pollfd *fds)
{
	/* Who finds no room waits before the door. */
	fds[0] = (struct pollfd){.fd = n_kept ? d->listener : -1,
				 .events = POLLIN};
	for (unsigned i = 0; i < d->n; i++)
		fds[1 + i] =
			(struct pollfd){.fd = d->visitors[i], .events = POLLIN};
	return 1 + d->n;
}

static void
let_in(struct ocr_door *d)
{
	const struct timeval limit = {.tv_usec = SEND_US};
	int fd;

	if (!n_kept)
		return;
	close(kept[--n_kept]);
	fd = accept4(d->listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0) {
		keep_one();
		return;
	}
	if (d->n < OCR_DOOR_MOST && ocr_same_user(fd) &&
	    !setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit))) {
		d->visitors[d->n++] = fd;
		return;
	}
	/* Who does not hear it sees the end. */
	(void)!send(fd, OCR_DOOR_NO, strlen(OCR_DOOR_NO),
		    MSG_NOSIGNAL | MSG_DONTWAIT);
	close(fd);
	keep_one();
}

void
ocr_door_heed(struct ocr_door *d, const struct pollfd *fds, unsigned n,
	      void (*fn)(void *ctx, int visitor, char said), void *ctx)
{
	for (unsigned i = 1; i < n; i++) {
		char said;
		ssize_t got;

		if (!fds[i].revents)
			continue;
		got = recv(fds[i].fd, &said, 1, MSG_DONTWAIT);
		if (got == 1)
			fn(ctx, fds[i].fd, said);
		else if (!got || (errno != EAGAIN && errno != EINTR))
			leave(d, fds[i].fd);
	}
	if (n && fds[0].revents)
		let_in(d);
}

void
ocr_door_say(struct ocr_door *d, int visitor, const char *text, size_t len)
{
	for (unsigned i = 0; i < d->n; i++) {
		if (d->visitors[i] != visitor)
			continue;
		if (send(visitor, text, len, MSG_NOSIGNAL) != (ssize_t)len)
			leave(d, visitor);
		return;
	}
}
