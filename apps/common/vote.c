/* SPDX-License-Identifier: BSD-3-Clause */
/* vote.c - see vote.h. */
#include "apps/common/vote.h"

#include "apps/common/side.h"

#include <stdlib.h>
#include <string.h>

/* The channel of one side: `part` says how its group has the numbers, whole or
 * one each. */
static int
make_side(const char *name, int ahead, int speakers, struct vote_place place,
	  DRI_Partition part, DRI_Channel *channel)
{
	const int64_t sizes[] = {speakers};
	const int dims[] = {place.size};
	DRI_Global_Data data = DRI_GLOBAL_DATA_NULL;
	DRI_Distribution dist = DRI_DISTRIBUTION_NULL;
	int err = DRI_Global_Data_create(1, sizes, name, &data);

	if (!err)
		err = DRI_Distribution_create_simple(
			data, place.size, place.rank, dims, &part, &dist);
	if (!err) {
		err = side_make(name, DRI_LONG, ahead, dist,
				part != DRI_PARTITION_WHOLE, channel);
		DRI_Distribution_destroy(&dist);
	}
	if (data != DRI_GLOBAL_DATA_NULL)
		DRI_Global_Data_destroy(&data);
	return err;
}

int
vote_open(struct vote *v, const char *name, int ahead,
	  struct vote_place speaker, struct vote_place listener)
{
	DRI_Partition one = DRI_PARTITION_NULL;
	int err;

	*v = (struct vote){DRI_CHANNEL_NULL, DRI_CHANNEL_NULL, speaker.size};
	err = DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP, DRI_NO_OVERLAP,
					 &one);
	if (!err && speaker.rank >= 0)
		err = make_side(name, ahead, speaker.size, speaker, one,
				&v->say);
	if (!err && listener.rank >= 0)
		err = make_side(name, ahead, speaker.size, listener,
				DRI_PARTITION_WHOLE, &v->hear);
	if (one != DRI_PARTITION_NULL)
		DRI_Partition_destroy(&one);
	return err ? err : side_connect(v->say, v->hear);
}

int
vote_say(struct vote *v, long number)
{
	DRI_Buffer_Id buffer;
	void *to;
	int err = side_get(v->say, &buffer, &to);

	if (err)
		return err;
	memcpy(to, &number, sizeof(number));
	return DRI_Channel_put(v->say, buffer);
}

int
vote_hear(struct vote *v, long *number)
{
	DRI_Buffer_Id buffer;
	void *from;
	int err = side_get(v->hear, &buffer, &from);

	if (err)
		return err;
	memcpy(number, from, (size_t)v->speakers * sizeof(*number));
	return DRI_Channel_put(v->hear, buffer);
}

int
vote_agree(struct vote *v, bool well, int *bad)
{
	long *heard = calloc((size_t)v->speakers, sizeof(*heard));
	int err = heard ? vote_say(v, well) : DRI_ERR_NO_MEMORY;

	if (!err)
		err = vote_hear(v, heard);
	*bad = -1;
	for (int i = v->speakers - 1; i >= 0 && !err; i--)
		if (!heard[i])
			*bad = i;
	free(heard);
	return err;
}

void
vote_close(struct vote *v)
{
	side_close(&v->say);
	side_close(&v->hear);
}
