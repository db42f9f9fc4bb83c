/* SPDX-License-Identifier: BSD-3-Clause */
/* fork_join.c - A.2: two tasks side by side, and one that waits for both.
 *
 *	      mainEdt
 *	      /     \
 *	  produce  produce
 *	      \     /
 *	       join
 */
#include "apps/examples/example.h"

EDT(produce)
{
	ocrGuid_t db;
	u32 *k;

	EXPECT(!ocrDbCreate(&db, (void **)&k, sizeof(*k), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	*k = (u32)paramv[0];
	PRINTF("producer %" PRIu32 " sends it\n", *k);
	/* The output event carries the block to whoever waits for it. */
	return db;
}

EDT(join)
{
	const u32 *one = depv[0].ptr, *two = depv[1].ptr;

	PRINTF("join received %" PRIu32 " and %" PRIu32 "\n", *one, *two);
	EXPECT(*one == 1 && *two == 2);
	ocrDbDestroy(depv[0].guid);
	ocrDbDestroy(depv[1].guid);
	ocrShutdown();
	return NULL_GUID;
}

EDT(mainEdt)
{
	ocrGuid_t last, producers[2], outputs[2];

	last = start_edt(join, 0, 0, NULL, 2, EDT_PROP_NONE, NULL);
	for (u64 i = 0; i < 2; i++) {
		u64 k = i + 1;

		producers[i] = start_edt(produce, i, 1, &k, 1, EDT_PROP_NONE,
					 &outputs[i]);
		ocrAddDependence(outputs[i], last, (u32)i, DB_MODE_CONST);
	}
	/* An output event is gone once it has fired, so the producers start
	 * only now that somebody waits. */
	for (u64 i = 0; i < 2; i++)
		ocrAddDependence(NULL_GUID, producers[i], 0, DB_DEFAULT_MODE);
	return NULL_GUID;
}
