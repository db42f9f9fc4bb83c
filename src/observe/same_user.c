/* SPDX-License-Identifier: BSD-3-Clause */
/* same_user.c - see same_user.h. */
#define _GNU_SOURCE /* struct ucred */
#include "src/observe/same_user.h"

#include <sys/socket.h>
#include <unistd.h>

bool
ocr_same_user(int fd)
{
	struct ucred who;
	socklen_t len = sizeof(who);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) &&
	       who.uid == geteuid();
}
