# src/api/event_calls.c
# An event that was made without EVT_PROP_TAKES_ARG refuses blocks.
# In takes_arg
/^is_refused/,/^}/s/rt->strict && //
/^is_usual/,/^}/s/!ocr_strict_on;/ocr_guid_is_null(data);/
