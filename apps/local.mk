# SPDX-License-Identifier: BSD-3-Clause
# Programs; they link what a user's program links.
noinst_PROGRAMS += %D%/heat2d
%C%_heat2d_SOURCES = %D%/heat2d.c %D%/heat2d_labels.c %D%/heat2d_labels.h \
	%D%/heat2d_options.c %D%/heat2d_options.h %D%/heat2d_picture.c \
	%D%/heat2d_picture.h %D%/heat2d_plate.c %D%/heat2d_plate.h \
	%D%/heat2d_step.c %D%/heat2d_step.h %D%/heat2d_tile.c \
	%D%/heat2d_tile.h %D%/heat2d_write.c
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_heat2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_heat2d_LDADD = libocr.la
EXTRA_DIST += %D%/heat2d_sample.pgm

noinst_PROGRAMS += %D%/stencil2d
%C%_stencil2d_SOURCES = %D%/cli.c %D%/cli.h %D%/progress.c %D%/progress.h \
	%D%/quit.c %D%/quit.h %D%/stencil2d.c %D%/stencil2d_end.c \
	%D%/stencil2d_end.h %D%/stencil2d_options.c \
	%D%/stencil2d_options.h %D%/stencil2d_tile.c %D%/stencil2d_tile.h
# Bit for bit, as above.
%C%_stencil2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_stencil2d_LDADD = libocr.la -lm
noinst_PROGRAMS += %D%/uts
%C%_uts_SOURCES = %D%/cli.c %D%/cli.h %D%/progress.c %D%/progress.h \
	%D%/uts.c %D%/uts_options.c %D%/uts_options.h %D%/uts_sha1.c \
	%D%/uts_sha1.h %D%/uts_tree.c %D%/uts_tree.h
%C%_uts_LDADD = libocr.la -lm

noinst_PROGRAMS += %D%/cholesky
%C%_cholesky_SOURCES = %D%/cholesky.c %D%/cholesky_chain.c \
	%D%/cholesky_chain.h %D%/cholesky_end.c %D%/cholesky_end.h \
	%D%/cholesky_kernels.c %D%/cholesky_kernels.h %D%/cholesky_matrix.c %D%/cholesky_matrix.h \
	%D%/cholesky_options.c %D%/cholesky_options.h %D%/cholesky_plan.c \
	%D%/cholesky_plan.h %D%/cli.c %D%/cli.h %D%/market.c %D%/market.h %D%/outfile.c %D%/outfile.h \
	%D%/progress.c %D%/progress.h %D%/quit.c %D%/quit.h
%C%_cholesky_LDADD = libocr.la $(CBLAS_LIBS) -lm

noinst_PROGRAMS += %D%/cg
%C%_cg_SOURCES = %D%/cg.c %D%/cg_end.c %D%/cg_end.h %D%/cg_matrix.c \
	%D%/cg_matrix.h %D%/cg_options.c %D%/cg_options.h %D%/cg_part.c \
	%D%/cg_part.h %D%/cg_plan.h %D%/cg_serial.c %D%/cg_serial.h \
	%D%/cli.c %D%/cli.h %D%/market.c %D%/market.h %D%/outfile.c %D%/outfile.h %D%/progress.c \
	%D%/progress.h
# Bit for bit, as above.
%C%_cg_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_cg_LDADD = libocr.la -lm

noinst_PROGRAMS += %D%/wavefront
%C%_wavefront_SOURCES = %D%/cli.c %D%/cli.h %D%/progress.c %D%/progress.h \
	%D%/wavefront.c %D%/wavefront_align.c %D%/wavefront_align.h \
	%D%/wavefront_fasta.c %D%/wavefront_fasta.h %D%/wavefront_options.c \
	%D%/wavefront_options.h %D%/wavefront_print.c %D%/wavefront_print.h \
	%D%/wavefront_tile.c %D%/wavefront_tile.h %D%/wavefront_wave.c \
	%D%/wavefront_wave.h
%C%_wavefront_LDADD = libocr.la -lm
EXTRA_DIST += %D%/wavefront_human.fasta %D%/wavefront_mouse.fasta

noinst_PROGRAMS += %D%/wordhist
%C%_wordhist_SOURCES = %D%/cli.c %D%/cli.h %D%/outfile.c %D%/outfile.h \
	%D%/progress.c %D%/progress.h %D%/quit.c %D%/quit.h %D%/wordhist.c \
	%D%/wordhist_change.c %D%/wordhist_change.h %D%/wordhist_end.c \
	%D%/wordhist_end.h %D%/wordhist_lane.c %D%/wordhist_lane.h \
	%D%/wordhist_options.c %D%/wordhist_options.h %D%/wordhist_plan.c \
	%D%/wordhist_plan.h %D%/wordhist_serial.c %D%/wordhist_serial.h \
	%D%/wordhist_sha256.c %D%/wordhist_sha256.h \
	%D%/wordhist_tree.c %D%/wordhist_tree.h %D%/wordhist_words.c \
	%D%/wordhist_words.h
%C%_wordhist_LDADD = libocr.la -lm

# These do without the runtime.
dri_app_sources = %D%/cli.c %D%/cli.h %D%/heat2d_picture.c \
	%D%/heat2d_picture.h %D%/outfile.c %D%/outfile.h %D%/progress.c \
	%D%/progress.h %D%/raster.c %D%/raster.h %D%/vote.c %D%/vote.h
noinst_PROGRAMS += %D%/corner_turn %D%/pipeline
%C%_corner_turn_SOURCES = $(dri_app_sources) %D%/corner_turn.c \
	%D%/corner_turn_move.c %D%/corner_turn_move.h \
	%D%/corner_turn_options.c %D%/corner_turn_options.h
%C%_corner_turn_LDADD = libdri.la
%C%_pipeline_SOURCES = $(dri_app_sources) %D%/pipeline.c \
	%D%/pipeline_filter.c %D%/pipeline_filter.h %D%/pipeline_frame.c \
	%D%/pipeline_frame.h %D%/pipeline_options.c %D%/pipeline_options.h \
	%D%/pipeline_stage.c %D%/pipeline_stage.h
%C%_pipeline_LDADD = libdri.la

include %D%/bench/local.mk
include %D%/examples/local.mk
