/* SPDX-License-Identifier: BSD-3-Clause */
/* wrong_address.c - a task gets an address as its parameter: addresses mean
 * nothing on other nodes.
 */
#include "tests/mistakes/far.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = *(u64 **)paramv;

	data[0] = 1;
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint = far_hint();
	ocrGuid_t tmpl, edt;
	u64 param = 0x123456789000; /* where another node has something */

	ocrEdtTemplateCreate(&tmpl, use, 1, 0);
	ocrEdtCreate(&edt, tmpl, 1, &param, 0, NULL, EDT_PROP_NONE, &hint,
		     NULL);
	return NULL_GUID;
}
