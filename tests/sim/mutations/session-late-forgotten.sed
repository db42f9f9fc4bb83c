# fabric/session.c
# What a packet acknowledges is put off for good.
# In test_session
/^poll_all/,/^}/s/^	ocr_session_settle(ss);/	;/
