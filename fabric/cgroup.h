/* SPDX-License-Identifier: BSD-3-Clause */
/* cgroup.h - how much memory the groups of this process may have.
 *
 * A process is in a group of version 2 of the kernel's control groups, or in one
 * of the memory controller of version 1, or in both kinds; the limits of all
 * groups above hold as well.
 * Threads: any.
 */
#ifndef FABRIC_CGROUP_H
#define FABRIC_CGROUP_H

#include <stdint.h>

/* The least of all limits in bytes; UINT64_MAX if there is none.  `root` comes
 * before each path: "" but for tests. */
uint64_t ocr_cgroup_limit(const char *root);

#endif
