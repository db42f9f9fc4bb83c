/* SPDX-License-Identifier: BSD-3-Clause */
/* stage.c - see stage.h. */
#include "apps/pipeline/stage.h"

#include "apps/common/side.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * Groups
 */

/* The numbers that nobody gave.  There are at least three processes. */
static void
fill_counts(uint64_t size, uint64_t *readers, uint64_t *filters,
	    uint64_t *writers)
{
	uint64_t few = size / 6 ? size / 6 : 1, rest;

	if (!*filters) {
		*readers = *readers ? *readers : few;
		*writers = *writers ? *writers : *readers;
		rest = *readers + *writers;
		*filters = rest < size ? size - rest : 0;
		return;
	}
	rest = *filters + *readers + *writers;
	rest = rest < size ? size - rest : 0;
	if (!*readers && !*writers) {
		*readers = rest / 2;
		*writers = rest - *readers;
	} else if (!*readers) {
		*readers = rest;
	} else if (!*writers) {
		*writers = rest;
	}
}

static bool
check_counts(uint64_t size, uint64_t readers, uint64_t filters,
	     uint64_t writers, struct cli_error *why)
{
	if (readers && filters && writers &&
	    readers + filters + writers == size)
		return true;
	return cli_fail(why,
			"%" PRIu64 " for reading, %" PRIu64
			" for filtering and %" PRIu64
			" for writing are not %" PRIu64 " processes",
			readers, filters, writers, size);
}

static struct vote_place
place(int rank, uint64_t first, uint64_t n)
{
	int at = rank - (int)first;

	return (struct vote_place){at >= 0 && at < (int)n ? at : -1, (int)n};
}

bool
stages_share(struct stages *s, const struct options *o, int rank, int size,
	     struct cli_error *why)
{
	uint64_t readers = o->readers, filters = o->filters;
	uint64_t writers = o->writers, n = (uint64_t)size;

	*s = (struct stages){0};
	if (size > 2) {
		fill_counts(n, &readers, &filters, &writers);
		/* Rank 0 sees results, and has the terminal. */
		s->writer = place(rank, 0, writers);
		s->reader = place(rank, writers, readers);
		s->filter = place(rank, writers + readers, filters);
		return check_counts(n, readers, filters, writers, why);
	}
	if (readers > 1 || filters > 1 || writers > 1)
		return cli_fail(why,
				"larger groups need more than %d process%s",
				size, size == 1 ? "" : "es");
	s->reader = s->writer = place(rank, 0, 1);
	s->filter = place(rank, n - 1, 1);
	return true;
}

/*
 * Distributions
 */

static int
distribute_rows(const struct raster *r, struct vote_place who,
		DRI_Distribution *dist)
{
	const struct raster_dims d = raster_find_dims(r);
	DRI_Partition part[RASTER_MAX_DIMS] = {
		DRI_PARTITION_WHOLE, DRI_PARTITION_WHOLE, DRI_PARTITION_WHOLE};
	int grid[RASTER_MAX_DIMS] = {1, 1, 1};
	DRI_Global_Data data;
	int err = raster_make_data(r, "frame", &data);

	if (err)
		return err;
	grid[d.rows] = who.size;
	err = DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP, DRI_NO_OVERLAP,
					 &part[d.rows]);
	if (!err) {
		err = DRI_Distribution_create_simple(data, who.size, who.rank,
						     grid, part, dist);
		DRI_Partition_destroy(&part[d.rows]);
	}
	DRI_Global_Data_destroy(&data);
	return err;
}

/* Tiles of `least` rows and columns or more, with `overlap` on all sides; how
 * many tiles there are in each direction is not our business. */
static int
distribute_tiles(const struct raster *r, struct vote_place who, int least,
		 DRI_Overlap overlap, DRI_Distribution *dist)
{
	const struct raster_dims d = raster_find_dims(r);
	DRI_Partition part[RASTER_MAX_DIMS] = {DRI_PARTITION_WHOLE}, block;
	int grid[RASTER_MAX_DIMS] = {1};
	DRI_Global_Data data;
	int err = raster_make_data(r, "frame", &data);

	if (err)
		return err;
	err = DRI_Partition_create_block(least, 1, overlap, overlap, &block);
	if (!err) {
		part[d.cols] = part[d.rows] = block;
		grid[d.cols] = grid[d.rows] = 0;
		err = DRI_Distribution_create_simple(data, who.size, who.rank,
						     grid, part, dist);
		DRI_Partition_destroy(&block);
	}
	DRI_Global_Data_destroy(&data);
	return err;
}

/*
 * Channels
 */

/* Makes one side of the channel `name` and lets go of dist. */
static int
make_side(const char *name, const struct options *o, DRI_Distribution dist,
	  bool sends, DRI_Channel *channel)
{
	int err = side_make(name, DRI_UNSIGNED_SHORT, (int)o->buffers, dist,
			    sends, channel);

	DRI_Distribution_destroy(&dist);
	return err;
}

static int
make_rows_side(const char *name, const struct options *o,
	       const struct raster *frame, struct vote_place who, bool sends,
	       struct stage_rows *rows, DRI_Channel *channel)
{
	int split = raster_find_dims(frame).rows;
	DRI_Distribution dist;
	DRI_Blockinfo info;
	int err;

	if (who.rank < 0)
		return DRI_SUCCESS;
	err = distribute_rows(frame, who, &dist);
	if (err)
		return err;
	err = side_find_block(dist, &info);
	if (err) {
		DRI_Distribution_destroy(&dist);
		return err;
	}
	if (info.ndims)
		*rows = (struct stage_rows){info.dims[split].global_begin_ix,
					    info.dims[split].length};
	return make_side(name, o, dist, sends, channel);
}

/* Where a tile lies that the caller gets, with its overlap, and sends. */
static void
describe_tile(struct stage_tile *t, const struct raster_dims *d,
	      const DRI_Blockinfo *in, const DRI_Blockinfo *out)
{
	*t = (struct stage_tile){0};
	if (!in->ndims || !out->ndims)
		return;
	*t = (struct stage_tile){
		.rows = out->dims[d->rows].length,
		.cols = out->dims[d->cols].length,
		.in_at = in->first_offset,
		.in_row = in->dims[d->rows].stride,
		.in_col = in->dims[d->cols].stride,
		.out_at = out->first_offset,
		.out_row = out->dims[d->rows].stride,
		.out_col = out->dims[d->cols].stride,
	};
}

/* Both distributions of the filters, which have the same tiles, since they are
 * made of the same numbers. */
static int
distribute_filters(const struct stages *s, const struct options *o,
		   const struct raster *frame, DRI_Distribution *in,
		   DRI_Distribution *out)
{
	int reach = filter_reach(o->filter);
	DRI_Overlap overlap;
	int err =
		DRI_Overlap_create(DRI_OVERLAP_PAD_REPLICATED, reach, &overlap);

	if (err)
		return err;
	err = distribute_tiles(frame, s->filter, reach, overlap, in);
	if (!err) {
		err = distribute_tiles(frame, s->filter, reach, DRI_NO_OVERLAP,
				       out);
		if (err)
			DRI_Distribution_destroy(in);
	}
	DRI_Overlap_destroy(&overlap);
	return err;
}

static int
make_filter_sides(struct stages *s, const struct options *o,
		  const struct raster *frame)
{
	const struct raster_dims d = raster_find_dims(frame);
	DRI_Blockinfo in_block, out_block;
	DRI_Distribution in, out;
	int err;

	if (s->filter.rank < 0)
		return DRI_SUCCESS;
	err = distribute_filters(s, o, frame, &in, &out);
	if (err)
		return err;
	err = side_find_block(in, &in_block);
	if (!err)
		err = side_find_block(out, &out_block);
	if (err) {
		DRI_Distribution_destroy(&in);
		DRI_Distribution_destroy(&out);
		return err;
	}
	describe_tile(&s->tile, &d, &in_block, &out_block);
	err = make_side("read", o, in, false, &s->filter_in);
	if (err) {
		DRI_Distribution_destroy(&out);
		return err;
	}
	return make_side("filtered", o, out, true, &s->filter_out);
}

int
stages_make(struct stages *s, const struct options *o,
	    const struct raster *frame)
{
	int err = make_rows_side("read", o, frame, s->reader, true,
				 &s->read_rows, &s->read_out);

	if (!err)
		err = make_filter_sides(s, o, frame);
	if (!err)
		err = make_rows_side("filtered", o, frame, s->writer, false,
				     &s->write_rows, &s->write_in);
	return err;
}

int
stages_connect(struct stages *s, const struct options *o)
{
	int err = side_connect(s->read_out, s->filter_in);

	if (!err)
		err = side_connect(s->filter_out, s->write_in);
	if (!err && (s->reader.rank >= 0 || s->writer.rank >= 0))
		err = vote_open(&s->words, "words", (int)o->buffers, s->reader,
				s->writer);
	if (!err && s->writer.rank >= 0)
		err = vote_open(&s->done, "done", 1, s->writer, s->writer);
	return err;
}

void
stages_close(struct stages *s)
{
	side_close(&s->read_out);
	side_close(&s->filter_in);
	side_close(&s->filter_out);
	side_close(&s->write_in);
	vote_close(&s->words);
	vote_close(&s->done);
}
