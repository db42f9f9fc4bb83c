/* SPDX-License-Identifier: BSD-3-Clause */
/* node.h - the number of a node in its job.
 *
 * Nodes are numbered 0 .. size-1 as PMIx ranks are.  24 bits reach the wire
 * (guidmap/guid.h), so a job has at most OCR_NODE_MAX nodes.
 */
#ifndef FABRIC_NODE_H
#define FABRIC_NODE_H

#include <stdint.h>

typedef uint32_t ocr_node_t;

#define OCR_NODE_BITS 24
#define OCR_NODE_MASK ((UINT32_C(1) << OCR_NODE_BITS) - 1)
/* The largest number of nodes; the all-ones value names no node. */
#define OCR_NODE_MAX  OCR_NODE_MASK
#define OCR_NODE_NONE OCR_NODE_MASK

#endif
