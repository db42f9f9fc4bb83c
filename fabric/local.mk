# SPDX-License-Identifier: BSD-3-Clause
# Lines to add here, headers as well (make dist needs them):
# libfab_la_SOURCES += %D%/noun.c %D%/noun.h
libfab_la_SOURCES += %D%/lock.c %D%/lock.h %D%/clock.h %D%/thread_name.h %D%/log.c %D%/log.h %D%/repeat.c %D%/repeat.h
libfab_la_SOURCES += %D%/fabric.c %D%/fabric.h %D%/fabric_poll.c %D%/fabric_stats.c \
	%D%/batch.c %D%/batch.h %D%/batch_put.c %D%/lent.c %D%/lent.h \
	%D%/debts.c %D%/debts.h \
	%D%/packet.c %D%/packet.h %D%/peer.c %D%/peer.h %D%/receive.c \
	%D%/receive.h %D%/transfer.c %D%/transfer.h %D%/transport.h %D%/node.h
libfab_la_SOURCES += %D%/memory.c %D%/memory.h %D%/arena.c %D%/arena.h \
	%D%/budget.c %D%/budget.h %D%/poison.h %D%/window.h \
	%D%/tcache.c %D%/tcache.h %D%/shelf.c %D%/shelf.h %D%/numa.c %D%/numa.h %D%/window.c \
	%D%/cgroup.c %D%/cgroup.h
libfab_la_SOURCES += %D%/job.c %D%/job.h %D%/open_files.c %D%/open_files.h
libfab_la_SOURCES += %D%/launcher.c %D%/launcher.h \
	%D%/keeper.c %D%/keeper.h %D%/lifeline.c %D%/lifeline.h %D%/server.c %D%/server.h
libfab_la_SOURCES += %D%/ofi.c %D%/ofi.h %D%/card.c %D%/card.h %D%/cards.c %D%/cards.h \
	%D%/ofi_choose.c %D%/ofi_choose.h %D%/ofi_ep.h %D%/ofi_load.c \
	%D%/ofi_hold.c %D%/ofi_load.h %D%/ofi_move.c %D%/ofi_peer.c %D%/ofi_poll.c \
	%D%/ofi_port.c %D%/ofi_ended.c %D%/knock.c %D%/knock.h %D%/called_at.c %D%/called_at.h %D%/ofi_forgotten.c %D%/ofi_sieve.c %D%/sieve.c %D%/sieve.h %D%/ofi_slab.c %D%/ofi_spare.c %D%/ofi_tag.c %D%/program.c %D%/program.h
libfab_la_SOURCES += %D%/host.c %D%/host.h %D%/host_link.h %D%/host_send.c %D%/host_hear.c \
	%D%/host_sleep.c %D%/ring.c %D%/ring.h \
	%D%/segment.c %D%/segment.h %D%/bell.c %D%/bell.h %D%/nameless.c \
	%D%/nameless.h %D%/fence.c %D%/fence.h %D%/prefetch.h %D%/cancel.h
libfab_la_SOURCES += %D%/route.c %D%/route.h %D%/route_way.c %D%/route_way.h
libfab_la_SOURCES += %D%/crier.c %D%/crier.h %D%/death.c %D%/death.h %D%/watch.c %D%/watch.h %D%/words.h \
	%D%/proc_stat.c %D%/proc_stat.h
libfab_la_SOURCES += %D%/session.c %D%/session.h %D%/session_in.c \
	%D%/session_carry.c %D%/session_move.c %D%/session_out.c %D%/session_rest.c %D%/session_time.c \
	%D%/session_wire.c %D%/session_wire.h %D%/sessions.h
libfab_la_SOURCES += %D%/meet.c %D%/meet.h %D%/neighbour.c %D%/neighbour.h
libfab_la_SOURCES += %D%/seal.c %D%/seal.h
libfab_la_SOURCES += %D%/seldom.c %D%/seldom.h
libfab_la_SOURCES += %D%/steps.c %D%/steps.h
libfab_la_SOURCES += %D%/near_name.c %D%/near_name.h
libfab_la_SOURCES += %D%/value.c %D%/value.h
