/* SPDX-License-Identifier: BSD-3-Clause */
/* outfile.c - see outfile.h. */
#include "apps/common/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
fail(struct cli_error *why, const char *path, const char *reason)
{
	return cli_fail(why, "%.300s: cannot be written: %s", path, reason);
}

/* Both names.  False if they are too long. */
static bool
find_names(struct outfile *out, const char *path, long owner)
{
	if (strlen(path) >= sizeof(out->path))
		return false;
	/* What a link points to is replaced, not the link. */
	if (!realpath(path, out->path))
		strcpy(out->path, path);
	snprintf(out->temporary, sizeof(out->temporary), "%s.%ld", out->path,
		 owner);
	return true;
}

bool
outfile_open(struct outfile *out, const char *path, struct cli_error *why)
{
	mode_t mode = 0;
	struct stat st;
	int fd, err;

	if (!find_names(out, path, (long)getpid()))
		return fail(why, path, strerror(ENAMETOOLONG));
	if (stat(out->path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return fail(why, path, "it is a folder");
		/* To rename over a device would be a bad surprise. */
		if (!S_ISREG(st.st_mode))
			return fail(why, path, "it is not a regular file");
		if (access(out->path, W_OK))
			return fail(why, path, strerror(errno));
		mode = st.st_mode & 0777;
	} else if (errno != ENOENT) {
		return fail(why, path, strerror(errno));
	}
	fd = open(out->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return fail(why, path, strerror(errno));
	if (mode && fchmod(fd, mode)) {
		err = errno;
		close(fd);
		goto remove_it;
	}
	out->file = fdopen(fd, "w+");
	if (out->file)
		return true;
	err = errno;
	close(fd);

remove_it:
	unlink(out->temporary);
	return fail(why, path, strerror(err));
}

int
outfile_join(const char *path, long owner, struct cli_error *why)
{
	struct outfile out;
	int fd = -1;

	if (!find_names(&out, path, owner))
		fail(why, path, strerror(ENAMETOOLONG));
	else if ((fd = open(out.temporary, O_WRONLY | O_CLOEXEC)) < 0)
		fail(why, path, strerror(errno));
	return fd;
}

void
outfile_drop(struct outfile *out)
{
	fclose(out->file);
	unlink(out->temporary);
}

bool
outfile_close(struct outfile *out, struct cli_error *why)
{
	/* A write that failed long ago has left no better reason. */
	int err = ferror(out->file) ? EIO : 0;

	if (fflush(out->file))
		err = errno;
	if (fclose(out->file) && !err)
		err = errno;
	if (!err && rename(out->temporary, out->path))
		err = errno;
	if (!err)
		return true;
	unlink(out->temporary);
	return fail(why, out->path, strerror(err));
}

bool
outfile_check(const char *path, struct cli_error *why)
{
	struct outfile out;

	if (!outfile_open(&out, path, why))
		return false;
	outfile_drop(&out);
	return true;
}
