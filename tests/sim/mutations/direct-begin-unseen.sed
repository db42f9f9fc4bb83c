# src/event/event.c
# An observer does not see the satisfactions that are calls.
# With --both-ways
/^ocr_event_satisfy(/,/^}/{
	s/OCR_DIRECT_BEGIN(.*/ocr_self->depth++;/
	s/leave(s->rt);/ocr_self->depth--, ocr_run_delayed(s->rt);/
}
