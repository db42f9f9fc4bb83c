# SPDX-License-Identifier: BSD-3-Clause
# OCR programs, one per behaviour of chapters 1 and 2.  They are built the way
# a user builds his program, and for the simulator (tests/sim/local.mk).
# One more: a file here, and its name in this list.
CONFORMANCE = \
	affinity all_there args block_sizes channel_destroy channel_fifo channel_full \
	channel_groups channel_sources channel_unbounded const_stable constants counted counted_codes \
	db_codes db_to_event dep_codes dep_slot depv_array depv_near depv_open \
	destroy_acquired destroy_created destroy_own destroy_waiting \
	early_use edt_codes edt_destroy edt_undone event_chain event_codes \
	event_destroy event_params event_to_latch ew_count ew_two_blocks \
	fan_in fan_out fib figures finish_moved finish_nested finish_remote finish_return \
	finish_tree finish_wait forged fork_join gone graph guid_compare \
	guid_in_block happens_before hello idem label_again label_block \
	label_blocks label_renew \
	label_check label_codes label_kinds label_meet label_output \
	label_params label_range label_scope label_turns latch latch_counter \
	late_errors long_chain main_return map_kinds map_label \
	map_output map_race map_twice map_unfinished map_wavefront many_counts many_slots \
	mixed_modes mode_null moved_name no_acquire no_hint no_slots null_out \
	null_source once op_order output_event output_unused param_counts \
	params params_mixed ping_pong printf read_modes release_satisfy return_bad \
	return_events returns rw_overlap rw_shared rw_together same_block shutdown_all \
	shutdown_any shutdown_twice sticky takes_arg task_chain task_storm \
	template_remote third_home unwritten write_ring
# What 1.2 added.
CONFORMANCE += \
	affinity_numa current db_size downgrade hint_again hint_inherit hint_objects \
	hint_place hint_priority output_given spelling storage
# What programs from elsewhere are like.
CONFORMANCE += \
	channel_ready kept nameless newborn old_names own_names pause
# Tasks that wait for answers.
CONFORMANCE += \
	hint_remote kind_remote label_told wait_codes wait_many wait_tree
# Copies and parts of blocks.
CONFORMANCE += \
	copy_codes copy_exchange copy_file copy_gone copy_mixed copy_order \
	copy_overlap copy_partition copy_ranges copy_scope copy_tree copy_turns \
	part_again part_codes part_debts part_destroy part_example part_file part_lease \
	part_tree part_wait
# Coherence of blocks.
CONFORMANCE += \
	carried const_rw crowd ew_rw_steps lend offered_lent passed_by passed_on passed_seen part_right push_turns read_again \
	borders border_turns right_turns steps_overlap write_again write_several read_sources
# What others see of an event.
CONFORMANCE += counted_check
# Reduction events.
CONFORMANCE += \
	reduce_again reduce_codes reduce_few reduce_generations reduce_leave \
	reduce_ops reduce_order reduce_slots reduce_types
# Files.
CONFORMANCE += file_chunks file_close file_codes file_example file_grow file_lazy \
	file_open file_overlap file_parts file_queue file_release \
	file_turns
EXTRA_DIST += $(CONFORMANCE:%=%D%/%.c)
noinst_HEADERS += %D%/conf.h %D%/pause.h %D%/file.h %D%/in_hand.h \
	%D%/reduction.h

BY_OCRCC += $(CONFORMANCE:%=%D%/%)
# What they do themselves is what takes long (programs.mk).
%C%_block_sizes_CFLAGS = -O1
%C%_carried_CFLAGS = -O1
check_DATA += $(CONFORMANCE:%=%D%/%)

# The same programs alone and on several nodes.
TESTS += %D%/conformance-1.sh %D%/conformance-2.sh %D%/conformance-3.sh \
	%D%/conformance-4.sh
EXTRA_DIST += %D%/conformance-1.sh %D%/conformance-2.sh \
	%D%/conformance-3.sh %D%/conformance-4.sh %D%/run.sh
