# SPDX-License-Identifier: BSD-3-Clause
# The driver, the programs on our side, and the references.
noinst_PROGRAMS += %D%/bench
%C%_bench_SOURCES = %D%/bench.c %D%/bench.h %D%/rows.c %D%/rows.h %D%/side.c \
	%D%/side.h %D%/cacheline.c %D%/cacheline.h
%C%_bench_LDADD =

noinst_PROGRAMS += %D%/ocr_task %D%/ocr_chain %D%/ocr_remote %D%/ocr_read \
	%D%/ocr_object %D%/ocr_fan %D%/ocr_label %D%/ocr_traffic
%C%_ocr_task_SOURCES = %D%/ocr_task.c %D%/ocr_bench.h
%C%_ocr_task_LDADD = libocr.la
%C%_ocr_chain_SOURCES = %D%/ocr_chain.c
%C%_ocr_chain_LDADD = libocr.la
%C%_ocr_remote_SOURCES = %D%/ocr_remote.c
%C%_ocr_remote_LDADD = libocr.la
%C%_ocr_read_SOURCES = %D%/ocr_read.c
%C%_ocr_read_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr_fetch
%C%_ocr_fetch_SOURCES = %D%/ocr_fetch.c
%C%_ocr_fetch_LDADD = libocr.la
%C%_ocr_object_SOURCES = %D%/ocr_object.c
%C%_ocr_object_LDADD = libocr.la

noinst_PROGRAMS += %D%/ocr_live %D%/ocr_cached
%C%_ocr_live_SOURCES = %D%/ocr_live.c
%C%_ocr_live_LDADD = libocr.la
%C%_ocr_cached_SOURCES = %D%/ocr_cached.c
%C%_ocr_cached_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr_copy
%C%_ocr_copy_SOURCES = %D%/ocr_copy.c
%C%_ocr_copy_LDADD = libocr.la
%C%_ocr_label_SOURCES = %D%/ocr_label.c
%C%_ocr_label_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr_reduce %D%/ocr_start
%C%_ocr_start_SOURCES = %D%/ocr_start.c
%C%_ocr_start_LDADD = libocr.la
%C%_ocr_reduce_SOURCES = %D%/ocr_reduce.c
%C%_ocr_reduce_LDADD = libocr.la

noinst_PROGRAMS += %D%/ocr_file %D%/ref_file
%C%_ocr_file_SOURCES = %D%/ocr_file.c %D%/bench_file.h
%C%_ocr_file_LDADD = libocr.la
%C%_ref_file_SOURCES = %D%/ref_file.c
%C%_ref_file_CFLAGS = $(ref_cflags)
%C%_ref_file_LDFLAGS = -no-install
%C%_ref_file_LDADD =

%C%_ocr_fan_SOURCES = %D%/ocr_fan.c
%C%_ocr_fan_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr_channel %D%/ocr_halo
%C%_ocr_channel_SOURCES = %D%/ocr_channel.c
%C%_ocr_channel_LDADD = libocr.la
%C%_ocr_halo_SOURCES = %D%/ocr_halo.c
%C%_ocr_halo_LDADD = libocr.la
noinst_PROGRAMS += %D%/ocr_rate
%C%_ocr_rate_SOURCES = %D%/ocr_rate.c
%C%_ocr_rate_LDADD = libocr.la
%C%_ocr_traffic_SOURCES = %D%/ocr_traffic.c
%C%_ocr_traffic_LDADD = libocr.la

# Sides like the programs, so they lie beside them.
noinst_DATA += %D%/traffic %D%/cached
CLEANFILES += %D%/traffic %D%/cached
EXTRA_DIST += %D%/traffic.sh %D%/cached.sh
%D%/traffic: %D%/traffic.sh
	$(AM_V_GEN)$(MKDIR_P) %D% && cp $(top_srcdir)/%D%/traffic.sh $@ && \
		chmod +x $@
%D%/cached: %D%/cached.sh
	$(AM_V_GEN)$(MKDIR_P) %D% && cp $(top_srcdir)/%D%/cached.sh $@ && \
		chmod +x $@

# References have flags of their own: what is measured against must not be
# slowed down by a sanitizer or by -O0.
ref_cflags = -std=gnu11 -O2 -Wall -Wextra
noinst_PROGRAMS += %D%/ref_floor %D%/ref_fabric
%C%_ref_floor_SOURCES = %D%/ref_floor.c
%C%_ref_floor_CFLAGS = $(ref_cflags)
%C%_ref_floor_LDFLAGS = -no-install
%C%_ref_floor_LDADD =
# The same with the malloc that the runtime itself uses.
noinst_PROGRAMS += %D%/ref_jemalloc
%C%_ref_jemalloc_SOURCES = %D%/ref_floor.c
%C%_ref_jemalloc_CFLAGS = $(ref_cflags)
%C%_ref_jemalloc_LDFLAGS = -no-install
%C%_ref_jemalloc_LDADD = $(JEMALLOC_LIBS)
noinst_PROGRAMS += %D%/ref_share
%C%_ref_share_SOURCES = %D%/ref_share.c
%C%_ref_share_CFLAGS = $(ref_cflags)
%C%_ref_share_LDFLAGS = -no-install
%C%_ref_share_LDADD =
%C%_ref_fabric_SOURCES = %D%/ref_fabric.c
%C%_ref_fabric_CFLAGS = $(ref_cflags)
%C%_ref_fabric_LDFLAGS = -no-install
%C%_ref_fabric_LDADD = $(LIBFABRIC_LIBS)

if HAVE_MPI
noinst_PROGRAMS += %D%/ref_mpi %D%/ref_rate_mpi %D%/ref_exchange_mpi
endif
%C%_ref_mpi_SOURCES = %D%/ref_mpi.c
%C%_ref_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_ref_mpi_CFLAGS = $(ref_cflags)
%C%_ref_mpi_LDFLAGS = -no-install
%C%_ref_mpi_LDADD = $(MPI_LIBS)
%C%_ref_rate_mpi_SOURCES = %D%/ref_rate_mpi.c
%C%_ref_rate_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_ref_rate_mpi_CFLAGS = $(ref_cflags)
%C%_ref_rate_mpi_LDFLAGS = -no-install
%C%_ref_rate_mpi_LDADD = $(MPI_LIBS)
%C%_ref_exchange_mpi_SOURCES = %D%/ref_exchange_mpi.c %D%/exchange.h
%C%_ref_exchange_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_ref_exchange_mpi_CFLAGS = $(ref_cflags)
%C%_ref_exchange_mpi_LDFLAGS = -no-install
%C%_ref_exchange_mpi_LDADD = $(MPI_LIBS)

# One source, two libraries of the same interface, which cannot both be what
# $(MPI_LIBS) says.
bench_turn =
if HAVE_MPI
bench_turn += %D%/ref_turn_openmpi
endif
if HAVE_MPICH
bench_turn += %D%/ref_turn_mpich
endif
noinst_DATA += $(bench_turn)
CLEANFILES += $(bench_turn)
EXTRA_DIST += %D%/ref_turn_mpi.c
bench_turn_from = $(ref_cflags) -I$(top_srcdir) -o $@ \
	$(top_srcdir)/%D%/ref_turn_mpi.c
$(bench_turn): %D%/ref_turn_mpi.c %D%/turn.h %D%/bench.h
%D%/ref_turn_openmpi:
	$(AM_V_GEN)$(MKDIR_P) %D% && $(MPICC) $(bench_turn_from)
%D%/ref_turn_mpich:
	$(AM_V_GEN)$(MKDIR_P) %D% && $(MPICC_MPICH) $(bench_turn_from)

noinst_PROGRAMS += %D%/dri_turn %D%/dri_connect %D%/dri_exchange
%C%_dri_exchange_SOURCES = %D%/dri_exchange.c %D%/dri_bench.h %D%/exchange.h
%C%_dri_exchange_LDADD = libdri.la
%C%_dri_turn_SOURCES = %D%/dri_turn.c %D%/dri_bench.h %D%/turn.h
%C%_dri_turn_LDADD = libdri.la
%C%_dri_connect_SOURCES = %D%/dri_connect.c
%C%_dri_connect_LDADD = libdri.la

# One source, two libraries: each compiler brings its own OpenMP, so these are
# not built by $(CC).
bench_omp =
if HAVE_LIBGOMP
bench_omp += %D%/ref_libgomp
endif
if HAVE_LIBOMP
bench_omp += %D%/ref_libomp
endif
noinst_DATA += $(bench_omp)
CLEANFILES += $(bench_omp)
EXTRA_DIST += %D%/ref_omp.c
%D%/ref_libgomp: %D%/ref_omp.c %D%/bench.h
	$(AM_V_GEN)$(MKDIR_P) %D% && $(OMP_GCC) $(ref_cflags) -I$(top_srcdir) \
		-fopenmp -o $@ $(top_srcdir)/%D%/ref_omp.c
%D%/ref_libomp: %D%/ref_omp.c %D%/bench.h
	$(AM_V_GEN)$(MKDIR_P) %D% && $(OMP_CLANG) $(ref_cflags) -I$(top_srcdir) \
		-fopenmp=libomp -o $@ $(top_srcdir)/%D%/ref_omp.c

noinst_HEADERS += %D%/bench.h %D%/dri_bench.h %D%/exchange.h \
	%D%/ocr_bench.h %D%/turn.h

# Not timed: that every program ends and prints a line that makes sense.
TESTS += %D%/check_bench.sh
EXTRA_DIST += %D%/check_bench.sh
