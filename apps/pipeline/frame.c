/* SPDX-License-Identifier: BSD-3-Clause */
/* frame.c - see frame.h. */
#include "apps/pipeline/frame.h"

#include <inttypes.h>

#define WHITE 255

static bool
look_at(struct frames *f, int i, struct cli_error *why)
{
	const struct raster *like = &f->like;
	struct raster r;
	bool same;

	if (!raster_open_picture(&r, f->options->file[i], why))
		return false;
	raster_close(&r, why);
	if (i == 0)
		raster_describe(&f->like, &r, r.rows, r.cols);
	same = r.rows == like->rows && r.cols == like->cols &&
	       r.samples == like->samples && r.max == like->max;
	return same ||
	       cli_fail(why,
			"%.200s: is not like %.200s: P%c of %" PRId64
			" x %" PRId64 ", white is %" PRIu32,
			f->options->file[i], f->options->file[0],
			r.samples == 3 ? '6' : '5', r.cols, r.rows, r.max);
}

bool
frames_look(struct frames *f, const struct options *o, struct cli_error *why)
{
	int reach = filter_reach(o->filter);

	f->options = o;
	raster_describe_picture(&f->like, o->height, o->width, 1, WHITE);
	for (int i = 0; i < o->files; i++)
		if (!look_at(f, i, why))
			return false;
	if (f->like.rows >= reach && f->like.cols >= reach)
		return true;
	return cli_fail(why,
			"%" PRId64 " x %" PRId64 " is too small for this "
			"filter, which needs %d x %d",
			f->like.cols, f->like.rows, reach, reach);
}

/* A disc of radius r in a picture of that size, at frame i. */
static bool
is_in_disc(const struct raster *like, int i, int disc, int64_t row, int64_t col)
{
	static const struct {
		int x, y, dx, dy; /* percent, and percent of a frame */
	} path[] = {{20, 30, 5, 1}, {70, 60, -3, 2}, {45, 85, 2, -6}};
	int64_t r = (like->rows < like->cols ? like->rows : like->cols) / 6;
	int64_t x = (path[disc].x + 100 + path[disc].dx * i % 100) % 100;
	int64_t y = (path[disc].y + 100 + path[disc].dy * i % 100) % 100;

	x = col - x * like->cols / 100;
	y = row - y * like->rows / 100;
	return x * x + y * y < r * r;
}

/* Three discs fly over a slope. */
static void
draw(const struct frames *f, int i, int64_t first, int64_t n, uint16_t *to)
{
	const struct raster *like = &f->like;

	for (int64_t r = first; r < first + n; r++)
		for (int64_t c = 0; c < like->cols; c++) {
			int64_t grey =
				100 * (r + c) / (like->rows + like->cols);

			for (int disc = 0; disc < 3; disc++)
				if (is_in_disc(like, i, disc, r, c))
					grey += 50;
			*to++ = (uint16_t)grey;
		}
}

bool
frames_read(const struct frames *f, int i, int64_t first, int64_t n,
	    uint16_t *rows, struct cli_error *why)
{
	struct raster r;
	bool done;

	if (!f->options->files) {
		draw(f, i, first, n, rows);
		return true;
	}
	if (!raster_open_picture(&r, f->options->file[i], why))
		return false;
	/* Somebody may have put another one there since. */
	done = r.bytes == f->like.bytes && r.rows == f->like.rows
		       ? raster_read(&r, first, n, rows, why)
		       : cli_fail(why, "%.300s: has changed", r.path);
	raster_close(&r, why);
	return done;
}
