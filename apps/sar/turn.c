/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.c - see turn.h. */
#include "apps/sar/turn.h"

enum { SAMPLE, PULSE, DIMS };

/* Split along one dimension, which lies outside of the other in memory. */
static int
distribute(DRI_Global_Data data, int split, int rank, int size,
	   DRI_Distribution *dist)
{
	DRI_Partition part[DIMS], block;
	DRI_Layout layout[DIMS];
	int grid[DIMS], inside = !split;
	int err = DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
					     DRI_NO_OVERLAP, &block);

	if (err)
		return err;
	part[split] = block;
	part[inside] = DRI_PARTITION_WHOLE;
	grid[split] = size;
	grid[inside] = 1;
	layout[split] = DRI_LAYOUT_PACKED_1;
	layout[inside] = DRI_LAYOUT_PACKED_0;
	err = DRI_Distribution_create(data, size, rank, grid, part, layout,
				      dist);
	DRI_Partition_destroy(&block);
	return err;
}

static int
find_part(DRI_Distribution dist, int split, struct turn_part *part)
{
	DRI_Blockinfo info;
	int blocks, err = DRI_Distribution_get_numblocks(dist, &blocks);

	*part = (struct turn_part){0, 0};
	if (err || !blocks)
		return err;
	err = DRI_Distribution_get_blockinfo(dist, 0, &info);
	if (!err)
		*part = (struct turn_part){info.dims[split].global_begin_ix,
					   info.dims[split].length};
	return err;
}

static int
make_buffers(DRI_Distribution dist, DRI_Bufferset *set)
{
	int64_t count, bytes;
	int err = DRI_Distribution_get_local_count(dist, &count);

	if (!err)
		err = DRI_Dataspec_get_size(DRI_COMPLEX, &bytes);
	return err ? err : DRI_Bufferset_system_create(1, count * bytes, set);
}

static int
make_side(DRI_Global_Data data, int split, int rank, int size,
	  struct turn_part *part, DRI_Channel *channel)
{
	DRI_Distribution dist = DRI_DISTRIBUTION_NULL;
	DRI_Bufferset set = DRI_BUFFERSET_NULL;
	int err = distribute(data, split, rank, size, &dist);

	if (!err)
		err = find_part(dist, split, part);
	if (!err)
		err = make_buffers(dist, &set);
	if (!err && split == PULSE)
		err = DRI_Channel_create_send("turn", DRI_COMPLEX, dist, set,
					      channel);
	else if (!err)
		err = DRI_Channel_create_rcv("turn", DRI_COMPLEX, dist, set,
					     channel);
	if (set != DRI_BUFFERSET_NULL)
		DRI_Bufferset_destroy(&set);
	if (dist != DRI_DISTRIBUTION_NULL)
		DRI_Distribution_destroy(&dist);
	return err;
}

int
turn_make(struct turn *t, int64_t pulses, int64_t samples, int rank, int size)
{
	const int64_t sizes[DIMS] = {[SAMPLE] = samples, [PULSE] = pulses};
	DRI_Global_Data data;
	int err;

	*t = (struct turn){.send = DRI_CHANNEL_NULL,
			   .receive = DRI_CHANNEL_NULL};
	err = DRI_Global_Data_create(DIMS, sizes, "echoes", &data);
	if (err)
		return err;
	err = make_side(data, PULSE, rank, size, &t->pulses, &t->send);
	if (!err)
		err = make_side(data, SAMPLE, rank, size, &t->bins,
				&t->receive);
	DRI_Global_Data_destroy(&data);
	return err;
}

int
turn_connect(struct turn *t)
{
	return DRI_Channel_connect_sendrecv(t->send, t->receive);
}

void
turn_close(struct turn *t)
{
	if (t->send != DRI_CHANNEL_NULL)
		DRI_Channel_destroy(&t->send);
	if (t->receive != DRI_CHANNEL_NULL)
		DRI_Channel_destroy(&t->receive);
}
