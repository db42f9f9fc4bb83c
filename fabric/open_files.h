/* SPDX-License-Identifier: BSD-3-Clause */
/* open_files.h - how many descriptors this process may have (ulimit -n).
 *
 * Knows the limit, and what PMIx needs of it; does not know who has them.
 * Threads: none; at the start.
 */
#ifndef FABRIC_OPEN_FILES_H
#define FABRIC_OPEN_FILES_H

/* Raises the soft limit to the hard one. */
void ocr_open_files_raise(void);

/* Are there enough for PMIx?  0, or -EMFILE, which is logged. */
int ocr_open_files_check(void);

#endif
