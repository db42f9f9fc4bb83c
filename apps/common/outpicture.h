/* SPDX-License-Identifier: BSD-3-Clause */
/* outpicture.h - an outfile that is a picture: written as binary PGM or PPM
 * (P5, P6), and turned into a PNG in the end if its name says so.
 */
#ifndef APPS_COMMON_OUTPICTURE_H
#define APPS_COMMON_OUTPICTURE_H

#include "apps/common/outfile.h"

/* As those of an outfile; what is between is an outfile's. */
bool outpicture_check(const char *path, struct cli_error *why);
bool outpicture_open(struct outfile *out, const char *path,
		     struct cli_error *why);
bool outpicture_close(struct outfile *out, struct cli_error *why);

#endif
