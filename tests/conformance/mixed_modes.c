/* SPDX-License-Identifier: BSD-3-Clause */
/* mixed_modes.c - one block comes through several slots of a task in different
 * modes, which the specification leaves undefined: it is acquired once, in the
 * strongest of them, so what the task writes is kept.  A slot in DB_MODE_NULL
 * adds nothing. */
#include "tests/conformance/conf.h"

#define SLOTS  3
#define ROUNDS 40

static const ocrDbAccessMode_t modes[][SLOTS] = {
	{DB_MODE_CONST, DB_MODE_RW, DB_MODE_RO},
	{DB_MODE_EW, DB_MODE_CONST, DB_MODE_RW},
	{DB_MODE_RO, DB_MODE_CONST, DB_MODE_EW},
	{DB_MODE_RW, DB_MODE_NULL, DB_MODE_CONST},
	{DB_MODE_NULL, DB_MODE_EW, DB_MODE_RO},
};

#define WAYS (sizeof(modes) / sizeof(modes[0]))

TASK(count)
{
	u64 *p = NULL;

	for (u32 i = 0; i < SLOTS; i++) {
		CHECK_EQ("a slot's mode", depv[i].mode,
			 modes[*PARAM(u64) % WAYS][i]);
		CHECK(!depv[i].ptr == (depv[i].mode == DB_MODE_NULL),
		      "in mode %d the pointer is %p", (int)depv[i].mode,
		      depv[i].ptr);
		if (depv[i].ptr && p)
			CHECK(p == depv[i].ptr, "there are two copies");
		if (depv[i].ptr)
			p = depv[i].ptr;
	}
	++p[0];
	return NULL_GUID;
}

TASK(end)
{
	CHECK_EQ("what was written", conf_value(&depv[ROUNDS]), ROUNDS);
	ocrShutdown();
	return NULL_GUID;
}

/* One after the other: a write that is lost is missed. */
MAIN_TASK
{
	ocrGuid_t db = conf_number(1, 0), from = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t go = from, t, out;
	ocrGuid_t last = conf_task(end, 2, NO_PARAMS, ROUNDS + 1, NULL);

	for (u64 i = 0; i < ROUNDS; i++) {
		t = conf_task(count, i / 2, PARAMS(i), SLOTS + 1, &out);
		conf_link(from, t, SLOTS, DB_DEFAULT_MODE);
		conf_link(out, last, (u32)i, DB_DEFAULT_MODE);
		from = out;
		for (u32 k = 0; k < SLOTS; k++)
			conf_link(db, t, k, modes[i % WAYS][k]);
	}
	conf_link(db, last, ROUNDS, DB_MODE_CONST);
	CHECK_OK(ocrEventSatisfy(go, NULL_GUID));
	return NULL_GUID;
}
