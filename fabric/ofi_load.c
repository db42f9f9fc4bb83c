/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_load.c - finds the six functions of libfabric that are not inline. */
#include "fabric/ofi_load.h"
#include "fabric/log.h"

#include <dlfcn.h>
#include <pthread.h>
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

static void
load(void)
{
	void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

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
