# SPDX-License-Identifier: BSD-3-Clause
noinst_PROGRAMS += %D%/corner_turn
%C%_corner_turn_SOURCES = %D%/corner_turn.c %D%/move.c %D%/move.h \
	%D%/options.c %D%/options.h $(app_cli) $(app_outfile) $(app_picture) \
	$(app_progress) $(app_raster) $(app_vote)
%C%_corner_turn_LDADD = libdri.la
