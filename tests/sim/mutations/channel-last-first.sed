# src/event/channel.c
# What comes last into a channel comes out first.
/^take(/,/^}/s/at(&c->sats, i < last ? i : last)/at(\&c->sats, c->sats.n - 1 - (i < last ? i : last))/
