/* SPDX-License-Identifier: BSD-3-Clause */
/* exclusive_write.c - A.6: two tasks write in RW mode, each to a half, and a
 * third in EW mode to what overlaps both: never at the same time as they.
 *
 *	            mainEdt
 *	             [ DB ]
 *	   (RW) /  (RW) |    \ (EW)
 *	      add      add    add
 *	         \      |     /
 *	              show
 */
#include "apps/examples/example.h"

#define N 20

EDT(add)
{
	u64 *p = depv[0].ptr;

	for (u64 i = paramv[0]; i < paramv[1]; i++)
		p[i] += paramv[2];
	return NULL_GUID;
}

EDT(show)
{
	const u64 *p = depv[3].ptr;

	for (u64 i = 0; i < N; i++) {
		u64 want = i < N / 2 ? 1 : 2;

		if (i >= N / 4 && i < N / 4 * 3)
			want += 3;
		PRINTF("%" PRIu64 "%s", p[i], i + 1 < N ? " " : "\n");
		EXPECT(p[i] == want);
	}
	ocrDbDestroy(depv[3].guid);
	ocrShutdown();
	return NULL_GUID;
}

EDT(mainEdt)
{
	static const u64 parts[3][3] = {
		{0, N / 2, 1}, {N / 2, N, 2}, {N / 4, N / 4 * 3, 3}};
	ocrGuid_t db, start, last, writer, done;
	u64 *p;

	EXPECT(!ocrDbCreate(&db, (void **)&p, N * sizeof(*p), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	for (u64 i = 0; i < N; i++)
		p[i] = 0;
	ocrDbRelease(db);

	last = start_edt(show, 0, 0, NULL, 4, EDT_PROP_NONE, NULL);
	ocrAddDependence(db, last, 3, DB_MODE_CONST);
	ocrEventCreate(&start, OCR_EVENT_ONCE_T, EVT_PROP_NONE);
	for (u32 i = 0; i < 3; i++) {
		writer =
			start_edt(add, i, 3, parts[i], 2, EDT_PROP_NONE, &done);
		ocrAddDependence(done, last, i, DB_DEFAULT_MODE);
		ocrAddDependence(db, writer, 0,
				 i < 2 ? DB_MODE_RW : DB_MODE_EW);
		ocrAddDependence(start, writer, 1, DB_DEFAULT_MODE);
	}
	ocrEventSatisfy(start, NULL_GUID);
	return NULL_GUID;
}
