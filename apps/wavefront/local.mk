# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/wavefront
noinst_PROGRAMS += %D%/wavefront
%C%_wavefront_SOURCES = %D%/align.c %D%/align.h %D%/fasta.c %D%/fasta.h \
	%D%/options.c %D%/options.h %D%/print.c %D%/print.h %D%/tile.c \
	%D%/tile.h %D%/wave.c %D%/wave.h %D%/wavefront.c $(app_command) \
	$(app_here) $(app_progress)
%C%_wavefront_LDADD = libocr.la -lm
EXTRA_DIST += %D%/human.fasta %D%/mouse.fasta
