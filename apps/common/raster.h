/* SPDX-License-Identifier: BSD-3-Clause */
/* raster.h - a file of rows of elements: a binary picture (PGM: P5, PPM: P6; a
 * PNG is made one of these, by each process for itself), or a matrix of plain
 * numbers without a header, as they are in memory.
 *
 * Any number of processes read and write rows of one file, each its own.  A
 * sample of a picture is an unsigned short in memory, however wide it is in the
 * file.  Files are hostile until checked.
 * Knows nothing of who does what.  Each function that can fail returns false
 * with one line of text in `why`: the file's name and the reason.
 */
#ifndef APPS_COMMON_RASTER_H
#define APPS_COMMON_RASTER_H

#include "apps/common/cli.h"
#include "dri.h"

#include <stdint.h>

/* A header has no more bytes than this. */
#define RASTER_HEADER 64

struct raster {
	const char *path;
	DRI_Dataspec type;
	int64_t rows, cols;
	int samples;	    /* of a place: 3 in a PPM, else 1 */
	int64_t bytes;	    /* of a row in memory */
	int64_t file_bytes; /* of a row in the file */
	int64_t at;	    /* where row 0 begins in the file */
	uint32_t max;	    /* a picture's largest sample; 0: a matrix */
	unsigned char *row; /* a wider row's place while it is converted */
	int fd;		    /* -1: not open */
};

/* What a type is called on the command line; NULL if there is no such one. */
DRI_Dataspec raster_find_type(const char *name);
#define RASTER_TYPES "float, double, complex, double-complex, int or short"

/* Its dimensions, when it is distributed: the samples of a place, if there are
 * several, which stay together, then columns, then rows. */
#define RASTER_MAX_DIMS 3
struct raster_dims {
	int n, cols, rows; /* how many, and which these are */
};
struct raster_dims raster_find_dims(const struct raster *r);

/* What of it is to be distributed.  A status of the interface. */
int raster_make_data(const struct raster *r, const char *name,
		     DRI_Global_Data *data);

/* Opens the picture `path`, which must outlive it, for reading. */
bool raster_open_picture(struct raster *r, const char *path,
			 struct cli_error *why);

/* Opens the matrix `path`, whose size is told; the file has no byte more. */
bool raster_open_matrix(struct raster *r, const char *path, DRI_Dataspec type,
			int64_t rows, int64_t cols, struct cli_error *why);

/* A raster with the elements of `like` and another size, not open. */
void raster_describe(struct raster *r, const struct raster *like, int64_t rows,
		     int64_t cols);

/* The same, of a picture that is like no other one. */
void raster_describe_picture(struct raster *r, int64_t rows, int64_t cols,
			     int samples, uint32_t max);

/* Takes over fd, open for writing the file `path`. */
bool raster_take(struct raster *r, const char *path, int fd,
		 struct cli_error *why);

/* Writes what is before row 0; by one of the processes. */
bool raster_write_header(const struct raster *r, struct cli_error *why);

/* Rows first to first + n - 1, side by side in memory. */
bool raster_read(const struct raster *r, int64_t first, int64_t n, void *rows,
		 struct cli_error *why);
bool raster_write(const struct raster *r, int64_t first, int64_t n,
		  const void *rows, struct cli_error *why);

/* False if what was written has not arrived. */
bool raster_close(struct raster *r, struct cli_error *why);

#endif
