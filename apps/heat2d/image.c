/* SPDX-License-Identifier: BSD-3-Clause */
/* image.c - see image.h. */
#include "apps/heat2d/image.h"

#include "apps/common/outpicture.h"
#include "apps/common/pngfile.h"

#include <string.h>
#include <strings.h>

static bool
has_end(const char *path, const char *end)
{
	size_t n = strlen(path);

	return n > strlen(end) && strcasecmp(path + n - strlen(end), end) == 0;
}

bool
image_is_name(const char *path)
{
	return has_end(path, ".pgm") || has_end(path, ".ppm") ||
	       (pngfile_is_known() && pngfile_has_name(path));
}

static u32
to_sample(double temperature, u32 max)
{
	/* Rounding errors may carry a cell past the ends by a hair. */
	if (!(temperature > 0))
		return 0;
	if (temperature >= max)
		return max;
	return (u32)(temperature + 0.5);
}

static void
write_grey(FILE *f, const double *cell, size_t cells, u32 max)
{
	for (size_t i = 0; i < cells; i++) {
		u32 s = to_sample(cell[i], max);

		if (max > 255)
			putc_unlocked((int)(s >> 8), f);
		putc_unlocked((int)(s & 255), f);
	}
}

/* From black over red and yellow to white, straight between these. */
static void
write_glow(FILE *f, const double *cell, size_t cells, u32 max)
{
	static const double glow[][3] = {
		{0, 0, 16},    {60, 0, 96},    {170, 20, 90},
		{235, 80, 20}, {252, 190, 30}, {255, 255, 240},
	};
	const int steps = sizeof(glow) / sizeof(glow[0]) - 1;

	for (size_t i = 0; i < cells; i++) {
		double heat = cell[i] > 0 ? cell[i] / max * steps : 0;
		int k = heat < steps ? (int)heat : steps - 1;
		double part = heat < steps ? heat - k : 1;

		for (int c = 0; c < 3; c++)
			putc_unlocked(
				(int)(glow[k][c] +
				      part * (glow[k + 1][c] - glow[k][c]) +
				      0.5),
				f);
	}
}

bool
image_write(const char *path, const double *cell, u32 width, u32 height,
	    u32 max, struct cli_error *why)
{
	size_t cells = (size_t)width * height;
	bool grey = has_end(path, ".pgm");
	struct outfile out;

	if (!outpicture_open(&out, path, why))
		return false;
	fprintf(out.file, "%s\n%u %u\n%u\n", grey ? "P5" : "P6", width, height,
		grey ? max : 255);
	if (grey)
		write_grey(out.file, cell, cells, max);
	else
		write_glow(out.file, cell, cells, max);
	return outpicture_close(&out, why);
}
