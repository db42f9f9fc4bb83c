# src/stream/order.c
# Who asks whether a counted event has fired need not see that it was satisfied.
# In counted_check
s/return BOTH ^ satisfaction_lacks\[event\];/return BOTH ^ (event == OCR_GUID_EVENT_COUNTED ? S : satisfaction_lacks[event]);/
