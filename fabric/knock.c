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
finish(int *fd, int error)
{
	bool refused = error == ECONNREFUSED && !was_said_on_the_way(*fd);

	ocr_knock_end(fd);
	return refused ? OCR_KNOCK_REFUSED : OCR_KNOCK_OTHER;
}

static enum ocr_knock_answer
begin(int *fd, const struct sockaddr *at, socklen_t len)
{
	*fd = socket(at->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
		     0);
	if (*fd < 0)
		return OCR_KNOCK_OTHER;
	prepare(*fd, at->sa_family);
	if (connect(*fd, at, len) == 0)
		return finish(fd, 0);
	return errno == EINPROGRESS ? OCR_KNOCK_WAITS : finish(fd, errno);
}

enum ocr_knock_answer
ocr_knock(int *fd, const struct sockaddr *at, socklen_t len)
{
	struct pollfd p = {.events = POLLOUT};
	socklen_t n = sizeof(int);
	int error = 0;

	if (*fd < 0)
		return begin(fd, at, len);
	p.fd = *fd;
	if (poll(&p, 1, 0) != 1)
		return OCR_KNOCK_WAITS;
	if (getsockopt(*fd, SOL_SOCKET, SO_ERROR, &error, &n) != 0)
		error = errno;
	return finish(fd, error);
}

void
ocr_knock_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}
