# fabric/ofi_move.c
# A packet that libfabric has refused leaves again with its old number.
# by unit test_tag
/^ocr_ofi_send/,/^}/s/^	ocr_seal_ready_out(&peer->pair);$/	peer->pair.out.next -= rc != 0;\
&/
