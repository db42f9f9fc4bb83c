# SPDX-License-Identifier: BSD-3-Clause
OCR_APPS += %D%/cholesky
noinst_PROGRAMS += %D%/cholesky
%C%_cholesky_SOURCES = %D%/chain.c %D%/chain.h %D%/cholesky.c %D%/end.c \
	%D%/end.h %D%/kernels.c %D%/kernels.h %D%/matrix.c %D%/matrix.h \
	%D%/options.c %D%/options.h %D%/plan.c %D%/plan.h $(app_command) \
	$(app_here) $(app_market) $(app_outfile) $(app_progress)
%C%_cholesky_LDADD = libocr.la $(CBLAS_LIBS) -lm
