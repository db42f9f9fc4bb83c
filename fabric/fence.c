/* SPDX-License-Identifier: BSD-3-Clause */
/* fence.c - a fence in all threads, by the kernel: it interrupts those that run
 * (membarrier(2), 0.5 us).
 */
#include "fabric/fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

bool ocr_fences_all;

static bool
ask_kernel(int command)
{
	return syscall(SYS_membarrier, command, 0, 0) == 0;
}

/* Registering takes a microsecond while a process has one thread, and later
 * as long as it takes until all have passed through the kernel. */
__attribute__((constructor)) static void
begin_to_fence(void)
{
	ocr_fences_all =
		ask_kernel(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

bool
ocr_fence_all(void)
{
	ocr_full_fence();
	return ocr_fences_all &&
	       ask_kernel(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}
