# src/dri/meet/connect.c
# TABLE is passed on to one child.
/^pass_on_locked/,/^}/s/i < FAN_OUT/i < 1/
