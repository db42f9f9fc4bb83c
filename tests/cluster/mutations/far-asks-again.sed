# fabric/ofi_spare.c
# Who asks somebody far away hangs up before the answer can be there.
# by unit test_spare
/^is_in_vain/,/^}/s/ASK_AGAIN_MS + rtt_ms(t) \* 2/ASK_AGAIN_MS/
