/* SPDX-License-Identifier: BSD-3-Clause */
/* traced.c - a program whose critical path is known, for a trace:
 *
 *	traced LINKS ASIDE [EACH]
 *
 *	main --> around --> the last of ASIDE idle tasks inside --> link 1
 *	     --> link 2 --> ... --> link LINKS, which ends the job
 *
 * A link follows the output event of the one before, on the next node; what is
 * idle is on all nodes.  With EACH each link but the last is a finish task
 *around as many idle tasks, and the last of these is on the path behind it: so
 *many tasks can run as a trace shall have, and few are there at a time.
 */
#include "tests/conformance/conf.h"

TASK(idle_edt)
{
	return NULL_GUID;
}

static void
spawn_idle(u64 n)
{
	ocrGuid_t tmpl = conf_template(idle_edt);

	for (u64 i = 0; i < n; i++)
		conf_spawn(tmpl, i, NO_PARAMS, 0, EDT_PROP_NONE, NULL);
	OK(ocrEdtTemplateDestroy(tmpl));
}

TASK(around_edt)
{
	spawn_idle(paramv[0]);
	return NULL_GUID;
}

TASK(link_edt)
{
	if (paramv[0])
		ocrShutdown();
	else if (paramv[1])
		spawn_idle(paramv[1]);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 links = strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10);
	u64 aside = strtoull(ocrGetArgv(depv[0].ptr, 2), NULL, 10);
	u64 each = ocrGetArgc(depv[0].ptr) > 3
			   ? strtoull(ocrGetArgv(depv[0].ptr, 3), NULL, 10)
			   : 0;
	ocrGuid_t start = NULL_GUID, before = NULL_GUID, first = NULL_GUID;
	ocrGuid_t around;

	for (u64 i = 1; i <= links; i++) {
		u64 link[] = {i == links, each};
		ocrGuid_t next = NULL_GUID, task;

		task = each && i < links
			       ? conf_finish_task(link_edt, i, PARAMS(link), 1,
						  &next)
			       : conf_task(link_edt, i, PARAMS(link), 1,
					   i < links ? &next : NULL);
		if (i == 1)
			first = task;
		else
			conf_link(before, task, 0, DB_MODE_NULL);
		before = next;
	}
	around = conf_finish_task(around_edt, 0, PARAMS(aside), 1, &start);
	conf_link(start, first, 0, DB_MODE_NULL);
	conf_start(around, 0);
	return NULL_GUID;
}
