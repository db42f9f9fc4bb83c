/* SPDX-License-Identifier: BSD-3-Clause */
/* transfer.h - one-sided copies, cut in the pieces that the transport takes.
 *
 * Knows pieces and completions; knows nothing of ops.  For fabric/ alone.
 * Promise: fn runs once, inside poll, with the first error or 0, and the
 * transport no longer touches the memory then.
 * Threads: start from any thread; the others inside poll only.
 */
#ifndef FABRIC_TRANSFER_H
#define FABRIC_TRANSFER_H

#include "fabric/peer.h"

/* Starts x, whose peer, is_write, remote_offset, local and len_bytes are set.
 * 0, or -EINVAL when the peer's memory does not have that range. */
int ocr_transfer_start(struct ocr_fabric *f, struct ocr_transfer *x);

/* Starts pieces that the transport had no room for. */
void ocr_transfer_retry_locked(struct ocr_fabric *f, struct peer *p);

/* A piece of x, of piece_bytes, is done. */
void ocr_transfer_moved(struct ocr_fabric *f, struct ocr_transfer *x,
			size_t piece_bytes, int status);

/* p is lost: what is not under way ends with -EHOSTDOWN, the rest when the
 * transport says so. */
void ocr_transfer_lose_locked(struct ocr_fabric *f, struct peer *p);

/* Runs the fn of those that ended elsewhere. */
void ocr_transfer_run_done(struct ocr_fabric *f);

#endif
