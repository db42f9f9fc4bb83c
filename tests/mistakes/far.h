/* SPDX-License-Identifier: BSD-3-Clause */
/* far.h - where programs put what shall be on another node, if there is one. */
#ifndef TESTS_MISTAKES_FAR_H
#define TESTS_MISTAKES_FAR_H

#include "ocr.h"
#include "extensions/ocr-affinity.h"

/* For a task on the last node. */
static inline ocrHint_t
far_hint(void)
{
	ocrGuid_t node;
	ocrHint_t h;
	u64 n = 1;

	ocrAffinityCount(AFFINITY_PD, &n);
	ocrAffinityGetAt(AFFINITY_PD, n - 1, &node);
	ocrHintInit(&h, OCR_HINT_EDT_T);
	ocrSetHintValue(&h, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	return h;
}

#endif
