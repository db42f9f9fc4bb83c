/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_port.c - makes libfabric's port cost less to those who only knock.
 *
 * libfabric accepts whoever connects, and waits for his first bytes for ever,
 * with a descriptor each.  The kernel can wait for them instead, before anybody
 * is told of the connection (TCP_DEFER_ACCEPT); nodes speak at once.  libfabric
 * does not hand its socket out, so it is looked for.
 */
#include "fabric/ofi_ep.h"

#include <dirent.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Then the kernel hands it over all the same. */
#define DEFER_S 3600

/* Does this descriptor listen at that address? */
static bool
listens_at(int fd, const struct ocr_card_ofi *card)
{
	struct sockaddr_storage at;
	socklen_t n = sizeof(at);
	int listens = 0;
	socklen_t len = sizeof(listens);

	if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &len) != 0 ||
	    !listens)
		return false;
	memset(&at, 0, sizeof(at));
	return getsockname(fd, (struct sockaddr *)&at, &n) == 0 &&
	       n <= card->addr_bytes && memcmp(&at, card->addr, n) == 0;
}

void
ocr_ofi_guard_port(struct ofi *o)
{
	DIR *d = opendir("/proc/self/fd");
	struct dirent *e;
	int seconds = DEFER_S, fd;

	if (d == NULL)
		return;
	while ((e = readdir(d)) != NULL) {
		fd = atoi(e->d_name);
		if (e->d_name[0] == '.' || !listens_at(fd, o->card))
			continue;
		setsockopt(fd, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds,
			   sizeof(seconds));
		o->sieve.listener = fd;
	}
	closedir(d);
}
