/* SPDX-License-Identifier: BSD-3-Clause */
/* stand.c - loaded into a launcher (LD_PRELOAD): whoever asks for his stack, as
 * Open MPI's launchers do when a signal has hit them, stands there for ever,
 * and who ends his PMIx server waits for himself. */
#include <pthread.h>
#include <unistd.h>

int
backtrace(void **frames, int n)
{
	(void)frames;
	(void)n;
	for (;;)
		pause();
}

int
PMIx_server_finalize(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	for (;;)
		pthread_mutex_lock(&lock);
}
