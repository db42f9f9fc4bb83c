# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/uts
noinst_PROGRAMS += %D%/uts
%C%_uts_SOURCES = %D%/options.c %D%/options.h \
	%D%/tree.c %D%/tree.h %D%/uts.c $(app_command) $(app_here) \
	$(app_progress)
%C%_uts_LDADD = libocr.la $(NETTLE_LIBS) -lm
