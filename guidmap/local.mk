# SPDX-License-Identifier: BSD-3-Clause
# Lines to add here, headers as well (make dist needs them):
# libcore_la_SOURCES += %D%/noun.c %D%/noun.h
libcore_la_SOURCES += %D%/guid.c %D%/guid.h %D%/guid_cell.h %D%/event_kinds.def
libcore_la_SOURCES += %D%/guid_counter.c %D%/guid_counter.h
libcore_la_SOURCES += %D%/guidmap.c %D%/guidmap.h %D%/lane.c %D%/lane.h
libcore_la_SOURCES += %D%/straggler.c %D%/straggler.h %D%/chunk.c %D%/chunk.h
libcore_la_SOURCES += %D%/parked.c %D%/parked.h
libcore_la_SOURCES += %D%/guidmap_body.h %D%/guidmap_each.c \
	%D%/guidmap_guess.h
