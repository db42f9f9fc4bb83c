# SPDX-License-Identifier: BSD-3-Clause
noinst_PROGRAMS += %D%/sar
%C%_sar_SOURCES = %D%/focus.c %D%/focus.h %D%/options.c %D%/options.h \
	%D%/sar.c %D%/scene.c %D%/scene.h $(app_output) $(app_raster) \
	$(app_team) $(app_turn)
%C%_sar_LDADD = libdri.la $(LIBPNG_LIBS) $(FFTW_LIBS)
