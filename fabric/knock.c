/* SPDX-License-Identifier: BSD-3-Clause */
/* knock.c - see knock.h. */
#include "fabric/knock.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

/* What is taken back ends with a reset, so the other side forgets it at once;
 * and what is said on the way is kept apart. */
static void
prepare(int fd, sa_family_t family)
{
	struct linger at_once = {.l_onoff = 1, .l_linger = 0};
	int one = 1;

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	if (family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_RECVERR, &one, sizeof(one));
	else
		setsockopt(fd, IPPROTO_IP, IP_RECVERR, &one, sizeof(one));
}

/* A filter that rejects says so by ICMP, which leaves a word in the queue of
 * errors; a host's own refusal does not. */
static bool
was_said_on_the_way(int fd)
{
	struct msghdr m = {.msg_flags = 0};

	return recvmsg(fd, &m, MSG_ERRQUEUE | MSG_DONTWAIT) >= 0;
}

static enum ocr_knock_answer
finish(struct ocr_knock *k, unsigned *count, int error)
{
	bool refused = error == ECONNREFUSED && !was_said_on_the_way(k->fd);

	ocr_knock_end(k, count);
	return refused ? OCR_KNOCK_REFUSED : OCR_KNOCK_OTHER;
}

static enum ocr_knock_answer
begin(struct ocr_knock *k, unsigned *count, const struct sockaddr *at,
      socklen_t len, int64_t now_ms)
{
	if (*count == OCR_KNOCKS)
		return OCR_KNOCK_WAITS;
	k->fd = socket(at->sa_family,
		       SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (k->fd < 0)
		return OCR_KNOCK_OTHER;
	++*count;
	k->since_ms = now_ms;
	prepare(k->fd, at->sa_family);
	if (connect(k->fd, at, len) == 0)
		return finish(k, count, 0);
	return errno == EINPROGRESS ? OCR_KNOCK_WAITS : finish(k, count, errno);
}

enum ocr_knock_answer
ocr_knock(struct ocr_knock *k, unsigned *count, const struct sockaddr *at,
	  socklen_t len, int64_t now_ms)
{
	struct pollfd p = {.fd = k->fd, .events = POLLOUT};
	socklen_t n = sizeof(int);
	int error = 0;

	if (k->fd < 0)
		return begin(k, count, at, len, now_ms);
	if (poll(&p, 1, 0) != 1)
		return now_ms - k->since_ms < OCR_KNOCK_MS
			       ? OCR_KNOCK_WAITS
			       : finish(k, count, ETIMEDOUT);
	if (getsockopt(k->fd, SOL_SOCKET, SO_ERROR, &error, &n) != 0)
		error = errno;
	return finish(k, count, error);
}

void
ocr_knock_end(struct ocr_knock *k, unsigned *count)
{
	if (k->fd < 0)
		return;
	close(k->fd);
	k->fd = -1;
	--*count;
}
