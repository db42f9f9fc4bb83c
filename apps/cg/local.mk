# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/cg
noinst_PROGRAMS += %D%/cg
%C%_cg_SOURCES = %D%/cg.c %D%/end.c %D%/end.h %D%/matrix.c %D%/matrix.h \
	%D%/options.c %D%/options.h %D%/part.c %D%/part.h %D%/plan.h \
	%D%/serial.c %D%/serial.h $(app_command) $(app_here) $(app_market) $(app_outfile) \
	$(app_progress)
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_CFLAGS = -ffp-contract=off
%C%_cg_LDADD = libocr.la -lm
