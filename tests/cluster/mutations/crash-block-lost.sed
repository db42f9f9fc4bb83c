# src/observe/scene.c
# The blocks of the slots are told without their sizes.
# by crash.sh
/^size_text(/,/^}/s/if (!ocr_guid_eq(h->db, db))/if (ocr_guid_eq(h->db, db))/
