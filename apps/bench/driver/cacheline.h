/* SPDX-License-Identifier: BSD-3-Clause */
/* cacheline.h - how far apart two cores are at the moment.
 *
 * Cores of a virtual machine move apart and together; a number that was taken
 * while they were far cannot be compared with one that was taken when near.
 */
#ifndef APPS_BENCH_DRIVER_CACHELINE_H
#define APPS_BENCH_DRIVER_CACHELINE_H

/* A cache line there and back between the first two cores that this process may
 * use, in ns; 0 if there is only one.  The caller's affinity is as before. */
double bench_cacheline_ns(void);

#endif
