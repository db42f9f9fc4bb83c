/* SPDX-License-Identifier: BSD-3-Clause */
/* file_open.c - each mode of fopen(), and what the descriptor says. */
#include "tests/conformance/file.h"

#define WORDS 37

/* What each leaves of a file of WORDS words. */
static const struct {
	const char *mode;
	u64 bytes;
} modes[] = {
	{"r", WORDS * 8},   {"rb", WORDS * 8},	{"r+", WORDS * 8},
	{"rb+", WORDS * 8}, {"r+b", WORDS * 8}, {"a", WORDS * 8},
	{"ab", WORDS * 8},  {"a+", WORDS * 8},	{"ab+", WORDS * 8},
	{"a+b", WORDS * 8}, {"w", 0},		{"wb", 0},
	{"w+", 0},	    {"wb+", 0},		{"w+b", 0},
};
#define MODES (sizeof(modes) / sizeof(modes[0]))

struct args {
	struct path path;
	ocrGuid_t file;
	u64 mode;
};

TASK(look)
{
	const struct args *a = PARAM(struct args);
	void *d = depv[0].ptr;

	CHECK_EQ("the error", ocrFileGetError(d), 0);
	CHECK_EQ("the error's text", strlen(ocrFileGetErrorText(d)), 0);
	CHECK(ocrGuidIsEq(ocrFileGetGuid(d), a->file),
	      "the descriptor is of another file");
	CHECK_EQ("the size", ocrFileGetSize(d), modes[a->mode].bytes);
	CHECK_EQ("the size on disk", file_bytes(&a->path),
		 modes[a->mode].bytes);
	CHECK_OK(ocrFileRelease(a->file));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	unlink(a->path.text);
	return NULL_GUID;
}

/* What is no descriptor says so. */
TASK(look_at_others)
{
	u64 zeros[8] = {0};

	CHECK_EQ("size of NULL", ocrFileGetSize(NULL), 0);
	CHECK_EQ("error of NULL", ocrFileGetError(NULL), OCR_EINVAL);
	CHECK(ocrGuidIsNull(ocrFileGetGuid(NULL)), "NULL has a GUID");
	CHECK_EQ("size of zeros", ocrFileGetSize(zeros), 0);
	CHECK_EQ("error of zeros", ocrFileGetError(zeros), OCR_EINVAL);
	CHECK(strlen(ocrFileGetErrorText(zeros)), "zeros have no error");
	return NULL_GUID;
}

/* A file that nobody asks about. */
TASK(open_alone)
{
	ocrGuid_t file;

	CHECK_OK(ocrFileOpen(&file, "/etc/hosts", "r", NULL, 0));
	CHECK_OK(ocrFileRelease(file));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(MODES + 2), task, out;

	for (u64 i = 0; i < MODES; i++) {
		struct args a = {.path = file_make(WORDS, i), .mode = i};
		ocrGuid_t info;

		CHECK_OK(ocrFileOpen(&a.file, a.path.text, modes[i].mode, &info,
				     0));
		CHECK(!ocrGuidIsEq(a.file, info), "both have one GUID");
		task = conf_task(look, i, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_link(info, task, 0, i % 2 ? DB_MODE_RO : DB_MODE_CONST);
	}
	task = conf_task(look_at_others, 1, NO_PARAMS, 1, &out);
	conf_link(out, end, MODES, DB_MODE_NULL);
	conf_start(task, 0);
	task = conf_task(open_alone, 1, NO_PARAMS, 1, &out);
	conf_link(out, end, MODES + 1, DB_MODE_NULL);
	conf_start(task, 0);
	return NULL_GUID;
}
