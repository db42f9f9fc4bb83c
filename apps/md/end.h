/* SPDX-License-Identifier: BSD-3-Clause */
/* end.h - what the domains of md have in common, and what comes when all are
 * done: energies, the comparison, the report.
 */
#ifndef APPS_MD_END_H
#define APPS_MD_END_H

#include "ocr.h"

#include "apps/common/parts.h"
#include "apps/md/domain.h"
#include "apps/md/options.h"

/* The block that all tasks get. */
struct plan {
	struct options options;
	struct cuts cuts;
	struct parts parts; /* the domains */
	u64 start_ns;
	ocrGuid_t step_template;
	ocrGuid_t report; /* gets a struct result from each domain */
};

/* A block with what has become of a domain. */
struct result {
	struct energy first, last;
	double momentum[AXES];
	u64 n;
	struct atom atom[]; /* all n, if there is something to compare with */
};

/* The domains cannot go on. */
void give_up_why(const char *why);

/* The task of all domains' results: one slot for each, and one for the plan. */
ocrGuid_t report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

#endif
