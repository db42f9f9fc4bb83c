/* SPDX-License-Identifier: BSD-3-Clause */
/* infile.c - see infile.h. */
#include "tests/fuzz/infile.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *
infile(const uint8_t *data, size_t size)
{
	static char name[32];
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("input", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, 0) ||
	    pwrite(fd, data, size, 0) != (ssize_t)size) {
		perror("infile");
		abort();
	}
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	return name;
}
