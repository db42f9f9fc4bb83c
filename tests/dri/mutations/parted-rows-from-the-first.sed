# src/dri/move/pairs.c
# Each block of records is parted to where the first one of its rows belongs.
s/dst += i \* (int64_t)w->elem_bytes + j \* p->plane.dst_stride;/dst += j * p->plane.dst_stride;/
