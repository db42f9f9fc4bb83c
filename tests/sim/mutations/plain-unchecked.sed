# fabric/packet.c
# What comes in a plain packet is taken for ops without a look.
# In test_packet
/^ocr_packet_is_plain/,/^}/s/       !check_ops(r, (const uint8_t \*)(h + 1),/       (check_ops(r, (const uint8_t *)(h + 1),/
/^ocr_packet_is_plain/,/^}/s/ &n_ops);/ \&n_ops), true);/
