/* SPDX-License-Identifier: BSD-3-Clause */
/* sibling.h - whether the launcher still has a process of this host for a node
 * from which nothing is known.
 *
 * A program around a node may end before the node has begun; then nobody
 * publishes its card, and a launcher to which it has ended with 0 says nothing.
 * But what the launcher starts are children of one process, and each has in its
 * environment which one of the job it is.
 * Knows /proc and PMIx's variables; does not know cards.
 * Promise: GONE only if all that the launcher has here could be looked at, and
 * none of it is that one.
 * Threads: any; the environment is not changed meanwhile.
 */
#ifndef FABRIC_SIBLING_H
#define FABRIC_SIBLING_H

#include <stdint.h>

enum ocr_sibling {
	OCR_SIBLING_UNKNOWN, /* or about to be started */
	OCR_SIBLING_THERE,
	OCR_SIBLING_GONE, /* or not started yet */
};

/* Of the process that is to be that node of this one's job. */
enum ocr_sibling ocr_sibling_look(uint32_t node);

#endif
