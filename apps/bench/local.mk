# SPDX-License-Identifier: BSD-3-Clause
# Benchmarks.  Flags of what they compare with: MPI_CFLAGS, MPI_LIBS under
# if HAVE_MPI; OPENMP_CFLAGS under if HAVE_OPENMP; LIBFABRIC_LIBS.  Lines to add:
# noinst_PROGRAMS += %D%/bench_name
# %C%_bench_name_SOURCES = %D%/bench_name.c
# %C%_bench_name_LDADD = libocr.la
