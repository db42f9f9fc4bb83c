/* SPDX-License-Identifier: BSD-3-Clause */
/* symbol.c - see symbol.h.
 *
 * The dynamic linker knows only what a program exports, and most functions of
 * a program are not.  So the symbol table in the program's file is read.
 */
#include "src/base/symbol.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct image {
	const char *bytes;
	size_t len;
};

/* What is found of a function; the name is inside the image. */
struct found {
	const char *name;
	uintptr_t offset;
};

static bool
open_image(struct image *m, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p = MAP_FAILED;

	if (fd >= 0 && !fstat(fd, &st) && st.st_size > 0)
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd,
			 0);
	if (fd >= 0)
		close(fd);
	if (p == MAP_FAILED)
		return false;
	m->bytes = p;
	m->len = (size_t)st.st_size;
	return true;
}

static const void *
part(const struct image *m, uint64_t offset, uint64_t len)
{
	return offset <= m->len && len <= m->len - offset ? m->bytes + offset
							  : NULL;
}

static void
look_in(const struct image *m, const ElfW(Shdr) * symbols,
	const ElfW(Shdr) * names, uintptr_t at, struct found *f)
{
	const ElfW(Sym) *s = part(m, symbols->sh_offset, symbols->sh_size);
	const char *text = part(m, names->sh_offset, names->sh_size);

	/* The last byte of the names ends the last of them. */
	if (!s || !text || !names->sh_size || text[names->sh_size - 1])
		return;
	for (size_t i = 0; i < symbols->sh_size / sizeof(*s); i++) {
		if ((s[i].st_info & 0xf) != STT_FUNC || !s[i].st_shndx ||
		    at < s[i].st_value || at - s[i].st_value >= s[i].st_size ||
		    s[i].st_name >= names->sh_size)
			continue;
		f->name = text + s[i].st_name;
		f->offset = at - s[i].st_value;
		return;
	}
}

static void
find(const struct image *m, uintptr_t at, struct found *f)
{
	const ElfW(Ehdr) *e = part(m, 0, sizeof(*e));
	const ElfW(Shdr) * sections;

	if (!e || memcmp(e->e_ident, ELFMAG, SELFMAG) ||
	    e->e_shentsize != sizeof(*sections))
		return;
	sections = part(m, e->e_shoff, e->e_shnum * sizeof(*sections));
	for (unsigned i = 0; sections && i < e->e_shnum && !f->name; i++)
		if (sections[i].sh_type == SHT_SYMTAB &&
		    sections[i].sh_link < e->e_shnum)
			look_in(m, &sections[i], &sections[sections[i].sh_link],
				at, f);
}

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void
put(char *buf, const char *name, uintptr_t offset)
{
	if (offset)
		snprintf(buf, OCR_SYMBOL_TEXT, "%s+0x%jx", name,
			 (uintmax_t)offset);
	else
		snprintf(buf, OCR_SYMBOL_TEXT, "%s", name);
}

char *
ocr_symbol_text(const void *address, char *buf)
{
	uintptr_t at = (uintptr_t)address;
	struct found f = {.name = NULL};
	struct link_map *l = NULL;
	struct image m;
	Dl_info i;

	if (!dladdr1(address, &i, (void **)&l, RTLD_DL_LINKMAP) ||
	    !i.dli_fname) {
		snprintf(buf, OCR_SYMBOL_TEXT, "%p", address);
		return buf;
	}
	/* The program itself has no name there. */
	if (open_image(&m, *l->l_name ? i.dli_fname : "/proc/self/exe")) {
		find(&m, at - l->l_addr, &f);
		if (f.name)
			put(buf, f.name, f.offset);
		munmap((void *)(uintptr_t)m.bytes, m.len);
	}
	if (!f.name && i.dli_sname)
		put(buf, i.dli_sname, at - (uintptr_t)i.dli_saddr);
	else if (!f.name)
		put(buf, base_name(i.dli_fname), at - l->l_addr);
	return buf;
}
