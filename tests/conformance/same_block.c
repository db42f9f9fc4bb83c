/* SPDX-License-Identifier: BSD-3-Clause */
/* same_block.c - one block comes in through several slots of a task, in one
 * mode: the slots show the same bytes, and it is released once. */
#include "tests/conformance/conf.h"

#define SLOTS 5

static const ocrDbAccessMode_t modes[] = {DB_MODE_RW, DB_MODE_EW, DB_MODE_CONST,
					  DB_MODE_RO, DB_MODE_RW};

#define ROUNDS (sizeof(modes) / sizeof(modes[0]))

struct args {
	ocrGuid_t tmpl;
	u64 round, value;
};

TASK(use)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t;

	for (u32 i = 0; i < SLOTS; i++) {
		CHECK(ocrGuidIsEq(depv[i].guid, depv[0].guid),
		      "slot %" PRIu32 " has another block", i);
		CHECK_EQ("a slot", conf_value(&depv[i]), a.value);
	}
	if (depv[0].mode == DB_MODE_RW || depv[0].mode == DB_MODE_EW) {
		*(u64 *)depv[1].ptr = ++a.value;
		CHECK_EQ("the last slot after a write to another",
			 conf_value(&depv[SLOTS - 1]), a.value);
	}
	CHECK_OK(ocrDbRelease(depv[2].guid));
	CHECK_CODE(ocrDbRelease(depv[3].guid), OCR_EACCES);
	if (++a.round == ROUNDS) {
		CHECK_EQ("writes", a.value, 3);
		ocrShutdown();
		return NULL_GUID;
	}
	t = conf_spawn(a.tmpl, a.round, PARAMS(a), SLOTS, EDT_PROP_NONE, NULL);
	for (u32 i = 0; i < SLOTS; i++)
		conf_link(depv[i].guid, t, i, modes[a.round]);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.tmpl = conf_template(use)};
	ocrGuid_t db = conf_number(1, 0), t;

	t = conf_spawn(a.tmpl, 0, PARAMS(a), SLOTS, EDT_PROP_NONE, NULL);
	for (u32 i = 0; i < SLOTS; i++)
		conf_link(db, t, i, modes[0]);
	return NULL_GUID;
}
