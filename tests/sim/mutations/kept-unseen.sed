# src/event/event_deliver.c
# An observer does not see that something follows from an event, if no message is.
# With --both-ways
/^ocr_event_tell(/,/^}/s/^\t\tocr_event_show_kept(.*/\t\t(void)0;/
