/* SPDX-License-Identifier: BSD-3-Clause */
/* launcher.h - who has started this process, where that serves no PMIx.
 *
 * A launcher that serves no PMIx leaves N processes that each believe to be
 * alone: N jobs, each with all of the work.  It leaves its mark in the
 * environment all the same.
 * Threads: before there are others.
 */
#ifndef FABRIC_LAUNCHER_H
#define FABRIC_LAUNCHER_H

/* The variable that allows N jobs of one node. */
#define OCR_ALONE "OCR_ALONE"

/* For a process without a PMIx server: 0 if it was started once, or OCR_ALONE
 * allows it; else -EPROTO, and the command that works has been logged. */
int ocr_launcher_check(void);

#endif
