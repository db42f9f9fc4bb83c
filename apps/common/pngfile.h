/* SPDX-License-Identifier: BSD-3-Clause */
/* pngfile.h - PNG, by libpng, turned into binary PGM or PPM (P5, P6) and back:
 * programs know no other picture, and reach its rows by their place, which PNG
 * has none of.
 *
 * Knows nothing of names but their end.  What a function says in `reason`
 * completes "FILE: ".  Built without libpng, they fail and say so.
 */
#ifndef APPS_COMMON_PNGFILE_H
#define APPS_COMMON_PNGFILE_H

#include <stdbool.h>
#include <stdio.h>

struct pngfile_reason {
	char text[160];
};

/* Whether libpng was there when this was built. */
bool pngfile_is_known(void);

/* Whether a picture of this name is a PNG. */
bool pngfile_has_name(const char *path);

/* Whether one begins here.  Takes nothing from the file. */
bool pngfile_begins(FILE *file);

/* Reads one, of whatever kind, and writes its grey or colours, as they are, to
 * a file without a name, which is returned at its start; NULL with a reason.
 * Transparency is left out; samples have 8 or 16 bits. */
FILE *pngfile_unpack(FILE *file, struct pngfile_reason *reason);

/* Replaces the P5 or P6 in `file`, which is open for reading as well, by a PNG
 * of 8 bits, or of 16 if its samples need them.  Where white was another number
 * than 255 or 65535 it becomes that, and other samples in proportion. */
bool pngfile_pack(FILE *file, struct pngfile_reason *reason);

#endif
