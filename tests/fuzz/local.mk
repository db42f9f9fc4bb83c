# SPDX-License-Identifier: BSD-3-Clause
# Decoders get any bytes.  One more: a file fuzz_noun.c here, and a line in this
# list; what else it needs is said below.  Where it was built for libFuzzer (make
# fuzz) that drives it; else replay.c runs what is kept in corpus/NOUN, as a test.
fuzz_targets = \
	%D%/fuzz_card \
	%D%/fuzz_cg \
	%D%/fuzz_cholesky \
	%D%/fuzz_dri \
	%D%/fuzz_fasta \
	%D%/fuzz_ops \
	%D%/fuzz_options-cg \
	%D%/fuzz_options-cholesky \
	%D%/fuzz_options-heat2d \
	%D%/fuzz_options-md \
	%D%/fuzz_options-stencil2d \
	%D%/fuzz_options-wavefront \
	%D%/fuzz_options-wordhist \
	%D%/fuzz_packet \
	%D%/fuzz_picture \
	%D%/fuzz_raster \
	%D%/fuzz_ring \
	%D%/fuzz_seal \
	%D%/fuzz_session \
	%D%/fuzz_settings \
	%D%/fuzz_shape \
	%D%/fuzz_tag \
	%D%/fuzz_words
if HAVE_NETTLE
fuzz_targets += %D%/fuzz_options-uts
endif
check_PROGRAMS += $(fuzz_targets)
TESTS += $(fuzz_targets)
EXTRA_DIST += %D%/fuzz.sh %D%/corpus

if !FUZZ
libtest_la_SOURCES += %D%/replay.c
endif
libtest_la_SOURCES += %D%/infile.c %D%/infile.h %D%/packets.h %D%/target.h

# A node among made-up ones, and the same of libdri.
%C%_fuzz_ops_SOURCES = %D%/fuzz_ops.c %D%/act.c %D%/act.h %D%/node.c \
	%D%/node.h %D%/wire.c %D%/wire.h
%C%_fuzz_dri_SOURCES = %D%/fuzz_dri.c %D%/wire.c %D%/wire.h \
	tests/dri/sim/fiber.c tests/dri/sim/fiber.h
# What a neighbour, and another node, may do to this one.
%C%_fuzz_session_SOURCES = %D%/fuzz_session.c %D%/line.c %D%/line.h

# What the apps read.
%C%_fuzz_picture_SOURCES = %D%/fuzz_picture.c apps/common/picture.c \
	apps/common/pngfile.c
%C%_fuzz_picture_LDADD = $(LDADD) $(LIBPNG_LIBS)
%C%_fuzz_raster_SOURCES = %D%/fuzz_raster.c apps/common/raster.c \
	apps/common/picture.c apps/common/pngfile.c apps/common/cli.c
%C%_fuzz_raster_LDADD = $(LDADD) $(LIBPNG_LIBS)
%C%_fuzz_cg_SOURCES = %D%/fuzz_cg.c apps/cg/matrix.c apps/common/market.c \
	apps/common/cli.c
%C%_fuzz_cholesky_SOURCES = %D%/fuzz_cholesky.c apps/cholesky/matrix.c \
	apps/common/market.c apps/common/cli.c
%C%_fuzz_fasta_SOURCES = %D%/fuzz_fasta.c apps/wavefront/fasta.c
%C%_fuzz_words_SOURCES = %D%/fuzz_words.c apps/wordhist/words.c
fuzz_options = %D%/fuzz_options.c apps/common/cli.c
%C%_fuzz_options_cg_SOURCES = $(fuzz_options) apps/cg/options.c
%C%_fuzz_options_cholesky_SOURCES = $(fuzz_options) \
	apps/cholesky/options.c apps/cholesky/kernels.c
%C%_fuzz_options_cholesky_LDADD = $(LDADD) $(CBLAS_LIBS)
%C%_fuzz_options_heat2d_SOURCES = $(fuzz_options) apps/heat2d/options.c \
	apps/heat2d/image.c apps/common/outfile.c apps/common/outpicture.c \
	apps/common/pngfile.c
%C%_fuzz_options_heat2d_LDADD = $(LDADD) $(LIBPNG_LIBS)
%C%_fuzz_options_md_SOURCES = $(fuzz_options) apps/md/options.c
%C%_fuzz_options_stencil2d_SOURCES = $(fuzz_options) apps/stencil2d/options.c
%C%_fuzz_options_uts_SOURCES = $(fuzz_options) apps/uts/options.c \
	apps/uts/tree.c
%C%_fuzz_options_uts_LDADD = $(LDADD) $(NETTLE_LIBS)
%C%_fuzz_options_wavefront_SOURCES = $(fuzz_options) apps/wavefront/options.c
%C%_fuzz_options_wordhist_SOURCES = $(fuzz_options) apps/wordhist/options.c

# All targets, FUZZ_SECONDS each; FUZZ_TARGETS="packet card" chooses.  What
# reaches something new is kept in corpus/, what fails in san-fuzz/found/.
FUZZ_SECONDS = 60
FUZZ_TARGETS =
.PHONY: fuzz
fuzz: $(top_srcdir)/configure
	@$(MKDIR_P) san-fuzz && cd san-fuzz && \
	{ test -f Makefile || $(abs_top_srcdir)/configure -q --enable-debug \
		--enable-sanitizer=fuzz CC=clang CXX=clang++; } && \
	$(MAKE) fuzz-here FUZZ_SECONDS='$(FUZZ_SECONDS)' \
		FUZZ_TARGETS='$(FUZZ_TARGETS)'
.PHONY: fuzz-here
fuzz-here: $(fuzz_targets)
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/fuzz.sh \
		$(FUZZ_SECONDS) $(FUZZ_TARGETS)
