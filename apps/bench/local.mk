# SPDX-License-Identifier: BSD-3-Clause
# The driver, the programs on our side, and the references.  A program more is a
# file in ocr/, dri/ or ref/, and its name in a list.
noinst_PROGRAMS += %D%/bench
%C%_bench_SOURCES = %D%/driver/bench.c %D%/driver/cacheline.c \
	%D%/driver/cacheline.h %D%/driver/plot.c \
	%D%/driver/plot.h %D%/driver/rows.c %D%/driver/rows.h \
	%D%/driver/rows_dri.c %D%/driver/rows_halo.c %D%/driver/rows_kernel.c \
	%D%/driver/rows_task.c \
	%D%/driver/side.c %D%/driver/side.h $(app_cli)
%C%_bench_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
%C%_bench_LDADD = $(CAIRO_LIBS)
noinst_HEADERS += %D%/bench.h %D%/border.h %D%/exchange.h %D%/file.h \
	%D%/kernel.h %D%/turn.h

# The way a user builds his.
BENCH_OCR = cached chain channel copy fan fetch fib file halo label live \
	neighbours object rate read reduce remote start task token traffic tree \
	waiting
bench_ocr = $(BENCH_OCR:%=%D%/ocr/%)
BY_OCRCC += $(bench_ocr)
noinst_DATA += $(bench_ocr)
EXTRA_DIST += $(bench_ocr:%=%.c)
noinst_HEADERS += %D%/ocr/bench.h %D%/ocr/rounds.h %D%/ocr/steps.h

# Scripts that are sides lie beside them.
BENCH_SIDES = per_op read_again uts
bench_scripts = $(BENCH_SIDES:%=%D%/ocr/%)
$(bench_scripts): %: $(top_srcdir)/%.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $< $@ && chmod +x $@
noinst_DATA += $(bench_scripts)
CLEANFILES += $(bench_scripts)
EXTRA_DIST += $(bench_scripts:%=%.sh)

noinst_PROGRAMS += %D%/dri/border %D%/dri/connect %D%/dri/exchange %D%/dri/kernel \
	%D%/dri/turn
noinst_HEADERS += %D%/dri/bench.h
%C%_dri_border_LDADD = libdri.la
%C%_dri_connect_LDADD = libdri.la
%C%_dri_exchange_LDADD = libdri.la
%C%_dri_kernel_LDADD = libdri.la
%C%_dri_turn_LDADD = libdri.la

# References have flags of their own: what is measured against must not be slowed
# down by a sanitizer or by -O0.  What else a reference needs: the source of
# another, another compiler or language, libraries.
ref_std = -std=gnu11 -D_GNU_SOURCE=
ref_cflags = -O2 -Wall -Wextra -I$(top_srcdir)
REFERENCES = fabric file floor jemalloc kernel share
ref_fabric_libs = $(LIBFABRIC_CFLAGS) $(LIBFABRIC_LIBS) $(SODIUM_CFLAGS) $(SODIUM_LIBS)
# As floor, with the malloc that the runtime itself uses.
ref_jemalloc_from = floor.c
ref_jemalloc_libs = $(JEMALLOC_LIBS)
if HAVE_MPI
REFERENCES += border_mpi exchange_mpi halo_mpi mpi rate_mpi turn_openmpi
endif
ref_border_mpi_compiler = $(MPICC)
ref_exchange_mpi_compiler = $(MPICC)
ref_halo_mpi_compiler = $(MPICC)
ref_mpi_compiler = $(MPICC)
ref_rate_mpi_compiler = $(MPICC)
# One source, two libraries of the same interface.
ref_turn_openmpi_from = turn_mpi.c
ref_turn_openmpi_compiler = $(MPICC)
if HAVE_MPICH
REFERENCES += turn_mpich
endif
ref_turn_mpich_from = turn_mpi.c
ref_turn_mpich_compiler = $(MPICC_MPICH)
# Each compiler brings its own OpenMP.
if HAVE_LIBGOMP
REFERENCES += libgomp
endif
ref_libgomp_from = omp.c
ref_libgomp_compiler = $(OMP_GCC) -fopenmp
if HAVE_LIBOMP
REFERENCES += libomp
endif
ref_libomp_from = omp.c
ref_libomp_compiler = $(OMP_CLANG) -fopenmp=libomp
if HAVE_TBB
REFERENCES += tbb
endif
ref_tbb_from = tbb.cc
ref_tbb_compiler = $(CXX)
ref_tbb_std = -std=gnu++17
ref_tbb_libs = -ltbb
if HAVE_ARGOBOTS
REFERENCES += argobots
endif
# It is where somebody has built it.
ref_argobots_libs = $(ARGOBOTS_CFLAGS) $(ARGOBOTS_LIBS) -Wl,-rpath,$(ARGOBOTS_LIBDIR)

bench_ref = $(REFERENCES:%=%D%/ref/%)
noinst_DATA += $(bench_ref)
CLEANFILES += $(bench_ref) $(bench_ref:%=%.d)
EXTRA_DIST += %D%/ref/argobots.c %D%/ref/border_mpi.c %D%/ref/exchange_mpi.c %D%/ref/fabric.c %D%/ref/file.c \
	%D%/ref/floor.c %D%/ref/halo_mpi.c %D%/ref/kernel.c %D%/ref/measure.h %D%/ref/mpi.c %D%/ref/omp.c %D%/ref/other.h \
	%D%/ref/rate_mpi.c %D%/ref/share.c %D%/ref/tbb.cc %D%/ref/turn_mpi.c

# Not timed: that every program ends and prints a line that makes sense.
TESTS += %D%/check_bench.sh
EXTRA_DIST += %D%/check_bench.sh
# By hand.
EXTRA_DIST += %D%/overhead.sh
