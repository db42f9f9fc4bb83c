/* SPDX-License-Identifier: BSD-3-Clause */
/* read_write.c - A.5: two tasks write to one block at once, in RW mode, each to
 * a part of its own.
 *
 *	       mainEdt
 *	        [ DB ]
 *	   (RW) /    \ (RW)
 *	      add    add
 *	        \    /
 *	        check
 */
#include "apps/examples/example.h"

#define N 1000

EDT(add)
{
	u32 *p = depv[0].ptr;

	for (u64 i = paramv[0]; i < paramv[1]; i++)
		p[i] += (u32)i;
	return NULL_GUID;
}

EDT(check)
{
	const u32 *p = depv[0].ptr;

	for (u32 i = 0; i < N; i++)
		EXPECT(p[i] == 2 * i);
	PRINTF("all %u numbers are twice what they were\n", N);
	ocrDbDestroy(depv[0].guid);
	ocrShutdown();
	return NULL_GUID;
}

EDT(mainEdt)
{
	ocrGuid_t db, last, writers[2], done;
	u32 *p;

	EXPECT(!ocrDbCreate(&db, (void **)&p, N * sizeof(*p), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	for (u32 i = 0; i < N; i++)
		p[i] = i;
	ocrDbRelease(db);

	last = start_edt(check, 0, 0, NULL, 3, EDT_PROP_NONE, NULL);
	for (u64 i = 0; i < 2; i++) {
		u64 part[2] = {i * N / 2, (i + 1) * N / 2};

		writers[i] =
			start_edt(add, i, 2, part, 1, EDT_PROP_NONE, &done);
		ocrAddDependence(done, last, (u32)i + 1, DB_DEFAULT_MODE);
	}
	/* Acquired once all slots are satisfied: after both writers. */
	ocrAddDependence(db, last, 0, DB_MODE_CONST);
	for (u64 i = 0; i < 2; i++)
		ocrAddDependence(db, writers[i], 0, DB_MODE_RW);
	return NULL_GUID;
}
