/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_load.c - finds the six functions of libfabric that are not inline. */
#include "fabric/ofi_load.h"
#include "fabric/log.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

#define LIBRARY "libfabric.so.1"

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* Written once, by load(). */
static struct ocr_ofi_lib lib;
static bool is_loaded;

/* Objects and functions have pointers of one size here, but C does not let
 * one be cast to the other. */
static bool
find(void *handle, const char *name, void *fn)
{
	void *p = dlsym(handle, name);

	if (p == NULL) {
		ocr_log_error(OCR_LOG_NOBODY, "%s has no function %s", LIBRARY,
			      name);
		return false;
	}
	memcpy(fn, &p, sizeof(p));
	return true;
}

/* libinfinipath, which libfabric brings along for a kind of card, catches six
 * signals as soon as it is loaded, and calls exit() in the handler: what a task
 * has done would not be told, nor who was asked to end.  Whatever a signal was
 * to do before, it does afterwards. */
static void *
load_quietly(void)
{
	struct sigaction before[NSIG], now;
	bool known[NSIG];
	void *handle;

	for (int i = 1; i < NSIG; i++)
		known[i] = sigaction(i, NULL, &before[i]) == 0;
	handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	for (int i = 1; i < NSIG; i++)
		if (known[i] && sigaction(i, NULL, &now) == 0 &&
		    (now.sa_handler != before[i].sa_handler ||
		     now.sa_flags != before[i].sa_flags))
			sigaction(i, &before[i], NULL);
	return handle;
}

static void
load(void)
{
	void *handle = load_quietly();

	if (handle == NULL) {
		ocr_log_error(OCR_LOG_NOBODY,
			      "a job of several nodes needs libfabric (Debian "
			      "package libfabric1): %s",
			      dlerror());
		return;
	}
	is_loaded = find(handle, "fi_getinfo", &lib.getinfo) &&
		    find(handle, "fi_freeinfo", &lib.freeinfo) &&
		    find(handle, "fi_dupinfo", &lib.dupinfo) &&
		    find(handle, "fi_fabric", &lib.fabric) &&
		    find(handle, "fi_strerror", &lib.strerror) &&
		    find(handle, "fi_version", &lib.version);
	/* Never closed: its providers leave threads and handlers behind. */
}

const struct ocr_ofi_lib *
ocr_ofi_load(void)
{
	pthread_once(&once, load);
	return is_loaded ? &lib : NULL;
}
