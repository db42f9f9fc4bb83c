# src/observe/quiet.c
# A node that waits for the bytes of a block counts as one at rest.
s/!ocr_fabric_is_idle(rt->fabric) || //
