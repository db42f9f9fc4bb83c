/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_moved.c - finish tasks without a hint may run on another node, and so
 * may those that they create: the output event of each comes after the last of
 * all, wherever they have run, and so does that of the one around them. */
#include "tests/conformance/conf.h"

#define GROUPS 6 /* finish tasks in the one around them */
#define DEPTH  2
#define NOTES  7 /* tasks of a group: 1 + 2 + 4 */

/* Each task writes into a block of its own, note[at]; those that it creates are
 * at 2 at + 1 and 2 at + 2. */
struct work {
	ocrGuid_t tmpl;
	u64 depth, at;
	ocrGuid_t note[NOTES];
};

struct all {
	ocrGuid_t tmpl;
	struct work of[GROUPS];
};

TASK(work_edt)
{
	struct work w = *PARAM(struct work), below = w;

	*(u64 *)depv[0].ptr = 1;
	for (u64 i = 1; w.depth && i <= 2; i++) {
		below.depth = w.depth - 1;
		below.at = 2 * w.at + i;
		OK(ocrEdtCreate(NULL, w.tmpl, PARAMV(below), 1,
				&w.note[below.at], EDT_PROP_NONE, NULL_HINT,
				NULL));
	}
	return NULL_GUID;
}

/* Slot 0 has waited for the end of all that have written the others. */
TASK(check_edt)
{
	for (u32 i = 1; i < depc; i++) {
		CHECK_EQ("a task below a finish task that is done",
			 conf_value(&depv[i]), 1);
		if (paramv[0])
			CHECK_OK(ocrDbDestroy(depv[i].guid));
	}
	return NULL_GUID;
}

static ocrGuid_t
check_of(const struct work *w, u32 n, u64 is_last, ocrGuid_t *checked)
{
	ocrGuid_t check = conf_task(check_edt, 0, PARAMS(is_last),
				    1 + n * NOTES, checked);

	for (u32 i = 0; i < n * NOTES; i++)
		conf_link(w[i / NOTES].note[i % NOTES], check, 1 + i,
			  DB_MODE_CONST);
	return check;
}

TASK(all_edt)
{
	const struct all *a = PARAM(struct all);
	ocrGuid_t task, done;

	for (u32 i = 0; i < GROUPS; i++) {
		const struct work *w = &a->of[i];

		OK(ocrEdtCreate(&task, a->tmpl, PARAMV(*w), 1, NULL,
				EDT_PROP_FINISH, NULL_HINT, &done));
		conf_link(done, check_of(w, 1, false, NULL), 0, DB_MODE_NULL);
		conf_link(w->note[0], task, 0, DB_MODE_RW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct all a = {.tmpl = conf_template(work_edt)};
	ocrGuid_t end = conf_end(1), tmpl = conf_template(all_edt);
	ocrGuid_t task, done, checked;

	for (u32 i = 0; i < GROUPS; i++) {
		a.of[i] = (struct work){.tmpl = a.tmpl, .depth = DEPTH};
		for (u32 k = 0; k < NOTES; k++)
			a.of[i].note[k] = conf_number(i + k, 0);
	}
	OK(ocrEdtCreate(&task, tmpl, PARAMV(a), 1, NULL, EDT_PROP_FINISH,
			NULL_HINT, &done));
	conf_link(done, check_of(a.of, GROUPS, true, &checked), 0,
		  DB_MODE_NULL);
	conf_link(checked, end, 0, DB_DEFAULT_MODE);
	conf_start(task, 0);
	return NULL_GUID;
}
