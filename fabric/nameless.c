/* SPDX-License-Identifier: BSD-3-Clause */
/* nameless.c - opens files through /proc. */
#include "fabric/nameless.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct ocr_nameless
ocr_nameless(int fd, uint64_t len_bytes)
{
	struct ocr_nameless n = {.pid = (int32_t)getpid(), .fd = fd};
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0) {
		n.fd = -1;
		return n;
	}
	n.device = st.st_dev;
	n.inode = st.st_ino;
	n.len_bytes = len_bytes;
	return n;
}

int
ocr_nameless_open(const struct ocr_nameless *n)
{
	char path[64];
	struct stat st;
	int fd;

	if (n->fd < 0 || n->pid <= 0)
		return -ENOENT;
	snprintf(path, sizeof(path), "/proc/%" PRId32 "/fd/%" PRId32, n->pid,
		 n->fd);
	/* A device behind a forged name shall not hold anybody up. */
	fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) == 0 && st.st_dev == n->device &&
	    st.st_ino == n->inode && (uint64_t)st.st_size >= n->len_bytes)
		return fd;
	close(fd);
	return -ESTALE;
}

const char *
ocr_nameless_why(int err)
{
	switch (-err) {
	case EACCES:
	case EPERM:
		return "the system does not let this process at it: is it of "
		       "another user?";
	case ENOENT:
	case ESRCH:
		return "it is not to be found in /proc: has it ended, is /proc "
		       "mounted so that it hides processes (hidepid), or is "
		       "it in another container?";
	case ESTALE:
		return "there is another process in its place";
	case EMFILE:
	case ENFILE:
		return "there are too many open files (ulimit -n)";
	case ENOMEM:
		return "there is no memory to map it";
	}
	return "it cannot be mapped";
}
