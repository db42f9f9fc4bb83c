/* SPDX-License-Identifier: BSD-3-Clause */
/* descriptor.h - what the descriptor of a file holds, for its functions. */
#ifndef SRC_FILE_DESCRIPTOR_H
#define SRC_FILE_DESCRIPTOR_H

#include "include/ocr-types.h"

#define OCR_DESCRIPTOR_MAGIC UINT64_C(0x656c696672636f01)

struct ocr_descriptor {
	uint64_t magic;
	ocrGuid_t file;
	uint64_t size; /* when it was opened */
	int32_t err;   /* 0 or -errno */
	char text[92]; /* why; ends with a zero */
};

#endif
