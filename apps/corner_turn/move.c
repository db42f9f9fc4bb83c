/* SPDX-License-Identifier: BSD-3-Clause */
/* move.c - see move.h.
 *
 * A picture in colours has one dimension more: the three samples of a place
 * stay together, before its column and its row.
 */
#include "apps/corner_turn/move.h"

#define MAX_DIMS 3

/* Where columns and rows are among the dimensions. */
struct dims {
	int n, cols, rows;
};

static struct dims
find_dims(const struct raster *r)
{
	return r->samples > 1 ? (struct dims){3, 1, 2} : (struct dims){2, 0, 1};
}

/* Split along dimension `split` alone; stored in the order of the dimensions,
 * or with columns and rows exchanged. */
static int
distribute(DRI_Global_Data data, const struct dims *d, int split, bool turned,
	   int rank, int size, DRI_Distribution *dist)
{
	DRI_Partition part[MAX_DIMS], block = DRI_PARTITION_NULL;
	DRI_Layout layout[MAX_DIMS];
	int grid[MAX_DIMS];
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

/* What the caller has of dimension `split`: one block, or nothing. */
static int
find_part(DRI_Distribution dist, int split, struct move_part *part)
{
	DRI_Blockinfo info;
	int blocks, err = DRI_Distribution_get_numblocks(dist, &blocks);

	*part = (struct move_part){0, 0};
	if (err || !blocks)
		return err;
	err = DRI_Distribution_get_blockinfo(dist, 0, &info);
	if (err)
		return err;
	*part = (struct move_part){info.dims[split].global_begin_ix,
				   info.dims[split].length};
	return DRI_SUCCESS;
}

static int
make_buffers(DRI_Distribution dist, DRI_Dataspec type, DRI_Bufferset *set)
{
	int64_t count, bytes;
	int err = DRI_Distribution_get_local_count(dist, &count);

	if (!err)
		err = DRI_Dataspec_get_size(type, &bytes);
	return err ? err : DRI_Bufferset_system_create(1, count * bytes, set);
}

/* One side of the turn. */
static int
make_side(const struct raster *r, DRI_Global_Data data, bool turned, int rank,
	  int size, struct move_part *part, DRI_Channel *channel)
{
	const struct dims d = find_dims(r);
	int split = turned ? d.cols : d.rows;
	DRI_Distribution dist = DRI_DISTRIBUTION_NULL;
	DRI_Bufferset set = DRI_BUFFERSET_NULL;
	int err = distribute(data, &d, split, turned, rank, size, &dist);

	if (!err)
		err = find_part(dist, split, part);
	if (!err)
		err = make_buffers(dist, r->type, &set);
	if (!err && turned)
		err = DRI_Channel_create_rcv("turn", r->type, dist, set,
					     channel);
	else if (!err)
		err = DRI_Channel_create_send("turn", r->type, dist, set,
					      channel);
	if (set != DRI_BUFFERSET_NULL)
		DRI_Bufferset_destroy(&set);
	if (dist != DRI_DISTRIBUTION_NULL)
		DRI_Distribution_destroy(&dist);
	return err;
}

int
move_make(struct move *m, const struct raster *r, int rank, int size)
{
	const struct dims d = find_dims(r);
	int64_t sizes[MAX_DIMS] = {r->samples};
	DRI_Global_Data data;
	int err;

	*m = (struct move){.send = DRI_CHANNEL_NULL,
			   .receive = DRI_CHANNEL_NULL};
	sizes[d.cols] = r->cols;
	sizes[d.rows] = r->rows;
	err = DRI_Global_Data_create(d.n, sizes, r->path, &data);
	if (err)
		return err;
	err = make_side(r, data, false, rank, size, &m->rows, &m->send);
	if (!err)
		err = make_side(r, data, true, rank, size, &m->columns,
				&m->receive);
	DRI_Global_Data_destroy(&data);
	return err;
}

int
move_connect(struct move *m)
{
	return DRI_Channel_connect_sendrecv(m->send, m->receive);
}

void
move_close(struct move *m)
{
	if (m->send != DRI_CHANNEL_NULL)
		DRI_Channel_destroy(&m->send);
	if (m->receive != DRI_CHANNEL_NULL)
		DRI_Channel_destroy(&m->receive);
}
