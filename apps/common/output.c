/* SPDX-License-Identifier: BSD-3-Clause */
/* output.c - see output.h. */
#include "apps/common/output.h"

#include <stdlib.h>
#include <unistd.h>

/* Opens the file that rank 0 has made, which tells under which number. */
static bool
join(struct output *out, struct team *t, const char *path, long *heard)
{
	bool well = team_exchange(t, (long)getpid(), heard);
	int fd = well ? outfile_join(path, heard[0], &t->why) : -1;

	return team_all_well(
		t, fd >= 0 && raster_take(&out->raster, path, fd, &t->why));
}

bool
output_open(struct output *out, struct team *t, const char *path)
{
	long *heard = calloc((size_t)t->size, sizeof(*heard));
	bool well = true;

	if (t->rank == 0)
		well = out->is_open =
			(out->raster.max ? outpicture_open : outfile_open)(
				&out->file, path, &t->why);
	if (!heard)
		well = cli_fail(&t->why, "out of memory");
	well = team_all_well(t, well) && join(out, t, path, heard);
	free(heard);
	return well;
}

bool
output_close(struct output *out, struct team *t, bool well)
{
	well = team_all_well(t, raster_close(&out->raster, &t->why) && well);
	if (out->is_open && !well) {
		outfile_drop(&out->file);
	} else if (out->is_open) {
		well = (out->raster.max ? outpicture_close
					: outfile_close)(&out->file, &t->why);
		if (!well)
			team_complain(t);
	}
	out->is_open = false;
	return well;
}

void
output_drop(struct output *out, struct team *t)
{
	if (out->is_open)
		outfile_drop(&out->file);
	out->is_open = false;
	raster_close(&out->raster, &t->why);
}
