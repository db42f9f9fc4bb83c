# SPDX-License-Identifier: BSD-3-Clause
# Decoders get any bytes.  A target is a file and a line here.  Where it was
# built for libFuzzer (make fuzz) that drives it; else replay.c runs what is kept
# in corpus/NOUN, as a test.
fuzz_targets =
if FUZZ
fuzz_main = %D%/target.h tests/must.h
else
fuzz_main = %D%/replay.c %D%/target.h tests/must.h
endif

fuzz_targets += %D%/fuzz_packet
%C%_fuzz_packet_SOURCES = %D%/fuzz_packet.c $(fuzz_main)
%C%_fuzz_packet_LDADD = libsim.la $(LDADD)

# A node among made-up ones.
fuzz_targets += %D%/fuzz_ops
%C%_fuzz_ops_SOURCES = %D%/fuzz_ops.c %D%/act.c %D%/act.h %D%/node.c \
	%D%/node.h %D%/wire.c %D%/wire.h %D%/packets.h tests/sim/sim_files.c \
	tests/sim/sim_files.h $(fuzz_main)
%C%_fuzz_ops_LDADD = libcore.la

# The same of libdri.
fuzz_targets += %D%/fuzz_dri
%C%_fuzz_dri_SOURCES = %D%/fuzz_dri.c %D%/wire.c %D%/wire.h %D%/packets.h \
	tests/dri/sim/fiber.c tests/dri/sim/fiber.h $(fuzz_main)
%C%_fuzz_dri_LDADD = libdricore.la
fuzz_targets += %D%/fuzz_shape
%C%_fuzz_shape_SOURCES = %D%/fuzz_shape.c $(fuzz_main)
%C%_fuzz_shape_LDADD = libdricore.la

fuzz_targets += %D%/fuzz_card
%C%_fuzz_card_SOURCES = %D%/fuzz_card.c $(fuzz_main)

fuzz_targets += %D%/fuzz_seal
%C%_fuzz_seal_SOURCES = %D%/fuzz_seal.c $(fuzz_main)

fuzz_targets += %D%/fuzz_tag
%C%_fuzz_tag_SOURCES = %D%/fuzz_tag.c $(fuzz_main)

# What a neighbour, and another node, may do to this one.
fuzz_targets += %D%/fuzz_ring
%C%_fuzz_ring_SOURCES = %D%/fuzz_ring.c $(fuzz_main)
fuzz_targets += %D%/fuzz_session
%C%_fuzz_session_SOURCES = %D%/fuzz_session.c %D%/line.c %D%/line.h %D%/packets.h \
	$(fuzz_main)

fuzz_targets += %D%/fuzz_settings
%C%_fuzz_settings_SOURCES = %D%/fuzz_settings.c $(fuzz_main)
%C%_fuzz_settings_LDADD = libcore.la libdricore.la

# What the apps read.
fuzz_file = %D%/infile.c %D%/infile.h $(fuzz_main)
fuzz_targets += %D%/fuzz_picture
%C%_fuzz_picture_SOURCES = %D%/fuzz_picture.c apps/common/picture.c $(fuzz_file)
%C%_fuzz_picture_LDADD =
fuzz_targets += %D%/fuzz_raster
%C%_fuzz_raster_SOURCES = %D%/fuzz_raster.c apps/common/raster.c \
	apps/common/picture.c apps/common/cli.c $(fuzz_file)
%C%_fuzz_raster_LDADD = libdricore.la -lm
fuzz_targets += %D%/fuzz_cg
%C%_fuzz_cg_SOURCES = %D%/fuzz_cg.c apps/cg/matrix.c apps/common/market.c apps/common/cli.c \
	$(fuzz_file)
%C%_fuzz_cg_LDADD = libcore.la
fuzz_targets += %D%/fuzz_cholesky
%C%_fuzz_cholesky_SOURCES = %D%/fuzz_cholesky.c apps/cholesky/matrix.c \
	apps/common/market.c apps/common/cli.c $(fuzz_file)
%C%_fuzz_cholesky_LDADD = libcore.la
fuzz_targets += %D%/fuzz_fasta
%C%_fuzz_fasta_SOURCES = %D%/fuzz_fasta.c apps/wavefront/fasta.c $(fuzz_file)
%C%_fuzz_fasta_LDADD =
fuzz_targets += %D%/fuzz_words
%C%_fuzz_words_SOURCES = %D%/fuzz_words.c apps/wordhist/words.c $(fuzz_main)
%C%_fuzz_words_LDADD =
fuzz_options = %D%/fuzz_options.c apps/common/cli.c $(fuzz_main)
fuzz_targets += %D%/fuzz_options-cg %D%/fuzz_options-cholesky \
	%D%/fuzz_options-stencil2d %D%/fuzz_options-uts \
	%D%/fuzz_options-wavefront %D%/fuzz_options-wordhist
%C%_fuzz_options_cg_SOURCES = apps/cg/options.c $(fuzz_options)
%C%_fuzz_options_cholesky_SOURCES = apps/cholesky/options.c \
	apps/cholesky/kernels.c $(fuzz_options)
%C%_fuzz_options_cholesky_LDADD = $(LDADD) $(CBLAS_LIBS) -lm
%C%_fuzz_options_stencil2d_SOURCES = apps/stencil2d/options.c $(fuzz_options)
%C%_fuzz_options_uts_SOURCES = apps/uts/options.c apps/uts/sha1.c \
	apps/uts/tree.c $(fuzz_options)
%C%_fuzz_options_wavefront_SOURCES = apps/wavefront/options.c $(fuzz_options)
%C%_fuzz_options_wordhist_SOURCES = apps/wordhist/options.c $(fuzz_options)

check_PROGRAMS += $(fuzz_targets)
TESTS += $(fuzz_targets)
EXTRA_DIST += %D%/fuzz.sh %D%/corpus

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
