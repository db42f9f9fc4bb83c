/* SPDX-License-Identifier: BSD-3-Clause */
/* change.h - changes each byte of a file by itself, wherever it is.
 *
 * Only ASCII letters change.
 */
#ifndef APPS_WORDHIST_CHANGE_H
#define APPS_WORDHIST_CHANGE_H

#include "ocr.h"

/* Each becomes the thirteenth after it: twice is nothing. */
void change_rot13(unsigned char *text, u64 len);

void change_to_upper(unsigned char *text, u64 len);

void change_to_lower(unsigned char *text, u64 len);

#endif
