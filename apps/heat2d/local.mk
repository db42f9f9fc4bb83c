# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/heat2d
noinst_PROGRAMS += %D%/heat2d
%C%_heat2d_SOURCES = %D%/heat2d.c %D%/image.c %D%/image.h %D%/labels.c \
	%D%/labels.h %D%/options.c %D%/options.h %D%/plate.c %D%/plate.h \
	%D%/step.c %D%/step.h %D%/tile.c %D%/tile.h $(app_command) \
	$(app_clock) $(app_here) $(app_outpicture) $(app_picture)
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_CFLAGS = -ffp-contract=off
%C%_heat2d_LDADD = libocr.la $(LIBPNG_LIBS)
EXTRA_DIST += %D%/sample.pgm
