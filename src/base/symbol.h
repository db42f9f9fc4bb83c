/* SPDX-License-Identifier: BSD-3-Clause */
/* symbol.h - names for addresses of code, for people.
 *
 * Threads: any.
 */
#ifndef SRC_BASE_SYMBOL_H
#define SRC_BASE_SYMBOL_H

/* "body" or "body+0x1c" if its file or the dynamic linker knows a name, else
 * "program+0x1234", as addr2line wants it.  Into buf of at least
 * OCR_SYMBOL_TEXT bytes; returns buf. */
#define OCR_SYMBOL_TEXT 128
char *ocr_symbol_text(const void *address, char *buf);

#endif
