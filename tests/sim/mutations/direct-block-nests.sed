# src/data/home_ops.c
# What follows from the release of a block is done inside of it.
# With --both-ways
/^ocr_home_put(/,/^}/{
	s/OCR_DIRECT_BEGIN(.*/if (s->rt->observer) ocr_direct_show(s, \&m->op);/
	s/ocr_direct_end(rt);/OCR_OBSERVE(rt, end);/
}
