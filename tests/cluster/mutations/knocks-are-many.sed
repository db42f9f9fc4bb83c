# fabric/knock.c
# Where nobody answers, each peer costs a descriptor.
# by unit test_knock
s/if (\*count == OCR_KNOCKS)/if (false)/
