/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_forgotten.c - closes sockets that libfabric has forgotten.
 *
 * libfabric 1.17 (net) stops watching a caller's socket, reads the begin of a
 * connection from it, and may lose it then in two ways, so that strangers could
 * take all descriptors:
 *
 * - If there is none because he has hung up, it may take an EAGAIN that an
 *   earlier call of the same pass has left in errno for the answer: then it
 *   returns, and nobody knows the socket any more.
 * - Whenever it closes a connection, it throws away all events of its endpoint
 *   that wait, the requests of others that it has read in this pass among them.
 *
 * Such a socket has the port of this node, and its caller has hung up: in the
 * first case at once, in the second when he has waited in vain (who is a member
 * does, see ofi_spare.c).  Either he had said less than a connection begins
 * with, or he was told nothing; so it never became one.  libfabric deals with
 * all that have hung up in its next pass: who is seen so twice, with a whole
 * pass in between, is forgotten.
 *
 * Who was answered, and is seen so twice, libfabric keeps: it has thrown away
 * what it had to tell itself of him, and nobody else may close him.  Nodes hang
 * up seldom, and always say at once how a connection begins: so he, and who has
 * said less, is a sign of strangers (ofi_sieve.c).
 */
#include "fabric/ofi_ep.h"

#include <linux/tcp.h> /* has what it received, and no names of states */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first message. */
#define BEGIN_BYTES 40

/* States of a connection whose other side has closed it, or reset it. */
#define CLOSED	   7
#define CLOSE_WAIT 8

bool
ocr_ofi_ask_kernel(int fd, struct tcp_info *t)
{
	socklen_t len = sizeof(*t);

	memset(t, 0, sizeof(*t));
	return getsockopt(fd, IPPROTO_TCP, TCP_INFO, t, &len) == 0;
}

static bool
has_hung_up(const struct ofi *o, int fd, const struct tcp_info *t)
{
	return (t->tcpi_state == CLOSE_WAIT || t->tcpi_state == CLOSED) &&
	       ocr_ofi_was_accepted(o, fd);
}

static bool
was_answered(const struct tcp_info *t)
{
	return t->tcpi_bytes_received >= BEGIN_BYTES &&
	       t->tcpi_data_segs_out != 0;
}

/* Tells a socket from another one that has its descriptor later. */
static ino_t
identify(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 ? st.st_ino : 0;
}

int
ocr_ofi_close_forgotten_locked(struct ofi *o)
{
	struct ofi_forgotten *f = &o->forgotten;
	struct tcp_info t;
	int n = 0;

	for (unsigned i = 0; i < f->n; i++) {
		int fd = f->seen[i].fd;

		if (identify(fd) != f->seen[i].inode ||
		    !ocr_ofi_ask_kernel(fd, &t) || !has_hung_up(o, fd, &t))
			continue;
		if (was_answered(&t) || t.tcpi_bytes_received < BEGIN_BYTES)
			ocr_ofi_suspect(o);
		if (was_answered(&t))
			continue;
		close(fd);
		n++;
	}
	f->n = 0;
	return n;
}

bool
ocr_ofi_see_forgotten(struct ofi *o, int fd, const struct tcp_info *t)
{
	struct ofi_forgotten *f = &o->forgotten;

	if (f->n == OCR_OFI_FORGOTTEN || !has_hung_up(o, fd, t) ||
	    (was_answered(t) && o->sieve.state != OCR_OFI_SIEVE_OPEN))
		return false;
	f->seen[f->n].fd = fd;
	f->seen[f->n++].inode = identify(fd);
	return !was_answered(t);
}
