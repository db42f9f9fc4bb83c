# fabric/seal.c
# What has a wrong tag moves the number that is expected next.
# by unit test_tag
/^ocr_seal_check/,/^}/{
	s/^	if (!is_same.*/	if (number >= k->next)\
		k->next = number + 1;\
&/
}
