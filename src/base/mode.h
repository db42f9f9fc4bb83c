/* SPDX-License-Identifier: BSD-3-Clause */
/* mode.h - modes of access, in the words of programs. */
#ifndef SRC_BASE_MODE_H
#define SRC_BASE_MODE_H

#include "include/ocr.h"

#include <stdint.h>

static inline const char *
ocr_mode_text(uint32_t mode)
{
	switch (mode) {
	case DB_MODE_CONST:
		return "CONST";
	case DB_MODE_RO:
		return "RO";
	case DB_MODE_EW:
		return "EW";
	case DB_MODE_NULL:
		return "NULL";
	default:
		return "RW";
	}
}

#endif
