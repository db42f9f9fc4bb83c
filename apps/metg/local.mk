# SPDX-License-Identifier: BSD-3-Clause
# One graph of tasks by several runtimes, and the driver of apps/bench with rows
# of its own.
noinst_PROGRAMS += %D%/metg
%C%_metg_SOURCES = apps/bench/driver/bench.c apps/bench/driver/cacheline.c \
	apps/bench/driver/cacheline.h apps/bench/driver/plot.c \
	apps/bench/driver/plot.h apps/bench/driver/rows.h \
	apps/bench/driver/side.c apps/bench/driver/side.h %D%/rows.c $(app_cli)
%C%_metg_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
%C%_metg_LDADD = $(CAIRO_LIBS)
BY_OCRCC += %D%/ocr
noinst_DATA += %D%/ocr
EXTRA_DIST += %D%/ocr.c %D%/mpi.c %D%/omp.c %D%/tbb.cc
noinst_HEADERS += %D%/graph.h %D%/search.h %D%/shared.h %D%/work.h

METG_REFERENCES =
if HAVE_LIBGOMP
METG_REFERENCES += libgomp
endif
if HAVE_LIBOMP
METG_REFERENCES += libomp
endif
if HAVE_TBB
METG_REFERENCES += tbb
endif
if HAVE_MPI
METG_REFERENCES += mpi
endif
metg_ref = $(METG_REFERENCES:%=%D%/%)
noinst_DATA += $(metg_ref)
CLEANFILES += $(metg_ref) $(metg_ref:%=%.d)

TESTS += %D%/check_metg.sh
EXTRA_DIST += %D%/check_metg.sh
