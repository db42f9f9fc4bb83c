/* SPDX-License-Identifier: BSD-3-Clause */
/* picture.h - pictures, as numbers.
 *
 * Reads the four grey and colour formats of the Netpbm family (PGM: P2, P5;
 * PPM: P3, P6) with up to 16 bits per sample, and PNG, which is made one of
 * these first; a colour counts with its luminance.  Files are hostile until
 * checked.
 *
 * Knows nothing of OCR.  Each function that can fail returns false with one
 * line of text, without its end, in `why`: the file's name and the reason.
 */
#ifndef APPS_COMMON_PICTURE_H
#define APPS_COMMON_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* As doubles they are at most 512 MiB. */
#define PICTURE_MAX_CELLS (UINT32_C(1) << 26)

/* Room for a path and a reason. */
struct picture_error {
	char text[4608];
};

struct picture {
	FILE *file; /* just after the header */
	const char *path;
	uint32_t width;
	uint32_t height;
	uint32_t max; /* the largest sample, 1 to 65535: white */
	char kind;    /* '2', '3', '5' or '6' */
};

/* Opens `path`, which must outlive the picture, and reads the header; on
 * success the size is in range, and the file is not obviously too short for
 * it.  Closed with picture_close(). */
bool picture_open(struct picture *p, const char *path,
		  struct picture_error *why);

/* Reads all samples, once: width * height numbers from 0 to max. */
bool picture_read(struct picture *p, double *cell, struct picture_error *why);

void picture_close(struct picture *p);

#endif
