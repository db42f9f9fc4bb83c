/* SPDX-License-Identifier: BSD-3-Clause */
/* raster.c - see raster.h. */
#include "apps/common/raster.h"

#include "apps/common/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
	const char *name;
	DRI_Dataspec type;
} types[] = {
	{"float", DRI_FLOAT},	  {"double", DRI_DOUBLE},
	{"complex", DRI_COMPLEX}, {"double-complex", DRI_DOUBLE_COMPLEX},
	{"int", DRI_INTEGER},	  {"short", DRI_SHORT},
};

DRI_Dataspec
raster_find_type(const char *name)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(types[i].name, name) == 0)
			return types[i].type;
	return DRI_DATASPEC_NULL;
}

struct raster_dims
raster_find_dims(const struct raster *r)
{
	return r->samples > 1 ? (struct raster_dims){3, 1, 2}
			      : (struct raster_dims){2, 0, 1};
}

int
raster_make_data(const struct raster *r, const char *name,
		 DRI_Global_Data *data)
{
	const struct raster_dims d = raster_find_dims(r);
	int64_t sizes[RASTER_MAX_DIMS] = {r->samples};

	sizes[d.cols] = r->cols;
	sizes[d.rows] = r->rows;
	return DRI_Global_Data_create(d.n, sizes, name, data);
}

/* From type, size and samples: how long a row is. */
static void
measure(struct raster *r)
{
	int64_t elements = r->cols * r->samples, bytes = 0;

	DRI_Dataspec_get_size(r->type, &bytes);
	r->bytes = elements * bytes;
	r->file_bytes = r->max && r->max <= 255 ? elements : r->bytes;
}

/* A picture's rows are not in the file as they are in memory. */
static bool
make_row(struct raster *r, struct cli_error *why)
{
	r->row = r->max ? malloc((size_t)r->file_bytes) : NULL;
	if (!r->max || r->row)
		return true;
	return cli_fail(why, "%.300s: out of memory", r->path);
}

bool
raster_open_picture(struct raster *r, const char *path, struct cli_error *why)
{
	struct picture_error reason;
	struct picture p;
	bool done;

	*r = (struct raster){.path = path, .fd = -1};
	if (!picture_open(&p, path, &reason))
		return cli_fail(why, "%.500s", reason.text);
	if (p.kind != '5' && p.kind != '6') {
		done = cli_fail(why,
				"%.300s: is a picture in text (P%c); binary "
				"PGM (P5) and PPM (P6), and PNG can be read",
				path, p.kind);
		goto close_picture;
	}
	r->type = DRI_UNSIGNED_SHORT;
	r->rows = p.height;
	r->cols = p.width;
	r->samples = p.kind == '6' ? 3 : 1;
	r->max = p.max;
	r->at = ftello(p.file);
	measure(r);
	done = make_row(r, why);
	/* Rows are read by their place, which a pipe has none of. */
	if (done && r->at < 0)
		done = cli_fail(why, "%.300s: is not a regular file", path);
	if (done) {
		r->fd = fcntl(fileno(p.file), F_DUPFD_CLOEXEC, 0);
		if (r->fd < 0)
			done = cli_fail(why, "%.300s: cannot be opened: %s",
					path, strerror(errno));
	}

close_picture:
	picture_close(&p);
	if (!done)
		raster_close(r, why);
	return done;
}

static bool
check_length(const struct raster *r, struct cli_error *why)
{
	int64_t wanted = r->rows * r->file_bytes;
	struct stat st;

	if (fstat(r->fd, &st))
		return cli_fail(why, "%.300s: cannot be read: %s", r->path,
				strerror(errno));
	if (S_ISDIR(st.st_mode))
		return cli_fail(why, "%.300s: is a folder", r->path);
	if (!S_ISREG(st.st_mode))
		return cli_fail(why, "%.300s: is not a regular file", r->path);
	if (st.st_size == wanted)
		return true;
	return cli_fail(why,
			"%.300s: has %jd bytes, but %" PRId64 " x %" PRId64
			" such numbers are %" PRId64,
			r->path, (intmax_t)st.st_size, r->rows, r->cols,
			wanted);
}

bool
raster_open_matrix(struct raster *r, const char *path, DRI_Dataspec type,
		   int64_t rows, int64_t cols, struct cli_error *why)
{
	*r = (struct raster){
		.path = path,
		.type = type,
		.rows = rows,
		.cols = cols,
		.samples = 1,
	};
	measure(r);
	r->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r->fd < 0)
		return cli_fail(why, "%.300s: cannot be opened: %s", path,
				strerror(errno));
	if (check_length(r, why))
		return true;
	close(r->fd);
	r->fd = -1;
	return false;
}

/* The header of a picture, or nothing; returns its length. */
static int
make_header(const struct raster *r, char text[RASTER_HEADER])
{
	if (!r->max)
		return 0;
	return snprintf(text, RASTER_HEADER,
			"P%c\n%" PRId64 " %" PRId64 "\n%" PRIu32 "\n",
			r->samples == 3 ? '6' : '5', r->cols, r->rows, r->max);
}

static void
complete(struct raster *r)
{
	char header[RASTER_HEADER];

	measure(r);
	r->at = make_header(r, header);
}

void
raster_describe(struct raster *r, const struct raster *like, int64_t rows,
		int64_t cols)
{
	*r = (struct raster){
		.type = like->type,
		.rows = rows,
		.cols = cols,
		.samples = like->samples,
		.max = like->max,
		.fd = -1,
	};
	complete(r);
}

void
raster_describe_picture(struct raster *r, int64_t rows, int64_t cols,
			int samples, uint32_t max)
{
	*r = (struct raster){
		.type = DRI_UNSIGNED_SHORT,
		.rows = rows,
		.cols = cols,
		.samples = samples,
		.max = max,
		.fd = -1,
	};
	complete(r);
}

bool
raster_take(struct raster *r, const char *path, int fd, struct cli_error *why)
{
	r->path = path;
	r->fd = fd;
	return make_row(r, why);
}

/* All n bytes at `at`, or false and errno; 0 is the end of the file. */
static bool
read_all(int fd, void *bytes, int64_t n, int64_t at)
{
	char *to = bytes;

	while (n > 0) {
		ssize_t got = pread(fd, to, (size_t)n, at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			errno = got < 0 ? errno : 0;
			return false;
		}
		to += got;
		at += got;
		n -= got;
	}
	return true;
}

static bool
write_all(int fd, const void *bytes, int64_t n, int64_t at)
{
	const char *from = bytes;

	while (n > 0) {
		ssize_t put = pwrite(fd, from, (size_t)n, at);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		from += put;
		at += put;
		n -= put;
	}
	return true;
}

static bool
fail_write(const struct raster *r, struct cli_error *why)
{
	return cli_fail(why, "%.300s: cannot be written: %s", r->path,
			strerror(errno));
}

bool
raster_write_header(const struct raster *r, struct cli_error *why)
{
	char header[RASTER_HEADER];

	if (!write_all(r->fd, header, make_header(r, header), 0))
		return fail_write(r, why);
	return true;
}

/* One row, from what the file has to what memory has.  False if a sample is
 * larger than it may be. */
static bool
decode(const struct raster *r, uint16_t *to)
{
	const unsigned char *from = r->row;
	int64_t n = r->cols * r->samples;

	for (int64_t i = 0; i < n; i++) {
		to[i] = r->max <= 255 ? from[i]
				      : (uint16_t)(from[2 * i] << 8 |
						   from[2 * i + 1]);
		if (to[i] > r->max)
			return false;
	}
	return true;
}

static void
encode(const struct raster *r, const uint16_t *from)
{
	int64_t n = r->cols * r->samples;
	unsigned char *to = r->row;

	for (int64_t i = 0; i < n; i++) {
		if (r->max > 255)
			*to++ = (unsigned char)(from[i] >> 8);
		*to++ = (unsigned char)from[i];
	}
}

static bool
fail_read(const struct raster *r, struct cli_error *why)
{
	if (!errno)
		return cli_fail(why, "%.300s: is cut short", r->path);
	return cli_fail(why, "%.300s: cannot be read: %s", r->path,
			strerror(errno));
}

bool
raster_read(const struct raster *r, int64_t first, int64_t n, void *rows,
	    struct cli_error *why)
{
	int64_t at = r->at + first * r->file_bytes;

	if (!r->max) {
		if (read_all(r->fd, rows, n * r->file_bytes, at))
			return true;
		return fail_read(r, why);
	}
	for (int64_t i = 0; i < n; i++, at += r->file_bytes) {
		if (!read_all(r->fd, r->row, r->file_bytes, at))
			return fail_read(r, why);
		if (!decode(r, (uint16_t *)((char *)rows + i * r->bytes)))
			return cli_fail(why,
					"%.300s: row %" PRId64
					" has a sample above %" PRIu32,
					r->path, first + i, r->max);
	}
	return true;
}

bool
raster_write(const struct raster *r, int64_t first, int64_t n, const void *rows,
	     struct cli_error *why)
{
	int64_t at = r->at + first * r->file_bytes;

	if (!r->max) {
		if (write_all(r->fd, rows, n * r->file_bytes, at))
			return true;
		return fail_write(r, why);
	}
	for (int64_t i = 0; i < n; i++, at += r->file_bytes) {
		encode(r,
		       (const uint16_t *)((const char *)rows + i * r->bytes));
		if (!write_all(r->fd, r->row, r->file_bytes, at))
			return fail_write(r, why);
	}
	return true;
}

bool
raster_close(struct raster *r, struct cli_error *why)
{
	bool done = true;

	if (r->fd >= 0 && close(r->fd))
		done = fail_write(r, why);
	r->fd = -1;
	free(r->row);
	r->row = NULL;
	return done;
}
