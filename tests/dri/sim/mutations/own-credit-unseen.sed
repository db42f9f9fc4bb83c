# src/dri/link/link_transfer.c
# Who waits for the CREDIT of his own process waits for ever.
/^own_credit_locked(/,/^}/s/if (way && way->next)/if (!w)/
