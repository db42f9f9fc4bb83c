/* SPDX-License-Identifier: BSD-3-Clause */
/* file_turns.c - one range of a file goes from node to node: each gets it when
 * the one before has destroyed it, and finds what that one wrote.  In the end
 * the file is released by a task that comes after the last one got it. */
#include "tests/conformance/file.h"

#define WORDS  40
#define ROUNDS 12

struct args {
	struct path path;
	ocrGuid_t file, chunk;
	u64 round;
};

static ocrGuid_t step(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

TASK(use)
{
	const struct args *a = PARAM(struct args);
	u64 *w = depv[0].ptr;

	CHECK(w, "round %" PRIu64 ": no bytes", a->round);
	CHECK_EQ("the first word", w[0], a->round);
	CHECK_EQ("the last word", w[WORDS - 1], conf_word(3, WORDS - 1));
	w[0]++;
	return NULL_GUID;
}

/* By a task that has never had it. */
TASK(destroy)
{
	struct args a = *PARAM(struct args);

	CHECK_OK(ocrDbDestroy(a.chunk));
	a.round++;
	conf_task(step, 2 * a.round + 1, PARAMS(a), 0, NULL);
	return NULL_GUID;
}

TASK(judge)
{
	const struct args *a = PARAM(struct args);

	CHECK(depv[0].ptr, "the last chunk has no bytes");
	CHECK_EQ("the first word", *(u64 *)depv[0].ptr, ROUNDS);
	CHECK_EQ("on disk", file_word(&a->path, 0), ROUNDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	unlink(a->path.text);
	ocrShutdown();
	return NULL_GUID;
}

TASK(release)
{
	CHECK_OK(ocrFileRelease(*PARAM(ocrGuid_t)));
	return NULL_GUID;
}

static void
finish(struct args *a)
{
	ocrGuid_t task = conf_task(judge, a->round + 1, PARAMS(*a), 1, NULL);

	conf_link(file_chunk(a->file, 0, WORDS), task, 0, DB_MODE_CONST);
	conf_task(release, a->round + 2, PARAMS(a->file), 0, NULL);
}

TASK(step)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t task, out;

	if (a.round == ROUNDS) {
		finish(&a);
		return NULL_GUID;
	}
	a.chunk = file_chunk(a.file, 0, WORDS);
	task = conf_task(use, 2 * a.round, PARAMS(a), 1, &out);
	conf_link(out, conf_task(destroy, a.round + 3, PARAMS(a), 1, NULL), 0,
		  DB_MODE_NULL);
	conf_link(a.chunk, task, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 3)};

	file_set_word(&a.path, 0, 0);
	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	conf_task(step, 0, PARAMS(a), 0, NULL);
	return NULL_GUID;
}
