/* SPDX-License-Identifier: BSD-3-Clause */
/* status.c - the text of each status. */
#include "dri.h"

static const char *const texts[DRI_STATUSES] = {
	[DRI_SUCCESS] = "success",
	[DRI_ERR_INIT] = "DRI_Init was not called, or was called twice",
	[DRI_ERR_FINALIZED] = "DRI_Finalize was called already",
	[DRI_ERR_NULL] = "a pointer or an object is null",
	[DRI_ERR_HANDLE] = "no such object, or it was destroyed",
	[DRI_ERR_NDIMS] = "not 1 to 8 dimensions",
	[DRI_ERR_SIZE] = "a size or count is out of range",
	[DRI_ERR_NAME] = "a name is empty or too long, or names differ",
	[DRI_ERR_RANK] = "a rank is outside of its group, or there twice",
	[DRI_ERR_NOT_MEMBER] = "the calling process is not in the group",
	[DRI_ERR_OVERLAP] = "no such kind of overlap, or a negative width",
	[DRI_ERR_PARTITION] = "minsz, mod, block size and size conflict",
	[DRI_ERR_GROUP_DIMS] = "the product of group_dims is not the size of "
			       "the group",
	[DRI_ERR_LAYOUT] = "packing orders must be 0 to ndims - 1, each once, "
			   "and strides at least 1",
	[DRI_ERR_BLOCK] = "no block of that number",
	[DRI_ERR_DATASPEC] = "no such data type",
	[DRI_ERR_BUFFER_SIZE] = "buffers are too small for the distribution",
	[DRI_ERR_BUFFER_STATE] = "the program does not hold that buffer",
	[DRI_ERR_BUFFER_COUNT] = "processes of a side have different numbers "
				 "of buffers",
	[DRI_ERR_BUFFER_SHARED] = "the buffer set has another use that this "
				  "one would conflict with",
	[DRI_ERR_SIDE] = "a send channel where a receive channel must be, or "
			 "the other way round",
	[DRI_ERR_CONNECTED] = "the channel is connected already",
	[DRI_ERR_NOT_CONNECTED] = "the channel is not connected",
	[DRI_ERR_MISMATCH] = "the processes disagree about the size of a side",
	[DRI_ERR_GROUPS] = "sending and receiving processes must be all the "
			   "same or all different",
	[DRI_ERR_BUSY] = "the program holds every buffer that could come",
	[DRI_ERR_NO_MEMORY] = "out of memory",
	[DRI_ERR_SYSTEM] = "the job or the network failed",
	[DRI_ERR_CROSSED] = "processes of different groups met under one "
			    "name",
	[DRI_ERR_TYPES] = "the processes disagree about the data type",
	[DRI_ERR_SIZES] = "the processes disagree about the sizes of the array",
	[DRI_ERR_DISTRIBUTION] = "processes of a side disagree about its "
				 "distribution",
	[DRI_ERR_TIMEOUT] = "no buffer has come in the time that was given",
	[DRI_ERR_TOO_MANY] = "too many calls of a process wait to be connected",
};

const char *
DRI_strerror(int status)
{
	if (status < 0 || status >= DRI_STATUSES)
		return "no such status";
	return texts[status];
}
