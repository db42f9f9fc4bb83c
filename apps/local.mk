# SPDX-License-Identifier: BSD-3-Clause
# Programs; they link what a user's program links.  One more: a folder with a
# local.mk, which lists its sources once, and a line here.
include %D%/common/local.mk
include %D%/cg/local.mk
include %D%/cholesky/local.mk
include %D%/heat2d/local.mk
include %D%/md/local.mk
include %D%/stencil2d/local.mk
include %D%/wavefront/local.mk
include %D%/wordhist/local.mk
if HAVE_NETTLE
include %D%/uts/local.mk
endif
# These do without the runtime.
include %D%/corner_turn/local.mk
include %D%/pipeline/local.mk
if HAVE_FFTW
include %D%/sar/local.mk
endif

include %D%/examples/local.mk
# What an instrumented build would measure says nothing.
if !SANITIZER
include %D%/bench/local.mk
include %D%/metg/local.mk
endif
