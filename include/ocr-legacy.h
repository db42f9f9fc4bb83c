/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-legacy.h - where older programs look for extensions/ocr-legacy.h. */
#include "extensions/ocr-legacy.h"
