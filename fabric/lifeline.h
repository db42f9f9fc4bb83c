/* SPDX-License-Identifier: BSD-3-Clause */
/* lifeline.h - without its launcher this process ends.
 *
 * Two witnesses: the end of the process that started this one, and whoever
 * calls ocr_lifeline_snap(), as PMIx does when its server is gone.  A thread
 * sleeps on both, so the process ends whatever its other threads do, and an
 * idle one wakes up for nothing.
 * Knows nothing of PMIx.  States and races: doc/change/FABRIC.md, 4.1.
 * Threads: as each function says.
 */
#ifndef FABRIC_LIFELINE_H
#define FABRIC_LIFELINE_H

#include "fabric/node.h"

struct ocr_lifeline;

/* From now on this process ends with the launcher; before PMIx_Init, which
 * waits for a launcher that is gone.  0 or -errno. */
int ocr_lifeline_open(struct ocr_lifeline **l);
/* It may live without one again.  From the thread that opened it. */
void ocr_lifeline_close(struct ocr_lifeline *l);

/* Who this process is, for the message; `host` is copied.  Once. */
void ocr_lifeline_name(struct ocr_lifeline *l, ocr_node_t self,
		       const char *host);

/* The launcher is gone; any thread. */
void ocr_lifeline_snap(struct ocr_lifeline *l);

/* The launcher was asked to end this process with this exit status; if it
 * cannot, the process ends by itself.  Any thread. */
void ocr_lifeline_abort(struct ocr_lifeline *l, unsigned status);

/* The job ends with this exit status, and launchers end what is left of it: one
 * that goes now is not told.  Any thread. */
void ocr_lifeline_settle(struct ocr_lifeline *l, unsigned status);

#endif
