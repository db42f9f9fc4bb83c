# src/tools/keep_nodes.c
# ocrkeep watches whom it kills afterwards only, when the launcher may have reaped it.
# by unit test_keep_nodes
/^on_news/,/^}/{
	s/ && ocr_watch_begin(n->watch, i, pid))/) {/
	s/_S)");/&\
		ocr_watch_begin(n->watch, i, pid); }/
	s/news == OCR_WATCH_LOST || //
}
