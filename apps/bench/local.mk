# SPDX-License-Identifier: BSD-3-Clause
# The driver, the programs on our side, and the references.
noinst_PROGRAMS += %D%/bench
%C%_bench_SOURCES = %D%/driver/bench.c %D%/bench.h %D%/driver/rows.c %D%/driver/rows.h %D%/driver/side.c \
	%D%/driver/side.h %D%/driver/cacheline.c %D%/driver/cacheline.h
%C%_bench_LDADD =

noinst_PROGRAMS += %D%/ocr/task %D%/ocr/chain %D%/ocr/remote %D%/ocr/read \
	%D%/ocr/object %D%/ocr/fan %D%/ocr/label %D%/ocr/traffic
%C%_ocr_task_SOURCES = %D%/ocr/task.c %D%/ocr/bench.h
%C%_ocr_task_LDADD = libocr.la
%C%_ocr_chain_SOURCES = %D%/ocr/chain.c
%C%_ocr_chain_LDADD = libocr.la
%C%_ocr_remote_SOURCES = %D%/ocr/remote.c
%C%_ocr_remote_LDADD = libocr.la
%C%_ocr_read_SOURCES = %D%/ocr/read.c
%C%_ocr_read_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr/fetch
%C%_ocr_fetch_SOURCES = %D%/ocr/fetch.c
%C%_ocr_fetch_LDADD = libocr.la
%C%_ocr_object_SOURCES = %D%/ocr/object.c
%C%_ocr_object_LDADD = libocr.la

noinst_PROGRAMS += %D%/ocr/live %D%/ocr/cached
%C%_ocr_live_SOURCES = %D%/ocr/live.c
%C%_ocr_live_LDADD = libocr.la
%C%_ocr_cached_SOURCES = %D%/ocr/cached.c
%C%_ocr_cached_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr/copy
%C%_ocr_copy_SOURCES = %D%/ocr/copy.c
%C%_ocr_copy_LDADD = libocr.la
%C%_ocr_label_SOURCES = %D%/ocr/label.c
%C%_ocr_label_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr/reduce %D%/ocr/start
%C%_ocr_start_SOURCES = %D%/ocr/start.c
%C%_ocr_start_LDADD = libocr.la
%C%_ocr_reduce_SOURCES = %D%/ocr/reduce.c
%C%_ocr_reduce_LDADD = libocr.la

noinst_PROGRAMS += %D%/ocr/file %D%/ref/file
%C%_ocr_file_SOURCES = %D%/ocr/file.c %D%/file.h
%C%_ocr_file_LDADD = libocr.la
%C%_ref_file_SOURCES = %D%/ref/file.c
%C%_ref_file_CFLAGS = $(ref_cflags)
%C%_ref_file_LDFLAGS = -no-install
%C%_ref_file_LDADD =

%C%_ocr_fan_SOURCES = %D%/ocr/fan.c
%C%_ocr_fan_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr/channel %D%/ocr/halo
%C%_ocr_channel_SOURCES = %D%/ocr/channel.c
%C%_ocr_channel_LDADD = libocr.la
%C%_ocr_halo_SOURCES = %D%/ocr/halo.c
%C%_ocr_halo_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr/rate
%C%_ocr_rate_SOURCES = %D%/ocr/rate.c
%C%_ocr_rate_LDADD = libocr.la
%C%_ocr_traffic_SOURCES = %D%/ocr/traffic.c
%C%_ocr_traffic_LDADD = libocr.la

# Sides like the programs, so they lie beside them.
noinst_DATA += %D%/ocr/per_op %D%/ocr/read_again
CLEANFILES += %D%/ocr/per_op %D%/ocr/read_again
EXTRA_DIST += %D%/ocr/per_op.sh %D%/ocr/read_again.sh
%D%/ocr/per_op: %D%/ocr/per_op.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/%D%/ocr/per_op.sh $@ && \
		chmod +x $@
%D%/ocr/read_again: %D%/ocr/read_again.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/%D%/ocr/read_again.sh $@ && \
		chmod +x $@

# References have flags of their own: what is measured against must not be
# slowed down by a sanitizer or by -O0.
ref_cflags = -std=gnu11 -O2 -Wall -Wextra
noinst_PROGRAMS += %D%/ref/floor %D%/ref/fabric
%C%_ref_floor_SOURCES = %D%/ref/floor.c
%C%_ref_floor_CFLAGS = $(ref_cflags)
%C%_ref_floor_LDFLAGS = -no-install
%C%_ref_floor_LDADD =
# The same with the malloc that the runtime itself uses.
noinst_PROGRAMS += %D%/ref/jemalloc
%C%_ref_jemalloc_SOURCES = %D%/ref/floor.c
%C%_ref_jemalloc_CFLAGS = $(ref_cflags)
%C%_ref_jemalloc_LDFLAGS = -no-install
%C%_ref_jemalloc_LDADD = $(JEMALLOC_LIBS)
noinst_PROGRAMS += %D%/ref/share
%C%_ref_share_SOURCES = %D%/ref/share.c
%C%_ref_share_CFLAGS = $(ref_cflags)
%C%_ref_share_LDFLAGS = -no-install
%C%_ref_share_LDADD =
%C%_ref_fabric_SOURCES = %D%/ref/fabric.c
%C%_ref_fabric_CFLAGS = $(ref_cflags)
%C%_ref_fabric_LDFLAGS = -no-install
%C%_ref_fabric_LDADD = $(LIBFABRIC_LIBS)

if HAVE_MPI
noinst_PROGRAMS += %D%/ref/mpi %D%/ref/rate_mpi %D%/ref/exchange_mpi
endif
%C%_ref_mpi_SOURCES = %D%/ref/mpi.c
%C%_ref_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_ref_mpi_CFLAGS = $(ref_cflags)
%C%_ref_mpi_LDFLAGS = -no-install
%C%_ref_mpi_LDADD = $(MPI_LIBS)
%C%_ref_rate_mpi_SOURCES = %D%/ref/rate_mpi.c
%C%_ref_rate_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_ref_rate_mpi_CFLAGS = $(ref_cflags)
%C%_ref_rate_mpi_LDFLAGS = -no-install
%C%_ref_rate_mpi_LDADD = $(MPI_LIBS)
%C%_ref_exchange_mpi_SOURCES = %D%/ref/exchange_mpi.c %D%/exchange.h
%C%_ref_exchange_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_ref_exchange_mpi_CFLAGS = $(ref_cflags)
%C%_ref_exchange_mpi_LDFLAGS = -no-install
%C%_ref_exchange_mpi_LDADD = $(MPI_LIBS)

# One source, two libraries of the same interface, which cannot both be what
# $(MPI_LIBS) says.
bench_turn =
if HAVE_MPI
bench_turn += %D%/ref/turn_openmpi
endif
if HAVE_MPICH
bench_turn += %D%/ref/turn_mpich
endif
noinst_DATA += $(bench_turn)
CLEANFILES += $(bench_turn)
EXTRA_DIST += %D%/ref/turn_mpi.c
bench_turn_from = $(ref_cflags) -I$(top_srcdir) -o $@ \
	$(top_srcdir)/%D%/ref/turn_mpi.c
$(bench_turn): %D%/ref/turn_mpi.c %D%/turn.h %D%/bench.h
%D%/ref/turn_openmpi:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(MPICC) $(bench_turn_from)
%D%/ref/turn_mpich:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(MPICC_MPICH) $(bench_turn_from)

noinst_PROGRAMS += %D%/dri/turn %D%/dri/connect %D%/dri/exchange
%C%_dri_exchange_SOURCES = %D%/dri/exchange.c %D%/dri/bench.h %D%/exchange.h
%C%_dri_exchange_LDADD = libdri.la
%C%_dri_turn_SOURCES = %D%/dri/turn.c %D%/dri/bench.h %D%/turn.h
%C%_dri_turn_LDADD = libdri.la
%C%_dri_connect_SOURCES = %D%/dri/connect.c
%C%_dri_connect_LDADD = libdri.la

# One source, two libraries: each compiler brings its own OpenMP, so these are
# not built by $(CC).
bench_omp =
if HAVE_LIBGOMP
bench_omp += %D%/ref/libgomp
endif
if HAVE_LIBOMP
bench_omp += %D%/ref/libomp
endif
noinst_DATA += $(bench_omp)
CLEANFILES += $(bench_omp)
EXTRA_DIST += %D%/ref/omp.c
%D%/ref/libgomp: %D%/ref/omp.c %D%/bench.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(OMP_GCC) $(ref_cflags) -I$(top_srcdir) \
		-fopenmp -o $@ $(top_srcdir)/%D%/ref/omp.c
%D%/ref/libomp: %D%/ref/omp.c %D%/bench.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(OMP_CLANG) $(ref_cflags) -I$(top_srcdir) \
		-fopenmp=libomp -o $@ $(top_srcdir)/%D%/ref/omp.c

noinst_HEADERS += %D%/bench.h %D%/dri/bench.h %D%/exchange.h \
	%D%/ocr/bench.h %D%/turn.h

# Not timed: that every program ends and prints a line that makes sense.
TESTS += %D%/check_bench.sh
EXTRA_DIST += %D%/check_bench.sh
