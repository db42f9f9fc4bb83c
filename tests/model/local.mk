# SPDX-License-Identifier: BSD-3-Clause
# Spin models.  They do not look at the code, so one build has to run them.
if !SANITIZER
TESTS += %D%/model.sh
endif
EXTRA_DIST += %D%/model.sh %D%/searched %D%/searches.sh \
	%D%/session.pml %D%/stream.pml %D%/batch.pml \
	%D%/figure4.pml %D%/finish.pml %D%/coherence.pml %D%/ring.pml \
	%D%/lock.pml %D%/deque.pml %D%/serve.pml %D%/passed.pml \
	%D%/put_off.pml %D%/back.pml %D%/brief.pml %D%/several.pml
# All of it again, also what has not changed since, which is then written down.
MODELS = again
.PHONY: check-models
check-models:
	@$(AM_TESTS_ENVIRONMENT) OCR_MODELS='$(MODELS)' $(SHELL) \
		$(top_srcdir)/%D%/model.sh --write
