/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-debug.h - for programs that include it: other runtimes declare there
 * labels and causality for a debugger.  There is nothing to call here,
 * so ENABLE_EXTENSION_DEBUG is not defined.
 */
#ifndef OCR_DEBUG_H
#define OCR_DEBUG_H

#endif
