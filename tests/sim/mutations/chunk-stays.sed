# src/file/chunk.c
# A chunk that is destroyed while the file is enlarged never ends.
/^on_room/,/^}/s/if (gone)/if (false)/
