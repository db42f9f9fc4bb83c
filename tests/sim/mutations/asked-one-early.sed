# fabric/fabric.c
# Who asks for op n is told yes when n - 1 is confirmed.
s/confirmed = seq <= ocr_peer_confirmed(p);/confirmed = seq <= p->confirmed + 1;/
