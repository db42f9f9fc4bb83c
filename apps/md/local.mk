# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/md
noinst_PROGRAMS += %D%/md
%C%_md_SOURCES = %D%/atom.c %D%/atom.h %D%/domain.c %D%/domain.h %D%/end.c \
	%D%/end.h %D%/md.c %D%/options.c %D%/options.h %D%/serial.c \
	$(app_command) $(app_here) $(app_parts) $(app_progress)
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_CFLAGS = -ffp-contract=off
%C%_md_LDADD = libocr.la -lm
