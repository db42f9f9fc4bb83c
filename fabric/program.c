/* SPDX-License-Identifier: BSD-3-Clause */
/* program.c - reads the build ids of what is mapped. */
#include "fabric/program.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

struct search {
	uint64_t id;
	bool found;
	bool is_first; /* the executable comes first */
};

static void
add(struct search *s, const unsigned char *id, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		s->id = (s->id ^ id[i]) * FNV_PRIME;
	s->found = true;
}

/* Names and ids are padded to whole words. */
static size_t
padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

static void
read_notes(struct search *s, const char *at, size_t len)
{
	ElfW(Nhdr) note;
	size_t name, id;

	while (len >= sizeof(note)) {
		memcpy(&note, at, sizeof(note));
		at += sizeof(note);
		len -= sizeof(note);
		name = padded(note.n_namesz);
		id = padded(note.n_descsz);
		if (name > len || id > len - name)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp(at, "GNU", 4) == 0)
			add(s, (const unsigned char *)at + name, note.n_descsz);
		at += name + id;
		len -= name + id;
	}
}

static bool
contains(const struct dl_phdr_info *info, uintptr_t addr)
{
	int i;

	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    addr - (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr) <
			    info->dlpi_phdr[i].p_memsz)
			return true;
	return false;
}

static int
visit(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *s = arg;
	bool is_ours = s->is_first || contains(info, (uintptr_t)&visit);
	int i;

	(void)size;
	s->is_first = false;
	for (i = 0; is_ours && i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			read_notes(s,
				   (const char *)(info->dlpi_addr +
						  info->dlpi_phdr[i].p_vaddr),
				   info->dlpi_phdr[i].p_memsz);
	return 0;
}

uint64_t
ocr_program_id(void)
{
	struct search s = {.id = FNV_START, .is_first = true};

	dl_iterate_phdr(visit, &s);
	return s.found ? s.id : 0;
}
