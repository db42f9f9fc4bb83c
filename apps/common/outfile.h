/* SPDX-License-Identifier: BSD-3-Clause */
/* outfile.h - a file that is there whole or not at all: written beside its
 * place under another name, and renamed in the end.
 */
#ifndef APPS_COMMON_OUTFILE_H
#define APPS_COMMON_OUTFILE_H

#include "apps/common/cli.h"

struct outfile {
	FILE *file; /* for the caller to write to, and read again */
	/* Fixed once it is open: */
	char path[PATH_MAX];
	char temporary[PATH_MAX + 32];
};

/* Whether it could be written, as far as one can tell before.  False, with a
 * line in `why`, if not.  Leaves nothing behind. */
bool outfile_check(const char *path, struct cli_error *why);

/* Opens it under its other name.  What is at `path` stays until the end. */
bool outfile_open(struct outfile *out, const char *path, struct cli_error *why);

/* Opens the same file in another process, which sees it under the same path:
 * `owner` is the number of the process that opened it first and will close it.
 * A file descriptor, or -1 with a line in `why`. */
int outfile_join(const char *path, long owner, struct cli_error *why);

/* Removes what was written: nothing has changed. */
void outfile_drop(struct outfile *out);

/* Puts it in its place, or, if something could not be written, removes it and
 * leaves a line in `why`.  It is closed in any case. */
bool outfile_close(struct outfile *out, struct cli_error *why);

#endif
