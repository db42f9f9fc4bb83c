/* SPDX-License-Identifier: BSD-3-Clause */
/* keeper.c - see keeper.h. */
#include "fabric/keeper.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void
ocr_keeper_tell(unsigned status, bool is_abort)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	struct ocr_keeper_word w = {OCR_KEEPER_MAGIC, status, is_abort};
	const char *name = getenv(OCR_KEEPER);
	size_t len;
	int fd;

	if (name == NULL)
		return;
	len = strlen(name);
	if (len >= sizeof(to.sun_path))
		return;
	memcpy(to.sun_path + 1, name, len); /* behind a 0: abstract */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return;
	/* One word is enough, and it is kept until it is read. */
	(void)sendto(
		fd, &w, sizeof(w), MSG_NOSIGNAL, (const struct sockaddr *)&to,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + len));
	close(fd);
}
