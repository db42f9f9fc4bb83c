/* SPDX-License-Identifier: BSD-3-Clause */
/* outpicture.c - see outpicture.h. */
#include "apps/common/outpicture.h"

#include "apps/common/pngfile.h"

static bool
can_write(const char *path, struct cli_error *why)
{
	return !pngfile_has_name(path) || pngfile_is_known() ||
	       cli_fail(why,
			"%.300s: cannot be written: this was built without "
			"libpng",
			path);
}

bool
outpicture_check(const char *path, struct cli_error *why)
{
	return can_write(path, why) && outfile_check(path, why);
}

bool
outpicture_open(struct outfile *out, const char *path, struct cli_error *why)
{
	return can_write(path, why) && outfile_open(out, path, why);
}

bool
outpicture_close(struct outfile *out, struct cli_error *why)
{
	struct pngfile_reason reason;

	if (!pngfile_has_name(out->path) || pngfile_pack(out->file, &reason))
		return outfile_close(out, why);
	outfile_drop(out);
	return cli_fail(why, "%.300s: cannot be written: %s", out->path,
			reason.text);
}
