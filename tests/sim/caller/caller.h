/* SPDX-License-Identifier: BSD-3-Clause */
/* caller.h - a program that calls everything with anything.
 *
 * Tasks make random calls: of any public function, with GUIDs of any objects,
 * living, gone, not created yet, or forged, and with any numbers.  Only
 * pointers are right: NULL, or to as many things as the call is told.  Nothing
 * is expected of the calls but that the runtime survives.
 *
 * Everything is drawn from a seed.  The tasks of all simulated nodes share what
 * they know, so this is no program for real nodes.
 */
#ifndef TESTS_SIM_CALLER_H
#define TESTS_SIM_CALLER_H

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-db-info.h"
#include "extensions/ocr-db-partitioning.h"
#include "extensions/ocr-file.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"
#include "extensions/ocr-pause.h"
#include "extensions/ocr-map-creator.h"
#include "extensions/ocr-runtime-itf.h"

/* What a GUID was made as; it may be anything by now. */
enum what {
	ANYTHING,
	A_BLOCK,
	A_TASK,
	A_TEMPLATE,
	AN_EVENT,
	A_REDUCTION,
	AN_AFFINITY,
	A_RANGE,
	A_MAP, /* with a creator */
	A_FILE,
	A_LABEL,
	A_PLACE, /* a worker, a context */
	WHATS
};

/* One of the calls, with arguments. */
typedef void caller_fn(void);

struct call {
	const char *name;
	caller_fn *fn;
	unsigned weight;
};
extern const struct call caller_objects[], caller_extensions[], caller_files[];

/* Rows of a table. */
#define CALL(name)                                                             \
	{                                                                      \
#name, call_##name, 1                                          \
	}
#define OFTEN(name, weight)                                                    \
	{                                                                      \
#name, call_##name, weight                                     \
	}
#define END()                                                                  \
	{                                                                      \
		NULL, NULL, 0                                                  \
	}

/* Begins a run. */
void caller_begin(u64 seed);
/* A number below n. */
u64 caller_draw(u64 n);
/* True in so many of a hundred. */
static inline int
chance(unsigned percent)
{
	return caller_draw(100) < percent;
}

/* Mostly small; at times at the end of some range. */
u64 caller_number(void);
/* For a count of things of which `most` are there. */
u32 caller_count(u32 most);
/* Flags, mostly of `known` ones. */
u16 caller_flags(u16 known);
/* Of a block or a part of one. */
u64 caller_size(void);
ocrDbAccessMode_t caller_mode(void);

/* A GUID, mostly one that was made as `w`. */
ocrGuid_t caller_guid(enum what w);
/* The tasks know it from now on. */
void caller_learn(enum what w, ocrGuid_t g);
/* A variable for a GUID that a call gives, which may be one that it takes; NULL
 * at times. */
ocrGuid_t *caller_out(enum what takes);
/* After the call: what it has given. */
void caller_got(u8 code, enum what w, const ocrGuid_t *g);

/* A hint, or NULL. */
const ocrHint_t *caller_hint(void);
/* A hint to write to, or NULL. */
ocrHint_t *caller_hint_out(void);

/* So many that EDT_PARAM_DEF of any template's GUID fits. */
#define CALLER_MOST 65536
const u64 *caller_params(void);
const ocrGuid_t *caller_guids(void);

/* One that has been there from the start, for any counts. */
ocrGuid_t caller_template(void);
/* Makes a few random calls, while there are any left. */
void caller_act(unsigned most);
/* The body of tasks, and what maps call. */
ocrGuid_t caller_body(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);
void caller_creator(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv,
		    u32 guidc, ocrGuid_t *guidv);
ocrGuid_t caller_map(ocrGuid_t start, u64 skip, s64 *params, s64 *tuple);

#endif
