/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.c - see turn.h. */
#include "apps/common/turn.h"

#include "apps/common/side.h"

/* Split along dimension `split` alone; stored in the order of the dimensions,
 * or with columns and rows exchanged. */
static int
distribute(DRI_Global_Data data, const struct raster_dims *d, int split,
	   bool turned, int rank, int size, DRI_Distribution *dist)
{
	DRI_Partition part[RASTER_MAX_DIMS], block = DRI_PARTITION_NULL;
	DRI_Layout layout[RASTER_MAX_DIMS];
	int grid[RASTER_MAX_DIMS];
	int err = DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
					     DRI_NO_OVERLAP, &block);

	if (err)
		return err;
	for (int i = 0; i < d->n; i++) {
		part[i] = i == split ? block : DRI_PARTITION_WHOLE;
		grid[i] = i == split ? size : 1;
		layout[i] = DRI_LAYOUT_PACKED(i);
	}
	if (turned) {
		layout[d->cols] = DRI_LAYOUT_PACKED(d->rows);
		layout[d->rows] = DRI_LAYOUT_PACKED(d->cols);
	}
	err = DRI_Distribution_create(data, size, rank, grid, part, layout,
				      dist);
	DRI_Partition_destroy(&block);
	return err;
}

/* One side of the turn. */
static int
make_side(const struct raster *r, DRI_Global_Data data, bool turned, int rank,
	  int size, struct turn_part *part, DRI_Channel *channel)
{
	const struct raster_dims d = raster_find_dims(r);
	int split = turned ? d.cols : d.rows;
	DRI_Distribution dist;
	DRI_Blockinfo info;
	int err = distribute(data, &d, split, turned, rank, size, &dist);

	if (err)
		return err;
	err = side_find_block(dist, &info);
	if (!err && info.ndims)
		*part = (struct turn_part){info.dims[split].global_begin_ix,
					   info.dims[split].length};
	if (!err)
		err = side_make("turn", r->type, 1, dist, !turned, channel);
	DRI_Distribution_destroy(&dist);
	return err;
}

int
turn_make(struct turn *t, const struct raster *r, const char *name, int rank,
	  int size)
{
	DRI_Global_Data data;
	int err = raster_make_data(r, name, &data);

	*t = (struct turn)TURN_NONE;
	if (err)
		return err;
	err = make_side(r, data, false, rank, size, &t->rows, &t->send);
	if (!err)
		err = make_side(r, data, true, rank, size, &t->columns,
				&t->receive);
	DRI_Global_Data_destroy(&data);
	return err;
}

int
turn_connect(struct turn *t)
{
	return side_connect(t->send, t->receive);
}

void
turn_close(struct turn *t)
{
	side_close(&t->send);
	side_close(&t->receive);
}
