# src/api/edt_sources.c
# A creation with a dependence that is refused at once leaves its task.
# In depv_near
/^ocr_api_connect_near(/,/^}/s/if (__builtin_expect(code, 0))/if (!edt.lower)/
