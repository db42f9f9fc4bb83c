/* SPDX-License-Identifier: BSD-3-Clause */
/* file_codes.c - wrong arguments are refused at once; what is wrong with the
 * file is in its descriptor. */
#include "tests/conformance/file.h"

#include <errno.h>

static const struct {
	const char *path, *mode;
	u8 code;
	int number;
} cases[] = {
	{"/nowhere/at/all", "r", OCR_ENOENT, ENOENT},
	{"/nowhere/at/all", "w", OCR_ENOENT, ENOENT},
	{"/dev/null/file", "rb", OCR_ENOENT, ENOTDIR},
	{"/", "r", OCR_EINVAL, EISDIR},
	{"/", "r+", OCR_EINVAL, EISDIR},
	{"/dev/null", "r", OCR_ESPIPE, 0},
	/* Root as well may not write to it. */
	{"/sys/kernel/fscaps", "r+", OCR_EACCES, EACCES},
};
#define CASES (sizeof(cases) / sizeof(cases[0]))

struct args {
	ocrGuid_t file;
	u64 which;
};

TASK(no_bytes)
{
	u64 size = 1;

	CHECK(!depv[0].ptr, "a chunk of no file has bytes");
	CHECK_OK(ocrDbGetSize(depv[0].guid, &size));
	CHECK_EQ("size", size, 0);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(look)
{
	const struct args *a = PARAM(struct args);
	void *d = depv[0].ptr;
	ocrGuid_t chunk;

	CHECK_EQ(cases[a->which].path, ocrFileGetError(d),
		 cases[a->which].code);
	CHECK(!cases[a->which].number ||
		      !strcmp(ocrFileGetErrorText(d),
			      strerror(cases[a->which].number)),
	      "%s: %s", cases[a->which].path, ocrFileGetErrorText(d));
	CHECK_EQ("size", ocrFileGetSize(d), 0);
	CHECK(ocrGuidIsEq(ocrFileGetGuid(d), a->file), "another file");
	/* It has no chunks, and nobody waits for one. */
	CHECK_OK(ocrFileGetChunk(&chunk, a->file, 0, 8));
	conf_link(chunk, conf_task(no_bytes, a->which, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_EW);
	CHECK_OK(ocrFileRelease(a->file));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

static ocrGuid_t
check_arguments(void)
{
	static const char *const wrong[] = {"",	   "x",	  "br",	  "rw",
					    "r++", "rbb", "r+b+", "rb+b",
					    "rx",  "+r",  "wb+x"};
	char *longest = malloc(5000);
	ocrGuid_t file, db = conf_number(0, 1), g;

	for (u32 i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK_CODE(ocrFileOpen(&file, "/etc/hosts", wrong[i], NULL, 0),
			   OCR_EINVAL);
	memset(longest, 'a', 4999);
	longest[4999] = 0;
	CHECK_CODE(ocrFileOpen(NULL, "/etc/hosts", "r", &g, 0), OCR_EINVAL);
	CHECK_CODE(ocrFileOpen(&file, NULL, "r", &g, 0), OCR_EINVAL);
	CHECK_CODE(ocrFileOpen(&file, "", "r", &g, 0), OCR_EINVAL);
	CHECK_CODE(ocrFileOpen(&file, longest, "r", &g, 0), OCR_EINVAL);
	CHECK_CODE(ocrFileOpen(&file, "/etc/hosts", NULL, &g, 0), OCR_EINVAL);
	CHECK_CODE(ocrFileOpen(&file, "/etc/hosts", "r", &g, 1), OCR_EINVAL);
	free(longest);
	CHECK_CODE(ocrFileRelease(NULL_GUID), OCR_EINVAL);
	CHECK_CODE(ocrFileRelease(db), OCR_EINVAL);
	CHECK_CODE(ocrFileGetChunk(&g, NULL_GUID, 0, 1), OCR_EINVAL);
	CHECK_CODE(ocrFileGetChunk(&g, db, 0, 1), OCR_EINVAL);
	CHECK_OK(ocrFileOpen(&file, "/etc/hosts", "r", NULL, 0));
	CHECK_CODE(ocrFileGetChunk(NULL, file, 0, 1), OCR_EINVAL);
	CHECK_CODE(ocrFileGetChunk(&g, file, UINT64_MAX, 1), OCR_EINVAL);
	CHECK_CODE(ocrFileGetChunk(&g, file, INT64_MAX, 1), OCR_EINVAL);
	CHECK_CODE(ocrFileGetChunk(&g, file, 1, INT64_MAX), OCR_EINVAL);
	CHECK_CODE(ocrDbDestroy(file), OCR_EINVAL);
	CHECK_OK(ocrFileRelease(file));
	CHECK_OK(ocrDbDestroy(db));
	return NULL_GUID;
}

TASK(check_all)
{
	check_arguments();
	for (u64 i = 0; i < CASES; i++) {
		struct args a = {.which = i};
		ocrGuid_t info;

		/* Not every container has /sys. */
		if (cases[i].code == OCR_EACCES && access(cases[i].path, F_OK))
			continue;
		CHECK_OK(ocrFileOpen(&a.file, cases[i].path, cases[i].mode,
				     &info, 0));
		conf_link(info, conf_task(look, i, PARAMS(a), 1, NULL), 0,
			  DB_MODE_CONST);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t out, all = conf_finish_task(check_all, 1, NO_PARAMS, 1, &out);

	conf_link(out, conf_end(1), 0, DB_MODE_NULL);
	conf_start(all, 0);
	return NULL_GUID;
}
