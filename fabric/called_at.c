/* SPDX-License-Identifier: BSD-3-Clause */
/* called_at.c - the system chooses the way of a datagram that is never sent:
 * where it would come from is the interface, and an address that is this host's
 * own comes from itself. */
#include "fabric/called_at.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The address alone, without its port; NULL: another kind. */
static const void *
bytes_of(const struct sockaddr *at, size_t *len, in_port_t *port)
{
	const struct sockaddr_in6 *v6 = (const void *)at;
	const struct sockaddr_in *v4 = (const void *)at;

	*len = 0;
	*port = 0;
	if (at->sa_family == AF_INET) {
		*len = sizeof(v4->sin_addr);
		*port = v4->sin_port;
		return &v4->sin_addr;
	}
	if (at->sa_family == AF_INET6) {
		*len = sizeof(v6->sin6_addr);
		*port = v6->sin6_port;
		return &v6->sin6_addr;
	}
	return NULL;
}

static bool
is_same(const struct sockaddr *a, const struct sockaddr *b)
{
	in_port_t port;
	size_t la, lb;
	const void *pa = bytes_of(a, &la, &port), *pb = bytes_of(b, &lb, &port);

	return pa != NULL && pb != NULL && la == lb && memcmp(pa, pb, la) == 0;
}

/* Where the system would send from: 1; 0: nowhere; -1: it does not say. */
static int
find_source(const struct sockaddr *at, socklen_t len,
	    struct sockaddr_storage *from)
{
	int fd = socket(at->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	socklen_t n = sizeof(*from);
	int found;

	if (fd < 0)
		return -1;
	found = connect(fd, at, len) == 0 &&
		getsockname(fd, (struct sockaddr *)from, &n) == 0;
	close(fd);
	return found;
}

/* "?" if the system does not say. */
static void
name_interface(const struct sockaddr *own, char name[IF_NAMESIZE])
{
	struct ifaddrs *all = NULL, *i;

	strcpy(name, "?");
	if (getifaddrs(&all) != 0)
		return;
	for (i = all; i != NULL; i = i->ifa_next)
		if (i->ifa_addr != NULL && is_same(i->ifa_addr, own)) {
			snprintf(name, IF_NAMESIZE, "%s", i->ifa_name);
			break;
		}
	freeifaddrs(all);
}

void
ocr_called_at(const struct sockaddr *at, socklen_t len, char *text, size_t size)
{
	struct sockaddr_storage from;
	char host[INET6_ADDRSTRLEN], name[IF_NAMESIZE];
	in_port_t port;
	size_t n;
	const void *bytes = bytes_of(at, &n, &port);
	int found;

	*text = 0;
	if (bytes == NULL ||
	    inet_ntop(at->sa_family, bytes, host, sizeof(host)) == NULL)
		return;
	found = find_source(at, len, &from);
	if (found != 1) {
		snprintf(text, size, "%s port %u%s", host, ntohs(port),
			 found == 0 ? ", to which no interface leads" : "");
		return;
	}
	name_interface((const struct sockaddr *)&from, name);
	snprintf(text, size,
		 is_same(at, (const struct sockaddr *)&from)
			 ? "%s port %u, which is %s on this host"
			 : "%s port %u, from %s",
		 host, ntohs(port), name);
}
