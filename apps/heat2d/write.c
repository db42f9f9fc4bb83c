/* SPDX-License-Identifier: BSD-3-Clause */
/* heat2d_write.c - writing pictures; see heat2d_picture.h.
 *
 * A picture is written beside its place under another name, and renamed when
 * it is whole.
 */
#include "apps/common/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the picture goes, and the name it has until then. */
struct place {
	char path[PATH_MAX];
	char temporary[PATH_MAX + 32];
	mode_t mode; /* of a file that is there already, or 0 */
};

static bool
fail(struct picture_error *why, const char *path, const char *reason)
{
	snprintf(why->text, sizeof(why->text), "%.4000s: cannot be written: %s",
		 path, reason);
	return false;
}

static bool
has_end(const char *path, const char *end)
{
	size_t n = strlen(path);

	return n > strlen(end) && strcasecmp(path + n - strlen(end), end) == 0;
}

bool
picture_is_name(const char *path)
{
	return has_end(path, ".pgm") || has_end(path, ".ppm");
}

static bool
find_place(struct place *place, const char *path, struct picture_error *why)
{
	struct stat st;

	*place = (struct place){0};
	if (strlen(path) >= sizeof(place->path))
		return fail(why, path, strerror(ENAMETOOLONG));
	/* What a link points to is replaced, not the link. */
	if (!realpath(path, place->path))
		strcpy(place->path, path);
	if (stat(place->path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return fail(why, path, "it is a folder");
		/* To rename over a device would be a bad surprise. */
		if (!S_ISREG(st.st_mode))
			return fail(why, path, "it is not a regular file");
		if (access(place->path, W_OK))
			return fail(why, path, strerror(errno));
		place->mode = st.st_mode & 0777;
	} else if (errno != ENOENT) {
		return fail(why, path, strerror(errno));
	}
	snprintf(place->temporary, sizeof(place->temporary), "%s.%ld",
		 place->path, (long)getpid());
	return true;
}

/* The temporary file, new and empty; or NULL and errno. */
static FILE *
open_place(const struct place *place)
{
	int fd = open(place->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		      0666);
	FILE *f;
	int err;

	if (fd < 0)
		return NULL;
	f = fdopen(fd, "wb");
	if (f && (!place->mode || fchmod(fd, place->mode) == 0))
		return f;
	err = errno;
	if (f)
		fclose(f);
	else
		close(fd);
	unlink(place->temporary);
	errno = err;
	return NULL;
}

bool
picture_can_write(const char *path, struct picture_error *why)
{
	struct place place;
	FILE *f;

	if (!find_place(&place, path, why))
		return false;
	f = open_place(&place);
	if (!f)
		return fail(why, path, strerror(errno));
	fclose(f);
	unlink(place.temporary);
	return true;
}

static uint32_t
to_sample(double temperature, uint32_t max)
{
	/* Rounding errors may carry a cell past the ends by a hair. */
	if (!(temperature > 0))
		return 0;
	if (temperature >= max)
		return max;
	return (uint32_t)(temperature + 0.5);
}

static void
write_grey(FILE *f, const double *cell, size_t cells, uint32_t max)
{
	for (size_t i = 0; i < cells; i++) {
		uint32_t s = to_sample(cell[i], max);

		if (max > 255)
			putc_unlocked((int)(s >> 8), f);
		putc_unlocked((int)(s & 255), f);
	}
}

/* From black over red and yellow to white, straight between these. */
static void
write_glow(FILE *f, const double *cell, size_t cells, uint32_t max)
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
picture_write(const char *path, const double *cell, uint32_t width,
	      uint32_t height, uint32_t max, struct picture_error *why)
{
	size_t cells = (size_t)width * height;
	bool grey = has_end(path, ".pgm");
	struct place place;
	FILE *f;
	int err = 0;

	if (!find_place(&place, path, why))
		return false;
	f = open_place(&place);
	if (!f)
		return fail(why, path, strerror(errno));
	errno = EIO;
	fprintf(f, "%s\n%u %u\n%u\n", grey ? "P5" : "P6", width, height,
		grey ? max : 255);
	if (grey)
		write_grey(f, cell, cells, max);
	else
		write_glow(f, cell, cells, max);
	if (fflush(f) || ferror(f))
		err = errno;
	if (fclose(f) && !err)
		err = errno;
	if (!err && rename(place.temporary, place.path))
		err = errno;
	if (!err)
		return true;
	unlink(place.temporary);
	return fail(why, path, strerror(err));
}
