# SPDX-License-Identifier: BSD-3-Clause
# Each runs a fixed number of inputs when it has no arguments.
check_PROGRAMS += %D%/fuzz_packet
TESTS += %D%/fuzz_packet
%C%_fuzz_packet_SOURCES = %D%/fuzz_packet.c
%C%_fuzz_packet_LDADD = libsim.la $(LDADD)
