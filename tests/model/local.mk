# SPDX-License-Identifier: BSD-3-Clause
# Spin models.  They do not look at the code, so one build has to run them.
if !SANITIZER
TESTS += %D%/model.sh
endif
EXTRA_DIST += %D%/model.sh %D%/session.pml %D%/stream.pml %D%/batch.pml \
	%D%/figure4.pml %D%/finish.pml %D%/coherence.pml %D%/ring.pml \
	%D%/lock.pml %D%/deque.pml
