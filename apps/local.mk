# SPDX-License-Identifier: BSD-3-Clause
# Programs; they link what a user's program links.
noinst_PROGRAMS += %D%/heat2d/heat2d
%C%_heat2d_heat2d_SOURCES = %D%/heat2d/heat2d.c %D%/heat2d/labels.c %D%/heat2d/labels.h \
	%D%/heat2d/options.c %D%/heat2d/options.h %D%/common/picture.c \
	%D%/common/picture.h %D%/heat2d/plate.c %D%/heat2d/plate.h \
	%D%/heat2d/step.c %D%/heat2d/step.h %D%/heat2d/tile.c \
	%D%/heat2d/tile.h %D%/heat2d/write.c
# Bit for bit: no loop may fuse what another does in two roundings.
%C%_heat2d_heat2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_heat2d_heat2d_LDADD = libocr.la
EXTRA_DIST += %D%/heat2d/sample.pgm

noinst_PROGRAMS += %D%/stencil2d/stencil2d
%C%_stencil2d_stencil2d_SOURCES = %D%/common/cli.c %D%/common/cli.h %D%/common/progress.c %D%/common/progress.h \
	%D%/common/quit.c %D%/common/quit.h %D%/stencil2d/stencil2d.c %D%/stencil2d/end.c \
	%D%/stencil2d/end.h %D%/stencil2d/options.c \
	%D%/stencil2d/options.h %D%/stencil2d/tile.c %D%/stencil2d/tile.h
# Bit for bit, as above.
%C%_stencil2d_stencil2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_stencil2d_stencil2d_LDADD = libocr.la -lm
noinst_PROGRAMS += %D%/uts/uts
%C%_uts_uts_SOURCES = %D%/common/cli.c %D%/common/cli.h %D%/common/progress.c %D%/common/progress.h \
	%D%/uts/uts.c %D%/uts/options.c %D%/uts/options.h %D%/uts/sha1.c \
	%D%/uts/sha1.h %D%/uts/tree.c %D%/uts/tree.h
%C%_uts_uts_LDADD = libocr.la -lm

noinst_PROGRAMS += %D%/cholesky/cholesky
%C%_cholesky_cholesky_SOURCES = %D%/cholesky/cholesky.c %D%/cholesky/chain.c \
	%D%/cholesky/chain.h %D%/cholesky/end.c %D%/cholesky/end.h \
	%D%/cholesky/kernels.c %D%/cholesky/kernels.h %D%/cholesky/matrix.c %D%/cholesky/matrix.h \
	%D%/cholesky/options.c %D%/cholesky/options.h %D%/cholesky/plan.c \
	%D%/cholesky/plan.h %D%/common/cli.c %D%/common/cli.h %D%/common/market.c %D%/common/market.h %D%/common/outfile.c %D%/common/outfile.h \
	%D%/common/progress.c %D%/common/progress.h %D%/common/quit.c %D%/common/quit.h
%C%_cholesky_cholesky_LDADD = libocr.la $(CBLAS_LIBS) -lm

noinst_PROGRAMS += %D%/cg/cg
%C%_cg_cg_SOURCES = %D%/cg/cg.c %D%/cg/end.c %D%/cg/end.h %D%/cg/matrix.c \
	%D%/cg/matrix.h %D%/cg/options.c %D%/cg/options.h %D%/cg/part.c \
	%D%/cg/part.h %D%/cg/plan.h %D%/cg/serial.c %D%/cg/serial.h \
	%D%/common/cli.c %D%/common/cli.h %D%/common/market.c %D%/common/market.h %D%/common/outfile.c %D%/common/outfile.h %D%/common/progress.c \
	%D%/common/progress.h
# Bit for bit, as above.
%C%_cg_cg_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_cg_cg_LDADD = libocr.la -lm

noinst_PROGRAMS += %D%/wavefront/wavefront
%C%_wavefront_wavefront_SOURCES = %D%/common/cli.c %D%/common/cli.h %D%/common/progress.c %D%/common/progress.h \
	%D%/wavefront/wavefront.c %D%/wavefront/align.c %D%/wavefront/align.h \
	%D%/wavefront/fasta.c %D%/wavefront/fasta.h %D%/wavefront/options.c \
	%D%/wavefront/options.h %D%/wavefront/print.c %D%/wavefront/print.h \
	%D%/wavefront/tile.c %D%/wavefront/tile.h %D%/wavefront/wave.c \
	%D%/wavefront/wave.h
%C%_wavefront_wavefront_LDADD = libocr.la -lm
EXTRA_DIST += %D%/wavefront/human.fasta %D%/wavefront/mouse.fasta

noinst_PROGRAMS += %D%/wordhist/wordhist
%C%_wordhist_wordhist_SOURCES = %D%/common/cli.c %D%/common/cli.h %D%/common/outfile.c %D%/common/outfile.h \
	%D%/common/progress.c %D%/common/progress.h %D%/common/quit.c %D%/common/quit.h %D%/wordhist/wordhist.c \
	%D%/wordhist/change.c %D%/wordhist/change.h %D%/wordhist/end.c \
	%D%/wordhist/end.h %D%/wordhist/lane.c %D%/wordhist/lane.h \
	%D%/wordhist/options.c %D%/wordhist/options.h %D%/wordhist/plan.c \
	%D%/wordhist/plan.h %D%/wordhist/serial.c %D%/wordhist/serial.h \
	%D%/wordhist/sha256.c %D%/wordhist/sha256.h \
	%D%/wordhist/tree.c %D%/wordhist/tree.h %D%/wordhist/words.c \
	%D%/wordhist/words.h
%C%_wordhist_wordhist_LDADD = libocr.la -lm

# These do without the runtime.
dri_app_sources = %D%/common/cli.c %D%/common/cli.h %D%/common/picture.c \
	%D%/common/picture.h %D%/common/outfile.c %D%/common/outfile.h %D%/common/progress.c \
	%D%/common/progress.h %D%/common/raster.c %D%/common/raster.h %D%/common/vote.c %D%/common/vote.h
noinst_PROGRAMS += %D%/corner_turn/corner_turn %D%/pipeline/pipeline
%C%_corner_turn_corner_turn_SOURCES = $(dri_app_sources) %D%/corner_turn/corner_turn.c \
	%D%/corner_turn/move.c %D%/corner_turn/move.h \
	%D%/corner_turn/options.c %D%/corner_turn/options.h
%C%_corner_turn_corner_turn_LDADD = libdri.la
%C%_pipeline_pipeline_SOURCES = $(dri_app_sources) %D%/pipeline/pipeline.c \
	%D%/pipeline/filter.c %D%/pipeline/filter.h %D%/pipeline/frame.c \
	%D%/pipeline/frame.h %D%/pipeline/options.c %D%/pipeline/options.h \
	%D%/pipeline/stage.c %D%/pipeline/stage.h
%C%_pipeline_pipeline_LDADD = libdri.la

include %D%/bench/local.mk
include %D%/examples/local.mk
