# fabric/ofi_tag.c
# Whoever knows the numbers that come next may speak: tags are not compared.
/^ocr_ofi_received/,/^}/s/!is_right(o, peer, data, &tail)/false/
