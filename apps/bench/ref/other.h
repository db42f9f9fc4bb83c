/* SPDX-License-Identifier: BSD-3-Clause */
/* other.h - a reference of two processes: the second is a child, or, if
 * BENCH_OTHER is set, what that command starts on another host: "on b" in
 * tests/cluster/hosts.sh, "ssh b" elsewhere.  They speak through pipes, which
 * such a command passes on.
 *
 * Addresses are those of the loopback interface, or with BENCH_OTHER those of
 * OCR_INTERFACE, else of the first interface that is no loopback.
 */
#ifndef APPS_BENCH_REF_OTHER_H
#define APPS_BENCH_REF_OTHER_H

#include "apps/bench/bench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* The last argument of who was started so. */
#define OTHER_MARK "--other"

struct other {
	pid_t pid; /* 0: this is the second process */
	int in, out;
};

static inline bool
other_is_away(void)
{
	const char *command = getenv("BENCH_OTHER");

	return command && *command;
}

/* Where this process is to be reached. */
static inline void
other_address(bool away, char text[INET_ADDRSTRLEN])
{
	const char *name = getenv("OCR_INTERFACE");
	struct ifaddrs *all, *i;

	strcpy(text, "127.0.0.1");
	if (!away || getifaddrs(&all))
		return;
	for (i = all; i; i = i->ifa_next) {
		if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET ||
		    !(i->ifa_flags & IFF_UP))
			continue;
		if (name && *name ? strcmp(i->ifa_name, name) == 0
				  : !(i->ifa_flags & IFF_LOOPBACK))
			break;
	}
	if (i)
		inet_ntop(AF_INET, &((struct sockaddr_in *)i->ifa_addr)->sin_addr,
			  text, INET_ADDRSTRLEN);
	freeifaddrs(all);
}

/* False if the other process is gone. */
static inline bool
other_write(const struct other *o, const void *bytes, size_t len_bytes)
{
	return write(o->out, bytes, len_bytes) == (ssize_t)len_bytes;
}

static inline bool
other_read(const struct other *o, void *bytes, size_t len_bytes)
{
	size_t have = 0;

	while (have < len_bytes) {
		ssize_t n = read(o->in, (char *)bytes + have, len_bytes - have);

		if (n <= 0)
			return false;
		have += (size_t)n;
	}
	return true;
}

/* In the child: becomes the command that starts this program elsewhere, which
 * may have another environment there. */
static inline void
other_become(const struct other *o, int argc, char **argv)
{
	const char *provider = getenv("OCR_PROVIDER");
	const char *interface = getenv("OCR_INTERFACE");
	char self[PATH_MAX] = "", command[2 * PATH_MAX];
	int n;

	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		_exit(1);
	n = snprintf(command, sizeof(command),
		     "exec %s env OCR_PROVIDER='%s' OCR_INTERFACE='%s' '%s'",
		     getenv("BENCH_OTHER"), provider ? provider : "",
		     interface ? interface : "", self);
	for (int i = 1; i < argc; i++)
		if (n < (int)sizeof(command))
			n += snprintf(command + n, sizeof(command) - (size_t)n,
				      " '%s'", argv[i]);
	if (n < (int)sizeof(command))
		n += snprintf(command + n, sizeof(command) - (size_t)n,
			      " " OTHER_MARK);
	if (n >= (int)sizeof(command))
		_exit(1);
	dup2(o->in, STDIN_FILENO);
	dup2(o->out, STDOUT_FILENO);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(1);
}

/* Takes the mark from the arguments; true if it was there. */
static inline bool
other_is_marked(int *argc, char **argv)
{
	if (*argc < 2 || strcmp(argv[*argc - 1], OTHER_MARK) != 0)
		return false;
	argv[--*argc] = NULL;
	return true;
}

/* The arguments are those without the mark.  False after a line on standard
 * error. */
static inline bool
other_start(struct other *o, bool marked, int argc, char **argv)
{
	int up[2], down[2];

	signal(SIGPIPE, SIG_IGN);
	if (marked) {
		*o = (struct other){0, STDIN_FILENO, STDOUT_FILENO};
		return true;
	}
	if (pipe2(up, O_CLOEXEC) || pipe2(down, O_CLOEXEC)) {
		perror("pipe");
		return false;
	}
	o->pid = fork();
	if (o->pid < 0) {
		perror("fork");
		return false;
	}
	if (o->pid > 0) {
		close(up[1]);
		close(down[0]);
		o->in = up[0];
		o->out = down[1];
		return true;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close(up[0]);
	close(down[1]);
	o->in = down[0];
	o->out = up[1];
	if (other_is_away())
		other_become(o, argc, argv);
	return true;
}

/* In the first process: true if the second has ended well. */
static inline bool
other_end(const struct other *o)
{
	int status;

	return waitpid(o->pid, &status, 0) == o->pid && status == 0;
}

#endif
