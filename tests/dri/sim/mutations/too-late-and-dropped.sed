# src/dri/call/exchange.c
# Who was too late once hears that there is nothing any more.
/^get(/,/^}/s/DRI_ERR_SYSTEM : DRI_ERR_TIMEOUT/DRI_ERR_SYSTEM : DRI_ERR_NOT_CONNECTED/
