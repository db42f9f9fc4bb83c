# SPDX-License-Identifier: BSD-3-Clause
# The Data Reorganization Interface, on fabric/ alone.  Lines to add here:
# libdricore_la_SOURCES += %D%/noun.c %D%/noun.h
EXTRA_DIST += %D%/libdri.map
nodist_pkgconfig_DATA += %D%/dri.pc

libdricore_la_SOURCES += %D%/status.c %D%/say.c %D%/say.h %D%/handle.h \
	%D%/distribution.h %D%/dataspec.h
libdricore_la_SOURCES += %D%/split.c %D%/split.h %D%/shape.c %D%/shape.h %D%/plan.h %D%/move.h
