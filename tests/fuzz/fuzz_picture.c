/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_picture.c - reads any bytes as a picture, as heat2d does. */
#include "apps/common/picture.h"
#include "tests/fuzz/infile.h"
#include "tests/fuzz/target.h"

#include <string.h>

/* What is not read, for it takes long and shows nothing else. */
#define MAX_CELLS 100000

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct picture_error why = {""};
	struct picture p;
	size_t cells;
	double *cell;
	bool ok;

	if (!picture_open(&p, infile(data, size), &why)) {
		must(why.text[0] && !p.file && !strchr(why.text, '\n'));
		return 0;
	}
	cells = (size_t)p.width * p.height;
	must(cells && p.max && p.max <= 65535);
	/* PNG is packed. */
	must(cells <= size || data[0] == 0x89);
	if (cells > MAX_CELLS) {
		picture_close(&p);
		return 0;
	}
	cell = malloc(cells * sizeof(*cell));
	must(cell);
	ok = picture_read(&p, cell, &why);
	must(ok || why.text[0]);
	for (size_t i = 0; ok && i < cells; i++)
		must(cell[i] >= 0 && cell[i] <= p.max + 1e-6);
	free(cell);
	picture_close(&p);
	return 0;
}
