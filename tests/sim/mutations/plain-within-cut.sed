# fabric/packet.c
# Whole ops are taken before the op that was cut is at its end.
# In test_packet
/^ocr_packet_is_plain/,/^}/s/ || e->op_bytes)/)/
