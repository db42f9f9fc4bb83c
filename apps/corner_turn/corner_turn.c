/* SPDX-License-Identifier: BSD-3-Clause */
/* corner_turn.c - turns a picture or a matrix on its corner, on all processes
 * of a job, by the Data Reorganization Interface.
 *
 * Each process reads its rows into the buffer that it sends, and gets a buffer
 * with its columns, which are the rows of the result.  After every step all
 * agree that it has worked, or all give up, and the first one that knows says
 * why.
 */
#include "apps/corner_turn/move.h"
#include "apps/common/clock.h"
#include "apps/corner_turn/options.h"
#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/raster.h"
#include "apps/common/vote.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Read or written at a time, so that the progress moves. */
#define PIECE (INT64_C(4) << 20)

struct job {
	struct options options;
	int rank, size;
	struct vote vote;
	struct raster in, out;
	struct outfile file; /* rank 0's */
	bool file_open;
	struct move move;
	u64 done, total; /* rows */
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
	fprintf(stderr, "corner_turn: %s\n", j->why.text);
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

/*
 * Files
 */

static bool
open_input(struct job *j)
{
	const struct options *o = &j->options;

	if (o->rows)
		return raster_open_matrix(&j->in, o->file, o->type,
					  (int64_t)o->rows, (int64_t)o->cols,
					  &j->why);
	return raster_open_picture(&j->in, o->file, &j->why);
}

/* Rank 0 makes the file and tells under which number. */
static bool
open_output(struct job *j)
{
	long *owner = calloc((size_t)j->size, sizeof(*owner));
	const char *path = j->options.out;
	bool well = true;
	int fd;

	if (j->rank == 0)
		well = j->file_open = outfile_open(&j->file, path, &j->why);
	if (!owner)
		well = cli_fail(&j->why, "out of memory");
	if (!all_well(j, well)) {
		free(owner);
		return false;
	}
	well = check(j, vote_say(&j->vote, (long)getpid()), "vote") &&
	       check(j, vote_hear(&j->vote, owner), "vote");
	fd = well ? outfile_join(path, owner[0], &j->why) : -1;
	free(owner);
	raster_describe(&j->out, &j->in, j->in.cols, j->in.rows);
	return all_well(j, fd >= 0 && raster_take(&j->out, path, fd, &j->why));
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

/*
 * Steps
 */

static void
tell(struct job *j, int64_t rows)
{
	j->done += (u64)rows;
	progress_tell(j->done, j->total);
}

/* How many rows make a piece. */
static int64_t
piece(const struct raster *r, int64_t left)
{
	int64_t n = PIECE / r->bytes + 1;

	return n < left ? n : left;
}

static bool
read_rows(struct job *j, char *to)
{
	const struct move_part *rows = &j->move.rows;

	for (int64_t i = 0, n; i < rows->n; i += n) {
		n = piece(&j->in, rows->n - i);
		if (!raster_read(&j->in, rows->first + i, n,
				 to + i * j->in.bytes, &j->why))
			return false;
		tell(j, n);
	}
	return true;
}

static bool
write_columns(struct job *j, const char *from)
{
	const struct move_part *cols = &j->move.columns;

	if (j->rank == 0 && !raster_write_header(&j->out, &j->why))
		return false;
	for (int64_t i = 0, n; i < cols->n; i += n) {
		n = piece(&j->out, cols->n - i);
		if (!raster_write(&j->out, cols->first + i, n,
				  from + i * j->out.bytes, &j->why))
			return false;
		tell(j, n);
	}
	return true;
}

/* Holds one row of the file against what the columns have of it. */
static bool
compare_row(struct job *j, int64_t row, const char *wanted, const char *columns)
{
	const struct move_part *cols = &j->move.columns;
	int64_t place = j->in.bytes / j->in.cols;

	for (int64_t c = 0; c < cols->n; c++)
		if (memcmp(columns + (c * j->in.rows + row) * place,
			   wanted + (cols->first + c) * place, (size_t)place))
			return cli_fail(&j->why,
					"%.300s: row %" PRId64
					", column %" PRId64
					" is not in its place",
					j->in.path, row, cols->first + c);
	return true;
}

/* The serial transposition: the file once more, from its first row on. */
static bool
verify(struct job *j, const char *columns)
{
	char *row = malloc((size_t)j->in.bytes);
	bool well = row || cli_fail(&j->why, "out of memory");

	for (int64_t r = 0; r < j->in.rows && well; r++) {
		well = raster_read(&j->in, r, 1, row, &j->why) &&
		       compare_row(j, r, row, columns);
		tell(j, 1);
	}
	free(row);
	return well;
}

static double
now_ms(void)
{
	return (double)clock_now_ns() / 1e6;
}

static bool
get(struct job *j, DRI_Channel channel, DRI_Buffer_Id *buffer, void **bytes)
{
	return check(j, DRI_Channel_get(channel, buffer), "get") &&
	       check(j, DRI_Buffer_get_ptr(*buffer, bytes), "get");
}

/* Reads and sends; *sent_ms is when the rows left. */
static bool
send_rows(struct job *j, double *sent_ms)
{
	DRI_Buffer_Id buffer;
	void *bytes;

	if (!all_well(j, get(j, j->move.send, &buffer, &bytes) &&
				 read_rows(j, bytes)))
		return false;
	*sent_ms = now_ms();
	return check(j, DRI_Channel_put(j->move.send, buffer), "put");
}

/* What becomes of the columns. */
static bool
use_columns(struct job *j, const char *columns)
{
	if (j->options.verify && !all_well(j, verify(j, columns)))
		return false;
	if (j->rank == 0 && j->options.verify) {
		progress_break();
		printf("corner_turn: the same as a serial transposition\n");
	}
	if (!j->options.out[0])
		return true;
	if (!close_output(j, write_columns(j, columns)))
		return false;
	if (j->rank == 0) {
		progress_break();
		printf("corner_turn: wrote %s\n", j->options.out);
	}
	return true;
}

static bool
turn(struct job *j)
{
	DRI_Buffer_Id buffer;
	double sent_ms;
	void *columns;

	if (!send_rows(j, &sent_ms))
		return false;
	if (!all_well(j, get(j, j->move.receive, &buffer, &columns)))
		return false;
	if (j->rank == 0) {
		progress_break();
		printf("corner_turn: %s: %" PRId64 " rows of %" PRId64
		       " turned on %d process%s in %.2f ms\n",
		       j->in.path, j->in.rows, j->in.cols, j->size,
		       j->size == 1 ? "" : "es", now_ms() - sent_ms);
		fflush(stdout);
	}
	return use_columns(j, columns);
}

static bool
run(struct job *j)
{
	bool well = all_well(j, open_input(j));

	if (well && j->options.out[0])
		well = open_output(j);
	if (well)
		well = all_well(
			j,
			check(j, move_make(&j->move, &j->in, j->rank, j->size),
			      "no room for the rows and columns"));
	if (well)
		well = all_well(j, check(j, move_connect(&j->move),
					 "the turn cannot be set up"));
	if (well) {
		j->total = (u64)j->move.rows.n;
		if (j->options.verify)
			j->total += (u64)j->in.rows;
		if (j->options.out[0])
			j->total += (u64)j->move.columns.n;
		well = turn(j);
	}
	if (j->file_open)
		outfile_drop(&j->file);
	raster_close(&j->out, &j->why);
	raster_close(&j->in, &j->why);
	move_close(&j->move);
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
		progress_start("corner_turn", "rows", j->options.progress);
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
		.in = {.fd = -1},
		.out = {.fd = -1},
		.move = {.send = DRI_CHANNEL_NULL, .receive = DRI_CHANNEL_NULL},
	};
	int err = DRI_Init(&argc, &argv), status = 0;

	if (!err)
		err = DRI_Group_get_rank(DRI_GROUP_WORLD, &job.rank);
	if (!err)
		err = DRI_Group_get_size(DRI_GROUP_WORLD, &job.size);
	if (err) {
		fprintf(stderr, "corner_turn: %s\n", DRI_strerror(err));
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
		fprintf(stderr, "corner_turn: %s\n", DRI_strerror(err));
		status = 1;
	}
	if (fflush(stdout) && !status) {
		perror("corner_turn: standard output");
		status = 1;
	}
	/* One line of the launcher is enough. */
	return job.rank == 0 ? status : 0;
}
