# SPDX-License-Identifier: BSD-3-Clause
noinst_PROGRAMS += %D%/pipeline
%C%_pipeline_SOURCES = %D%/filter.c %D%/filter.h %D%/frame.c %D%/frame.h \
	%D%/options.c %D%/options.h %D%/pipeline.c %D%/stage.c %D%/stage.h \
	$(app_outpicture) $(app_raster) $(app_team)
%C%_pipeline_LDADD = libdri.la $(LIBPNG_LIBS)
