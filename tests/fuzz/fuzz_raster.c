/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_raster.c - reads any bytes as the rows of a picture, as corner_turn and
 * pipeline do, or as a matrix whose sides are the first bytes. */
#include "apps/common/raster.h"
#include "tests/fuzz/infile.h"
#include "tests/fuzz/target.h"

#include <string.h>

/* What is not read, for it takes long and shows nothing else. */
#define MAX_CELLS 100000

static bool
open_any(struct raster *r, const uint8_t *data, size_t size,
	 struct cli_error *why)
{
	static const char *const types[] = {
		"float", "double", "int", "double-complex", "short", "complex"};
	struct source s = {data, size};
	int64_t rows, cols;
	DRI_Dataspec type;

	if (size && (data[0] == 'P' || data[0] == 0x89))
		return raster_open_picture(r, infile(data, size), why);
	type = raster_find_type(types[take(&s) % 6]);
	must(type != DRI_DATASPEC_NULL);
	rows = take(&s) + 1;
	cols = take(&s) + 1;
	return raster_open_matrix(r, infile(s.at, s.left), type, rows, cols,
				  why);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cli_error why = {""};
	unsigned char *rows;
	struct raster r;

	if (!open_any(&r, data, size, &why)) {
		must(why.text[0] && r.fd < 0);
		return 0;
	}
	must(r.rows > 0 && r.cols > 0);
	/* PNG is packed. */
	must((size_t)(r.rows * r.file_bytes) <= size || data[0] == 0x89);
	if (r.rows * r.cols > MAX_CELLS) {
		raster_close(&r, &why);
		return 0;
	}
	rows = malloc((size_t)(r.rows * r.bytes));
	must(rows);
	if (!raster_read(&r, 0, r.rows, rows, &why))
		must(why.text[0]);
	if (!raster_read(&r, r.rows - 1, 1, rows, &why))
		must(why.text[0]);
	free(rows);
	raster_close(&r, &why);
	return 0;
}
