# SPDX-License-Identifier: BSD-3-Clause
# Lines to add here, headers and .def files as well (make dist needs them):
# libcore_la_SOURCES += %D%/object/event.c %D%/object/event.h

EXTRA_DIST += %D%/libocr.map
EXTRA_DIST += %D%/tools/build-tree.sh.in

pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = %D%/ocr.pc

bin_SCRIPTS += bin/ocrcc bin/ocrrun

# Calls that need no runtime, and those of later.
libcore_la_SOURCES += %D%/api/args.c %D%/api/args.h %D%/api/guid.c \
	%D%/api/hint.c %D%/api/later.c %D%/api/print.c
