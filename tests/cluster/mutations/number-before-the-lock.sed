# fabric/ofi_move.c
# Two threads that send at once may take the same number.
# by unit test_tag
/^ocr_ofi_send/,/^}/{
	/^	len = ocr_ofi_tag_locked(o, peer, p, sum);$/d
	s/^	ocr_lock(&o->lock, OCR_LOCK_EP);$/	len = ocr_ofi_tag_locked(o, peer, p, sum);\
&/
}
