/* SPDX-License-Identifier: BSD-3-Clause */
/* open_files.c - see open_files.h. */
#include "fabric/open_files.h"

#include "fabric/log.h"

#include <errno.h>
#include <sys/resource.h>

/* What a process has open behind PMIx_Init() of version 4, of its own three
 * too. */
#define OF_PMIX 18u

/* Each peer costs descriptors.  The soft limit is there for programs that call
 * select(), which nothing here does. */
void
ocr_open_files_raise(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur >= r.rlim_max)
		return;
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
}

/* With fewer it says anything but that there are too few. */
int
ocr_open_files_check(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur >= OF_PMIX)
		return 0;
	ocr_log_error(
		OCR_LOG_NOBODY,
		"open files: at most %u, and a node that finds others by "
		"PMIx needs more than %u (a higher limit helps: ulimit -n)",
		(unsigned)r.rlim_cur, OF_PMIX);
	return -EMFILE;
}
