/* SPDX-License-Identifier: BSD-3-Clause */
/* receive.h - what becomes of a packet that arrives.
 *
 * Knows checks, handlers and what is owed to the sender.  For fabric/ alone.
 * Threads: inside poll only.
 */
#ifndef FABRIC_RECEIVE_H
#define FABRIC_RECEIVE_H

#include "fabric/peer.h"

/* Checks the packet, tells those who waited for what it confirms, and runs
 * the handlers of its ops. */
void ocr_receive_packet(struct ocr_fabric *f, ocr_node_t from, const void *data,
			size_t len_bytes);

/* Handles what was held back for a debt, as far as it may be by now. */
void ocr_receive_held(struct ocr_fabric *f);

#endif
