# src/event/event_deliver.c
# Who is told of an event at once tells the next one at once, too: no end of it.
# In test_at_once
/^deliver_to(/,/^}/s/false);/true);/
