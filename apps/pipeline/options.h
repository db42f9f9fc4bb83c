/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks pipeline for. */
#ifndef APPS_PIPELINE_OPTIONS_H
#define APPS_PIPELINE_OPTIONS_H

#include "apps/common/cli.h"
#include "apps/pipeline/filter.h"

#define OPTIONS_MAX_FILES 1024

/* A number behind the name, and what comes after it. */
#define OPTIONS_OUT_MAX (PATH_MAX - 16)

struct options {
	const char *file[OPTIONS_MAX_FILES]; /* borrowed from argv */
	int files;			     /* 0: frames of its own */
	u64 frames;			     /* how many there are */
	u32 width, height;		     /* of its own */
	char out[PATH_MAX];		     /* empty: none */
	bool png;			     /* as such */
	enum filter filter;
	u64 readers, filters, writers; /* 0: choose */
	u64 buffers;
	bool verify;
	bool progress;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
