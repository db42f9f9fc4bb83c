/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_choose.h - which of the providers that libfabric offers is used.
 *
 * Knows capabilities, and what was found out about the providers that are not
 * hardware; opens nothing.
 * Threads: any.
 */
#ifndef FABRIC_OFI_CHOOSE_H
#define FABRIC_OFI_CHOOSE_H

#include "fabric/node.h"
#include "fabric/ofi_load.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_ofi_wish {
	ocr_node_t self;       /* for messages */
	const char *provider;  /* forced, or NULL */
	const char *interface; /* forced, or NULL */
	uint32_t size;	       /* nodes of the job */
	uint32_t hosts;
};

/* The endpoint to open, for lib->freeinfo().  0, or -errno with the cause and
 * what is offered already logged. */
int ocr_ofi_choose(const struct ocr_ofi_lib *lib, const struct ocr_ofi_wish *w,
		   struct fi_info **info);

/* Does it begin a connection as fabric/sieve.h knows? */
bool ocr_ofi_begins_as_known(const struct fi_info *info);

/* Does the wait object of each queue of a domain tell of all that arrives,
 * even of one that no endpoint is bound to? */
bool ocr_ofi_rings_any_queue(const struct fi_info *info);

/* The longest message, up to `wanted` where that is plain TCP (0: choose), that
 * this provider carries without making later ones overtake it: the order of
 * sends is kept, but where a long message waits for its receiver to fetch it,
 * those after it are reported before. */
size_t ocr_ofi_mtu(const struct fi_info *info, size_t wanted);

/* Three places may be sent as one message, wherever they lie. */
bool ocr_ofi_lends(const struct fi_info *info);

#endif
