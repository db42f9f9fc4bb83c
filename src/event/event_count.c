/* SPDX-License-Identifier: BSD-3-Clause */
/* event_count.c - the shortest way to a latch, which most of its satisfactions
 * take.
 *
 * It is guessed where the latch is (guidmap/guidmap_guess.h); under its lock it
 * says who it is.  What would fire, and whatever is not as usual, is left to
 * ocr_event_satisfy(), also when somebody looks.
 */
#include "src/event/event.h"

#include "guidmap/guidmap_guess.h"
#include "include/ocr.h"
#include "src/base/runtime.h"
#include "src/event/event_body.h"
#include "src/stream/direct.h"

/* Nothing follows from it: no op has to begin, and there is nothing to be kept
 * over a call.  But what comes later may go by it: so what the task has made is
 * to be known. */
bool
ocr_event_count(struct ocr_stream *s, ocrGuid_t latch, uint32_t slot)
{
	const struct ocr_runtime *rt = s->rt;
	int64_t by = slot == OCR_EVENT_LATCH_INCR_SLOT ? 1 : -1;
	struct event *ev;
	bool counts;

	if (__builtin_expect(s->untold || rt->observer || rt->by_message ||
				     !ocr_stream_flows(s) ||
				     (s->owed.n | s->skip | s->ways),
			     0))
		return false;
	ev = ocr_guidmap_guess(rt->guids, latch);
	if (__builtin_expect(!ev || !ocr_trylock(&ev->lock, OCR_LOCK_EVENT), 0))
		return false;
	counts = ocr_event_is(ev, latch) && ev->count + by;
	if (counts)
		ev->count += by;
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return counts;
}
