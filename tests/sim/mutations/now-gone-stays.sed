# src/event/event.c
# A once event that fires where nothing is kept stays in its place.
/^satisfy_now(/,/^}/s/if (gone)/if (gone \&\& f.n)/
