# src/observe/quiet.c
# A node that awaits a confirmation counts as one at rest.
s/ || ocr_fabric_awaits(rt->fabric)//
