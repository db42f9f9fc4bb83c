/* SPDX-License-Identifier: BSD-3-Clause */
/* along.c - see along.h. */
#include "src/data/along.h"

#include "src/base/observer.h"
#include "src/base/runtime.h"

uint64_t
ocr_along_max(const struct ocr_runtime *rt, ocr_node_t to)
{
	size_t packet_bytes = ocr_fabric_packet_bytes(rt->fabric);

	/* What can be looked at from here is of this host. */
	return packet_bytes >= OCR_ALONG_PACKET_LEAST &&
			       !ocr_fabric_view(rt->fabric, to, 0, 1)
		       ? OCR_ALONG_FAR
		       : OCR_ALONG_NEAR;
}

void
ocr_along_send(struct ocr_runtime *rt, ocr_node_t to, struct ocr_op *head,
	       size_t head_bytes, const void *bytes, uint64_t size)
{
	const struct ocr_op_pieces o = {head, head_bytes, bytes, size};

	head->len_bytes = (uint32_t)(head_bytes + ((size + 7) & ~UINT64_C(7)));
	OCR_OBSERVE(rt, send, to, head);
	ocr_fabric_send_pieces(rt->fabric, to, &o);
}
