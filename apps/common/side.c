/* SPDX-License-Identifier: BSD-3-Clause */
/* side.c - see side.h. */
#include "apps/common/side.h"

static int
make_buffers(DRI_Distribution dist, DRI_Dataspec type, int buffers,
	     DRI_Bufferset *set)
{
	int64_t count, bytes;
	int err = DRI_Distribution_get_local_count(dist, &count);

	if (!err)
		err = DRI_Dataspec_get_size(type, &bytes);
	return err ? err
		   : DRI_Bufferset_system_create(buffers, count * bytes, set);
}

int
side_make(const char *name, DRI_Dataspec type, int buffers,
	  DRI_Distribution dist, bool sends, DRI_Channel *side)
{
	DRI_Bufferset set;
	int err = make_buffers(dist, type, buffers, &set);

	if (err)
		return err;
	err = (sends ? DRI_Channel_create_send
		     : DRI_Channel_create_rcv)(name, type, dist, set, side);
	/* What the channel needs of it it keeps. */
	DRI_Bufferset_destroy(&set);
	return err;
}

int
side_find_block(DRI_Distribution dist, DRI_Blockinfo *info)
{
	int blocks, err = DRI_Distribution_get_numblocks(dist, &blocks);

	info->ndims = 0;
	return err || !blocks ? err
			      : DRI_Distribution_get_blockinfo(dist, 0, info);
}

int
side_connect(DRI_Channel send, DRI_Channel receive)
{
	if (send != DRI_CHANNEL_NULL && receive != DRI_CHANNEL_NULL)
		return DRI_Channel_connect_sendrecv(send, receive);
	if (send != DRI_CHANNEL_NULL)
		return DRI_Channel_connect(send);
	if (receive != DRI_CHANNEL_NULL)
		return DRI_Channel_connect(receive);
	return DRI_SUCCESS;
}

int
side_get(DRI_Channel side, DRI_Buffer_Id *buffer, void **bytes)
{
	int err = DRI_Channel_get(side, buffer);

	return err ? err : DRI_Buffer_get_ptr(*buffer, bytes);
}

void
side_close(DRI_Channel *side)
{
	if (*side != DRI_CHANNEL_NULL)
		DRI_Channel_destroy(side);
}
