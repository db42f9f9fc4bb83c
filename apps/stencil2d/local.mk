# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/stencil2d
noinst_PROGRAMS += %D%/stencil2d
%C%_stencil2d_SOURCES = %D%/end.c %D%/end.h %D%/options.c %D%/options.h \
	%D%/stencil2d.c %D%/tile.c %D%/tile.h $(app_command) $(app_here) \
	$(app_parts) $(app_progress)
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_CFLAGS = -ffp-contract=off
%C%_stencil2d_LDADD = libocr.la -lm
