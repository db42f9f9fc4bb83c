/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy_rounds.c - two processes with a main of their own, which tell each
 * other by memory that they share, as MPI would: what a task has done before it
 * ended is there for whoever hears that it has ended.
 *
 *	legacy_rounds FILE	the memory that they share; OCR_WORKERS=1
 *
 * Nodes behind the first two do nothing.
 */
#include "tests/cluster/legacy.h"

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

#define ROUNDS 100
#define BYTES  4096

static struct {
	_Atomic int turn; /* two of each round */
	ocrGuid_t event;
} * shared;

static void
wait_turn(int turn)
{
	while (atomic_load(&shared->turn) < turn)
		sched_yield();
}

TASK(tell)
{
	ocrGuid_t event = {paramv[0], paramv[1]};

	EXPECT(!ocrEventSatisfy(event, NULL_GUID));
	return NULL_GUID;
}

/* Its node's only worker looks at the network seldom. */
TASK(be_busy)
{
	wait_turn(2 * ROUNDS);
	return NULL_GUID;
}

static void
wait_for(ocrGuid_t handle)
{
	EXPECT(!ocrLegacyBlockProgress(handle, NULL, NULL, NULL,
				       LEGACY_PROP_NONE));
}

static void
tell_rounds(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		u64 event[2];
		ocrGuid_t handle;

		wait_turn(2 * i + 1);
		event[0] = shared->event.upper;
		event[1] = shared->event.lower;
		handle = spawn(tell, 2, event, 0, NULL);
		wait_for(handle);
		atomic_store(&shared->turn, 2 * i + 2);
		EXPECT(!ocrEventDestroy(handle));
	}
}

static void
hear_rounds(void)
{
	ocrEventParams_t p = {
		.EVENT_CHANNEL = {.maxGen = 4, .nbSat = 1, .nbDeps = 1}};
	ocrGuid_t busy = spawn(be_busy, 0, NULL, 0, NULL);
	int missed = 0;

	for (int i = 0; i < ROUNDS; i++) {
		EXPECT(!ocrEventCreateParams(&shared->event,
					     OCR_EVENT_CHANNEL_T, 0, &p));
		atomic_store(&shared->turn, 2 * i + 1);
		wait_turn(2 * i + 2);
		missed += !ocrLegacyIsChannelReady(shared->event);
	}
	wait_for(busy);
	EXPECT(!missed);
}

int
main(int argc, char **argv)
{
	int fd, status;

	EXPECT(argc > 1);
	fd = open(argv[1], O_RDWR | O_CREAT, 0600);
	EXPECT(fd >= 0 && !ftruncate(fd, BYTES));
	shared = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	EXPECT(shared != MAP_FAILED);
	ocrParseArgs(argc, (const char **)argv, &config);
	init();
	if (!this_node())
		tell_rounds();
	else if (this_node() == 1)
		hear_rounds();
	status = finalize(false);
	PRINTF("main returns %d\n", status);
	return status;
}
