/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire.c - A.7: a block's name travels in another block.  A task may read a
 * block only if it comes through one of its slots, so the task that finds the
 * name passes it on.
 *
 *	mainEdt
 *	[ names ]
 *	   |
 *	  pass
 *	[ value ]
 *	   |
 *	 receive
 */
#include "apps/examples/example.h"

#define VALUE 42

EDT(pass)
{
	const ocrGuid_t *name = depv[0].ptr;
	ocrGuid_t value = *name;

	PRINTF("passing on block " GUIDF "\n", GUIDA(value));
	ocrDbDestroy(depv[0].guid);
	return value;
}

EDT(receive)
{
	const u32 *p = depv[0].ptr;

	PRINTF("received %" PRIu32 "\n", *p);
	EXPECT(*p == VALUE);
	ocrDbDestroy(depv[0].guid);
	ocrShutdown();
	return NULL_GUID;
}

EDT(mainEdt)
{
	ocrGuid_t value_db, names_db, middle, last, passed;
	ocrGuid_t *name;
	u32 *value;

	EXPECT(!ocrDbCreate(&value_db, (void **)&value, sizeof(*value),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	EXPECT(!ocrDbCreate(&names_db, (void **)&name, sizeof(*name),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	*value = VALUE;
	*name = value_db;
	PRINTF("sending %" PRIu32 " in block " GUIDF "\n", *value,
	       GUIDA(value_db));
	ocrDbRelease(value_db);
	ocrDbRelease(names_db);

	middle = start_edt(pass, 1, 0, NULL, 1, EDT_PROP_NONE, &passed);
	last = start_edt(receive, 2, 0, NULL, 1, EDT_PROP_NONE, NULL);
	ocrAddDependence(passed, last, 0, DB_MODE_CONST);
	ocrAddDependence(names_db, middle, 0, DB_MODE_CONST);
	return NULL_GUID;
}
