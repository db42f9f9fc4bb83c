# src/event/event.c
# An observer does not see that something follows from an event, if no message is.
# With --both-ways
/^ocr_event_tell(/,/^}/s/^\t\tshow_kept(.*/\t\t(void)show_kept;/
