/* SPDX-License-Identifier: BSD-3-Clause */
/* pipeline.c - frames go through three groups of processes: read, filter,
 * write.
 *
 * Nobody waits for the whole chain: each process works on its part of the next
 * frame as soon as that has come, and buffers on both sides of each channel let
 * the groups be several frames apart.
 */
#include "apps/common/clock.h"
#include "apps/common/outpicture.h"
#include "apps/common/progress.h"
#include "apps/common/side.h"
#include "apps/common/team.h"
#include "apps/pipeline/frame.h"
#include "apps/pipeline/options.h"
#include "apps/pipeline/stage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
	struct team team; /* first */
	struct options options;
	struct stages stages;
	struct frames frames;
	long owner;	   /* writer 0's process number: it makes the files */
	long *heard;	   /* a number of each process, at most */
	uint16_t *picture; /* a whole frame, to compare with */
	uint16_t *wanted;  /* a writer's rows of the result */
	bool failed;	   /* a frame was not read or written */
	double first_ms;
};

static struct job job;

static bool
check(struct job *j, int status, const char *what)
{
	return team_check(&j->team, status, what);
}

/* A buffer of a channel of frames. */
static bool
get(struct job *j, DRI_Channel side, DRI_Buffer_Id *buffer, uint16_t **samples,
    const char *what)
{
	void *bytes;
	bool well = check(j, side_get(side, buffer, &bytes), what);

	if (well)
		*samples = bytes;
	return well;
}

static double
now_ms(void)
{
	return (double)clock_now_ns() / 1e6;
}

/*
 * Readers and filters.  False if the job cannot go on.
 */

/* A frame that cannot be read goes its way too, and nobody will write it. */
static bool
read_frame(struct job *j, int i)
{
	struct stages *s = &j->stages;
	DRI_Buffer_Id buffer;
	uint16_t *rows;
	bool well;

	if (!get(j, s->read_out, &buffer, &rows, "reading"))
		return false;
	well = frames_read(&j->frames, i, s->read_rows.first, s->read_rows.n,
			   rows, &j->team.why);
	if (!well) {
		team_complain(&j->team);
		j->failed = true;
	}
	return check(j, vote_say(&s->words, well), "reading") &&
	       check(j, DRI_Channel_put(s->read_out, buffer), "reading");
}

static bool
filter_frame(struct job *j)
{
	struct stages *s = &j->stages;
	const struct stage_tile *t = &s->tile;
	DRI_Buffer_Id in, out;
	uint16_t *from, *to;

	if (!get(j, s->filter_in, &in, &from, "filtering") ||
	    !get(j, s->filter_out, &out, &to, "filtering"))
		return false;
	filter_tile(j->options.filter,
		    &(struct filter_tile){
			    .rows = t->rows,
			    .cols = t->cols,
			    .samples = j->frames.like.samples,
			    .in = from + t->in_at,
			    .in_row = t->in_row,
			    .in_col = t->in_col,
			    .out = to + t->out_at,
			    .out_row = t->out_row,
			    .out_col = t->out_col,
			    .max = j->frames.like.max,
		    });
	return check(j, DRI_Channel_put(s->filter_out, out), "filtering") &&
	       check(j, DRI_Channel_put(s->filter_in, in), "filtering");
}

/*
 * Writers
 */

static bool
well_here(struct job *j, bool well)
{
	return team_part_well(&j->team, &j->stages.done, j->stages.writer.rank,
			      well);
}

/* By a serial filter, from the frame itself. */
static bool
verify(struct job *j, int i, const uint16_t *rows)
{
	const struct stage_rows *mine = &j->stages.write_rows;
	const struct raster *like = &j->frames.like;

	if (!j->options.verify)
		return true;
	if (!frames_read(&j->frames, i, 0, like->rows, j->picture,
			 &j->team.why))
		return false;
	filter_serial(j->options.filter, j->picture, like->rows, like->cols,
		      like->samples, like->max, mine->first, mine->n,
		      j->wanted);
	for (int64_t r = 0; r < mine->n; r++)
		if (memcmp((const char *)rows + r * like->bytes,
			   (const char *)j->wanted + r * like->bytes,
			   (size_t)like->bytes))
			return cli_fail(&j->team.why,
					"frame %d: row %" PRId64
					" is not what a serial filter makes "
					"of it",
					i, mine->first + r);
	return true;
}

/* Of the names of results. */
static const char *
find_end(const struct job *j)
{
	if (j->options.png)
		return "png";
	return j->frames.like.samples == 3 ? "ppm" : "pgm";
}

/* The rows of all writers, into one file that is there whole or not at all. */
static bool
write_file(struct job *j, const char *path, const uint16_t *rows)
{
	const struct stage_rows *mine = &j->stages.write_rows;
	const struct raster *like = &j->frames.like;
	bool first = j->stages.writer.rank == 0, well = true;
	struct outfile file;
	struct raster r;
	int fd;

	if (first)
		well = outpicture_open(&file, path, &j->team.why);
	if (!well_here(j, well)) {
		if (first && well)
			outfile_drop(&file);
		return false;
	}
	raster_describe(&r, like, like->rows, like->cols);
	fd = outfile_join(path, j->owner, &j->team.why);
	well = fd >= 0 && raster_take(&r, path, fd, &j->team.why) &&
	       (!first || raster_write_header(&r, &j->team.why)) &&
	       raster_write(&r, mine->first, mine->n, rows, &j->team.why);
	well = well_here(j, raster_close(&r, &j->team.why) && well);
	if (first && well)
		return well_here(j, outpicture_close(&file, &j->team.why));
	if (first)
		outfile_drop(&file);
	return well && well_here(j, true);
}

/* What becomes of frame i.  The same on all writers. */
static bool
use_frame(struct job *j, int i, const uint16_t *rows)
{
	const struct options *o = &j->options;
	char path[PATH_MAX + 16];

	for (int k = 0; k < j->stages.reader.size; k++)
		if (!j->heard[k])
			return false;
	if (!well_here(j, verify(j, i, rows)))
		return false;
	if (!o->out[0])
		return true;
	snprintf(path, sizeof(path), "%s%04d.%s", o->out, i, find_end(j));
	return write_file(j, path, rows);
}

static bool
write_frame(struct job *j, int i)
{
	struct stages *s = &j->stages;
	DRI_Buffer_Id buffer;
	uint16_t *rows;

	if (!get(j, s->write_in, &buffer, &rows, "writing") ||
	    !check(j, vote_hear(&s->words, j->heard), "writing"))
		return false;
	if (!use_frame(j, i, rows))
		j->failed = true;
	if (s->writer.rank == 0)
		progress_tell((u64)i + 1, j->options.frames);
	return check(j, DRI_Channel_put(s->write_in, buffer), "writing");
}

/*
 * The whole
 */

/* All frames.  Who both reads and writes, for others to filter, reads so many
 * frames more before it writes the first one as there are buffers for. */
static bool
run_frames(struct job *j)
{
	const struct stages *s = &j->stages;
	int frames = (int)j->options.frames, ahead = 0;
	bool well = true;

	if (s->filter.rank < 0 && s->reader.rank >= 0 && s->writer.rank >= 0)
		ahead = (int)j->options.buffers - 1;
	for (int i = 0; i < frames + ahead && well; i++) {
		if (s->reader.rank >= 0 && i < frames)
			well = read_frame(j, i);
		if (s->filter.rank >= 0 && well)
			well = filter_frame(j);
		if (s->writer.rank >= 0 && i >= ahead && well)
			well = write_frame(j, i - ahead);
	}
	return well;
}

static bool
make_room(struct job *j)
{
	const struct raster *like = &j->frames.like;
	size_t bytes = (size_t)(like->rows * like->bytes);

	j->heard = calloc((size_t)j->team.size, sizeof(*j->heard));
	if (j->options.verify && j->stages.writer.rank >= 0) {
		j->picture = malloc(bytes);
		j->wanted = malloc(bytes);
	}
	if (j->heard && !j->picture == !j->wanted &&
	    (j->picture || !j->options.verify || j->stages.writer.rank < 0))
		return true;
	return cli_fail(&j->team.why, "out of memory");
}

/* Whether there will be a place for the results. */
static bool
try_output(struct job *j)
{
	char path[PATH_MAX + 16];

	if (!j->options.out[0] || j->team.rank)
		return true;
	snprintf(path, sizeof(path), "%s0000.%s", j->options.out, find_end(j));
	return outpicture_check(path, &j->team.why);
}

/* Everything that must be known before the first frame. */
static bool
prepare(struct job *j)
{
	struct stages *s = &j->stages;
	struct team *t = &j->team;

	if (!team_all_well(t, frames_look(&j->frames, &j->options, &t->why) &&
				      make_room(j) && try_output(j)))
		return false;
	/* Rank 0 is writer 0. */
	if (!team_exchange(t, (long)getpid(), j->heard)) {
		team_complain(t);
		return false;
	}
	j->owner = j->heard[0];
	return team_all_well(
		       t, check(j, stages_make(s, &j->options, &j->frames.like),
				"no room for the frames")) &&
	       team_all_well(t, check(j, stages_connect(s, &j->options),
				      "the groups cannot be connected"));
}

static void
say_files(const struct job *j)
{
	const char *end = find_end(j);
	const char *out = j->options.out;

	printf("pipeline: wrote %s0000.%s", out, end);
	if (j->options.frames > 1)
		printf(" to %s%04d.%s", out, (int)j->options.frames - 1, end);
	putchar('\n');
}

static void
say_result(const struct job *j)
{
	const struct raster *like = &j->frames.like;
	const struct stages *s = &j->stages;
	double ms = now_ms() - j->first_ms;
	u64 n = j->options.frames;

	progress_break();
	if (j->options.verify)
		printf("pipeline: the same as a serial filter\n");
	printf("pipeline: %" PRIu64 " frame%s of %" PRId64 " x %" PRId64
	       ", %s, by %d reading, %d filtering, %d writing of %d process%s:"
	       " %.1f frames/s\n",
	       n, n == 1 ? "" : "s", like->cols, like->rows,
	       filter_name(j->options.filter), s->reader.size, s->filter.size,
	       s->writer.size, j->team.size, j->team.size == 1 ? "" : "es",
	       (double)n * 1e3 / ms);
	if (j->options.out[0])
		say_files(j);
}

/* The last vote; what failed has been said. */
static bool
no_failure(struct job *j, bool well)
{
	int bad;

	return vote_agree(&j->team.vote, well && !j->failed, &bad) ==
		       DRI_SUCCESS &&
	       bad < 0;
}

static bool
run(struct team *t)
{
	struct job *j = (struct job *)t;
	bool well = prepare(j);

	if (well) {
		j->first_ms = now_ms();
		well = run_frames(j);
		if (!well)
			team_complain(t);
		well = no_failure(j, well);
	}
	if (well && t->rank == 0)
		say_result(j);
	stages_close(&j->stages);
	free(j->heard);
	free(j->picture);
	free(j->wanted);
	return well;
}

static bool
share(struct team *t)
{
	struct job *j = (struct job *)t;

	return stages_share(&j->stages, &j->options, t->rank, t->size, &t->why);
}

int
main(int argc, char **argv)
{
	static const struct team_program program = {
		.unit = "frames",
		.cli = &options_cli,
		.options = &job.options,
		.progress = &job.options.progress,
		.prepare = share,
		.run = run,
	};

	return team_main(&job.team, &program, argc, argv);
}
