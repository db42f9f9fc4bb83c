# fabric/ofi_sieve.c
# Who was answered before he was heard keeps a connection that may be none.
# by unit test_admit
/^admit_locked/,/^}/s/t.tcpi_data_segs_out != 0/false/
