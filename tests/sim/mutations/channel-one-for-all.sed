# src/event/channel.c
# All dependences of a generation get the data of its first satisfaction.
/^take(/,/^}/s/i < last ? i : last/0 * last/
