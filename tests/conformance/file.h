/* SPDX-License-Identifier: BSD-3-Clause */
/* file.h - files for conformance programs, which all nodes see: those of a test
 * are on one host. */
#ifndef TESTS_CONFORMANCE_FILE_H
#define TESTS_CONFORMANCE_FILE_H

#include "tests/conformance/conf.h"

#include "extensions/ocr-db-info.h"
#include "extensions/ocr-file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path, as parameters of a task. */
struct path {
	char text[128];
};

/* Makes a file of so many words, as conf_word() makes them. */
static inline struct path
file_make(u64 words, u64 seed)
{
	const char *dir = getenv("TMPDIR");
	struct path p;
	u64 *w;
	int fd;

	snprintf(p.text, sizeof(p.text), "%s/ocr_file.XXXXXX",
		 dir && strlen(dir) < 100 ? dir : "/tmp");
	fd = mkstemp(p.text);
	if (fd < 0)
		FAIL("no file can be made at %s", p.text);
	w = malloc(words * sizeof(*w));
	for (u64 i = 0; w && i < words; i++)
		w[i] = conf_word(seed, i);
	if (!w || pwrite(fd, w, words * sizeof(*w), 0) !=
			  (ssize_t)(words * sizeof(*w)))
		FAIL("%s cannot be written", p.text);
	free(w);
	close(fd);
	return p;
}

/* Word i of the file, or UINT64_MAX. */
static inline u64
file_word(const struct path *p, u64 i)
{
	u64 w = UINT64_MAX;
	int fd = open(p->text, O_RDONLY);

	if (fd < 0 ||
	    pread(fd, &w, sizeof(w), (off_t)(i * sizeof(w))) != sizeof(w))
		w = UINT64_MAX;
	close(fd);
	return w;
}

/* Words 0 to n - 1 of the file, UINT64_MAX where there is none; to be freed. */
static inline u64 *
file_words(const struct path *p, u64 n)
{
	u64 *w = malloc(n * sizeof(*w));
	int fd = open(p->text, O_RDONLY);
	ssize_t got;

	if (!w || fd < 0)
		FAIL("%s cannot be read", p->text);
	got = pread(fd, w, n * sizeof(*w), 0);
	close(fd);
	for (u64 i = got < 0 ? 0 : (u64)got / sizeof(*w); i < n; i++)
		w[i] = UINT64_MAX;
	return w;
}

static inline void
file_set_word(const struct path *p, u64 i, u64 w)
{
	int fd = open(p->text, O_WRONLY);

	if (pwrite(fd, &w, sizeof(w), (off_t)(i * sizeof(w))) != sizeof(w))
		FAIL("%s cannot be written", p->text);
	close(fd);
}

static inline u64
file_bytes(const struct path *p)
{
	struct stat s;

	return stat(p->text, &s) ? UINT64_MAX : (u64)s.st_size;
}

/* Opens it, here, for `task`, which gets the descriptor at slot 0. */
static inline ocrGuid_t
file_open_for(const struct path *p, const char *mode, ocrGuid_t task)
{
	ocrGuid_t file = NULL_GUID, info = NULL_GUID;

	OK(ocrFileOpen(&file, p->text, mode, &info, 0));
	conf_link(info, task, 0, DB_MODE_CONST);
	return file;
}

/* Words first to first + n. */
static inline ocrGuid_t
file_chunk(ocrGuid_t file, u64 first, u64 n)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrFileGetChunk(&g, file, first * sizeof(u64), n * sizeof(u64)));
	return g;
}

#endif
