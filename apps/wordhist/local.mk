# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/wordhist
noinst_PROGRAMS += %D%/wordhist
%C%_wordhist_SOURCES = %D%/change.c %D%/change.h %D%/digest.h %D%/end.c %D%/end.h \
	%D%/lane.c %D%/lane.h %D%/options.c %D%/options.h %D%/plan.c \
	%D%/plan.h %D%/serial.c %D%/serial.h \
	%D%/tree.c %D%/tree.h %D%/wordhist.c %D%/words.c %D%/words.h \
	$(app_command) $(app_outfile) $(app_progress)
%C%_wordhist_LDADD = libocr.la $(SODIUM_LIBS) -lm
