/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_load.h - libfabric, loaded when it is first needed.
 *
 * Linking it costs every process 0.2 s in the constructors of what it depends
 * on.  Most of its API is inline and goes through tables of the objects that
 * fi_fabric() and those after it return; the rest is here.
 * Threads: any.  Once loaded it stays loaded.
 */
#ifndef FABRIC_OFI_LOAD_H
#define FABRIC_OFI_LOAD_H

#include <rdma/fabric.h>

/* The version of the API that is spoken here: an older library refuses it. */
#define OCR_OFI_API FI_VERSION(1, 14)

struct ocr_ofi_lib {
	int (*getinfo)(uint32_t version, const char *node, const char *service,
		       uint64_t flags, const struct fi_info *hints,
		       struct fi_info **info);
	void (*freeinfo)(struct fi_info *info);
	struct fi_info *(*dupinfo)(const struct fi_info *info);
	int (*fabric)(struct fi_fabric_attr *attr, struct fid_fabric **fabric,
		      void *ctx);
	const char *(*strerror)(int errnum);
	uint32_t (*version)(void);
};

/* The library, or NULL with the cause already logged. */
const struct ocr_ofi_lib *ocr_ofi_load(void);

#endif
