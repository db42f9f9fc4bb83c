/* SPDX-License-Identifier: BSD-3-Clause */
/* packets.h - what transports of fuzz targets have in common: packets in memory
 * of their own each, so that a sanitizer sees their ends, and no sleep. */
#ifndef TESTS_FUZZ_PACKETS_H
#define TESTS_FUZZ_PACKETS_H

#include "fabric/transport.h"

#include <errno.h>
#include <stdlib.h>

static inline int
heap_packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	p->data = malloc(t->mtu_bytes);
	return p->data ? 0 : -ENOMEM;
}

static inline void
heap_packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	(void)t;
	free(p->data);
}

static inline void
never_wait(struct ocr_transport *t, int timeout_ms)
{
	(void)t, (void)timeout_ms;
}

static inline void
ignore_interrupt(struct ocr_transport *t)
{
	(void)t;
}

#endif
