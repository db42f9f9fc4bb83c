# src/event/event.c
# An idempotent event passes on its last satisfaction to its first waiter again.
# In idem
/^take_and_unlock(/,/^}/s/^\ttake_waiters_locked(ev, f);/&\n\tif (ocr_guid_kind(g) == OCR_GUID_EVENT_IDEM \&\& f->n) {\n\t\tev->first = f->first.to;\n\t\tev->n_waiters = 1;\n\t}/
s/return slot ? -EINVAL : !ev->fired;/return slot ? -EINVAL : !ev->fired || ev->n_waiters;/
