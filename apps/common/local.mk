# SPDX-License-Identifier: BSD-3-Clause
# What several apps use, a noun each.
app_cli = %D%/cli.c %D%/cli.h
app_clock = %D%/clock.h
app_command = %D%/command.c %D%/command.h $(app_cli) $(app_quit)
app_here = %D%/here.c %D%/here.h
app_market = %D%/market.c %D%/market.h
app_outfile = %D%/outfile.c %D%/outfile.h
app_outpicture = %D%/outpicture.c %D%/outpicture.h $(app_outfile)
app_output = %D%/output.c %D%/output.h $(app_outpicture)
app_parts = %D%/parts.c %D%/parts.h
# With LIBPNG_CFLAGS and LIBPNG_LIBS.
app_picture = %D%/picture.c %D%/picture.h %D%/pngfile.c %D%/pngfile.h
app_progress = %D%/progress.c %D%/progress.h $(app_clock)
app_quit = %D%/quit.c %D%/quit.h
app_raster = %D%/raster.c %D%/raster.h $(app_picture)
# All of a program of the Data Reorganization Interface.
app_team = %D%/side.c %D%/side.h %D%/team.c %D%/team.h %D%/vote.c %D%/vote.h \
	$(app_cli) $(app_progress)
app_turn = %D%/turn.c %D%/turn.h
