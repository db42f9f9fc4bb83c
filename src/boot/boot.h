/* SPDX-License-Identifier: BSD-3-Clause */
/* boot.h - a job of real threads, from the command line to the exit status. */
#ifndef SRC_BOOT_BOOT_H
#define SRC_BOOT_BOOT_H

#include "include/ocr.h"

/* Joins the job that the launcher describes (or is a job of one node), runs
 * main_edt on node 0, and returns the job's exit status when it has ended.
 * What cannot be started is explained on standard error, and gives 1. */
int ocr_boot(int argc, char **argv, ocrEdt_t main_edt);

#endif
