/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrlines.c - lines of source files for addresses of code, by libdw.
 *
 *	ocrlines IMAGE ADDRESS [IMAGE ADDRESS]...
 *
 * An ADDRESS is one of the file IMAGE, in hexadecimal digits, as its symbols
 * have it.  Prints "FILE:LINE" for each, or "?", on a line of its own.
 * A node that crashes starts it (base/lines.h), so that a heap that is broken
 * there does not matter, and libdw is in nobody's way.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *no_paths; /* besides the usual ones */

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &no_paths,
};

/* The last image is kept: most addresses are of one. */
static struct {
	const char *image;
	Dwfl *dwfl;
	Dwfl_Module *module;
} last;

static Dwfl_Module *
open_image(const char *image)
{
	if (last.image && !strcmp(last.image, image))
		return last.module;
	if (last.dwfl)
		dwfl_end(last.dwfl);
	last.image = image;
	last.module = NULL;
	last.dwfl = dwfl_begin(&callbacks);
	if (!last.dwfl)
		return NULL;
	last.module = dwfl_report_offline(last.dwfl, image, image, -1);
	dwfl_report_end(last.dwfl, NULL, NULL);
	return last.module;
}

/* The unit whose code it is.  Those of clang have no table of addresses. */
static Dwarf_Die *
unit_of(Dwfl_Module *m, Dwarf_Addr at, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(m, at, bias);

	if (unit)
		return unit;
	while ((unit = dwfl_module_nextcu(m, unit, bias)) != NULL)
		if (dwarf_haspc(unit, at - *bias) > 0)
			return unit;
	return NULL;
}

/* A header of the library, whose functions are compiled into the program. */
static bool
is_librarys(const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *base = slash ? slash + 1 : file;
	size_t len = strlen(base);

	return !strcmp(base, "ocr.h") ||
	       (!strncmp(base, "ocr-", 4) && len > 2 &&
		!strcmp(base + len - 2, ".h"));
}

/* From what was inlined to where it was called. */
static void
climb(Dwarf_Die *unit, Dwarf_Die *scope, const char **file, int *line)
{
	Dwarf_Word number, at;
	Dwarf_Attribute a, b;
	Dwarf_Files *files;
	size_t n;
	const char *from;

	if (dwarf_tag(scope) != DW_TAG_inlined_subroutine ||
	    dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &a), &number) ||
	    dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &b), &at) ||
	    dwarf_getsrcfiles(unit, &files, &n))
		return;
	from = dwarf_filesrc(files, number, NULL, NULL);
	if (!from)
		return;
	*file = from;
	*line = (int)at;
}

/* A place in such a header is told as that of the program that is behind it. */
static void
leave_library(Dwarf_Die *unit, Dwarf_Addr at, const char **file, int *line)
{
	Dwarf_Die *inner = NULL, *scopes = NULL;
	int n = 0;

	if (is_librarys(*file) && dwarf_getscopes(unit, at, &inner) > 0)
		n = dwarf_getscopes_die(inner, &scopes);
	for (int i = 0; i < n && is_librarys(*file); i++)
		climb(unit, &scopes[i], file, line);
	free(scopes);
	free(inner);
}

static void
print_line(Dwfl_Module *m, Dwarf_Addr at)
{
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit;
	Dwarf_Line *l = NULL;
	const char *file = NULL;
	int line = 0;

	/* Where the file was put, for those that are moved as a whole. */
	if (m && dwfl_module_getdwarf(m, &bias)) {
		unit = unit_of(m, at + bias, &bias);
		l = unit ? dwarf_getsrc_die(unit, at) : NULL;
	}
	if (l)
		file = dwarf_linesrc(l, NULL, NULL);
	if (file && !dwarf_lineno(l, &line) && line > 0) {
		leave_library(unit, at, &file, &line);
		printf("%s:%d\n", file, line);
	} else {
		puts("?");
	}
}

int
main(int argc, char **argv)
{
	/* It may not ask servers. */
	unsetenv("DEBUGINFOD_URLS");
	for (int i = 1; i + 1 < argc; i += 2)
		print_line(open_image(argv[i]),
			   strtoull(argv[i + 1], NULL, 16));
	return ferror(stdout) || fflush(stdout);
}
