/* SPDX-License-Identifier: BSD-3-Clause */
/* corner_turn.c - turns a picture or a matrix on its corner, on all processes
 * of a job, by the Data Reorganization Interface.
 *
 * Each process reads its rows into the buffer that it sends, and gets a buffer
 * with its columns, which are the rows of the result.
 */
#include "apps/common/clock.h"
#include "apps/common/output.h"
#include "apps/common/progress.h"
#include "apps/common/side.h"
#include "apps/common/turn.h"
#include "apps/corner_turn/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Read or written at a time, so that the progress moves. */
#define PIECE (INT64_C(4) << 20)

struct job {
	struct team team; /* first */
	struct options options;
	struct raster in;
	struct output out;
	struct turn turn;
	u64 done, total; /* rows */
};

static struct job job = {
	.in = {.fd = -1},
	.out = OUTPUT_NONE,
	.turn = TURN_NONE,
};

static bool
all_well(struct job *j, bool well)
{
	return team_all_well(&j->team, well);
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
					  &j->team.why);
	return raster_open_picture(&j->in, o->file, &j->team.why);
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
	const struct turn_part *rows = &j->turn.rows;

	for (int64_t i = 0, n; i < rows->n; i += n) {
		n = piece(&j->in, rows->n - i);
		if (!raster_read(&j->in, rows->first + i, n,
				 to + i * j->in.bytes, &j->team.why))
			return false;
		tell(j, n);
	}
	return true;
}

static bool
write_columns(struct job *j, const char *from)
{
	const struct turn_part *cols = &j->turn.columns;

	if (j->team.rank == 0 &&
	    !raster_write_header(&j->out.raster, &j->team.why))
		return false;
	for (int64_t i = 0, n; i < cols->n; i += n) {
		n = piece(&j->out.raster, cols->n - i);
		if (!raster_write(&j->out.raster, cols->first + i, n,
				  from + i * j->out.raster.bytes, &j->team.why))
			return false;
		tell(j, n);
	}
	return true;
}

/* Holds one row of the file against what the columns have of it. */
static bool
compare_row(struct job *j, int64_t row, const char *wanted, const char *columns)
{
	const struct turn_part *cols = &j->turn.columns;
	int64_t place = j->in.bytes / j->in.cols;

	for (int64_t c = 0; c < cols->n; c++)
		if (memcmp(columns + (c * j->in.rows + row) * place,
			   wanted + (cols->first + c) * place, (size_t)place))
			return cli_fail(&j->team.why,
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
	bool well = row || cli_fail(&j->team.why, "out of memory");

	for (int64_t r = 0; r < j->in.rows && well; r++) {
		well = raster_read(&j->in, r, 1, row, &j->team.why) &&
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
get(struct job *j, DRI_Channel side, DRI_Buffer_Id *buffer, void **bytes)
{
	return team_check(&j->team, side_get(side, buffer, bytes), "get");
}

/* Reads and sends; *sent_ms is when the rows left. */
static bool
send_rows(struct job *j, double *sent_ms)
{
	DRI_Buffer_Id buffer;
	void *bytes;

	if (!all_well(j, get(j, j->turn.send, &buffer, &bytes) &&
				 read_rows(j, bytes)))
		return false;
	*sent_ms = now_ms();
	return team_check(&j->team, DRI_Channel_put(j->turn.send, buffer),
			  "put");
}

/* What becomes of the columns. */
static bool
use_columns(struct job *j, const char *columns)
{
	if (j->options.verify && !all_well(j, verify(j, columns)))
		return false;
	if (j->team.rank == 0 && j->options.verify) {
		progress_break();
		printf("corner_turn: the same as a serial transposition\n");
	}
	if (!j->options.out[0])
		return true;
	if (!output_close(&j->out, &j->team, write_columns(j, columns)))
		return false;
	if (j->team.rank == 0) {
		progress_break();
		printf("corner_turn: wrote %s\n", j->options.out);
	}
	return true;
}

static bool
turn_all(struct job *j)
{
	DRI_Buffer_Id buffer;
	double sent_ms;
	void *columns;

	if (!send_rows(j, &sent_ms))
		return false;
	if (!all_well(j, get(j, j->turn.receive, &buffer, &columns)))
		return false;
	if (j->team.rank == 0) {
		progress_break();
		printf("corner_turn: %s: %" PRId64 " rows of %" PRId64
		       " turned on %d process%s in %.2f ms\n",
		       j->in.path, j->in.rows, j->in.cols, j->team.size,
		       j->team.size == 1 ? "" : "es", now_ms() - sent_ms);
		fflush(stdout);
	}
	return use_columns(j, columns);
}

static bool
open_output(struct job *j)
{
	raster_describe(&j->out.raster, &j->in, j->in.cols, j->in.rows);
	return output_open(&j->out, &j->team, j->options.out);
}

/* What there is to do. */
static u64
count_rows(const struct job *j)
{
	u64 rows = (u64)j->turn.rows.n;

	if (j->options.verify)
		rows += (u64)j->in.rows;
	if (j->options.out[0])
		rows += (u64)j->turn.columns.n;
	return rows;
}

/* Both sides of the turn. */
static bool
connect_all(struct job *j)
{
	struct team *t = &j->team;
	int err = turn_make(&j->turn, &j->in, j->in.path, t->rank, t->size);

	return all_well(j, team_check(t, err,
				      "no room for the rows and columns")) &&
	       all_well(j, team_check(t, turn_connect(&j->turn),
				      "the turn cannot be set up"));
}

static bool
run(struct team *t)
{
	struct job *j = (struct job *)t;
	bool well = all_well(j, open_input(j));

	if (well && j->options.out[0])
		well = open_output(j);
	well = well && connect_all(j);
	if (well) {
		j->total = count_rows(j);
		well = turn_all(j);
	}
	output_drop(&j->out, t);
	raster_close(&j->in, &t->why);
	turn_close(&j->turn);
	return well;
}

int
main(int argc, char **argv)
{
	static const struct team_program program = {
		.unit = "rows",
		.cli = &options_cli,
		.options = &job.options,
		.progress = &job.options.progress,
		.run = run,
	};

	return team_main(&job.team, &program, argc, argv);
}
