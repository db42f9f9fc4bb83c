/* SPDX-License-Identifier: BSD-3-Clause */
/* server.h - the end of the PMIx server that this process speaks with.
 *
 * Wraps PMIx's lost-connection event.  It comes whoever serves, on every host,
 * and wherever the server lives: in the parent of this process or elsewhere.
 * Threads: `lost` runs on a thread of PMIx.
 */
#ifndef FABRIC_SERVER_H
#define FABRIC_SERVER_H

struct ocr_server_watch {
	void (*lost)(void *arg);
	void *arg;
};

/* From now on, until PMIx is finalized, w->lost runs when the server is gone,
 * perhaps also while this process itself ends PMIx.  0, or -EIO when PMIx does
 * not tell; *w must last until then. */
int ocr_server_watch(struct ocr_server_watch *w);

#endif
