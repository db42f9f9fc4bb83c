# src/event/event.c
# An idempotent event passes on its last satisfaction to its first waiter again.
# In idem
/^ocr_event_satisfy_at/,/^}/s/^\t\ttake_waiters_locked(ev, &f);/&\n\t\tif (ocr_guid_kind(ev->guid) == OCR_GUID_EVENT_IDEM \&\& f.n) {\n\t\t\tev->near[0] = f.waiters[0];\n\t\t\tev->n_waiters = 1;\n\t\t}/
s/return slot ? -EINVAL : !ev->fired;/return slot ? -EINVAL : !ev->fired || ev->n_waiters;/
