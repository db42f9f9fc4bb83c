/* SPDX-License-Identifier: BSD-3-Clause */
/* init.h - the one world that the calls of a program work in. */
#ifndef SRC_DRI_CALL_INIT_H
#define SRC_DRI_CALL_INIT_H

struct dri_world;

/* The world, for `call`; NULL with *status if DRI_Init has not made it, and
 * that was told. */
struct dri_world *ocr_dri_enter(const char *call, int *status);

/* For tests, which have many: w is the world now; NULL: DRI_Init has not been
 * called. */
void ocr_dri_become(struct dri_world *w);

#endif
