/* SPDX-License-Identifier: BSD-3-Clause */
/* files.c - calls of the file extension. */
#include "tests/sim/caller/caller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *
path(void)
{
	static char own[256], longest[5000];
	static const char *const others[] = {"", "/nonexistent/file", "/tmp",
					     "/dev/null", longest};
	const char *folder = getenv("TMPDIR");

	memset(longest, 'x', sizeof(longest) - 1);
	if (chance(20))
		return others[caller_draw(5)];
	snprintf(own, sizeof(own), "%s/caller-%u", folder ? folder : "/tmp",
		 (unsigned)caller_draw(2));
	return own;
}

static void
call_ocrFileOpen(void)
{
	static const char *const modes[] = {"r", "rb+", "w", "w+",
					    "a", "?",	""};
	ocrGuid_t *g = caller_out(ANYTHING), *d = caller_out(ANYTHING);
	u8 code = ocrFileOpen(g, chance(95) ? path() : NULL,
			      chance(95) ? modes[caller_draw(7)] : NULL, d,
			      chance(95) ? 0 : (u32)caller_number());

	caller_got(code, A_FILE, g);
	caller_got(code, A_BLOCK, d);
}

static void
call_ocrFileClose(void)
{
	ocrFileClose(caller_guid(A_FILE));
}

static void
call_ocrFileRelease(void)
{
	ocrFileRelease(caller_guid(A_FILE));
}

/* What is not on the disk, and would be. */
static u64
disk(void)
{
	return chance(80) ? caller_draw(300)
			  : UINT64_MAX >> caller_draw(3) >> caller_draw(2);
}

static void
call_ocrFileGetChunk(void)
{
	ocrGuid_t *g = caller_out(ANYTHING);

	caller_got(ocrFileGetChunk(g, caller_guid(A_FILE), disk(), disk()),
		   A_BLOCK, g);
}

/* No descriptor: a task that has one may get here without it. */
static char nothing[8192];

static void
call_ocrFileGetGuid(void)
{
	ocrFileGetGuid(chance(50) ? nothing : NULL);
}

static void
call_ocrFileGetSize(void)
{
	ocrFileGetSize(chance(50) ? nothing : NULL);
}

static void
call_ocrFileGetError(void)
{
	ocrFileGetError(chance(50) ? nothing : NULL);
}

static void
call_ocrFileGetErrorText(void)
{
	ocrFileGetErrorText(chance(50) ? nothing : NULL);
}

const struct call caller_files[] = {
	OFTEN(ocrFileOpen, 2),
	CALL(ocrFileClose),
	CALL(ocrFileRelease),
	OFTEN(ocrFileGetChunk, 3),
	CALL(ocrFileGetGuid),
	CALL(ocrFileGetSize),
	CALL(ocrFileGetError),
	CALL(ocrFileGetErrorText),
	END(),
};
