# src/event/channel.c
# What comes last into a channel comes out first.
/^take(/,/^}/s/sat_at(c, i < last ? i : last)/sat_at(c, c->sats.n - 1 - (i < last ? i : last))/
