/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the user sets: --dri-* arguments, and OCR_* variables.
 *
 * Threads: before there are others.
 */
#ifndef SRC_DRI_WORLD_OPTIONS_H
#define SRC_DRI_WORLD_OPTIONS_H

#include "fabric/seal.h"

#include <stdbool.h>
#include <stdint.h>

struct dri_options {
	const char *provider;  /* NULL: choose; the argument's, or environ's */
	const char *interface; /* NULL: choose */
	uint64_t mem_limit;    /* bytes; 0: choose */
	uint64_t piece_bytes;  /* 0: choose */
	enum ocr_tag tag;      /* of packets between hosts */
	bool verbose;
	bool by_network; /* to processes on the same host as well */
};

/* Reads both; what is ours leaves argv.  Either pointer NULL: no arguments.
 * DRI_SUCCESS, DRI_ERR_NAME (an option without its value, or a wrong one),
 * DRI_ERR_SIZE (a bad size) with the cause told, and argv is as it was. */
int ocr_dri_options_read(struct dri_options *o, int *argcp, char ***argvp);

/* Warns of each variable that is nearly one of those. */
void ocr_dri_options_near(void);

#endif
