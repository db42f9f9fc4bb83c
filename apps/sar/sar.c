/* SPDX-License-Identifier: BSD-3-Clause */
/* sar.c - a radar chain on all processes of a job: echoes are compressed in
 * range, turned on their corner by the Data Reorganization Interface, and
 * compressed in azimuth; what is left is a picture.
 */
#include "apps/common/clock.h"
#include "apps/common/output.h"
#include "apps/common/progress.h"
#include "apps/common/side.h"
#include "apps/common/turn.h"
#include "apps/sar/focus.h"
#include "apps/sar/options.h"
#include "apps/sar/scene.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define WHITE	 255
#define RANGE_DB 45 /* from black to white */

struct job {
	struct team team; /* first */
	struct options options;
	struct scene scene;
	struct focus range, azimuth;
	struct turn turn; /* rows are pulses, columns bins */
	struct output out;
	u64 done, total; /* lines */
};

static struct job job = {
	.turn = TURN_NONE,
	.out = OUTPUT_NONE,
};

static bool
all_well(struct job *j, bool well)
{
	return team_all_well(&j->team, well);
}

/*
 * The chain
 */

static void
tell(struct job *j)
{
	progress_tell(++j->done, j->total);
}

static void
compress_range(struct job *j, int64_t pulse, float complex *line)
{
	scene_echo(&j->scene, pulse, line);
	focus_line(&j->range, line);
}

static void
compress_azimuth(struct job *j, int64_t bin, float complex *line)
{
	scene_track(&j->scene, bin, j->azimuth.signal);
	focus_aim(&j->azimuth);
	focus_line(&j->azimuth, line);
}

static bool
get(struct job *j, DRI_Channel side, DRI_Buffer_Id *buffer, void **bytes)
{
	return team_check(&j->team, side_get(side, buffer, bytes), "get");
}

static bool
send_echoes(struct job *j)
{
	const struct turn_part *p = &j->turn.rows;
	DRI_Buffer_Id buffer;
	void *bytes;

	if (!get(j, j->turn.send, &buffer, &bytes))
		return false;
	for (int64_t i = 0; i < p->n; i++) {
		compress_range(j, p->first + i,
			       (float complex *)bytes + i * j->scene.samples);
		tell(j);
	}
	return team_check(&j->team, DRI_Channel_put(j->turn.send, buffer),
			  "put");
}

/* *bins: those of this process, focused. */
static bool
receive_bins(struct job *j, float complex **bins)
{
	const struct turn_part *p = &j->turn.columns;
	DRI_Buffer_Id buffer;
	void *bytes;

	if (!get(j, j->turn.receive, &buffer, &bytes))
		return false;
	*bins = bytes;
	for (int64_t i = 0; i < p->n; i++) {
		compress_azimuth(j, p->first + i, *bins + i * j->scene.pulses);
		tell(j);
	}
	return true;
}

/*
 * Is it right?
 */

/* One bin of the chain that one process makes from begin to end. */
static bool
compare_bin(struct job *j, const float complex *echoes, int64_t bin,
	    const float complex *got, float complex *line)
{
	float most = scene_brightness(&j->scene) * 1e-4f;

	for (int64_t i = 0; i < j->scene.pulses; i++)
		line[i] = echoes[i * j->scene.samples + bin];
	compress_azimuth(j, bin, line);
	for (int64_t i = 0; i < j->scene.pulses; i++)
		if (!(cabsf(line[i] - got[i]) <= most))
			return cli_fail(&j->team.why,
					"bin %" PRId64 ", pulse %" PRId64
					": %g%+gi, and %g%+gi by a serial "
					"chain",
					bin, i, (double)crealf(got[i]),
					(double)cimagf(got[i]),
					(double)crealf(line[i]),
					(double)cimagf(line[i]));
	return true;
}

static bool
compare(struct job *j, const float complex *bins)
{
	size_t pulses = (size_t)j->scene.pulses;
	size_t samples = (size_t)j->scene.samples;
	float complex *echoes = malloc(pulses * samples * sizeof(*echoes));
	float complex *line = malloc(pulses * sizeof(*line));
	bool well = (echoes && line) || cli_fail(&j->team.why, "out of memory");

	for (size_t i = 0; i < pulses && well; i++) {
		compress_range(j, (int64_t)i, echoes + i * samples);
		tell(j);
	}
	for (int64_t i = 0; i < j->turn.columns.n && well; i++)
		well = compare_bin(j, echoes, j->turn.columns.first + i,
				   bins + i * j->scene.pulses, line);
	free(echoes);
	free(line);
	return well;
}

/* Each point is bright, and brighter than what is next to it. */
static bool
find_points(struct job *j, const float complex *bins)
{
	float least = scene_brightness(&j->scene) / 2;

	for (int k = 0; k < j->scene.n; k++) {
		const struct scene_point *p = &j->scene.point[k];
		int64_t bin = p->bin - j->turn.columns.first;
		const float complex *at =
			bins + bin * j->scene.pulses + p->pulse;

		if (bin < 0 || bin >= j->turn.columns.n)
			continue;
		if (cabsf(*at) < least || cabsf(at[-2]) > cabsf(*at) ||
		    cabsf(at[2]) > cabsf(*at))
			return cli_fail(&j->team.why,
					"the point at pulse %" PRId64
					", bin %" PRId64 " is not there: %g",
					p->pulse, p->bin, (double)cabsf(*at));
	}
	return true;
}

static bool
verify(struct job *j, const float complex *bins)
{
	if (!all_well(j, compare(j, bins)) ||
	    !all_well(j, find_points(j, bins)))
		return false;
	if (j->team.rank == 0) {
		progress_break();
		printf("sar: the same as a serial chain, and %d points in "
		       "their places\n",
		       j->scene.n);
	}
	return true;
}

/*
 * The picture
 */

static bool
open_output(struct job *j)
{
	raster_describe_picture(&j->out.raster, j->scene.samples,
				j->scene.pulses, 1, WHITE);
	return output_open(&j->out, &j->team, j->options.out);
}

/* The brightest of all processes, in full numbers: the same for each. */
static bool
find_brightest(struct job *j, const float complex *bins, long *heard,
	       float *most)
{
	float own = 1;

	for (int64_t i = 0; i < j->turn.columns.n * j->scene.pulses; i++)
		own = fmaxf(own, cabsf(bins[i]));
	if (!team_exchange(&j->team, lrintf(own), heard))
		return false;
	*most = 1;
	for (int i = 0; i < j->team.size; i++)
		*most = fmaxf(*most, (float)heard[i]);
	return true;
}

static unsigned short
grey(float complex z, float most)
{
	float db = 20 * log10f(cabsf(z) / most + 1e-9f);

	if (db <= -RANGE_DB)
		return 0;
	return (unsigned short)lrintf(WHITE * fminf(1 + db / RANGE_DB, 1));
}

static bool
write_bins(struct job *j, const float complex *bins, float most)
{
	int64_t n = j->scene.pulses;
	unsigned short *row = malloc((size_t)n * sizeof(*row));
	bool well = row || cli_fail(&j->team.why, "out of memory");

	if (well && j->team.rank == 0)
		well = raster_write_header(&j->out.raster, &j->team.why);
	for (int64_t b = 0; b < j->turn.columns.n && well; b++) {
		for (int64_t i = 0; i < n; i++)
			row[i] = grey(bins[b * n + i], most);
		well = raster_write(&j->out.raster, j->turn.columns.first + b,
				    1, row, &j->team.why);
	}
	free(row);
	return well;
}

static bool
draw(struct job *j, const float complex *bins)
{
	long *heard = calloc((size_t)j->team.size, sizeof(*heard));
	bool well =
		all_well(j, heard || cli_fail(&j->team.why, "out of memory"));
	float most = 1;

	well = well && open_output(j);
	if (well)
		well = output_close(&j->out, &j->team,
				    find_brightest(j, bins, heard, &most) &&
					    write_bins(j, bins, most));
	free(heard);
	if (well && j->team.rank == 0) {
		progress_break();
		printf("sar: wrote %s\n", j->options.out);
	}
	return well;
}

/*
 * The job
 */

static bool
run_chain(struct job *j)
{
	uint64_t begin = clock_now_ns();
	float complex *bins = NULL;

	if (!all_well(j, send_echoes(j)) ||
	    !all_well(j, receive_bins(j, &bins)))
		return false;
	if (j->team.rank == 0) {
		progress_break();
		printf("sar: %" PRId64 " pulses of %" PRId64
		       " samples on %d process%s in %.1f ms\n",
		       j->scene.pulses, j->scene.samples, j->team.size,
		       j->team.size == 1 ? "" : "es",
		       (double)(clock_now_ns() - begin) / 1e6);
		fflush(stdout);
	}
	if (j->options.verify && !verify(j, bins))
		return false;
	return !j->options.out[0] || draw(j, bins);
}

static bool
make_turn(struct job *j)
{
	const struct raster echoes = {
		.type = DRI_COMPLEX,
		.rows = j->scene.pulses,
		.cols = j->scene.samples,
		.samples = 1,
		.fd = -1,
	};

	return team_check(&j->team,
			  turn_make(&j->turn, &echoes, "echoes", j->team.rank,
				    j->team.size),
			  "no room for echoes and bins");
}

static bool
prepare(struct job *j)
{
	if (j->team.rank == 0 && j->options.out[0] &&
	    !outpicture_check(j->options.out, &j->team.why))
		return false;
	if (!make_turn(j))
		return false;
	if (!focus_open(&j->range, j->scene.samples) ||
	    !focus_open(&j->azimuth, j->scene.pulses))
		return cli_fail(&j->team.why, "out of memory");
	scene_chirp(&j->scene, j->range.signal);
	focus_aim(&j->range);
	j->total = (u64)(j->turn.rows.n + j->turn.columns.n);
	if (j->options.verify)
		j->total += (u64)j->scene.pulses;
	return true;
}

static bool
run(struct team *t)
{
	struct job *j = (struct job *)t;
	bool well;

	scene_make(&j->scene, (int64_t)j->options.pulses,
		   (int64_t)j->options.samples);
	well = all_well(j, prepare(j)) &&
	       all_well(j, team_check(t, turn_connect(&j->turn),
				      "the turn cannot be set up")) &&
	       run_chain(j);
	output_drop(&j->out, t);
	focus_close(&j->range);
	focus_close(&j->azimuth);
	turn_close(&j->turn);
	return well;
}

int
main(int argc, char **argv)
{
	static const struct team_program program = {
		.unit = "lines",
		.cli = &options_cli,
		.options = &job.options,
		.progress = &job.options.progress,
		.run = run,
	};

	return team_main(&job.team, &program, argc, argv);
}
