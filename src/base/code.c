/* SPDX-License-Identifier: BSD-3-Clause */
/* code.c - walks the loaded modules, and remembers the last answer. */
#include "src/base/code.h"

#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct walk {
	uintptr_t address; /* looked for, when module is 0 */
	uint64_t module;   /* looked for, else */
	uint64_t offset;
};

/* The last module found by this thread: programs have one or two. */
static _Thread_local struct {
	uint64_t module;
	uintptr_t base, text, text_end;
} last __attribute__((tls_model("initial-exec")));

/* FNV-1a of the last part of the path; the program itself has no name. */
static uint64_t
module_hash(const char *path)
{
	const char *name = strrchr(path, '/');
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (name = name ? name + 1 : path; *name; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return h ? h : 1;
}

static int
visit(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct walk *w = arg;

	(void)size;
	if (w->module && w->module != module_hash(info->dlpi_name))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + p->p_vaddr;
		uintptr_t at =
			w->module ? info->dlpi_addr + w->offset : w->address;

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X) || at < from ||
		    at - from >= p->p_memsz)
			continue;
		last.module = module_hash(info->dlpi_name);
		last.base = info->dlpi_addr;
		last.text = from;
		last.text_end = from + p->p_memsz;
		return 1;
	}
	return 0;
}

int
ocr_code_of(ocrEdt_t fn, struct ocr_code *c)
{
	struct walk w = {.address = (uintptr_t)fn};

	if (!last.module || w.address < last.text ||
	    w.address >= last.text_end) {
		if (!dl_iterate_phdr(visit, &w))
			return -EINVAL;
	}
	c->module = last.module;
	c->offset = w.address - last.base;
	return 0;
}

ocrEdt_t
ocr_code_function(const struct ocr_code *c)
{
	struct walk w = {.module = c->module, .offset = c->offset};

	if (last.module != c->module || last.base + c->offset < last.text ||
	    last.base + c->offset >= last.text_end) {
		if (!c->module || !dl_iterate_phdr(visit, &w))
			return NULL;
	}
	return (ocrEdt_t)(last.base + c->offset);
}
