/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy_wait.c - what a program's own main can wait for, and what it gets:
 *
 *	legacy_wait remote      events of other nodes
 *	legacy_wait labels      events that do not exist yet, from node to node
 *	legacy_wait channel     one satisfaction after the other
 *	legacy_wait unwritten   blocks that main has written and not released
 *	legacy_wait often       many waits, for one block and for many
 *
 * The exit status is what ocrLegacyFinalize() has returned, or 99 when anything
 * is not as it must be.
 */
#include "tests/cluster/legacy.h"

#include "extensions/ocr-labeling.h"

#include <semaphore.h>

#define OFTEN 500
#define LARGE (1 << 20)

/* -- remote --------------------------------------------------------------- */

enum { FILLED, GONE, LATE, RANGE, KINDS };

/* What node 0 tells the main of this node, by kind. */
static struct {
	ocrGuid_t event;
	sem_t here;
} told[KINDS];

/* Runs where main waits for what it brings: a GUID of a kind. */
TASK(tell)
{
	memcpy(&told[paramv[2]].event, paramv, sizeof(ocrGuid_t));
	sem_post(&told[paramv[2]].here);
	return NULL_GUID;
}

static ocrGuid_t
hear(int kind)
{
	while (sem_wait(&told[kind].here))
		;
	return told[kind].event;
}

TASK(fill)
{
	u64 *bytes = depv[0].ptr;

	for (u64 i = 0; i < LARGE / sizeof(u64); i++)
		bytes[i] = i * paramv[0];
	return depv[0].guid;
}

static void
tell_all(ocrGuid_t event, u64 kind)
{
	u64 p[] = {event.upper, event.lower, kind};

	for (u64 i = 0; i < n_nodes(); i++)
		start(tell, i, 3, p, 0, 0);
}

static void
check_filled(ocrGuid_t event, u64 by)
{
	u64 size = 0;
	ocrGuid_t got;
	void *bytes;

	EXPECT(!ocrLegacyBlockProgress(event, &got, &bytes, &size,
				       LEGACY_PROP_WAIT_IF_CREATED));
	EXPECT(size == LARGE);
	for (u64 i = 0; i < LARGE / sizeof(u64); i++)
		EXPECT(((const u64 *)bytes)[i] == i * by);
	EXPECT(!ocrDbRelease(got));
	EXPECT(ocrDbRelease(got) == OCR_EACCES);
}

/* Node 0 owns the events; each node waits for them. */
static int
remote(void)
{
	ocrGuid_t block, event, late, gone;
	u64 by = 3;

	init();
	if (!this_node()) {
		EXPECT(!ocrDbCreate(&block, NULL, LARGE, DB_PROP_NO_ACQUIRE,
				    NULL_HINT, NO_ALLOC));
		event = spawn(fill, 1, &by, 1, &block);
		EXPECT(!ocrEventCreate(&late, OCR_EVENT_IDEM_T, 0));
		EXPECT(!ocrEventCreate(&gone, OCR_EVENT_STICKY_T, 0));
		EXPECT(!ocrEventDestroy(gone));
		EXPECT(ocrGuidIsNull(ocrWait(gone)));
		tell_all(event, FILLED);
		tell_all(gone, GONE);
		tell_all(late, LATE);
	}
	event = hear(FILLED);
	check_filled(event, by);
	check_filled(event, by);

	event = hear(GONE);
	EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
				      LEGACY_PROP_NONE) == OCR_EINVAL);
	EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
				      LEGACY_PROP_CHECK) == OCR_EAGAIN);

	event = hear(LATE);
	if (this_node() == n_nodes() - 1) {
		EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
					      LEGACY_PROP_CHECK) == OCR_EAGAIN);
		EXPECT(!ocrEventSatisfy(event, NULL_GUID));
		EXPECT(!ocrLegacyBlockProgress(event, NULL, NULL, NULL,
					       LEGACY_PROP_CHECK));
	}
	EXPECT(ocrGuidIsNull(ocrWait(event)));
	return finalize(false);
}

/* -- labels, channel ------------------------------------------------------ */

static ocrGuid_t
block_of(u64 value)
{
	ocrGuid_t block;
	u64 *bytes;

	EXPECT(!ocrDbCreate(&block, (void **)&bytes, sizeof(*bytes),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	*bytes = value;
	EXPECT(!ocrDbRelease(block));
	return block;
}

static ocrGuid_t
element(ocrGuid_t range, u64 i)
{
	ocrGuid_t event;

	EXPECT(!ocrGuidFromIndex(&event, range, i));
	return event;
}

static void
make_element(ocrGuid_t range, u64 i, u64 value)
{
	ocrGuid_t event = element(range, i);

	EXPECT(!ocrEventCreate(&event, OCR_EVENT_STICKY_T,
			       GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG));
	EXPECT(!ocrEventSatisfy(event, block_of(value)));
}

/* Waits for an element that is made by another node, later. */
static u64
value_of(ocrGuid_t range, u64 i)
{
	ocrGuid_t event = element(range, i), block;
	void *bytes;
	u64 value;

	EXPECT(!ocrLegacyBlockProgress(event, &block, &bytes, NULL,
				       LEGACY_PROP_WAIT_FOR_CREATE));
	value = *(const u64 *)bytes;
	EXPECT(!ocrDbDestroy(block));
	EXPECT(!ocrEventDestroy(event));
	return value;
}

/* Each node makes its element when it has that of the node before. */
static int
labels(void)
{
	ocrGuid_t range;
	u64 me, n;

	init();
	me = this_node();
	n = n_nodes();
	if (!me) {
		EXPECT(!ocrGuidRangeCreate(&range, n + 1,
					   GUID_USER_EVENT_STICKY));
		tell_all(range, RANGE);
	}
	range = hear(RANGE);
	EXPECT(ocrLegacyBlockProgress(element(range, n), NULL, NULL, NULL,
				      LEGACY_PROP_CHECK) == OCR_EAGAIN);
	make_element(range, me, me ? value_of(range, me - 1) + 1 : 100);
	if (!me)
		EXPECT(value_of(range, n - 1) == 100 + n - 1);
	return finalize(false);
}

static void
take(ocrGuid_t channel, u64 want, u16 how)
{
	ocrGuid_t block;
	void *bytes;

	EXPECT(!ocrLegacyBlockProgress(channel, &block, &bytes, NULL, how));
	EXPECT(*(const u64 *)bytes == want);
	EXPECT(!ocrDbDestroy(block));
}

static int
channel(void)
{
	ocrEventParams_t p;
	ocrGuid_t channel;

	memset(&p, 0, sizeof(p));
	p.EVENT_CHANNEL.maxGen = EVENT_CHANNEL_UNBOUNDED;
	p.EVENT_CHANNEL.nbSat = 1;
	p.EVENT_CHANNEL.nbDeps = 1;
	init();
	EXPECT(!ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T,
				     EVT_PROP_TAKES_ARG, &p));
	for (u64 i = 0; i < 10; i++) {
		EXPECT(ocrLegacyBlockProgress(channel, NULL, NULL, NULL,
					      LEGACY_PROP_CHECK) == OCR_EAGAIN);
		EXPECT(!ocrEventSatisfy(channel, block_of(i)));
		EXPECT(!ocrEventSatisfy(channel, block_of(100 * i)));
		take(channel, i, LEGACY_PROP_CHECK);
		take(channel, 100 * i, LEGACY_PROP_NONE);
	}
	EXPECT(!ocrEventDestroy(channel));
	return finalize(false);
}

/* -- unwritten, often ----------------------------------------------------- */

TASK(twice)
{
	*(u64 *)depv[0].ptr *= 2;
	return depv[0].guid;
}

/* As a finish task: a child on another node has the block alone. */
TASK(twice_elsewhere)
{
	ocrGuid_t block;

	memcpy(&block, paramv, sizeof(block));
	EXPECT(!ocrAddDependence(block, start(twice, paramv[2], 0, NULL, 1, 0),
				 0, DB_MODE_EW));
	return block;
}

static int
unwritten(void)
{
	ocrGuid_t block, handle, got;
	void *bytes;
	u64 p[3], *mine, size;

	init();
	EXPECT(!ocrDbCreate(&block, (void **)&mine, sizeof(*mine), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	*mine = 1;
	for (u64 i = 0; i < 6; i++) {
		memcpy(p, &block, sizeof(block));
		p[2] = this_node() + i;
		handle = spawn(twice_elsewhere, 3, p, 0, NULL);
		EXPECT(!ocrLegacyBlockProgress(handle, &got, &bytes, &size,
					       LEGACY_PROP_NONE));
		EXPECT(ocrGuidIsEq(got, block) && size == sizeof(*mine));
		EXPECT(*(const u64 *)bytes == (u64)2 << i);
		EXPECT(!ocrEventDestroy(handle));
	}
	EXPECT(!ocrDbDestroy(block));
	return finalize(false);
}

TASK(make_block)
{
	ocrGuid_t block;
	u64 *bytes;

	EXPECT(!ocrDbCreate(&block, (void **)&bytes, sizeof(*bytes),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	*bytes = paramv[0];
	return block;
}

static int
often(void)
{
	ocrGuid_t handle, got[10];
	void *bytes;

	init();
	for (u64 i = 0; i < OFTEN; i++) {
		handle = spawn(make_block, 1, &i, 0, NULL);
		EXPECT(!ocrLegacyBlockProgress(handle, &got[i % COUNT(got)],
					       &bytes, NULL, LEGACY_PROP_NONE));
		EXPECT(*(const u64 *)bytes == i);
		EXPECT(!ocrEventDestroy(handle));
		/* Ten are kept at a time. */
		if (i >= COUNT(got))
			EXPECT(!ocrDbRelease(got[(i + 1) % COUNT(got)]));
	}
	return finalize(false);
}

static int
run(const char *how)
{
	if (!strcmp(how, "remote"))
		return remote();
	if (!strcmp(how, "labels"))
		return labels();
	if (!strcmp(how, "channel"))
		return channel();
	if (!strcmp(how, "unwritten"))
		return unwritten();
	if (!strcmp(how, "often"))
		return often();
	fprintf(stderr, "legacy_wait: see the head of legacy_wait.c\n");
	return 2;
}

int
main(int argc, char **argv)
{
	int status;

	for (int i = 0; i < KINDS; i++)
		EXPECT(!sem_init(&told[i].here, 0, 0));
	ocrParseArgs(argc, (const char **)argv, &config);
	status = run(argc > 1 ? argv[1] : "");
	PRINTF("main returns %d\n", status);
	return status;
}
