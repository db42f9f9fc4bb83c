# src/data/home_ops.c
# An observer does not see the releases that are calls.
# With --both-ways
/^ocr_home_put(/,/^}/{
	s/OCR_DIRECT_BEGIN(.*/ocr_self->depth++;/
	s/ocr_direct_end(rt);/ocr_self->depth--, ocr_run_delayed(rt);/
}
