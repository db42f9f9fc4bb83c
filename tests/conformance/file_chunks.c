/* SPDX-License-Identifier: BSD-3-Clause */
/* file_chunks.c - chunks of one file, asked for and used on all nodes, are read
 * and written back; what is between them stays as it was. */
#include "tests/conformance/file.h"

#define CHUNKS 12
#define WORDS  700 /* of a chunk; the last of them is not its own */
#define ROUNDS 3

struct args {
	struct path path;
	ocrGuid_t file, end;
	u64 round;
};

/* What word i is after so many rounds. */
static u64
word(u64 i, u64 rounds)
{
	return conf_word(11, i) + (i % WORDS == WORDS - 1 ? 0 : rounds);
}

struct part {
	struct args a;
	u64 nr;
};

TASK(change)
{
	const struct part *p = PARAM(struct part);
	u64 *w = depv[0].ptr, size = 0;

	CHECK_OK(ocrDbGetSize(depv[0].guid, &size));
	CHECK_EQ("size", size, (WORDS - 1) * sizeof(u64));
	for (u64 i = 0; i < WORDS - 1; i++) {
		CHECK_EQ("a word", w[i], word(p->nr * WORDS + i, p->a.round));
		w[i]++;
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* On any node: gets a chunk that another task uses. */
TASK(get)
{
	const struct part *p = PARAM(struct part);
	u64 at = (p->nr + p->a.round) % 4;

	conf_link(file_chunk(p->a.file, p->nr * WORDS, WORDS - 1),
		  conf_task(change, at, PARAMS(*p), 1, NULL), 0,
		  p->nr % 2 ? DB_MODE_EW : DB_MODE_RW);
	return NULL_GUID;
}

TASK(get_all)
{
	struct part p = {.a = *PARAM(struct args)};
	ocrGuid_t tmpl = conf_template(get);

	for (p.nr = 0; p.nr < CHUNKS; p.nr++)
		conf_spawn(tmpl, p.nr, PARAMS(p), 0, EDT_PROP_NONE, NULL);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

/* All of it in one chunk, which waits until all others are written back. */
TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *w = depv[0].ptr;
	u64 *disk = file_words(&a->path, CHUNKS * WORDS);

	for (u64 i = 0; i < CHUNKS * WORDS; i++) {
		CHECK_EQ("a word at the end", w[i], word(i, ROUNDS));
		CHECK_EQ("on disk", disk[i], word(i, ROUNDS));
	}
	free(disk);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	unlink(a->path.text);
	conf_start(a->end, 0);
	return NULL_GUID;
}

TASK(next)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t out, task;

	if (++a.round == ROUNDS) {
		conf_link(file_chunk(a.file, 0, CHUNKS * WORDS),
			  conf_task(judge, 1, PARAMS(a), 1, NULL), 0,
			  DB_MODE_CONST);
		CHECK_OK(ocrFileRelease(a.file));
		return NULL_GUID;
	}
	task = conf_finish_task(get_all, a.round, PARAMS(a), 1, &out);
	conf_link(out, conf_task(next, a.round, PARAMS(a), 1, NULL), 0,
		  DB_MODE_NULL);
	conf_start(task, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(CHUNKS * WORDS, 11),
			 .end = conf_end(1),
			 .round = (u64)-1};

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	conf_start(conf_task(next, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
