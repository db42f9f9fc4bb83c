/* SPDX-License-Identifier: BSD-3-Clause */
/* sar.c - a radar chain on all processes of a job: echoes are compressed in
 * range, turned on their corner by the Data Reorganization Interface, and
 * compressed in azimuth; what is left is a picture.
 *
 * After every step all agree that it has worked, or all give up, and the first
 * one that knows says why.
 */
#include "apps/common/clock.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/raster.h"
#include "apps/common/vote.h"
#include "apps/sar/focus.h"
#include "apps/sar/options.h"
#include "apps/sar/scene.h"
#include "apps/sar/turn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WHITE	 255
#define RANGE_DB 45 /* from black to white */

struct job {
	struct options options;
	int rank, size;
	struct vote vote;
	struct scene scene;
	struct focus range, azimuth;
	struct turn turn;
	struct raster out;
	struct outfile file; /* rank 0's */
	bool file_open;
	u64 done, total; /* lines */
	struct cli_error why;
};

/* For calls that fail for reasons that no other process need know. */
static bool
check(struct job *j, int status, const char *what)
{
	return status == DRI_SUCCESS ||
	       cli_fail(&j->why, "%s: %s", what, DRI_strerror(status));
}

static void
complain(const struct job *j)
{
	progress_break();
	fprintf(stderr, "sar: %s\n", j->why.text);
}

/* Whether all is well everywhere. */
static bool
all_well(struct job *j, bool well)
{
	int bad, err = vote_agree(&j->vote, well, &bad);

	if (err) {
		check(j, err, "the others cannot be reached");
		complain(j);
		return false;
	}
	if (bad == j->rank)
		complain(j);
	return bad < 0;
}

/* What each process says, to all; false: nothing was heard. */
static bool
exchange(struct job *j, long number, long *heard)
{
	return check(j, vote_say(&j->vote, number), "vote") &&
	       check(j, vote_hear(&j->vote, heard), "vote");
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
get(struct job *j, DRI_Channel channel, DRI_Buffer_Id *buffer, void **bytes)
{
	return check(j, DRI_Channel_get(channel, buffer), "get") &&
	       check(j, DRI_Buffer_get_ptr(*buffer, bytes), "get");
}

static bool
send_echoes(struct job *j)
{
	const struct turn_part *p = &j->turn.pulses;
	DRI_Buffer_Id buffer;
	void *bytes;

	if (!get(j, j->turn.send, &buffer, &bytes))
		return false;
	for (int64_t i = 0; i < p->n; i++) {
		compress_range(j, p->first + i,
			       (float complex *)bytes + i * j->scene.samples);
		tell(j);
	}
	return check(j, DRI_Channel_put(j->turn.send, buffer), "put");
}

/* *bins: those of this process, focused. */
static bool
receive_bins(struct job *j, float complex **bins)
{
	const struct turn_part *p = &j->turn.bins;
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
			return cli_fail(&j->why,
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
	bool well = (echoes && line) || cli_fail(&j->why, "out of memory");

	for (size_t i = 0; i < pulses && well; i++) {
		compress_range(j, (int64_t)i, echoes + i * samples);
		tell(j);
	}
	for (int64_t i = 0; i < j->turn.bins.n && well; i++)
		well = compare_bin(j, echoes, j->turn.bins.first + i,
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
		int64_t bin = p->bin - j->turn.bins.first;
		const float complex *at =
			bins + bin * j->scene.pulses + p->pulse;

		if (bin < 0 || bin >= j->turn.bins.n)
			continue;
		if (cabsf(*at) < least || cabsf(at[-2]) > cabsf(*at) ||
		    cabsf(at[2]) > cabsf(*at))
			return cli_fail(&j->why,
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
	if (j->rank == 0) {
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

/* Rank 0 makes the file and tells under which number. */
static bool
open_output(struct job *j, long *heard)
{
	const char *path = j->options.out;
	bool well = true;
	int fd;

	if (j->rank == 0)
		well = j->file_open = outfile_open(&j->file, path, &j->why);
	if (!all_well(j, well))
		return false;
	well = exchange(j, (long)getpid(), heard);
	fd = well ? outfile_join(path, heard[0], &j->why) : -1;
	raster_describe_picture(&j->out, j->scene.samples, j->scene.pulses, 1,
				WHITE);
	return all_well(j, fd >= 0 && raster_take(&j->out, path, fd, &j->why));
}

/* The brightest of all processes, in full numbers: the same for each. */
static bool
find_brightest(struct job *j, const float complex *bins, long *heard,
	       float *most)
{
	float own = 1;

	for (int64_t i = 0; i < j->turn.bins.n * j->scene.pulses; i++)
		own = fmaxf(own, cabsf(bins[i]));
	if (!exchange(j, lrintf(own), heard))
		return false;
	*most = 1;
	for (int i = 0; i < j->size; i++)
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
	bool well = row || cli_fail(&j->why, "out of memory");

	if (well && j->rank == 0)
		well = raster_write_header(&j->out, &j->why);
	for (int64_t b = 0; b < j->turn.bins.n && well; b++) {
		for (int64_t i = 0; i < n; i++)
			row[i] = grey(bins[b * n + i], most);
		well = raster_write(&j->out, j->turn.bins.first + b, 1, row,
				    &j->why);
	}
	free(row);
	return well;
}

static bool
close_output(struct job *j, bool well)
{
	well = all_well(j, raster_close(&j->out, &j->why) && well);
	if (j->file_open && !well)
		outfile_drop(&j->file);
	else if (j->file_open)
		well = outfile_close(&j->file, &j->why);
	j->file_open = false;
	return well;
}

static bool
draw(struct job *j, const float complex *bins)
{
	long *heard = calloc((size_t)j->size, sizeof(*heard));
	bool well = all_well(j, heard || cli_fail(&j->why, "out of memory"));
	float most = 1;

	well = well && open_output(j, heard);
	if (well)
		well = close_output(j, find_brightest(j, bins, heard, &most) &&
					       write_bins(j, bins, most));
	free(heard);
	if (well && j->rank == 0) {
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
	if (j->rank == 0) {
		progress_break();
		printf("sar: %" PRId64 " pulses of %" PRId64
		       " samples on %d process%s in %.1f ms\n",
		       j->scene.pulses, j->scene.samples, j->size,
		       j->size == 1 ? "" : "es",
		       (double)(clock_now_ns() - begin) / 1e6);
		fflush(stdout);
	}
	if (j->options.verify && !verify(j, bins))
		return false;
	return !j->options.out[0] || draw(j, bins);
}

static bool
prepare(struct job *j)
{
	if (j->rank == 0 && j->options.out[0] &&
	    !outfile_check(j->options.out, &j->why))
		return false;
	if (!check(j,
		   turn_make(&j->turn, j->scene.pulses, j->scene.samples,
			     j->rank, j->size),
		   "no room for echoes and bins"))
		return false;
	if (!focus_open(&j->range, j->scene.samples) ||
	    !focus_open(&j->azimuth, j->scene.pulses))
		return cli_fail(&j->why, "out of memory");
	scene_chirp(&j->scene, j->range.signal);
	focus_aim(&j->range);
	j->total = (u64)(j->turn.pulses.n + j->turn.bins.n);
	if (j->options.verify)
		j->total += (u64)j->scene.pulses;
	return true;
}

static bool
run(struct job *j)
{
	bool well;

	scene_make(&j->scene, (int64_t)j->options.pulses,
		   (int64_t)j->options.samples);
	well = all_well(j, prepare(j)) &&
	       all_well(j, check(j, turn_connect(&j->turn),
				 "the turn cannot be set up")) &&
	       run_chain(j);
	if (j->file_open)
		outfile_drop(&j->file);
	raster_close(&j->out, &j->why);
	focus_close(&j->range);
	focus_close(&j->azimuth);
	turn_close(&j->turn);
	return well;
}

/* Joins the votes of all and runs.  The status of rank 0 is the job's. */
static int
start(struct job *j)
{
	const struct vote_place all = {j->rank, j->size};
	int status = 1;

	if (!check(j, vote_open(&j->vote, "vote", 2, all, all),
		   "no connection")) {
		complain(j);
		return 1;
	}
	if (j->rank == 0)
		progress_start("sar", "lines", j->options.progress);
	if (run(j))
		status = 0;
	progress_end();
	vote_close(&j->vote);
	return status;
}

int
main(int argc, char **argv)
{
	static struct job job = {
		.out = {.fd = -1},
		.turn = {.send = DRI_CHANNEL_NULL, .receive = DRI_CHANNEL_NULL},
	};
	int err = DRI_Init(&argc, &argv), status = 0;

	if (!err)
		err = DRI_Group_get_rank(DRI_GROUP_WORLD, &job.rank);
	if (!err)
		err = DRI_Group_get_size(DRI_GROUP_WORLD, &job.size);
	if (err) {
		fprintf(stderr, "sar: %s\n", DRI_strerror(err));
		return err == DRI_ERR_SIZE || err == DRI_ERR_NAME ? 2 : 1;
	}
	if (!options_parse(&job.options, argc, argv, &job.why)) {
		status = 2;
		if (job.rank == 0)
			complain(&job);
	} else if (!job.options.help) {
		status = start(&job);
	} else if (job.rank == 0) {
		options_say_help();
	}
	err = DRI_Finalize();
	if (err && !status) {
		fprintf(stderr, "sar: %s\n", DRI_strerror(err));
		status = 1;
	}
	if (fflush(stdout) && !status) {
		perror("sar: standard output");
		status = 1;
	}
	/* One line of the launcher is enough. */
	return job.rank == 0 ? status : 0;
}
