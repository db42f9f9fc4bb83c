# src/event/channel.c
# A generation of two leaves its second satisfaction in the channel.
/^take(/,/^}/s/drop(&c->sats, c->p.nb_sat);/drop(\&c->sats, c->p.nb_sat - (c->p.nb_sat == 2));/
