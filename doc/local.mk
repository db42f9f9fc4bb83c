# SPDX-License-Identifier: BSD-3-Clause
dist_doc_DATA += %D%/STYLE.md %D%/ARCHITECTURE.md %D%/PROTOCOL.md \
	%D%/DECISIONS.md %D%/CONFORMANCE.md %D%/HINTS.md
dist_doc_DATA += %D%/LEGACY.md
dist_doc_DATA += %D%/DRI-PROTOCOL.md
dist_doc_DATA += %D%/BENCHMARKS.md %D%/MEMORY.md
dist_doc_DATA += %D%/apps/heat2d.md %D%/apps/examples.md
dist_doc_DATA += %D%/apps/uts.md %D%/apps/cholesky.md \
	%D%/apps/stencil2d.md %D%/apps/cg.md %D%/apps/wavefront.md
dist_doc_DATA += %D%/apps/wordhist.md
dist_doc_DATA += %D%/DRI.md
