# src/dri/link/ship.c
# Who has let others have their turn does not come again.
/^send_more/,/^}/s/go_on(way);//
