/* SPDX-License-Identifier: BSD-3-Clause */
/* files.c - a file is cut into chunks, as a block is into parts (parts.c).
 *
 * Ranges of the file are asked for again when their chunks were destroyed, and
 * have what was written there then.  Who comes after the end of all chunks may
 * cut the file anew; it is released after `done`, when nobody can.
 */
#include "tests/sim/blocks/blocks.h"

#include "extensions/ocr-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_WORDS 600

struct path {
	char text[128];
};

/* Parameters of who is told that the file is open. */
struct told {
	ocrGuid_t file;
	struct path path;
};

/* Slot: the descriptor.  From now on the file has no name. */
TASK(told)
{
	const struct told *t = PARAM(struct told);

	unlink(t->path.text);
	CHECK_OK(ocrFileGetError(depv[0].ptr));
	CHECK(ocrGuidIsEq(ocrFileGetGuid(depv[0].ptr), t->file),
	      "the descriptor is of another file");
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Slot: `done`. */
TASK(end_file)
{
	CHECK_OK(ocrFileRelease(*PARAM(ocrGuid_t)));
	return NULL_GUID;
}

static struct path
new_path(void)
{
	const char *dir = getenv("TMPDIR");
	struct path p;
	int fd;

	memset(&p, 0, sizeof(p));
	snprintf(p.text, sizeof(p.text), "%s/ocr_sim.XXXXXX",
		 dir && strlen(dir) < 100 ? dir : "/tmp");
	fd = mkstemp(p.text);
	if (fd < 0)
		FAIL("no file can be made at %s", p.text);
	close(fd);
	return p;
}

void
blocks_open_file(struct me *m)
{
	struct told t = {.path = new_path()};
	ocrGuid_t info = NULL_GUID, task;

	OK(ocrFileOpen(&t.file, t.path.text, draw(m, 2) ? "w+" : "r+", &info,
		       0));
	task = blocks_spawn_last(m, told, PARAMS(t), 1);
	conf_link(info, task, 0, blocks_read_mode(m));
	task = blocks_spawn_last(m, end_file, PARAMS(t.file), 1);
	conf_link(m->a.done, task, 0, DB_DEFAULT_MODE);
	m->a.own[m->a.n_own++] = (struct own){
		.db = t.file,
		.words = 1 + draw(m, draw(m, 4) ? 20 : MOST_WORDS),
		.is_file = true,
	};
}
