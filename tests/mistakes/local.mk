# SPDX-License-Identifier: BSD-3-Clause
# Mistakes of new users.  Each is an OCR program, built the way a user builds
# his; NAME.txt has what it says (mistakes.sh).
MISTAKES = after_destroy after_release asserts bad_return behind_end \
	block_as_event busy_wait channel_full circle counted_more def_unknown destroy_ended \
	destroy_twice divides event_as_block event_destroyed event_forgotten event_type \
	exit finish_inside finish_return hint_property into_block label_kind \
	label_range label_twice label_uncreated latch_down latch_stays mode_null \
	no_acquire no_bytes no_dependence no_file no_paramv no_shutdown \
	not_acquired not_released null_argument null_function null_pointer once_early \
	once_twice output_late output_unset own_output parts_kept parts_overlap \
	release_twice shutdown_early slot_twice stack_of_wait stack_used_up sticky_twice swapped takes_no_arg \
	task_as_data template_gone thread thread_exit too_large uninitialised write_const \
	write_ro wrong_address wrong_depc wrong_paramc wrong_slot \
	zero_params
EXTRA_DIST += $(MISTAKES:%=%D%/%.c) $(MISTAKES:%=%D%/%.txt)
noinst_HEADERS += %D%/far.h %D%/until_told.h

BY_OCRCC += $(MISTAKES:%=%D%/%)
check_DATA += $(MISTAKES:%=%D%/%)
# Mistakes are what a compiler warns of, too; and what they say is that of -O1.
%C%_CFLAGS = -w -O1 -g0

# A sanitizer has words of its own for some of them.
if !SANITIZER
TESTS += %D%/mistakes.sh
endif
EXTRA_DIST += %D%/mistakes.sh
