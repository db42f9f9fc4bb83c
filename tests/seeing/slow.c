/* SPDX-License-Identifier: BSD-3-Clause */
/* slow.c - what makes a copy of stencil2d slow, for SEEING.md; the linker
 *puts it between the program and what it calls (--wrap).  SLOW in the
 *environment:
 *
 *	uneven  the first row of tiles has more to do than the others
 *	far     messages between tiles are blocks of node 0, whoever sends them
 *
 * The results are those of stencil2d, bit for bit.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/stencil2d/tile.h"

#include <stdlib.h>
#include <string.h>

/* So many times the tile is gone through once more. */
#define MORE	      40
/* Tiles are larger. */
#define MESSAGE_BYTES 16384

/* Of the linker. */
void __real_tile_compute(struct tile *t);
void __wrap_tile_compute(struct tile *t);
u8 __real_ocrDbCreate(ocrGuid_t *db, void **addr, u64 len, u16 flags,
		      ocrHint_t *hint, ocrInDbAllocator_t allocator);
u8 __wrap_ocrDbCreate(ocrGuid_t *db, void **addr, u64 len, u16 flags,
		      ocrHint_t *hint, ocrInDbAllocator_t allocator);

static bool
is_slow(const char *how)
{
	const char *slow = getenv("SLOW");

	return slow && strcmp(slow, how) == 0;
}

/* So that nothing is left out. */
static volatile double kept;

void
__wrap_tile_compute(struct tile *t)
{
	__real_tile_compute(t);
	for (int i = 0; i < MORE && t->area.y == 0 && is_slow("uneven"); i++)
		kept = tile_sum(t);
}

u8
__wrap_ocrDbCreate(ocrGuid_t *db, void **addr, u64 len, u16 flags,
		   ocrHint_t *hint, ocrInDbAllocator_t allocator)
{
	u64 n = 0;
	ocrGuid_t *nodes;
	ocrHint_t there;
	u8 err;

	if (len > MESSAGE_BYTES || hint != NULL_HINT || !is_slow("far"))
		return __real_ocrDbCreate(db, addr, len, flags, hint,
					  allocator);
	ocrAffinityCount(AFFINITY_PD, &n);
	nodes = calloc(n, sizeof(*nodes));
	if (!nodes)
		return OCR_ENOMEM;
	err = ocrAffinityGet(AFFINITY_PD, &n, nodes);
	if (!err)
		err = ocrHintInit(&there, OCR_HINT_DB_T);
	if (!err)
		err = ocrSetHintValue(&there, OCR_HINT_DB_AFFINITY,
				      ocrAffinityToHintValue(nodes[0]));
	free(nodes);
	return err ? err
		   : __real_ocrDbCreate(db, addr, len, flags, &there,
					allocator);
}
