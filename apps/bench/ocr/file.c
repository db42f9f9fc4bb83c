/* SPDX-License-Identifier: BSD-3-Clause */
/* file.c - how fast the chunks of a file reach tasks.
 *
 * A sample reads the whole file: all chunks are asked for, each with a task
 * that acquires it in CONST mode, looks at one word and destroys it; from
 * before the first call to the task that waits for all of them.
 */
#include "apps/bench/file.h"
#include "apps/bench/ocr/bench.h"

#include "extensions/ocr-file.h"

#define WARM_UP 2

struct round {
	ocrGuid_t file;
	ocrGuid_t round_template;
	ocrGuid_t next_template;
	ocrGuid_t reader_template;
	u64 size, all;
	u64 left; /* samples, with those to warm up */
	u64 start_ns;
};

static double sample[BENCH_MAX_SAMPLES];
static size_t n_samples;
static char path[4096];

static ocrGuid_t
reader_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)depc;
	if (!depv[0].ptr ||
	    *(u64 *)depv[0].ptr != bench_file_word(paramv[0] / sizeof(u64)))
		ocr_bench_fail("a chunk does not hold what was written");
	ocrDbDestroy(depv[0].guid);
	return NULL_GUID;
}

/* A finish task: inside are all readers. */
static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct round *r = (const struct round *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	for (u64 at = 0; at < r->all; at += r->size) {
		ocrGuid_t chunk, task;

		if (ocrFileGetChunk(&chunk, r->file, at, r->size) ||
		    ocrEdtCreate(&task, r->reader_template, EDT_PARAM_DEF, &at,
				 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
				 NULL) ||
		    ocrAddDependence(chunk, task, 0, DB_MODE_CONST))
			ocr_bench_fail("a reader was not created");
	}
	return NULL_GUID;
}

static void
start_round(struct round *r)
{
	ocrGuid_t round, next, done;

	r->start_ns = bench_now_ns();
	if (ocrEdtCreate(&round, r->round_template, EDT_PARAM_DEF, (u64 *)r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_FINISH, NULL_HINT,
			 &done) ||
	    ocrEdtCreate(&next, r->next_template, EDT_PARAM_DEF, (u64 *)r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(done, next, 0, DB_MODE_NULL) ||
	    ocrAddDependence(NULL_GUID, round, 0, DB_MODE_NULL))
		ocr_bench_fail("a round did not start");
}

static ocrGuid_t
next_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	sample[n_samples++] =
		(double)r.all * 1e3 / (double)(bench_now_ns() - r.start_ns);
	if (--r.left) {
		start_round(&r);
		return NULL_GUID;
	}
	unlink(path);
	PRINTF(BENCH_LINE, bench_median(sample + WARM_UP, n_samples - WARM_UP),
	       "MB/s");
	ocrFileRelease(r.file);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const u32 params = OCR_BENCH_PARAMC(struct round);
	struct bench_args args;
	struct round r = {0};
	int fd;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	if (strcmp(args.what, "chunk") != 0 || args.size_bytes < 4096) {
		ocr_bench_fail("arguments are chunk BYTES, 4096 or more");
		return NULL_GUID;
	}
	r.size = args.size_bytes;
	r.all = args.quick ? BENCH_FILE_QUICK : BENCH_FILE_BYTES;
	r.left = WARM_UP + (args.quick ? 2 : 20);
	fd = bench_file_make(path, sizeof(path), r.all);
	if (fd < 0 || close(fd) || ocrFileOpen(&r.file, path, "r", NULL, 0) ||
	    ocrEdtTemplateCreate(&r.round_template, round_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.next_template, next_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.reader_template, reader_edt, 1, 1)) {
		ocr_bench_fail("there is no file");
		return NULL_GUID;
	}
	start_round(&r);
	return NULL_GUID;
}
