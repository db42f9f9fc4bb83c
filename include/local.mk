# SPDX-License-Identifier: BSD-3-Clause
# Public headers.  A program finds them with -I<includedir>/ocr.
ocrincludedir = $(includedir)/ocr
ocrinclude_HEADERS =
ocrextincludedir = $(ocrincludedir)/extensions
ocrextinclude_HEADERS =
ocrinclude_HEADERS += %D%/ocr.h %D%/ocr-db.h %D%/ocr-edt.h %D%/ocr-errors.h \
	%D%/ocr-guid.h %D%/ocr-std.h %D%/ocr-types.h %D%/ocr-version.h
ocrextinclude_HEADERS += %D%/extensions/ocr-affinity.h \
	%D%/extensions/ocr-db-info.h %D%/extensions/ocr-db-partitioning.h \
	%D%/extensions/ocr-hints.h %D%/extensions/ocr-labeling.h \
	%D%/extensions/ocr-map-creator.h \
	%D%/extensions/ocr-reduction-event.h %D%/extensions/ocr-runtime-itf.h
ocrextinclude_HEADERS += %D%/extensions/ocr-legacy.h
# For programs that look for them there, or include them.
ocrinclude_HEADERS += %D%/ocr-guid-functions.h %D%/ocr-legacy.h
ocrextinclude_HEADERS += %D%/extensions/ocr-debug.h \
	%D%/extensions/ocr-profiler.h
ocrextinclude_HEADERS += %D%/extensions/ocr-file.h
ocrextinclude_HEADERS += %D%/extensions/ocr-pause.h
ocrinclude_HEADERS += %D%/dri.h
# For C++, all of it in headers; no manual pages are made of them.
ocrcxxincludedir = $(ocrincludedir)
ocrcxxinclude_HEADERS = %D%/ocr.hpp
ocrhppincludedir = $(ocrincludedir)/hpp
ocrhppinclude_HEADERS = %D%/hpp/block.hpp %D%/hpp/code.hpp %D%/hpp/error.hpp \
	%D%/hpp/handle.hpp %D%/hpp/task.hpp
# What a Fortran compiler makes of a module is its own: this is the source.
dist_ocrinclude_DATA = %D%/dri.f90
