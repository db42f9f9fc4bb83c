# guidmap/guidmap.c
# The counter of a GUID alone says which object is meant.
# In test_guidmap
/^#define TAG_MASK/s/.*/#define TAG_MASK UINT64_C(0)/
