/* SPDX-License-Identifier: BSD-3-Clause */
/* guess.h - from GUID to object on this node, in the fewest steps.
 *
 * For who compares the GUID that the object has, under its lock or before: what
 * is found may be another object of that kind by now.
 * Threads: any.
 */
#ifndef SRC_NAMES_GUESS_H
#define SRC_NAMES_GUESS_H

#include "guidmap/guidmap_guess.h"
#include "src/names/names.h"

/* NULL: ask ocr_names_live(). */
static inline void *
ocr_names_guess(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_label_is(g) ? NULL : ocr_guidmap_guess_live(rt->guids, g);
}

/* Most ops on a task follow its creation.  NULL: it is not the last one that
 * this worker has made. */
static inline void *
ocr_names_made(ocrGuid_t g)
{
	const struct ocr_worker *w = ocr_self;

	return ocr_guid_eq(w->made.guid, g) ? w->made.task : NULL;
}

/* NULL: as ocr_names_direct(). */
static inline void *
ocr_names_guess_direct(struct ocr_stream *s, ocrGuid_t g)
{
	return ocr_direct_ok(s) ? ocr_names_guess(s->rt, g) : NULL;
}

#endif
