/* SPDX-License-Identifier: BSD-3-Clause */
/* races.c - see races.h. */
#include "src/boot/races.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/base/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Of ocrtrace. */
#define STATUS_RACES 3

/* Between two looks at the network. */
#define NAP_MS 20

/* -- The folder ------------------------------------------------------------ */

/* Nobody else's, if another node of the job has made it. */
static int
make_folder(const char *path)
{
	struct stat st;

	if (!mkdir(path, 0700))
		return 0;
	if (errno != EEXIST || lstat(path, &st))
		return -errno;
	if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
	    st.st_mode & (S_IRWXG | S_IRWXO))
		return -EPERM;
	return 0;
}

int
ocr_races_begin(struct ocr_races *r, const struct ocr_job *job,
		const char *trace)
{
	const char *tmp = getenv("TMPDIR");
	int err;

	r->is_ours = !trace;
	if (trace) {
		snprintf(r->folder, sizeof(r->folder), "%s", trace);
		return 0;
	}
	if (ocr_job_hosts(job) > 1) {
		ocr_log_error(
			ocr_job_rank(job),
			"OCR_STRICT=races on several hosts needs "
			"OCR_TRACE=FOLDER, a folder that all of them see");
		return -ECANCELED;
	}
	/* Jobs of one node have no names of their own. */
	snprintf(r->folder, sizeof(r->folder), "%s/ocr-races-%u-%016" PRIx64,
		 tmp && *tmp ? tmp : "/tmp", (unsigned)geteuid(),
		 ocr_job_size(job) > 1 ? ocr_job_number(job)
				       : (uint64_t)getpid());
	err = make_folder(r->folder);
	if (err)
		ocr_log_error(ocr_job_rank(job),
			      "OCR_STRICT=races: no folder %s: %s; TMPDIR or "
			      "OCR_TRACE names another",
			      r->folder, strerror(-err));
	return err ? -ECANCELED : 0;
}

static void
remove_folder(const struct ocr_races *r, uint32_t nodes)
{
	char path[sizeof(r->folder) + 32];

	for (uint32_t i = 0; i < nodes; i++) {
		snprintf(path, sizeof(path), "%s/%u.ocrtrace", r->folder, i);
		unlink(path);
	}
	rmdir(r->folder);
}

/* -- What is found --------------------------------------------------------- */

/* Its process, whose output comes out of *out; or -errno. */
static pid_t
start(const char *program, const char *folder, int *out)
{
	char *const argv[] = {(char *)(uintptr_t)program, "--races",
			      (char *)(uintptr_t)folder, NULL};
	posix_spawn_file_actions_t a;
	pid_t pid = 0;
	int err, p[2];

	if (pipe2(p, O_CLOEXEC))
		return -errno;
	err = posix_spawn_file_actions_init(&a);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&a, p[1], 1);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&a, p[1], 2);
	if (!err)
		err = posix_spawn(&pid, program, &a, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&a);
	close(p[1]);
	*out = p[0];
	if (err)
		close(p[0]);
	return err ? -err : pid;
}

/* All that it says, with a zero behind it; of malloc(), or NULL.  It may take
 * its time: other nodes must not think that this one is gone. */
static char *
read_all(const struct ocr_runtime *rt, int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	size_t n = 0, room = 4096;
	char *text = malloc(room), *more;
	ssize_t got = 1;

	while (text && got > 0) {
		if (rt->fabric)
			ocr_fabric_poll(rt->fabric);
		if (poll(&p, 1, NAP_MS) <= 0)
			continue;
		got = read(fd, text + n, room - n - 1);
		n += got > 0 ? (size_t)got : 0;
		if (room - n > 1)
			continue;
		room *= 2;
		more = realloc(text, room);
		if (!more)
			break;
		text = more;
	}
	if (text)
		text[n] = 0;
	return text;
}

/* It tells each once itself, and says how often. */
static void
tell(const struct ocr_runtime *rt, char *text)
{
	char *line, *rest = text;

	while ((line = strsep(&rest, "\n")))
		if (*line)
			ocr_log_note(rt->self, "%s", line);
}

/* How it ended, or -1. */
static int
run(const struct ocr_races *r, const struct ocr_runtime *rt,
    const char *program)
{
	int status = 0, out = -1;
	pid_t pid = start(program, r->folder, &out);
	char *text;

	if (pid < 0)
		return -1;
	text = read_all(rt, out);
	close(out);
	if (text)
		tell(rt, text);
	free(text);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool
ocr_races_end(const struct ocr_races *r, const struct ocr_runtime *rt)
{
	char program[PATH_MAX];
	int status = -1;

	if (ocr_tool_find("ocrtrace", ocr_tool_trace, program, sizeof(program)))
		status = run(r, rt, program);
	if (status == 0 || status == STATUS_RACES) {
		if (r->is_ours)
			remove_folder(r, rt->size);
		return !status;
	}
	ocr_log_error(rt->self,
		      "OCR_STRICT=races: %s could not look for races; by hand: "
		      "ocrtrace --races %s",
		      program, r->folder);
	return false;
}
