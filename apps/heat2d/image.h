/* SPDX-License-Identifier: BSD-3-Clause */
/* image.h - a picture of the plate: PGM, or PPM with a map of colours that
 * glow, the latter also as a PNG.
 */
#ifndef APPS_HEAT2D_IMAGE_H
#define APPS_HEAT2D_IMAGE_H

#include "apps/common/cli.h"

/* Whether pictures with this name can be written: it ends in .pgm or .ppm, or,
 * if libpng was there, in .png. */
bool image_is_name(const char *path);

/* Writes cells from 0 to max: as they are to a .pgm (rounded; 16 bits if max
 * needs them), as glowing colours to a .ppm or .png.  The file appears whole,
 * under its own name, or not at all: then there is a line in `why`. */
bool image_write(const char *path, const double *cell, u32 width, u32 height,
		 u32 max, struct cli_error *why);

#endif
