/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-profiler.h - for programs that include it: other runtimes declare there
 * marks for a profiler.  There is nothing to call here: perf and others
 * see tasks as the functions that they are.
 */
#ifndef OCR_PROFILER_H
#define OCR_PROFILER_H

#endif
