/* SPDX-License-Identifier: BSD-3-Clause */
/* args.h - the block of arguments that mainEdt gets (OCR 1.1.0, 2.3.3).
 *
 *	argc | offset of argument 0 | ... | argument 0, 0 byte, argument 1, ...
 *
 * Counts and offsets are u64 in this machine's byte order; offsets count from
 * the start of the block.  getArgc() and getArgv() read it.
 */
#ifndef SRC_API_ARGS_H
#define SRC_API_ARGS_H

#include <stddef.h>

/* Writes the block to `buf`, which has room for *len_bytes and is aligned to
 * 8; in any case but -EINVAL *len_bytes is then the block's size.  NULL asks
 * for the size alone.  0, -ENOSPC (too small, nothing written), -EINVAL
 * (argc < 0).  From any thread. */
int ocr_args_pack(int argc, char **argv, void *buf, size_t *len_bytes);

#endif
