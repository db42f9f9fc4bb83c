# fabric/seal.c
# A packet that is sent again by a stranger makes those that come next wait.
# by unit test_seal
/^ocr_seal_check/,/^}/s/if (number >= k->next)/if (number < UINT64_MAX)/
