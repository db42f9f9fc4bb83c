# SPDX-License-Identifier: BSD-3-Clause
noinst_PROGRAMS += %D%/corner_turn
%C%_corner_turn_SOURCES = %D%/corner_turn.c %D%/options.c %D%/options.h \
	$(app_output) $(app_raster) $(app_team) $(app_turn)
%C%_corner_turn_LDADD = libdri.la $(LIBPNG_LIBS)
