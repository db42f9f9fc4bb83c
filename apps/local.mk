# SPDX-License-Identifier: BSD-3-Clause
# Programs; they link what a user's program links.
noinst_PROGRAMS += %D%/heat2d
%C%_heat2d_SOURCES = %D%/heat2d.c %D%/heat2d_options.c %D%/heat2d_options.h \
	%D%/heat2d_picture.c %D%/heat2d_picture.h %D%/heat2d_plate.c \
	%D%/heat2d_plate.h %D%/heat2d_tile.c %D%/heat2d_tile.h \
	%D%/heat2d_write.c
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_heat2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_heat2d_LDADD = libocr.la
EXTRA_DIST += %D%/heat2d_sample.pgm

include %D%/bench/local.mk
include %D%/examples/local.mk
