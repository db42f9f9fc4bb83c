/* SPDX-License-Identifier: BSD-3-Clause */
/* channels.h - scenarios that channels.c lists and others describe. */
#ifndef TESTS_DRI_CHANNELS_H
#define TESTS_DRI_CHANNELS_H

#include "tests/dri/job.h"

/* channels_refused.c */
void mismatch(void);
void buffer_counts(void);
void same_rank(void);
void partly_overlapping(void);
void bad_arguments(void);
void groups(void);
void same_memory(void);

/* channels_groups.c */
void crossed(void);
void own_names(void);

/* channels_place.c */
void in_place(void);

/* channels_timed.c */
void timed(void);

/* channels_end.c */
void sender_goes(void);
void receiver_goes(void);
void left_behind(void);
void held(void);
void destroyed_beside(void);
void dies(void);

#endif
