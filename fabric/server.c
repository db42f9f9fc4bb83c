/* SPDX-License-Identifier: BSD-3-Clause */
/* server.c - see server.h. */
#include "fabric/server.h"

#include <errno.h>
#include <pmix.h>
#include <stddef.h>

static void
on_lost(size_t id, pmix_status_t status, const pmix_proc_t *source,
	pmix_info_t info[], size_t n_info, pmix_info_t *results,
	size_t n_results, pmix_event_notification_cbfunc_fn_t done,
	void *cbdata)
{
	const struct ocr_server_watch *w;
	size_t i;

	(void)id, (void)status, (void)source, (void)results, (void)n_results;
	for (i = 0; i < n_info; i++) {
		if (!PMIX_CHECK_KEY(&info[i], PMIX_EVENT_RETURN_OBJECT))
			continue;
		w = info[i].value.data.ptr;
		w->lost(w->arg);
	}
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

int
ocr_server_watch(struct ocr_server_watch *w)
{
	/* Handlers without codes of their own are told nothing. */
	pmix_status_t lost = PMIX_ERR_LOST_CONNECTION, rc;
	pmix_info_t info;

	PMIX_INFO_CONSTRUCT(&info);
	PMIX_INFO_LOAD(&info, PMIX_EVENT_RETURN_OBJECT, w, PMIX_POINTER);
	rc = PMIx_Register_event_handler(&lost, 1, &info, 1, on_lost, NULL,
					 NULL);
	PMIX_INFO_DESTRUCT(&info);
	return rc < 0 ? -EIO : 0;
}
