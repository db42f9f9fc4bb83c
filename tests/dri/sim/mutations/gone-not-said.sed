# src/dri/link/link.c
# A sender that is destroyed tells nobody.
/^close_way_locked/,/^}/s/ocr_dri_send_locked(l->world, way->node, &gone.op);/(void)gone;/
