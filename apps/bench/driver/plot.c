/* SPDX-License-Identifier: BSD-3-Clause */
/* plot.c - see plot.h. */
#include "config.h"

#include "apps/bench/driver/plot.h"

#ifndef HAVE_CAIRO

struct plot *
bench_plot_new(const char **why)
{
	*why = "this was built without cairo (Debian: libcairo2-dev)";
	return NULL;
}

bool
bench_plot_dot(struct plot *p, const char *row, const char *who,
	       struct plot_value value, const char *unit)
{
	(void)p, (void)row, (void)who, (void)value, (void)unit;
	return false;
}

bool
bench_plot_end(struct plot *p, const char *path, const char **why)
{
	(void)p, (void)path, (void)why;
	return false;
}

#else

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DOTS 512
#define MAX_WHO	 8

/* Pixels. */
#define LINE	 22.0
#define LEFT	 240.0
#define WIDTH	 900.0
#define RIGHT	 40.0
#define TOP	 60.0
#define BOTTOM	 50.0
#define APART	 2.5 /* bars of one line */
#define END	 2.5 /* of a bar, to each side */

struct dot {
	const char *row, *who;
	struct plot_value value;
};

struct plot {
	struct dot dot[MAX_DOTS];
	size_t n;
	char unit[16];
	const char *who[MAX_WHO]; /* in the order they came */
	size_t n_who;
	const char *row[MAX_DOTS];
	size_t n_rows;
	double low, high; /* the scale, as powers of ten */
};

/* Colours that people tell apart who see few of them (Okabe and Ito). */
static const double colour[MAX_WHO][3] = {
	{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
	{0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
	{0.60, 0.60, 0.60}, {0.00, 0.00, 0.00},
};

struct plot *
bench_plot_new(const char **why)
{
	struct plot *p = calloc(1, sizeof(*p));

	if (!p)
		*why = "out of memory";
	return p;
}

/* The place of a name among those known, or at their end. */
static size_t
find(const char **names, size_t *n, size_t most, const char *name)
{
	size_t i = 0;

	while (i < *n && strcmp(names[i], name) != 0)
		i++;
	if (i == *n && i < most)
		names[(*n)++] = name;
	return i;
}

bool
bench_plot_dot(struct plot *p, const char *row, const char *who,
	       struct plot_value value, const char *unit)
{
	if (!p->n)
		snprintf(p->unit, sizeof(p->unit), "%s", unit);
	if (p->n == MAX_DOTS || strcmp(p->unit, unit) != 0 || !(value.least > 0) ||
	    find(p->who, &p->n_who, MAX_WHO, who) == MAX_WHO)
		return false;
	find(p->row, &p->n_rows, MAX_DOTS, row);
	p->dot[p->n++] = (struct dot){row, who, value};
	return true;
}

static double
place_x(const struct plot *p, double value)
{
	return LEFT + (log10(value) - p->low) / (p->high - p->low) *
			      (WIDTH - LEFT - RIGHT);
}

static double
place_y(size_t row)
{
	return TOP + LINE * ((double)row + 0.5);
}

static void
scale(struct plot *p)
{
	double least = p->dot[0].value.least, most = p->dot[0].value.most;

	for (size_t i = 1; i < p->n; i++) {
		least = fmin(least, p->dot[i].value.least);
		most = fmax(most, p->dot[i].value.most);
	}
	p->low = floor(log10(least));
	p->high = ceil(log10(most));
	if (p->high <= p->low)
		p->high = p->low + 1;
}

static void
write_at(cairo_t *c, double x, double y, double align, const char *text)
{
	cairo_text_extents_t e;

	cairo_text_extents(c, text, &e);
	cairo_move_to(c, x - align * e.width, y + 4);
	cairo_show_text(c, text);
}

static void
draw_grid(cairo_t *c, const struct plot *p)
{
	double bottom = TOP + LINE * (double)p->n_rows;
	char text[48];

	cairo_set_line_width(c, 1);
	for (double power = p->low; power <= p->high; power++) {
		double x = floor(place_x(p, pow(10, power))) + 0.5;

		cairo_set_source_rgb(c, 0.85, 0.85, 0.85);
		cairo_move_to(c, x, TOP);
		cairo_line_to(c, x, bottom);
		cairo_stroke(c);
		cairo_set_source_rgb(c, 0, 0, 0);
		snprintf(text, sizeof(text), "%g", pow(10, power));
		write_at(c, x, bottom + 14, 0.5, text);
	}
	write_at(c, (LEFT + WIDTH - RIGHT) / 2, bottom + 34, 0.5, p->unit);
	for (size_t i = 0; i < p->n_rows; i++)
		write_at(c, LEFT - 12, place_y(i), 1, p->row[i]);
}

static void
draw_dot(cairo_t *c, double x, double y, size_t who)
{
	cairo_set_source_rgb(c, colour[who][0], colour[who][1], colour[who][2]);
	cairo_arc(c, x, y, who == 0 ? 6 : 4.5, 0, 2 * M_PI);
	cairo_fill(c);
}

/* Each side's a little below the one before, so that all can be seen. */
static void
draw_value(cairo_t *c, struct plot *p, const struct dot *d)
{
	size_t who = find(p->who, &p->n_who, MAX_WHO, d->who);
	double left = place_x(p, d->value.least);
	double right = place_x(p, d->value.most);
	double y = place_y(find(p->row, &p->n_rows, MAX_DOTS, d->row)) +
		   APART * ((double)who - (double)(p->n_who - 1) / 2);

	draw_dot(c, place_x(p, d->value.median), y, who);
	cairo_set_line_width(c, 1.5);
	cairo_move_to(c, left, y);
	cairo_line_to(c, right, y);
	for (int i = 0; i < 2; i++) {
		cairo_move_to(c, i ? right : left, y - END);
		cairo_line_to(c, i ? right : left, y + END);
	}
	cairo_stroke(c);
}

static void
draw(cairo_t *c, struct plot *p)
{
	cairo_set_source_rgb(c, 1, 1, 1);
	cairo_paint(c);
	cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(c, 12);
	draw_grid(c, p);
	for (size_t i = 0; i < p->n_who; i++) {
		double x = LEFT + 110 * (double)i;

		draw_dot(c, x, TOP / 2, i);
		cairo_set_source_rgb(c, 0, 0, 0);
		write_at(c, x + 12, TOP / 2, 0, p->who[i]);
	}
	/* Ours last, on top. */
	for (size_t i = p->n; i-- > 0;)
		draw_value(c, p, &p->dot[i]);
}

/* Beside its place, and then renamed. */
static bool
save(cairo_surface_t *s, const char *path, const char **why)
{
	char beside[4096];
	cairo_status_t status;

	if (snprintf(beside, sizeof(beside), "%s.new", path) >=
	    (int)sizeof(beside)) {
		*why = "the name is too long";
		return false;
	}
	status = cairo_surface_write_to_png(s, beside);
	if (status == CAIRO_STATUS_SUCCESS && rename(beside, path) == 0)
		return true;
	*why = status == CAIRO_STATUS_SUCCESS
		       ? "it cannot be put into its place"
		       : cairo_status_to_string(status);
	remove(beside);
	return false;
}

bool
bench_plot_end(struct plot *p, const char *path, const char **why)
{
	cairo_surface_t *s;
	cairo_t *c;
	bool saved;

	*why = "nothing was measured";
	if (!p->n) {
		free(p);
		return false;
	}
	s = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, (int)WIDTH,
		(int)(TOP + LINE * (double)p->n_rows + BOTTOM));
	c = cairo_create(s);
	scale(p);
	draw(c, p);
	cairo_destroy(c);
	saved = save(s, path, why);
	cairo_surface_destroy(s);
	free(p);
	return saved;
}

#endif
