/* SPDX-License-Identifier: BSD-3-Clause */
/* cut.c - runs a job and breaks the connections between its nodes meanwhile.
 *
 * Usage: cut [-e MS] [-l LEAST] PROGRAM COMMAND [ARGUMENT...]
 *
 * Every MS milliseconds (20) one TCP connection that has both ends in
 * processes of the name PROGRAM below COMMAND is shut down, at one of its ends.
 * Nothing in the program helps: its socket is taken by pidfd_getfd().
 * Exits as COMMAND does, and with 1 if there were fewer cuts than LEAST (1);
 * tells how many on stderr.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENDS_MAX 1024

/* A socket of a node, as it was when it was looked at. */
struct end {
	pid_t pid;
	int fd; /* there */
	struct sockaddr_in own, peer;
};

static struct end ends[ENDS_MAX];
static unsigned n_ends;

/* -1: there is no such process. */
static pid_t
parent_of(pid_t pid, char *name, size_t size)
{
	char path[64], line[512];
	char *end;
	pid_t parent = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "r");
	if (f == NULL)
		return -1;
	if (fgets(line, sizeof(line), f) != NULL && strchr(line, '(') != NULL &&
	    (end = strrchr(line, ')')) != NULL) {
		*end = '\0';
		snprintf(name, size, "%s", strchr(line, '(') + 1);
		sscanf(end + 1, " %*c %d", &parent);
	}
	fclose(f);
	return parent;
}

static bool
is_below(pid_t pid, pid_t top)
{
	char name[32];

	while (pid > 1 && pid != top)
		pid = parent_of(pid, name, sizeof(name));
	return pid == top;
}

static void
look_at_socket(pid_t pid, int pidfd, int fd)
{
	socklen_t own = sizeof(struct sockaddr_in), peer = own;
	struct end *e = &ends[n_ends];
	int here = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);

	if (here < 0)
		return;
	if (getsockname(here, (void *)&e->own, &own) == 0 &&
	    getpeername(here, (void *)&e->peer, &peer) == 0 &&
	    e->own.sin_family == AF_INET && e->peer.sin_family == AF_INET) {
		e->pid = pid;
		e->fd = fd;
		n_ends++;
	}
	close(here);
}

static void
look_at(pid_t pid)
{
	int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	char path[64], target[64];
	struct dirent *d;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	while (pidfd >= 0 && dir != NULL && (d = readdir(dir)) != NULL) {
		ssize_t n = readlinkat(dirfd(dir), d->d_name, target,
				       sizeof(target) - 1);

		if (n < 7 || memcmp(target, "socket:", 7) != 0 ||
		    n_ends == ENDS_MAX)
			continue;
		look_at_socket(pid, pidfd, atoi(d->d_name));
	}
	if (dir != NULL)
		closedir(dir);
	if (pidfd >= 0)
		close(pidfd);
}

static void
look(pid_t top, const char *program)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;
	char name[32];

	n_ends = 0;
	while (dir != NULL && (d = readdir(dir)) != NULL) {
		pid_t pid = atoi(d->d_name);

		if (pid > 0 && parent_of(pid, name, sizeof(name)) > 0 &&
		    strncmp(name, program, 15) == 0 && is_below(pid, top))
			look_at(pid);
	}
	if (dir != NULL)
		closedir(dir);
}

static bool
is_same(const struct sockaddr_in *a, const struct sockaddr_in *b)
{
	return a->sin_port == b->sin_port &&
	       a->sin_addr.s_addr == b->sin_addr.s_addr;
}

/* Has the connection its other end in another node? */
static bool
is_between(const struct end *e)
{
	for (unsigned i = 0; i < n_ends; i++)
		if (is_same(&e->own, &ends[i].peer) &&
		    is_same(&e->peer, &ends[i].own) && e->pid != ends[i].pid)
			return true;
	return false;
}

/* True when something was cut. */
static bool
cut_one(void)
{
	unsigned first = n_ends > 0 ? (unsigned)rand() % n_ends : 0;

	for (unsigned i = 0; i < n_ends; i++) {
		const struct end *e = &ends[(first + i) % n_ends];
		int pidfd, fd;
		bool done;

		if (!is_between(e))
			continue;
		pidfd = (int)syscall(SYS_pidfd_open, e->pid, 0);
		fd = (int)syscall(SYS_pidfd_getfd, pidfd, e->fd, 0);
		done = fd >= 0 && shutdown(fd, SHUT_RDWR) == 0;
		close(fd);
		close(pidfd);
		if (done)
			return true;
	}
	return false;
}

int
main(int argc, char **argv)
{
	struct pollfd ended = {.events = POLLIN};
	long every_ms = 20, least = 1, cuts = 0;
	int option, status;
	pid_t job;

	while ((option = getopt(argc, argv, "+e:l:")) != -1) {
		if (option == 'e')
			every_ms = atol(optarg);
		else if (option == 'l')
			least = atol(optarg);
		else
			return 2;
	}
	if (argc - optind < 2)
		return 2;
	job = fork();
	if (!job) {
		execvp(argv[optind + 1], argv + optind + 1);
		_exit(127);
	}
	ended.fd = (int)syscall(SYS_pidfd_open, job, 0);
	if (job < 0 || ended.fd < 0) {
		fprintf(stderr, "cut: no pidfd, or no process\n");
		return 77;
	}
	while (poll(&ended, 1, (int)every_ms) == 0) {
		look(job, argv[optind]);
		cuts += cut_one();
	}
	waitpid(job, &status, 0);
	fprintf(stderr, "cut: %ld cuts\n", cuts);
	if (!WIFEXITED(status))
		return 1;
	if (WEXITSTATUS(status) == 0 && cuts < least)
		return 1;
	return WEXITSTATUS(status);
}
